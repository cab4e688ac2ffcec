//! Program lines, and the scanner that turns text into program bytes.

use arcadian_screen::font;

use crate::words::{self, code};

/// Highest line number. Evidence: patb.
pub const LAST_NUMBER: u16 = 32767;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// 1..=32767.
    pub number: u16,
    /// Characters and one-byte words, without the line number and the final carriage return.
    pub text: Vec<u8>,
}

impl Line {
    /// Returns the bytes that the line takes: two for the number, its text, one for the carriage return.
    /// Evidence: listing.
    pub fn cost(&self) -> usize {
        2 + self.text.len() + 1
    }

    /// Returns the line in canonical characters, as LIST shows it: `10 GOTO 20`.
    pub fn to_text(&self) -> String {
        format!("{} {}", self.number, text_of(&self.text))
    }
}

/// A convention of a typewriter or text file: one character is written in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The character in the file.
    pub written: char,
    /// The character of the machine that it stands for.
    pub means: char,
}

impl Convention {
    /// Returns whether the written character exists on the machine too. Then it keeps its own meaning in
    /// strings and remarks, as the slash in `"NEW GAME? (Y/N)`.
    fn is_ambiguous(self) -> bool {
        font::code_of(self.written).is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{character}` is not a character of the machine")]
pub struct UnknownCharacter {
    pub character: char,
    /// Its index in the text, in characters.
    pub at: usize,
}

/// Scans the text of a line (without its number). Outside strings and remarks, each of the sixteen words becomes
/// one byte, together with one blank after it. Evidence: listing.
pub fn scan(text: &[char], conventions: &[Convention]) -> Result<Vec<u8>, UnknownCharacter> {
    scan_with_origins(text, conventions).map(|(bytes, _)| bytes)
}

/// Scans like [`scan`] and also returns, for each byte, the index of its first character in `text`.
pub(crate) fn scan_with_origins(
    text: &[char],
    conventions: &[Convention],
) -> Result<(Vec<u8>, Vec<usize>), UnknownCharacter> {
    // The machine has no lowercase letters. Those without a convention become capitals.
    let is_written = |c: char| conventions.iter().any(|convention| convention.written == c);
    let capitals: Vec<char> =
        text.iter().map(|&c| if is_written(c) { c } else { c.to_ascii_uppercase() }).collect();
    let mut scanner = Scanner { written: text, ..Scanner::new(&capitals, conventions) };
    let mut at = scanner.leading_blanks();
    let mut origins = Vec::new();
    while at < capitals.len() {
        let next = scanner.step(at)?;
        origins.resize(scanner.out.len(), at);
        at = next;
    }
    Ok((scanner.out, origins))
}

/// The signs that text files of the Bally Alley archive spell, in lowercase letters. One blank after them is for the eye, as after
/// a word. Evidence: period (`mul`), choice (`div`, the blank).
const SIGNS: [(&str, u8); 2] = [("mul", code::TIMES), ("div", code::DIVIDE)];

/// The syntactic context of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    /// At the start of a statement, where `.` begins a remark.
    Start,
    Code,
    Quoted,
    Remark,
}

struct Scanner<'a> {
    text: &'a [char],
    /// The text with its lowercase letters, or nothing.
    written: &'a [char],
    conventions: &'a [Convention],
    out: Vec<u8>,
    region: Region,
    /// In a FOR, `STOP` is the variable S, the word TO and the variable P. Evidence: choice.
    in_for: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a [char], conventions: &'a [Convention]) -> Self {
        Self { text, written: &[], conventions, out: Vec::new(), region: Region::Start, in_for: false }
    }

    /// Returns the number of blanks at the start, which are not stored. Evidence: patb.
    fn leading_blanks(&self) -> usize {
        self.text.iter().take_while(|c| self.meaning(**c) == ' ').count()
    }

    /// Returns the index after a blank at `at`, or `at` if there is none.
    fn after_blank(&self, at: usize) -> usize {
        at + usize::from(self.text.get(at).is_some_and(|&c| self.meaning(c) == ' '))
    }

    /// Scans the word or character at `at`; returns the index after it.
    fn step(&mut self, at: usize) -> Result<usize, UnknownCharacter> {
        if !self.is_literal() {
            let written = self.written.get(at..).unwrap_or_default();
            if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| words::starts_with(written, name)) {
                self.out.push(*sign);
                self.region = Region::Code;
                return Ok(self.after_blank(at + 3));
            }
            if words::starts_with(&self.text[at..], "STOP") && !self.in_for {
                self.out.extend(b"STOP");
                self.region = Region::Code;
                return Ok(at + 4);
            }
            if let Some((word, length)) = words::leading_word(&self.text[at..]) {
                self.push_word(word);
                return Ok(self.after_blank(at + length));
            }
        }
        let character = self.meaning(self.text[at]);
        let byte = font::code_of(character).ok_or(UnknownCharacter { character: self.text[at], at })?;
        self.out.push(byte);
        self.region = self.region_after(byte);
        Ok(at + 1)
    }

    /// Scans the word key at `at`; returns the index after it, or `None` if its letters do not fit.
    fn step_word_key(&mut self, at: usize, key: u8, word: &str, room: usize) -> Option<usize> {
        if self.is_literal() {
            self.out.extend(word.bytes());
            self.out.extend((at + 1 < self.text.len()).then_some(b' '));
            let unread = self.text.len() - at;
            return (self.out.len() + unread <= room).then_some(at + 1);
        }
        self.push_word(key);
        Some(at + 1)
    }

    fn push_word(&mut self, word: u8) {
        self.out.push(word);
        self.in_for |= word == code::FOR;
        self.region = Region::Code;
    }

    fn is_literal(&self) -> bool {
        matches!(self.region, Region::Quoted | Region::Remark)
    }

    /// Returns the character of the machine that a written character stands for here.
    fn meaning(&self, written: char) -> char {
        let fits = |c: &&Convention| c.written == written && !(self.is_literal() && c.is_ambiguous());
        let means = self.conventions.iter().find(fits).map_or(written, |c| c.means);
        if means == '\t' { ' ' } else { means }
    }

    fn region_after(&mut self, byte: u8) -> Region {
        match (self.region, byte) {
            (Region::Remark, _) | (Region::Start, b'.') => Region::Remark,
            (Region::Quoted, b'"') => Region::Code,
            (Region::Quoted, _) | (_, b'"') => Region::Quoted,
            (_, b';') => {
                self.in_for = false;
                Region::Start
            }
            (Region::Start, b' ') => Region::Start,
            _ => Region::Code,
        }
    }
}

/// Scans a typed line, in which words may be letters or the codes of word keys. Letters before a word key do not combine
/// with it. In a string or remark, a word key gives its letters, and a blank unless the line ends there. The bytes are
/// written from the start of a memory of `room` bytes, while the keys and their end are read at its end: returns `None` if
/// such letters would overwrite them.
pub(crate) fn scan_keys(keys: &[u8], room: usize) -> Option<Vec<u8>> {
    let text: Vec<char> = keys.iter().map(|&key| font::char_of(key).unwrap_or_default()).collect();
    let mut scanner = Scanner::new(&text, &[]);
    let mut at = scanner.leading_blanks();
    while at < keys.len() {
        at = match words::word(keys[at]) {
            Some(word) => scanner.step_word_key(at, keys[at], word, room)?,
            // Every other key gives a character of the machine.
            None => scanner.step(at).unwrap_or(at + 1),
        };
    }
    Some(scanner.out)
}

/// Scans canonical text (no conventions).
pub fn scan_text(text: &str) -> Result<Vec<u8>, UnknownCharacter> {
    scan(&text.chars().collect::<Vec<_>>(), &[])
}

/// Returns program bytes as text, as LIST shows them: each word is followed by a blank, except at the end.
/// Bytes that are neither a character nor a word are left out.
pub fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (i, &byte) in bytes.iter().enumerate() {
        match words::word(byte) {
            Some(word) => {
                text.push_str(word);
                text.push_str(if i + 1 < bytes.len() { " " } else { "" });
            }
            None => text.extend(font::char_of(byte)),
        }
    }
    text
}

/// Returns, for each byte of a line's text, whether it is inside a string or remark.
pub(crate) fn literal(bytes: &[u8]) -> Vec<bool> {
    let (mut quoted, mut remark, mut start) = (false, false, true);
    let mut places = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        places.push((quoted && byte != b'"') || remark);
        remark |= start && !quoted && byte == b'.';
        quoted ^= !remark && byte == b'"';
        start = !quoted && (byte == b';' || (start && byte == b' '));
    }
    places
}

/// Returns the length of the first `count` bytes in the output of [`text_of`], in characters.
pub fn width_before(bytes: &[u8], count: usize) -> usize {
    let shown =
        |&byte: &u8| words::word(byte).map_or(usize::from(font::char_of(byte).is_some()), |w| w.len() + 1);
    bytes.iter().take(count).map(shown).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cost(text: &str) -> usize {
        scan_text(text).expect("machine characters").len()
    }

    /// The rules of "Words and bytes" in docs/bally-basic.md.
    #[test]
    fn bytes_of_text() {
        for (text, bytes) in [
            ("GOTO 12", 3),
            ("GOTO12", 3),
            ("GOTO  12", 4),
            ("RUN", 1),
            ("print\"if\"", 5),
            ("STOP", 4),
            ("IF A=5STOP", 8),
            ("FOR I=STOP", 6),
            ("FOR I=1TO 9;STOP", 11),
            ("PRINT \"GOTO\"", 7),
            (".GOTO", 5),
            ("A=1;.GOTO", 9),
            ("A=.GOTO", 4),
            ("IF KGOTO 36", 5),
            ("CX=-77,CY=40", 12),
            ("PRINT\"NO END", 8),
            ("RETURN", 1),
            ("A=2×3÷4", 7),
        ] {
            assert_eq!(cost(text), bytes, "{text}");
        }
    }

    /// Blanks between number and text are not stored (patb); a blank before a word is.
    #[test]
    fn leading_blanks_are_dropped() {
        assert_eq!(scan_text(" \t A=1"), Ok(b"A=1".to_vec()));
        assert_eq!(cost("A GOTO 1"), 4);
    }

    /// A word key is a word at once; letters are words only among themselves.
    #[test]
    fn word_keys() {
        for (keys, text) in [
            (&b"GO\x77 5"[..], "GOTO  5"),
            (b"GO\x77", "GOTO"),
            (b"\x6E5", "GOTO 5"),
            (b"\x6E 5", "GOTO  5"),
            (b" GOTO 5", "GOTO 5"),
            (b"\x74\"\x77X\x77", "PRINT \"TO XTO"),
            (b".\x77;\x77\x77", ".TO ;TO TO"),
        ] {
            assert_eq!(scan_keys(keys, 117).map(|bytes| text_of(&bytes)).as_deref(), Some(text), "{keys:?}");
        }
        assert_eq!(scan_keys(b"GO\x77", 117), Some(vec![b'G', b'O', code::TO]));
        assert_eq!(scan_keys(b"\x72I=STOP", 117).map(|bytes| bytes.len()), Some(6), "FOR I=S TO P");
    }

    /// Letters of word keys in a string may take what the keys leave, to the byte.
    #[test]
    fn room_for_word_keys() {
        let line = |blanks: usize| [&b"\""[..], &vec![b' '; blanks], b"\x74\""].concat();
        // `"`, blanks, PRINT and its blank, `"` and the end of the line.
        assert_eq!(scan_keys(&line(108), 117).map(|bytes| bytes.len()), Some(116));
        assert_eq!(scan_keys(&line(109), 117), None);
        assert_eq!(scan_keys(b"\"\x77", 3), None, "as in an answer");
        assert_eq!(scan_keys(b"\x77\x77", 3), Some(vec![code::TO; 2]));
    }

    #[test]
    fn conventions_and_strings() {
        let typewriter = [('e', '='), ('b', ' '), ('x', '×'), ('/', '÷'), ('O', '0'), ('l', '1')]
            .map(|(written, means)| Convention { written, means });
        let read = |text: &str| {
            let chars: Vec<char> = text.chars().collect();
            scan(&chars, &typewriter).map(|bytes| text_of(&bytes)).expect("machine characters")
        };
        assert_eq!(read("FOR IeOTO 40STEP 10"), "FOR I=0TO 40STEP 10");
        assert_eq!(read("PRINT\"NEW/ OLDb"), "PRINT \"NEW/ OLD ");
        assert_eq!(read("IF P-P/4x4eOGOTO l6"), "IF P-P÷4×4=0GOTO 16");
        assert_eq!(read("STOP"), "STOP");
        assert_eq!(read(". TO/OO"), ". TO/OO");
    }

    proptest! {
        /// Scanning the listed text of a line gives the same bytes.
        #[test]
        fn list_then_scan_is_the_identity(text in "[A-Z0-9 \"=.;,()×÷#<>@*%&:$?!'/-]{0,60}") {
            let bytes = scan_text(&text).expect("machine characters");
            prop_assert_eq!(scan_text(&text_of(&bytes)).expect("its own text"), bytes);
        }

        #[test]
        fn scanning_never_panics(text in "\\PC*") {
            let _ = scan_text(&text);
        }
    }
}

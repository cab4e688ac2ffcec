//! A text of the host, such as a pasted listing, as keys of the machine.
//!
//! Characters that the machine lacks are replaced by what they stand for, if that is clear; otherwise nothing of the text is typed. So no
//! line is stored that differs from the text without a note. Evidence: choice.

use std::fmt;

use arcadian_screen::font;

use crate::{
    Dialect, Key, LAST_NUMBER, LONGEST_LINE, first_error,
    line::{self, literal},
    words::code,
};

/// Characters that the machine lacks, and what stands for them.
const REPLACEMENTS: [(&str, &str); 26] = [
    ("“”„‟«»″＂", "\""),
    ("‘’‚‛′´`＇", "'"),
    ("−–—―‐‑‒﹣－", "-"),
    ("✕✖⨯", "×"),
    ("➗", "÷"),
    ("∗＊", "*"),
    ("∕⁄／", "/"),
    ("≠", "#"),
    ("≤", "<="),
    ("≥", ">="),
    // ASCII of 1963 has arrows at these codes, and so does the machine.
    ("^", "↑"),
    ("_", "←"),
    ("＋", "+"),
    ("＝", "="),
    ("＜", "<"),
    ("＞", ">"),
    ("（", "("),
    ("）", ")"),
    ("，", ","),
    ("；", ";"),
    ("：", ":"),
    ("．", "."),
    ("！", "!"),
    ("？", "?"),
    (
        "\t\u{a0}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}",
        " ",
    ),
    ("\u{feff}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2060}\u{ad}", ""),
];

/// Returns what stands for a character that the machine lacks, if its meaning is clear.
pub fn replacement(character: char) -> Option<&'static str> {
    let row = REPLACEMENTS.iter().find(|(written, _)| written.contains(character));
    row.map(|(_, means)| *means)
}

/// Returns how messages show a character: one that cannot be seen by its code.
pub fn shown(character: char) -> String {
    match character {
        '\t' => "tab".to_owned(),
        _ if character.is_control() || character.is_whitespace() || replacement(character) == Some("") => {
            format!("U+{:04X}", u32::from(character))
        }
        _ => character.to_string(),
    }
}

/// A reader of the keys of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The keys of the line that is being entered.
    pub typed: Vec<u8>,
    /// The most keys of that line; `None` if a program reads single keys.
    pub longest: Option<usize>,
    pub dialect: Dialect,
}

impl Reader {
    /// Returns whether the line that is being entered takes no more keys.
    pub fn is_full(&self) -> bool {
        self.longest.is_some_and(|longest| self.typed.len() >= longest)
    }
}

/// The place of a row in a text: its line number if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowName {
    Line(u16),
    /// Another row, counted from 1.
    Row(usize),
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowName::Line(number) => write!(f, "line {number}"),
            RowName::Row(row) => write!(f, "row {row}"),
        }
    }
}

/// The reason why nothing of a text is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A character without a clear replacement.
    #[error("Nothing was typed: the machine has no `{}` ({place})", shown(*.character))]
    NoCharacter { character: char, place: RowName },
    /// A row with more keys than a line can have.
    #[error(
        "Nothing was typed: {place} has {length} characters, and a typed line at most {longest}; a file may have such a line"
    )]
    TooLong {
        place: RowName,
        /// Its keys, with those of the line that is being entered.
        length: usize,
        longest: usize,
    },
}

/// A replaced part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    written: String,
    means: String,
    place: RowName,
}

/// The keys of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// The keys; a new line is GO.
    pub keys: Vec<Key>,
    changes: Vec<Change>,
}

impl Typing {
    /// Returns what was replaced and where, in a sentence; `None` if nothing was.
    pub fn note(&self) -> Option<String> {
        let mut replaced: Vec<(&str, Vec<&str>)> = Vec::new();
        for Change { written, means, .. } in &self.changes {
            match replaced.iter_mut().find(|(known, _)| known == means) {
                Some((_, all)) if all.contains(&written.as_str()) => {}
                Some((_, all)) => all.push(written),
                None => replaced.push((means, vec![written])),
            }
        }
        let parts = replaced.iter().map(|(means, written)| match *means {
            "" => format!("{} omitted", written.join(" ")),
            " " => format!("{} as a blank", written.join(" ")),
            means => format!("{} as {means}", written.join(" ")),
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| format!("Typed {} ({})", parts.join(", "), self.places()))
    }

    fn places(&self) -> String {
        /// The most places that a note names.
        const NAMED: usize = 4;
        let mut places: Vec<RowName> = self.changes.iter().map(|change| change.place).collect();
        places.dedup();
        let named: Vec<String> = places.iter().take(NAMED).map(RowName::to_string).collect();
        match places.len().saturating_sub(NAMED) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    }
}

pub fn keys(text: &str, reader: &Reader) -> Result<Typing, Refusal> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut typing = Typing::default();
    for (index, written) in text.split('\n').enumerate() {
        if index > 0 {
            typing.keys.push(Key::Code(code::GO));
        }
        let first = Reader { typed: Vec::new(), longest: reader.longest.and(Some(LONGEST_LINE)), ..*reader };
        let row = Row::new(index, written, if index == 0 { reader } else { &first })?;
        typing.keys.extend(row.keys()?);
        typing.changes.extend(row.changes);
    }
    Ok(typing)
}

struct Row<'a> {
    reader: &'a Reader,
    place: RowName,
    /// The line that is being entered, then the row.
    text: Vec<char>,
    /// The beginning of the row in `text`.
    start: usize,
    changes: Vec<Change>,
}

impl<'a> Row<'a> {
    fn new(index: usize, written: &str, reader: &'a Reader) -> Result<Self, Refusal> {
        let entered: Vec<char> = line::text_of(&reader.typed).chars().collect();
        let whole: String = entered.iter().copied().chain(written.chars()).collect();
        let mut row = Row {
            reader,
            place: place(index, &whole),
            start: entered.len(),
            text: entered,
            changes: Vec::new(),
        };
        written.chars().try_for_each(|character| row.push(character))?;
        if reader.longest.is_some() {
            row.replace_operators();
        }
        Ok(row)
    }

    fn push(&mut self, character: char) -> Result<(), Refusal> {
        if font::code_of(character.to_ascii_uppercase()).is_some() {
            self.text.push(character);
            return Ok(());
        }
        let means = replacement(character).ok_or(Refusal::NoCharacter { character, place: self.place })?;
        self.text.extend(means.chars());
        self.note_change(shown(character), means.to_owned());
        Ok(())
    }

    fn note_change(&mut self, written: String, means: String) {
        self.changes.push(Change { written, means, place: self.place });
    }

    /// Returns where the text after the line number begins.
    fn body(&self) -> usize {
        let blanks = self.text.iter().take_while(|c| **c == ' ').count();
        blanks + self.text[blanks..].iter().take_while(|c| c.is_ascii_digit()).count()
    }

    /// Replaces the words `mul` and `div` of the Bally Alley archive, and in a line that BASIC does not understand, `/`, and
    /// `*` after a value, where it cannot be the second array.
    fn replace_operators(&mut self) {
        let body = self.body();
        let Ok((bytes, origins)) = line::scan_with_origins(&self.text[body..], &[]) else { return };
        let is_wrong = first_error(&bytes, self.reader.dialect).is_some();
        let literal = literal(&bytes);
        let operators = (0..bytes.len()).filter_map(|at| {
            let written = self.text[body + origins[at]];
            let sign = match bytes[at] {
                code::TIMES | code::DIVIDE if written.is_ascii_alphabetic() => bytes[at],
                b'/' if is_wrong && !literal[at] => code::DIVIDE,
                b'*' if is_wrong && !literal[at] && is_after_value(&bytes[..at]) => code::TIMES,
                _ => return None,
            };
            Some((body + origins[at], if written.is_ascii_alphabetic() { 3 } else { 1 }, sign))
        });
        let start = self.start;
        let operators: Vec<_> = operators.filter(|(at, ..)| *at >= start).collect();
        for &(at, length, sign) in &operators {
            let written = self.text[at..at + length].iter().collect();
            self.note_change(written, line::text_of(&[sign]));
        }
        for &(at, length, sign) in operators.iter().rev() {
            self.text.splice(at..at + length, font::char_of(sign));
        }
    }

    /// Returns the keys of the row. A line that is too long letter by letter is typed with word keys.
    fn keys(&self) -> Result<Vec<Key>, Refusal> {
        let letters: Vec<Key> = self.text[self.start..].iter().copied().filter_map(Key::typed).collect();
        let length = self.reader.typed.len() + letters.len();
        let Some(longest) = self.reader.longest.filter(|longest| length > *longest) else {
            return Ok(letters);
        };
        let words = self.word_keys().filter(|keys| self.reader.typed.is_empty() && keys.len() <= longest);
        words.ok_or(Refusal::TooLong { place: self.place, length, longest })
    }

    fn word_keys(&self) -> Option<Vec<Key>> {
        let (number, text) = self.text.split_at(self.body());
        let bytes = line::scan(text, &[]).ok()?;
        let number = number.iter().copied().filter_map(Key::typed);
        Some(number.chain(bytes.into_iter().map(Key::Code)).collect())
    }
}

fn place(index: usize, row: &str) -> RowName {
    let row = row.trim_start();
    let digits = row.len() - row.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = row[..digits].parse().ok().filter(|number| (1..=LAST_NUMBER).contains(number));
    number.map_or(RowName::Row(index + 1), RowName::Line)
}

/// Returns whether these bytes end with a value, after which there may be an operator.
fn is_after_value(bytes: &[u8]) -> bool {
    let last = bytes.iter().rfind(|byte| **byte != b' ');
    last.is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b')')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LONGEST_ANSWER;

    const PROMPT: Reader = Reader { typed: Vec::new(), longest: Some(LONGEST_LINE), dialect: Dialect::Bally };

    fn typed(text: &str, reader: &Reader) -> (String, String) {
        let typing = keys(text, reader).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let codes = typing.keys.iter().map(|key| match key {
            Key::Code(code::GO) => "{GO}".to_owned(),
            Key::Code(byte) => line::text_of(&[*byte]),
            other => format!("{other:?}"),
        });
        (codes.collect(), typing.note().unwrap_or_default())
    }

    /// The text, the keys, and the note.
    const CASES: &[(&str, &str, &str)] = &[
        ("10 print \"hi\"\n", "10 PRINT \"HI\"{GO}", ""),
        ("10 PRINT “HELLO”", "10 PRINT \"HELLO\"", "Typed “ ” as \" (line 10)"),
        ("20 PRINT «A», ‘B’", "20 PRINT \"A\", 'B'", "Typed « » as \", ‘ ’ as ' (line 20)"),
        ("A=7−2–1", "A=7-2-1", "Typed − – as - (row 1)"),
        ("PRINT 7/2*3", "PRINT 7÷2×3", "Typed / as ÷, * as × (row 1)"),
        ("PRINT 7∕2", "PRINT 7÷2", "Typed ∕ as /, / as ÷ (row 1)"),
        ("10 PRINT \"Y/N*\";A=B/2", "10 PRINT \"Y/N*\";A=B÷2", "Typed / as ÷ (line 10)"),
        ("10 .A/B*C\n", "10 .A/B*C{GO}", ""),
        ("10 A=2*(B+1)", "10 A=2×(B+1)", "Typed * as × (line 10)"),
        ("10 A=B *C", "10 A=B ×C", "Typed * as × (line 10)"),
        ("10 *(1)=5;PRINT *(1)", "10 *(1)=5;PRINT *(1)", ""),
        ("10 *(1)=A*B;A=*(1)*2", "10 *(1)=A×B;A=*(1)×2", "Typed * as × (line 10)"),
        ("10 FOR I=1TO *(2)*3", "10 FOR I=1TO *(2)×3", "Typed * as × (line 10)"),
        ("10 IF A*(B+1)>5 GOTO 10", "10 IF A×(B+1)>5 GOTO 10", "Typed * as × (line 10)"),
        ("10 IF A *(3)=5", "10 IF A *(3)=5", ""),
        ("10 A=7 mul 2 div B", "10 A=7 × 2 ÷ B", "Typed mul as ×, div as ÷ (line 10)"),
        ("10 IF A≠1 A≥2", "10 IF A#1 A>=2", "Typed ≠ as #, ≥ as >= (line 10)"),
        (
            "10\tA=1\u{a0}\r\n20 A=^\u{200b}_\r",
            "10 A=1 {GO}20 A=↑←{GO}",
            "Typed tab U+00A0 as a blank, ^ as ↑, U+200B omitted, _ as ← (line 10, line 20)",
        ),
        ("10 A=1/2\n20 B=1\n30 A=2/3", "10 A=1÷2{GO}20 B=1{GO}30 A=2÷3", "Typed / as ÷ (line 10, line 30)"),
        ("", "", ""),
        ("\n\n", "{GO}{GO}", ""),
    ];

    #[test]
    fn texts_at_the_prompt() {
        for (text, expected, note) in CASES {
            assert_eq!(typed(text, &PROMPT), ((*expected).to_owned(), (*note).to_owned()), "{text:?}");
        }
    }

    #[test]
    fn a_text_continues_the_line_that_is_being_entered() {
        let after = |typed: &str| Reader { typed: typed.bytes().collect(), ..PROMPT };
        assert_eq!(typed("Y/N\"", &after("10 PRINT \"")).0, "Y/N\"");
        assert_eq!(typed("/2", &after("10 A=7")), ("÷2".to_owned(), "Typed / as ÷ (line 10)".to_owned()));
    }

    #[test]
    fn single_keys_and_answers() {
        let key = Reader { longest: None, ..PROMPT };
        assert_eq!(typed("7/2*“", &key).0, "7/2*\"");
        let answer = Reader { longest: Some(LONGEST_ANSWER), ..PROMPT };
        assert_eq!(typed("7/2\n", &answer).0, "7÷2{GO}");
        assert!(keys(&"1+".repeat(11), &answer).is_err(), "22 characters");
    }

    #[test]
    fn what_cannot_be_typed_is_refused_as_a_whole() {
        let long = format!("20 A={}", "1+".repeat(60));
        for (text, message) in [
            ("10 A=1\n20 PRINT \"é\"\n", "Nothing was typed: the machine has no `é` (line 20)"),
            ("PRINT 1\n\nA·B", "Nothing was typed: the machine has no `·` (row 3)"),
            ("A\u{7}", "Nothing was typed: the machine has no `U+0007` (row 1)"),
            (
                &long,
                "Nothing was typed: line 20 has 125 characters, and a typed line at most 104; a file may have such a line",
            ),
        ] {
            let refusal = keys(text, &PROMPT).expect_err(text).to_string();
            assert_eq!(refusal, message);
        }
        let rest = Reader { typed: vec![b'A'; 100], ..PROMPT };
        let too_long = Refusal::TooLong { place: RowName::Row(1), length: 105, longest: 104 };
        assert_eq!(keys("12345", &rest), Err(too_long));
    }

    /// 121 characters, and 51 keys with word keys.
    #[test]
    fn a_long_line_is_typed_with_word_keys() {
        let text = format!("10 {}", ["PRINT 1"; 15].join(";"));
        let typing = keys(&text, &PROMPT).expect("it fits");
        assert_eq!(typing.keys.len(), 2 + 15 * 2 + 14);
    }

    #[test]
    fn replacements_are_characters_of_the_machine_and_unique() {
        for (written, means) in REPLACEMENTS {
            assert!(means.chars().all(|c| font::code_of(c).is_some()), "{means}");
            for character in written.chars() {
                assert_eq!(font::code_of(character), None, "{character}");
                assert_eq!(replacement(character), Some(means), "{character}");
            }
        }
    }
}

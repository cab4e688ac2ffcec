//! A listing with its text, for answers about its lines, words and places.

use std::ops::Range;

use arcadian_basic::{
    Dialect,
    listing::{Entry, Listing},
    words::{self, longest_name},
};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Position, TextEdit};

use crate::lsp::{
    assembly::document_symbol,
    text::{Encoding, Text},
};

pub(crate) struct BasicView {
    listing: Listing,
    pub(crate) text: Text,
}

impl BasicView {
    pub(super) fn new(listing: Listing, text: Text) -> Self {
        BasicView { listing, text }
    }

    pub(crate) fn first_row(&self) -> Option<usize> {
        self.listing.entries.iter().map(|entry| entry.row().saturating_sub(1)).min()
    }

    /// Returns what is at a byte of a row, as Markdown, and its bytes.
    pub(crate) fn hover(&self, number: usize, byte: usize) -> Option<(Range<usize>, String)> {
        let row = self.text.line(number);
        if let Some((word, span)) = word_at(row, byte, self.listing.dialect()) {
            let word = Word::named(&word)?;
            return Some((span, format!("`{}`\n\n{}", word.form, word.meaning())));
        }
        let (target, span) = self.target(number, byte)?;
        Some((span, format!("```text\n{}\n```", target.line.to_text())))
    }

    /// Returns the row of the line whose number is at a byte of a row.
    pub(crate) fn definition(&self, number: usize, byte: usize) -> Option<usize> {
        self.target(number, byte).map(|(entry, _)| entry.row().saturating_sub(1))
    }

    /// Returns the line whose number follows GOTO, GOSUB, RUN or LIST at a byte of a row.
    fn target(&self, number: usize, byte: usize) -> Option<(&Entry, Range<usize>)> {
        let row = self.text.line(number);
        let (target, span) = number_at(row, byte)?;
        let before = row.get(..span.start)?.trim_end().to_ascii_uppercase();
        let is_jump = ["GOTO", "GOSUB", "RUN", "LIST"].iter().any(|word| before.ends_with(word));
        let is_text = is_text(row, span.start);
        let entry = self.listing.entries.iter().find(|entry| entry.line.number == target);
        Some((entry.filter(|_| is_jump && !is_text)?, span))
    }

    /// Returns the lines.
    pub(crate) fn document_symbols(&self, encoding: Encoding) -> Vec<DocumentSymbol> {
        let symbol = |entry: &Entry| {
            let row = entry.row().saturating_sub(1);
            let range = self.text.range(row, 0..self.text.line(row).len(), encoding);
            let text = entry.line.to_text();
            let detail = text.split_once(' ').map_or("", |(_, detail)| detail);
            document_symbol(
                entry.line.number.to_string(),
                detail.to_owned(),
                lsp_types::SymbolKind::NUMBER,
                range,
            )
        };
        self.listing.entries.iter().map(symbol).collect()
    }
}

pub(crate) fn complete(
    text: &Text,
    position: Position,
    encoding: Encoding,
    view: Option<&BasicView>,
) -> Vec<CompletionItem> {
    let (number, byte) = text.place(position, encoding);
    let row = text.line(number);
    if is_text(row, byte) {
        return Vec::new();
    }
    let span = letters_at(row, byte).map_or(byte..byte, |run| run.start..byte);
    let prefix = row.get(span.clone()).unwrap_or("").to_ascii_uppercase();
    let dialect = view.map_or(Dialect::default(), |view| view.listing.dialect());
    let range = text.range(number, span, encoding);
    let item = |word: &Word| CompletionItem {
        label: word.name.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        detail: Some(format!("{}: {}", word.form, word.meaning())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, word.name.to_owned()))),
        ..CompletionItem::default()
    };
    Word::all(dialect).filter(|word| word.name.starts_with(&prefix)).map(item).collect()
}

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) name: &'static str,
    /// The syntax, such as `LIST n,m`.
    pub(super) form: &'static str,
    /// Statements of docs/bally-basic.md about it. A test compares them with the page.
    meaning: &'static [&'static str],
}

const fn word(name: &'static str, form: &'static str, meaning: &'static [&'static str]) -> Word {
    Word { name, form, meaning }
}

#[rustfmt::skip]
const WORDS: [Word; 48] = [
    word("LIST", "LIST n,m", &["shows the program and ends the run", "at most m lines from line n"]),
    word("CLEAR", "CLEAR", &["clears the screen", "the cursor goes to CX=-77, CY=40"]),
    word("RUN", "RUN", &["restarts the program: drops loops and subroutines, keeps variables"]),
    word("NEXT", "NEXT v", &["adds s and compares", "The loop continues until v has passed b"]),
    word("LINE", "LINE x,y,mode", &["a line from the last point"]),
    word("IF", "IF e statements", &["if 0, skips the rest of the line with all its statements"]),
    word("GOTO", "GOTO n", &["continues at line n, which may be any expression", "a missing line is HOW?"]),
    word("GOSUB", "GOSUB n", &["continues at line n, which may be any expression", "RETURN continues after it"]),
    word("RETURN", "RETURN", &["continues after the last GOSUB", "drops loops begun since", "WHAT? without a GOSUB"]),
    word("BOX", "BOX x,y,w,h,mode", &["a filled box"]),
    word("FOR", "FOR v=a TO b STEP s", &["begins a loop", "The body is executed at least once"]),
    word("INPUT", "INPUT \"TEXT\"v", &["waits for an answer", "any expression, with variables and functions"]),
    word("PRINT", "PRINT items", &["shows items separated by commas, then a new line", "a comma at the end: no new line"]),
    word("STEP", "FOR v=a TO b STEP s", &["without STEP, s is 1"]),
    word("RND", "RND(n)", &["a random number from 1 to n", "n below 1 is HOW?"]),
    word("TO", "FOR v=a TO b", &["begins a loop"]),
    word("TRACE", "TRACE", &["shows the number of each line and a blank before the line is executed", "a second TRACE ends that"]),
    word("STOP", "STOP", &["ends the program"]),
    word("CALL", "CALL(a)", &["machine code is not supported"]),
    word("LET", "LET v=e", &["LET is optional"]),
    word("ABS", "ABS(n)", &["the magnitude"]),
    word("JX", "JX(n)", &["hand controller n: −1 left or down, 1 right or up, else 0"]),
    word("JY", "JY(n)", &["hand controller n: −1 left or down, 1 right or up, else 0"]),
    word("TR", "TR(n)", &["trigger: 1 pressed, 0 not"]),
    word("KN", "KN(n)", &["knob: −128 to 127"]),
    word("PX", "PX(x,y)", &["1 if the pixel is set", "0 if not, or outside the screen"]),
    word("CX", "CX", &["the position of the next character"]),
    word("CY", "CY", &["the position of the next character"]),
    word("BC", "BC", &["background and foreground color"]),
    word("FC", "FC", &["background and foreground color"]),
    word("TV", "TV", &["write: sends a code to the screen", "read: the last code sent"]),
    word("KP", "KP", &["waits for a key and returns its code, without showing it"]),
    word("SZ", "SZ", &["free bytes"]),
    word("RM", "RM", &["remainder of the last ÷"]),
    word("XY", "XY", &["the start of the next LINE, y × 256 + x, each as a byte from −128 to 127"]),
    word("NT", "NT", &["NT is the duration of a note in frames, of which there are 60 in a second"]),
    word("MU", "MU=n", &["begins the note of the code n, after the end of the note before"]),
    word("MO", "MO", &["port 16, master oscillator"]),
    word("TA", "TA", &["ports 17, 18, 19, the three tones"]),
    word("TB", "TB", &["ports 17, 18, 19, the three tones"]),
    word("TC", "TC", &["ports 17, 18, 19, the three tones"]),
    word("VF", "VF", &["port 20, vibrato: the upper two bits and the lower six"]),
    word("VR", "VR", &["port 20, vibrato: the upper two bits and the lower six"]),
    word("VC", "VC", &["port 21: volume of C in bits 0 to 3, noise mode in bits 4 and 5"]),
    word("NM", "NM", &["port 21: volume of C in bits 0 to 3, noise mode in bits 4 and 5"]),
    word("VA", "VA", &["port 22: volume of A in the lower half, of B in the upper"]),
    word("VB", "VB", &["port 22: volume of A in the lower half, of B in the upper"]),
    word("NV", "NV", &["port 23, volume of the noise"]),
];

impl Word {
    pub(super) fn named(name: &str) -> Option<&'static Word> {
        WORDS.iter().find(|word| word.name == name)
    }

    pub(super) fn all(dialect: Dialect) -> impl Iterator<Item = &'static Word> {
        let is_known = move |word: &&Word| {
            words::WORDS.contains(&word.name) || longest_name(word.name.as_bytes(), dialect).is_some()
        };
        WORDS.iter().filter(is_known)
    }

    /// Returns what it means, in one line.
    pub(super) fn meaning(&self) -> String {
        self.meaning.join("; ")
    }
}

/// Returns the word of the language at a byte of a row and its bytes. Strings and remarks have none.
pub(super) fn word_at(row: &str, byte: usize, dialect: Dialect) -> Option<(String, Range<usize>)> {
    let run = letters_at(row, byte)?;
    if is_text(row, run.start) {
        return None;
    }
    let capitals = row.get(run.clone())?.to_ascii_uppercase();
    let mut at = 0;
    while at < capitals.len() {
        let rest = capitals.get(at..)?;
        let characters: Vec<char> = rest.chars().collect();
        let short = words::leading_word(&characters).map(|(_, length)| length);
        let length = short.or_else(|| longest_name(rest.as_bytes(), dialect).map(|(_, length)| length));
        let end = at + length.unwrap_or(1);
        if run.start + end > byte || end == capitals.len() {
            let word = length.and_then(|_| capitals.get(at..end))?;
            return Some((word.to_owned(), run.start + at..run.start + end));
        }
        at = end;
    }
    None
}

/// Returns the run of letters around a byte, or that ends at it.
pub(super) fn letters_at(row: &str, byte: usize) -> Option<Range<usize>> {
    run_at(row, byte, |byte| byte.is_ascii_alphabetic())
}

pub(super) fn number_at(row: &str, byte: usize) -> Option<(u16, Range<usize>)> {
    let run = run_at(row, byte, |byte| byte.is_ascii_digit())?;
    Some((row.get(run.clone())?.parse().ok()?, run))
}

fn run_at(row: &str, byte: usize, holds: fn(&u8) -> bool) -> Option<Range<usize>> {
    let bytes = row.as_bytes();
    let before = bytes.get(..byte)?.iter().rev().take_while(|byte| holds(byte)).count();
    let after = bytes.get(byte..)?.iter().take_while(|byte| holds(byte)).count();
    (before + after > 0).then(|| byte - before..byte + after)
}

/// Returns whether a byte of a row is in a string or in a remark.
pub(super) fn is_text(row: &str, byte: usize) -> bool {
    let before = row.get(..byte).unwrap_or(row);
    if before.starts_with("#!") || before.matches('"').count() % 2 == 1 {
        return true;
    }
    // A remark begins with a period at the start of a statement.
    let head = |c: char| c.is_ascii_digit() || " ()".contains(c);
    let text = before.trim_start_matches(head);
    let mut is_string = false;
    let statements = text.split(|c| {
        is_string ^= c == '"';
        c == ';' && !is_string
    });
    statements.into_iter().any(|statement| statement.trim_start().starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page without the marks of Markdown and links.
    fn page() -> String {
        let page = include_str!("../../../../../docs/bally-basic.md");
        page.replace(['`', '*'], "")
    }

    #[test]
    fn the_meanings_are_those_of_the_page() {
        let page = page();
        for word in WORDS {
            for statement in word.meaning {
                assert!(page.contains(statement), "{}: the page does not say `{statement}`", word.name);
            }
        }
    }

    #[test]
    fn every_word_of_the_language_has_a_meaning() {
        for name in words::WORDS {
            assert!(Word::named(name).is_some(), "{name}");
        }
        for (_, name, _) in words::devices(Dialect::Astro) {
            assert!(Word::named(name).is_some(), "{name}");
        }
        assert_eq!((Word::all(Dialect::Bally).count(), Word::all(Dialect::Astro).count()), (37, 48));
    }
}

#[cfg(test)]
mod line_tests {
    use super::*;

    #[test]
    fn words_of_rows() {
        for (row, byte, expected) in [
            ("10 PRINT A", 4, Some("PRINT")),
            ("10 print a", 8, Some("PRINT")),
            ("8 FORI=0TO 999;NEXT I", 2, Some("FOR")),
            ("8 FORI=0TO 999;NEXT I", 5, None),
            ("8 FORI=0TO 999;NEXT I", 9, Some("TO")),
            ("(1784) 2 GOTO 12", 9, Some("GOTO")),
            ("10 CX=BC", 7, Some("BC")),
            ("10 .PRINT", 5, None),
            ("10 A=1;.PRINT", 9, None),
            ("10 PRINT \"GOTO", 11, None),
            ("10 PRINT \"A;.\";GOTO 10", 16, Some("GOTO")),
            ("10 A=.5", 3, None),
            ("#! dialect: astro", 4, None),
            ("", 0, None),
        ] {
            assert_eq!(
                word_at(row, byte, Dialect::Bally).map(|(word, _)| word).as_deref(),
                expected,
                "{row} {byte}"
            );
        }
    }
}

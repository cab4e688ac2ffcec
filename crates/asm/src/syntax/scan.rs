//! Scanning a line byte by byte. No function reads past the end of the line.

use std::ops::Range;

use crate::fault::{Fault, Hint};

/// The meaning of an apostrophe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apostrophe {
    /// The start of a string that ends at the next apostrophe: Intel, Zilog.
    String,
    /// The same in data, where a string directly after a word, which is wrong there, ends before a comma.
    Data,
    /// The start of one character whose closing apostrophe is optional: 6502 instructions.
    Character,
    /// The start of a string if it is closed, otherwise of one character: 6502 data. After a word it is as in other data.
    Either,
}

/// A fault at a location within the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) fault: Fault,
    pub(crate) span: Span,
    pub(crate) hint: Option<Hint>,
}

/// A range of bytes of a line.
pub(crate) type Span = Range<usize>;

/// A result of what may be wrong at a place.
pub(crate) type Checked<T = ()> = Result<T, At>;

impl At {
    pub(crate) fn new(fault: impl Into<Fault>, span: Span) -> Self {
        Self { fault: fault.into(), span, hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a sentence to the hint.
    pub(crate) fn also(self, sentence: &str) -> Self {
        let text = match self.hint.as_ref().map(|hint| &*hint.text) {
            None => sentence.to_owned(),
            Some(question) if question.ends_with('?') => {
                let (first, rest) = sentence.split_at(character(sentence, 0).end);
                format!("{question} {}{rest}", first.to_uppercase())
            }
            Some(hint) => format!("{hint}; {sentence}"),
        };
        let hint =
            self.hint.clone().map_or_else(|| sentence.into(), |hint| Hint { text: text.into(), ..hint });
        self.hint(hint)
    }
}

pub(crate) fn slice(text: &str, range: Span) -> &str {
    text.get(range).unwrap_or("")
}

pub(crate) fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

pub(crate) const fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'?' | b'.' | b'@')
}

pub(crate) const fn is_part(byte: u8) -> bool {
    byte.is_ascii_digit() || is_start(byte)
}

/// Returns the end of the run of bytes from `at` that satisfy `holds`.
pub(crate) fn run(text: &str, at: usize, holds: impl Fn(u8) -> bool) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| holds(**byte)).count()
}

/// Characters that separate words. Form feed is one of them: printed sources contain it at page breaks.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\x0C'];

/// Returns the position after the blanks at `at`.
pub(crate) fn blanks(text: &str, at: usize) -> usize {
    run(text, at, |byte| BLANKS.contains(&char::from(byte)))
}

/// Returns the word at `at`; empty if there is none.
pub(crate) fn word(text: &str, at: usize) -> Span {
    match byte(text, at) {
        Some(first) if is_start(first) => at..run(text, at, is_part),
        _ => at..at,
    }
}

/// Returns the range without blanks at either end.
pub(crate) fn trim(text: &str, range: Span) -> Span {
    let start = blanks(text, range.start).min(range.end);
    let kept = slice(text, start..range.end).trim_end_matches(BLANKS);
    start..start + kept.len()
}

/// Whether the whole text is one name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.is_empty() && word(text, 0).end == text.len()
}

/// Whether a word is one of these, which blanks divide. Ignores case.
pub(crate) fn is_one_of(words: &str, word: &str) -> bool {
    // Each word of a source is looked for in many rows. Most have another length, which is seen without reading letters.
    let (mut rest, word) = (words.as_bytes(), word.as_bytes());
    while let Some((start, after)) = rest.split_at_checked(word.len()) {
        if after.first().is_none_or(|byte| *byte == b' ') && start.eq_ignore_ascii_case(word) {
            return true;
        }
        let Some(blank) = rest.iter().position(|byte| *byte == b' ') else { return false };
        rest = rest.get(blank + 1..).unwrap_or_default();
    }
    false
}

/// Returns the range of the character at `at`, for a message about it.
pub(crate) fn character(text: &str, at: usize) -> Span {
    let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    at..at + length
}

/// Whether a string starts at `at`. The apostrophe of `AF'` does not start one.
pub(crate) fn opens(text: &str, at: usize) -> bool {
    let after_word = at.checked_sub(1).and_then(|before| byte(text, before)).is_some_and(is_part);
    match byte(text, at) {
        Some(b'"') => true,
        Some(b'\'') => !after_word,
        _ => false,
    }
}

/// Returns the position after the string at `at`, or `None` if it is not closed.
pub(crate) fn quoted(text: &str, at: usize, style: Apostrophe) -> Option<usize> {
    let quote = byte(text, at)?;
    let single = || {
        let end = character(text, at + 1).end;
        (end > at + 1).then(|| end + usize::from(byte(text, end) == Some(b'\'')))
    };
    match style {
        Apostrophe::Character if quote == b'\'' => single(),
        Apostrophe::Either if quote == b'\'' => closed(text, at, quote).or_else(single),
        _ => closed(text, at, quote),
    }
}

fn closed(text: &str, mut at: usize, quote: u8) -> Option<usize> {
    loop {
        at = run(text, at + 1, |byte| byte != quote);
        byte(text, at)?;
        match byte(text, at + 1) {
            Some(next) if next == quote => at += 1,
            _ => return Some(at + 1),
        }
    }
}

/// Returns where the code of a line ends and its comment starts.
pub(crate) fn code_end(text: &str, from: usize, style: Apostrophe) -> usize {
    let mut at = from;
    while let Some(byte) = byte(text, at) {
        at = match byte {
            b';' => return at,
            _ if opens(text, at) => quoted(text, at, style).unwrap_or(at + 1),
            _ => at + 1,
        };
    }
    text.len()
}

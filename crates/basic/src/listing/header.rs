//! The header lines `#! key: value`, the errors of listings and errata, and the edits of a file, which leave everything else as
//! it is.

use std::ops::Range;

use super::{CHARACTER_NAMES, HEADER_KEYS, Listing};
use crate::{Convention, Dialect, UnknownDialect, typing};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The dialect, if it is named.
    pub dialect: Option<Dialect>,
    pub conventions: Vec<Convention>,
    /// Title, author, source and so on, in the order of the file.
    pub about: Vec<(String, String)>,
}

impl Header {
    /// Parses a header line; `span` is the line without its `#!`.
    pub(super) fn take(&mut self, text: &str, span: Range<usize>) -> Result<(), ListingError> {
        let error = |kind| ListingError { kind, span: span.clone() };
        // The first colon after the key's first character: a key may be `:` itself.
        let colon = text.char_indices().skip_while(|(_, c)| *c == ' ').skip(1).find(|(_, c)| *c == ':');
        let (at, _) = colon.ok_or_else(|| error(ErrorKind::HeaderSyntax))?;
        let (key, value) = (text[..at].trim(), text[at + 1..].trim());
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (None, _) => Err(error(ErrorKind::HeaderSyntax)),
            (Some(written), None) => {
                let means =
                    character(value).ok_or_else(|| error(ErrorKind::BadConvention(value.to_owned())))?;
                if self.convention(written).is_some() {
                    return Err(error(ErrorKind::KeyTwice(written.to_string())));
                }
                self.conventions.push(Convention { written, means });
                Ok(())
            }
            _ => self.about(key, value).map_err(error),
        }
    }

    fn about(&mut self, key: &str, value: &str) -> Result<(), ErrorKind> {
        if !HEADER_KEYS.contains(&key) {
            return Err(ErrorKind::UnknownKey(key.to_owned()));
        }
        if key == "dialect" && self.dialect.is_some() {
            return Err(ErrorKind::KeyTwice(key.to_owned()));
        }
        if key == "dialect" {
            self.dialect = Some(value.parse()?);
        } else {
            self.about.push((key.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Returns a character as the scanner matches words: a capital, unless it has a convention.
    pub(super) fn capital(&self, written: char) -> char {
        if self.convention(written).is_some() { written } else { written.to_ascii_uppercase() }
    }

    /// Returns the character of the machine that a written character stands for outside strings.
    pub(super) fn meant(&self, written: char) -> char {
        self.convention(written).unwrap_or_else(|| written.to_ascii_uppercase())
    }

    fn convention(&self, written: char) -> Option<char> {
        self.conventions
            .iter()
            .find(|convention| convention.written == written)
            .map(|convention| convention.means)
    }

    /// Returns how a character of the machine is written by these conventions.
    pub(super) fn written(&self, means: char) -> char {
        self.conventions
            .iter()
            .find(|c| c.means == means && !c.written.is_ascii_uppercase())
            .map_or(means, |c| c.written)
    }
}

fn character(value: &str) -> Option<char> {
    let named = CHARACTER_NAMES.iter().find(|(name, _)| *name == value).map(|(_, character)| *character);
    let mut characters = value.chars();
    let single = || characters.next().filter(|_| characters.next().is_none());
    // Every typewriter has letters; a convention for one would hide words.
    named.or_else(single).filter(|character| !character.is_alphabetic())
}

/// An error in a listing or an errata file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ListingError {
    pub kind: ErrorKind,
    /// The bytes of the file it concerns.
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    #[error("a header line must be `#! key: value`")]
    HeaderSyntax,
    #[error("there is no header key `{0}`")]
    UnknownKey(String),
    #[error(transparent)]
    UnknownDialect(#[from] UnknownDialect),
    #[error("`{0}` is neither a single character other than a letter nor the name of one")]
    BadConvention(String),
    #[error("the number in parentheses, `{0}`, is not a valid number")]
    NotANumber(String),
    #[error("a line number must be 1 to 32767, not {0}")]
    NumberRange(String),
    #[error("`{text}` is not a valid line number; perhaps {value}")]
    DamagedNumber { text: String, value: i32 },
    #[error("expected a line number")]
    NoNumber,
    #[error("line {0} has no text")]
    NoText(u16),
    #[error("line {number} occurs again in row {by}, and the later one counts")]
    Replaced { number: u16, by: usize },
    #[error("line {number} occurs twice; the first is in row {first}")]
    Twice { number: u16, first: usize },
    #[error("`{}` is not a character of the machine", .0.escape_debug())]
    UnknownCharacter(char),
    #[error("there is no program line in this file")]
    NoLines,
    #[error("{0}")]
    Toml(String),
    #[error("the repair of line {0} gives no reason")]
    NoReason(u16),
    #[error("with this repair line {0} would occur twice")]
    MadeTwice(u16),
    #[error("header lines must come before the first line")]
    LateHeader,
    #[error("`{0}` occurs twice in the header")]
    KeyTwice(String),
    #[error("the listing has no line {0}")]
    RepairsNothing(u16),
    #[error("line {line} does not contain `{from}`")]
    FromNotFound { line: u16, from: String },
    #[error("line {line} contains `{from}` {count} times")]
    FromAmbiguous { line: u16, from: String, count: usize },
    #[error("after its repair line {line} has {bytes} bytes, but its printed numbers require {expected}")]
    StillWrong { line: u16, bytes: usize, expected: i32 },
}

impl ErrorKind {
    pub fn help(&self) -> Option<String> {
        Some(match self {
            ErrorKind::HeaderSyntax => "for example `#! dialect: bally`".to_owned(),
            ErrorKind::UnknownKey(_) => format!(
                "the keys are {}, and single characters for conventions, such as `#! x: ×`",
                HEADER_KEYS.join(", ")
            ),
            ErrorKind::BadConvention(_) => {
                let names: Vec<_> = CHARACTER_NAMES.iter().map(|(name, _)| *name).collect();
                format!("the names are {}", names.join(", "))
            }
            ErrorKind::NotANumber(_) => "it is the output of PRINT SZ after the line was entered".to_owned(),
            ErrorKind::DamagedNumber { .. } => "write it in digits, or declare the convention in the header, such as `#! O: 0`".to_owned(),
            ErrorKind::NoNumber => "a line is `10 TEXT` or `(SZ) 10 TEXT`; in a .lst file a row without a number continues the row before".to_owned(),
            ErrorKind::Twice { .. } => "one of the numbers is misread, or the row is printed twice; `arcadian sz` offers the repairs".to_owned(),
            ErrorKind::NoText(number) => format!("at the machine, {number} alone deletes that line; leave it out"),
            ErrorKind::UnknownCharacter(character) if typing::replacement(*character).is_some() => {
                match typing::replacement(*character).unwrap_or_default() {
                    "" => "remove this character, which cannot be seen".to_owned(),
                    means => format!("write `{means}`, or declare it in the header: `#! {character}: {means}`"),
                }
            }
            ErrorKind::UnknownCharacter(_) => "the machine has capitals, digits, signs, × ÷ and ↑ ← → ↓; a header line `#! x: ×` declares that x stands for ×".to_owned(),
            ErrorKind::RepairsNothing(_) => "the key `line` is the program's line number".to_owned(),
            ErrorKind::NoReason(_) => "give the evidence in `why`: a byte count, an explanation, the context".to_owned(),
            ErrorKind::FromNotFound { .. } => "`from` must be the text as printed, with wraps joined without a blank".to_owned(),
            ErrorKind::FromAmbiguous { .. } => "make `from` longer, so that it occurs once".to_owned(),
            ErrorKind::StillWrong { .. } => "a repair must make the line's byte count correct".to_owned(),
            _ => return None,
        })
    }
}

/// A change of a file: `text` replaces the bytes of `span`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Range<usize>,
    pub text: String,
}

/// Applies edits to a text, in any order. Returns `None` if two of them concern the same bytes, or one is not in the text.
pub fn apply(source: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut out, mut at) = (String::with_capacity(source.len()), 0);
    for edit in sorted {
        out += source.get(at..edit.span.start)?;
        source.get(edit.span.clone())?;
        out += &edit.text;
        at = edit.span.end;
    }
    Some(out + source.get(at..)?)
}

/// Returns the edits that make of one reading of a file another one with the same lines, such as the one with its errata.
pub fn edits(before: &Listing, after: &Listing) -> Vec<Edit> {
    let pairs = before.entries.iter().zip(&after.entries);
    let changed = pairs.filter(|(old, new)| old.raw.chars != new.raw.chars);
    changed
        .map(|(old, new)| {
            let (from, to) = (&old.raw.chars, &new.raw.chars);
            let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let rest = from.len().min(to.len()) - same;
            let end = from.iter().rev().zip(to.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
            old.raw.edit(same..from.len() - end, &to[same..to.len() - end].iter().collect::<String>())
        })
        .collect()
}

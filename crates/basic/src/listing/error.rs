//! Errors in listings and errata.

use std::ops::Range;

use crate::{UnknownDialect, typing};

/// An error in a listing or an errata file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ListingError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The bytes of the file it concerns.
    pub span: Range<usize>,
}

/// The kind of a [`ListingError`].
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
    /// Returns what to do about it, if there is advice.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            ErrorKind::HeaderSyntax => "for example `#! dialect: bally`".to_owned(),
            ErrorKind::UnknownKey(_) => format!(
                "the keys are {}, and single characters for conventions, such as `#! x: ×`",
                super::HEADER_KEYS.join(", ")
            ),
            ErrorKind::BadConvention(_) => {
                let names: Vec<_> = super::CHARACTER_NAMES.iter().map(|(name, _)| *name).collect();
                format!("the names are {}", names.join(", "))
            }
            ErrorKind::NotANumber(_) => "it is the output of PRINT SZ after the line was entered".to_owned(),
            ErrorKind::DamagedNumber { .. } => "write it in digits, or declare the convention in the header, such as `#! O: 0`".to_owned(),
            ErrorKind::NoNumber => "a line is `10 TEXT` or `(SZ) 10 TEXT`; in a .lst file a row without a number continues the row before".to_owned(),
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

//! What can be wrong with a listing or its errata, with the place in the file.

use std::ops::Range;

use crate::UnknownDialect;

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong}")]
pub struct ListingError {
    /// What is wrong.
    pub wrong: Wrong,
    /// The bytes of the file it concerns.
    pub span: Range<usize>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // Each variant is its message.
pub enum Wrong {
    #[error("a header line is `#! key: value`")]
    HeaderSyntax,
    #[error("there is no header key `{0}`")]
    UnknownKey(String),
    #[error(transparent)]
    UnknownDialect(#[from] UnknownDialect),
    #[error("`{0}` is neither one character (but no letter) nor a name of one")]
    BadConvention(String),
    #[error("the number in parentheses, `{0}`, is no number")]
    NotANumber(String),
    #[error("a line number is 1 to 32767, not {0}")]
    NumberRange(String),
    #[error("the line number `{text}` is no number; perhaps {value}")]
    DamagedNumber { text: String, value: i32 },
    #[error("a line number should stand here")]
    NoNumber,
    #[error("line {0} has no text")]
    NoText(u16),
    #[error("line {number} stands twice; the first is in row {first}")]
    Twice { number: u16, first: usize },
    #[error("`{}` is not a character of the machine", .0.escape_debug())]
    UnknownCharacter(char),
    #[error("there is no program line in this file")]
    NoLines,
    #[error("{0}")]
    Toml(String),
    #[error("the repair of line {0} gives no reason")]
    NoReason(u16),
    #[error("with this repair line {0} would stand twice")]
    MadeTwice(u16),
    #[error("header lines stand before the first line")]
    LateHeader,
    #[error("`{0}` stands twice in the header")]
    KeyTwice(String),
    #[error("the listing has no line {0}")]
    RepairsNothing(u16),
    #[error("`{from}` does not stand in line {line}")]
    FromNotFound { line: u16, from: String },
    #[error("`{from}` stands {count} times in line {line}")]
    FromAmbiguous { line: u16, from: String, count: usize },
    #[error("after its repair line {line} has {bytes} bytes, its printed numbers say {expected}")]
    StillWrong { line: u16, bytes: usize, expected: i32 },
}

impl Wrong {
    /// What to do about it, where there is something to say.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Wrong::HeaderSyntax => "for example `#! dialect: bally`".to_owned(),
            Wrong::UnknownKey(_) => format!(
                "known are {}, and single characters for the typewriter's conventions, such as `#! x: ×`",
                super::header::KEYS.join(", ")
            ),
            Wrong::BadConvention(_) => {
                let names: Vec<_> = super::header::CHARACTER_NAMES.iter().map(|(name, _)| *name).collect();
                format!("names are {}", names.join(", "))
            }
            Wrong::NotANumber(_) => "it is what PRINT SZ showed after the line was entered".to_owned(),
            Wrong::DamagedNumber { .. } => "write it in digits, or name the typewriter's sign in the header, such as `#! O: 0`".to_owned(),
            Wrong::NoNumber => "a line is `10 TEXT` or `(SZ) 10 TEXT`; in a .lst file a wrapped line is continued by one without a number".to_owned(),
            Wrong::NoText(number) => format!("at the machine, {number} alone deletes that line; leave it out"),
            Wrong::UnknownCharacter(_) => "the machine has capitals, digits, signs, × ÷ and ↑ ← → ↓; a header line `#! written: meant` names another spelling".to_owned(),
            Wrong::RepairsNothing(_) => "the key `line` is the program's line number".to_owned(),
            Wrong::NoReason(_) => "say in `why` what decides it: a count, an explanation, the sense".to_owned(),
            Wrong::FromNotFound { .. } => "`from` must be the text as printed, wraps joined without a blank".to_owned(),
            Wrong::FromAmbiguous { .. } => "make `from` longer, so that it names one place".to_owned(),
            Wrong::StillWrong { .. } => "a repair must bring the line's count right".to_owned(),
            _ => return None,
        })
    }
}

//! Commands that cannot be done.

use arcadian_basic::key::KeysError;

use crate::{
    debuggee::{NoSpot, Refused},
    expression::{ExpressionError, NoValue},
};

/// Why a command cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is too long.
    #[error("the line is too long; a command has at most {0} characters")]
    TooLong(usize),
    /// There is no such command.
    #[error("there is no command `{word}`; {}", .near.map_or("`help` lists them all".to_owned(), |near| format!("did you mean {near}?")))]
    Unknown {
        /// What was typed.
        word: String,
        /// What was probably meant.
        near: Option<&'static str>,
    },
    /// Several commands begin like this.
    #[error("`{word}` can be {}; type more of it", .could.join(" or "))]
    Ambiguous {
        /// What was typed.
        word: String,
        /// The commands.
        could: Vec<&'static str>,
    },
    /// The arguments do not fit.
    #[error("{why}; it is used like this: {usage}")]
    Usage {
        /// What is wrong.
        why: String,
        /// The command with its arguments.
        usage: String,
    },
    /// An expression cannot be read.
    #[error("{error}\n    {text}\n    {}^", " ".repeat(column(text, error.at)))]
    Expression {
        /// The expression.
        text: String,
        /// Where it is wrong, and what to do.
        error: ExpressionError,
    },
    /// An expression has no value.
    #[error("{text}: {why}")]
    NoValue {
        /// The expression.
        text: String,
        /// Why.
        why: NoValue,
    },
    /// There is no such place.
    #[error(transparent)]
    NoSpot(#[from] NoSpot),
    /// What is to be set cannot be set.
    #[error("`{0}` is nothing that can be set; a register, a flag, a variable or an element can")]
    NoTarget(String),
    /// The program does not take the value or the keys.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Keys cannot be read.
    #[error("{0}")]
    Keys(#[from] KeysError),
    /// There is no stop of that number.
    #[error("there is no breakpoint or watch {0}; `stops` lists them")]
    NoStop(u32),
    /// There is no display of that number.
    #[error("there is no display {0}; `display` lists them")]
    NoDisplay(u32),
    /// This program has no such thing.
    #[error("{0}")]
    Missing(&'static str),
    /// Somebody wanted a stop.
    #[error("interrupted")]
    Interrupted,
}

/// How many characters stand before a byte.
fn column(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(begin, _)| *begin < at).count()
}

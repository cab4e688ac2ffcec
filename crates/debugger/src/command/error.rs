//! Commands that fail.

use crate::{
    debuggee::{EventError, LocationError, PressError, SetError},
    expression::{ExpressionError, ValueError},
};

/// Why a command failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The line is too long.
    #[error("the line is too long; the limit is {0} characters")]
    TooLong(usize),
    /// The command does not exist.
    #[error("unknown command `{word}`; {}", .near.map_or("`help` lists all commands".to_owned(), |near| format!("did you mean {near}?")))]
    Unknown {
        /// The word that was typed.
        word: String,
        /// A similar command.
        near: Option<&'static str>,
    },
    /// Several commands start with the word.
    #[error("`{word}` is ambiguous: {}", .candidates.join(" or "))]
    Ambiguous {
        /// The word that was typed.
        word: String,
        /// The commands.
        candidates: Vec<&'static str>,
    },
    /// The arguments are wrong.
    #[error("{message}; usage: {usage}")]
    Usage {
        /// What is wrong.
        message: String,
        /// The command with its arguments.
        usage: String,
    },
    /// An expression is malformed.
    #[error("{error}\n    {text}\n    {}^", " ".repeat(column(text, error.at)))]
    Expression {
        /// The expression.
        text: String,
        /// The mistake and its position.
        error: ExpressionError,
    },
    /// An expression has no value.
    #[error("cannot evaluate {text}: {error}")]
    Value {
        /// The expression.
        text: String,
        /// Why.
        error: ValueError,
    },
    /// The location does not exist.
    #[error(transparent)]
    Location(#[from] LocationError),
    /// The hardware reports no such events.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The expression is not an lvalue.
    #[error("cannot assign to `{0}`; only registers, flags, variables and elements can be set")]
    NotAssignable(String),
    /// The value cannot be set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The keys cannot be pressed.
    #[error(transparent)]
    Press(#[from] PressError),
    /// No breakpoint, watchpoint or catchpoint has this number.
    #[error("there is no breakpoint or watchpoint {0}; `stops` lists them")]
    NoStoppoint(u32),
    /// No display has this number.
    #[error("there is no display {0}; `display` lists them")]
    NoDisplay(u32),
    /// The program lacks what the command needs.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The user interrupted the command.
    #[error("interrupted")]
    Interrupted,
}

/// Returns the number of characters before a byte.
fn column(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(start, _)| *start < at).count()
}

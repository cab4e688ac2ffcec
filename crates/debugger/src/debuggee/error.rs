//! Requests that a program refuses, and how it ended.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    #[error("{value} does not fit in {name} ({least} to {most})")]
    OutOfRange {
        /// The register, variable or element.
        name: String,
        value: i64,
        least: i64,
        most: i64,
    },
    /// Memory or the array has no such element.
    #[error("{0} is not a valid address or index")]
    NoElement(i64),
    #[error("{0} is read-only")]
    ReadOnly(String),
    /// The address holds program text that a suspended statement still needs.
    #[error("{0} is program text, read-only while a statement waits for input")]
    InUse(String),
}

impl SetError {
    /// Checks that a value is within the range of what it is assigned to.
    pub(crate) fn check(name: &str, value: i64, least: i64, most: i64) -> Result<i64, SetError> {
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            Err(SetError::OutOfRange { name: name.to_owned(), value, least, most })
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PressError {
    #[error("the program has no keyboard")]
    NoKeyboard,
    /// The text is not a key script.
    #[error("{0}")]
    Invalid(String),
}

/// The reason why a run returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All requested steps were executed.
    Done,
    /// The observer asked to stop.
    Stopped,
    Ended(End),
}

/// The reason why a program cannot continue by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The routine returned to its caller.
    Returned,
    Halted,
    SelfJump,
    /// The code ran away: it is halted for good, or executes where there is no memory. The text says which.
    RanAway(String),
    /// An operating system service ended the program or is not available; the text says which.
    Service(String),
    NeedsKey,
    /// The program is waiting for a line of input.
    NeedsInput,
    Finished,
    /// The user halted the program.
    Interrupted,
    /// The program stopped with an error; the text is its message.
    Error(String),
}

impl End {
    /// Returns whether input lets the program continue.
    pub fn is_waiting(&self) -> bool {
        matches!(self, End::NeedsKey | End::NeedsInput)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Returned => "the routine has returned",
            End::Halted => "the processor is halted",
            End::SelfJump => "the instruction jumps to itself",
            End::NeedsKey => "the program is waiting for a key",
            End::NeedsInput => "the program is waiting for an answer to INPUT",
            End::Finished => "the program has ended",
            End::Interrupted => "the program was halted",
            End::Service(message) | End::Error(message) | End::RanAway(message) => message,
        })
    }
}

//! Where a run has led, and why it ended there.

use std::fmt;

use crate::{debuggee::End, expression::NoValue};

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why it ended.
    pub cause: Cause,
    /// The step at which it began.
    pub from: u64,
    /// The step at which it ended.
    pub to: u64,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It went as far as it was told.
    Stepped,
    /// It came to the place it was to come to.
    Reached,
    /// The subroutine was left.
    Left,
    /// A breakpoint.
    Stop {
        /// Its number.
        id: u32,
        /// As the person wrote it.
        text: String,
    },
    /// A watched value changed.
    Changed {
        /// The number of the watch.
        id: u32,
        /// As the person wrote it.
        text: String,
        /// The value before the step.
        before: Option<i64>,
        /// The value behind it.
        after: Option<i64>,
    },
    /// The condition of a breakpoint has no value.
    Trouble {
        /// The number of the breakpoint.
        id: u32,
        /// As the person wrote it.
        text: String,
        /// Why.
        why: NoValue,
    },
    /// The program cannot go on by itself.
    End(End),
    /// Going back came to the start.
    Start,
    /// Somebody wanted a stop.
    Interrupted,
}

impl Cause {
    /// Whether something that was set to stop the run did.
    pub fn is_stop(&self) -> bool {
        matches!(self, Cause::Stop { .. } | Cause::Changed { .. } | Cause::Trouble { .. })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Stepped => Ok(()),
            Cause::Reached => f.write_str("reached"),
            Cause::Left => f.write_str("the subroutine is left"),
            Cause::Stop { id, text } => write!(f, "breakpoint {id}, {text}"),
            Cause::Changed { id, text, before, after } => {
                write!(f, "watch {id}, {text}: {} became {}", Value(*before), Value(*after))
            }
            Cause::Trouble { id, text, why } => write!(f, "breakpoint {id}, {text}: {why}"),
            Cause::End(end) => end.fmt(f),
            Cause::Start => f.write_str("this is where it began"),
            Cause::Interrupted => f.write_str("interrupted"),
        }
    }
}

struct Value(Option<i64>);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("nothing"),
        }
    }
}

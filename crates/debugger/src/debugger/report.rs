//! Reports: where a run ended, and why.

use std::fmt;

use crate::{debuggee::End, expression::ValueError};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub cause: Cause,
    /// The step at which it started.
    pub from: u64,
    /// The step at which it ended.
    pub to: u64,
}

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The requested steps were executed.
    Stepped,
    /// The requested location was reached.
    Reached,
    Returned,
    /// Backward execution reached the call of the subroutine.
    Called,
    Breakpoint {
        id: u32,
        /// The breakpoint as the user wrote it.
        text: String,
    },
    /// The hardware reported an event of a catchpoint.
    Catchpoint {
        id: u32,
        /// The catchpoint as the user wrote it.
        text: String,
        event: String,
    },
    /// The hardware reported the requested event: what happened.
    Event(String),
    Watchpoint {
        id: u32,
        /// The watched value as the user wrote it, or the byte that changed.
        text: String,
        before: Option<i64>,
        after: Option<i64>,
    },
    /// The condition of a breakpoint or catchpoint has no value where it could stop.
    ConditionError {
        id: u32,
        /// The breakpoint or catchpoint as the user wrote it.
        text: String,
        error: ValueError,
    },
    End(End),
    /// Backward execution reached the start.
    Start,
    Interrupted,
    OutOfBudget,
}

impl Cause {
    /// Returns whether a breakpoint, watchpoint or catchpoint ended the run.
    pub fn is_stoppoint(&self) -> bool {
        self.stoppoint().is_some()
    }

    /// Returns the number of the breakpoint, watchpoint or catchpoint that ended the run.
    pub fn stoppoint(&self) -> Option<u32> {
        match self {
            Cause::Breakpoint { id, .. }
            | Cause::Watchpoint { id, .. }
            | Cause::Catchpoint { id, .. }
            | Cause::ConditionError { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Writes the cause, and values by `value`.
    pub(crate) fn text(&self, value: impl Fn(i64) -> String) -> String {
        let value = |number: &Option<i64>| number.map_or_else(|| "no value".to_owned(), &value);
        match self {
            Cause::Stepped => String::new(),
            Cause::Reached => "location reached".to_owned(),
            Cause::Returned => "the subroutine returned".to_owned(),
            Cause::Called => "call of the subroutine".to_owned(),
            Cause::Breakpoint { id, text } => format!("breakpoint {id}, {text}"),
            Cause::Catchpoint { id, text, event } => format!("catchpoint {id}, {text}: {event}"),
            Cause::Event(event) => event.clone(),
            Cause::Watchpoint { id, text, before, after } => {
                format!("watchpoint {id}, {text} changed from {} to {}", value(before), value(after))
            }
            Cause::ConditionError { id, text, error } => format!("breakpoint {id}, {text}: {error}"),
            Cause::End(end) => end.to_string(),
            Cause::Start => "start of the program".to_owned(),
            Cause::Interrupted => "interrupted".to_owned(),
            Cause::OutOfBudget => "the budget of steps is used up".to_owned(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|value| value.to_string()))
    }
}

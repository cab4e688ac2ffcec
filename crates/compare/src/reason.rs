//! Reasons that a comparison is not decided.

use arcadian_parallel::{cancellation::is_cancelled, formula};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The code that is there.
    Old,
    /// The code that may replace it.
    New,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Part::Old => "old",
            Part::New => "new",
        })
    }
}

/// Reason that a comparison is not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error(
        "line {line} uses the address of its own code as a number; where the code is placed is not known"
    )]
    OwnAddress {
        /// The line, from 1.
        line: usize,
    },
    /// A jump between instructions.
    #[error("line {line} leads into the middle of an instruction")]
    Within {
        /// The line, from 1.
        line: usize,
    },
    #[error(
        "line {line} computes with unknown numbers in a way that is not supported: use +, -, &, |, ^, ~ or a product or shift by a number"
    )]
    Operator {
        /// The line, from 1.
        line: usize,
    },
    #[error("line {line} uses the label `{label}`, which only the other part defines")]
    ForeignLabel {
        /// The line, from 1.
        line: usize,
        label: String,
    },
    /// An opcode whose result depends on the chip.
    #[error("line {line}: what `{text}` does depends on the chip")]
    Unstable {
        /// The line, from 1.
        line: usize,
        text: String,
    },
    #[error(
        "line {line} is a call inside the part, in more than {limit} others: it is recursive too deeply, or the routines do not return"
    )]
    Depth {
        /// The line, from 1.
        line: usize,
        /// The maximum number of calls.
        limit: usize,
    },
    #[error(
        "line {line} calls a routine inside the part that leaves it without returning; code outside could return into the part. If it jumps to another routine, --tail-calls may help"
    )]
    NoReturn {
        /// The line of the call, from 1.
        line: usize,
    },
    #[error(
        "line {line} jumps to an address that is computed from a return address of the part; where that leads is not known"
    )]
    ReturnAddress {
        /// The line, from 1.
        line: usize,
    },
    /// R of the Z80 is read after a call.
    #[error(
        "line {line} reads R after a call: it depends on the number of instructions before the call and in the called routine"
    )]
    Refresh {
        /// The line, from 1.
        line: usize,
    },
    /// BRK.
    #[error(
        "line {line}: BRK is not compared; what follows depends on its handler, which usually skips a byte"
    )]
    Break {
        /// The line, from 1.
        line: usize,
    },
    /// Code changes itself.
    #[error("line {line} writes to the code")]
    OwnCode {
        /// The line, from 1.
        line: usize,
    },
    /// A loop takes too many different times.
    #[error(
        "the loop at line {line} can run more than {limit} different numbers of cycles; say how often it repeats, as in `BC <= 10`"
    )]
    Durations {
        /// The line, from 1.
        line: usize,
        limit: usize,
    },
    /// A line of a part is not supported.
    #[error("in the {part} part, {reason}")]
    In { part: Part, reason: Box<Reason> },
    /// A loop runs too long.
    #[error("more than {0} instructions are executed: a loop depends on too many values, or does not end")]
    Steps(u64),
    #[error("there are more than {0} ways through the code")]
    Paths(usize),
    /// The formulas are too large.
    #[error("the formulas are too large")]
    Size,
    /// The conditions exclude every state.
    #[error("no state meets the conditions on entry: they are never true together")]
    NeverTrue,
    /// The assumptions about pointers exclude every state.
    #[error("in every state, a pointer leads to the stack or to private memory")]
    Apart,
    /// An independent emulator disagrees.
    #[error("this is a fault of the program, please report it: {0}")]
    Disagreement(String),
    /// A proof of the SAT solver is wrong.
    #[error("this is a fault of the program, please report it: a proof of the SAT solver is wrong")]
    Unproven,
    #[error("the time is over")]
    Time,
    /// The host was interrupted. A comparison knows only that it is cancelled.
    #[error("interrupted")]
    Interrupted,
}

impl Part {
    /// Returns a reason for which a part cannot be followed, with the part if it names a line.
    pub(crate) fn of_line(self, reason: Reason) -> Reason {
        let names_line = matches!(
            reason,
            Reason::Depth { .. }
                | Reason::NoReturn { .. }
                | Reason::ReturnAddress { .. }
                | Reason::Refresh { .. }
        );
        if names_line { self.of(reason) } else { reason }
    }

    /// Returns the reason with the part whose line it names.
    pub(crate) fn of(self, reason: Reason) -> Reason {
        Reason::In { part: self, reason: Box::new(reason) }
    }
}

/// Returns whether what is computed counts no more: a limit was exceeded, or the time is over. Loops that can take long ask for it.
pub(crate) fn is_stopped() -> bool {
    is_cancelled() || formula::failure().is_some()
}

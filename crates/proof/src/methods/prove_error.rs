//! Why a routine could not be proven, by induction and in general.

use std::fmt;

use arcadian_isa::hex;
use arcadian_parallel::cancellation::Cancelled;

/// Why a routine could not be proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The claim has no formula.
    #[error("its claim is not written as a formula")]
    NoFormula,
    /// The diagrams exceeded their bounds, or there were too many execution paths.
    #[error("its decision diagrams grow too large (stopped at {0} nodes)")]
    TooLarge(usize),
    /// The initial state found does not fail when it is replayed.
    #[error(
        "it depends on an unstable opcode or on memory that the header does not name, in a way that cannot be replayed"
    )]
    Unconfirmed,
    /// A proof by induction failed.
    #[error(transparent)]
    NotInductive(Box<InductionFault>),
    /// The verification was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<InductionFault> for ProveError {
    fn from(fault: InductionFault) -> Self {
        ProveError::NotInductive(Box::new(fault))
    }
}

/// A step of a proof by induction that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InductionFault {
    /// The label at which the failing segment starts, or `None` for the entry.
    pub from: Option<String>,
    /// What fails.
    pub step: InductionStep,
    /// Values for which it fails: of the inputs, and of the state at the label.
    pub given: Vec<(String, Vec<u8>)>,
}

/// What fails in a proof by induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InductionStep {
    /// An invariant: label and condition.
    Invariant(String, String),
    /// What should decrease, at a label, does not, or is negative or undefined.
    Decreases(String),
    /// Whether a condition with large products follows, at a label or after the return, is not decided: label and condition.
    Products(Option<String>, String),
    /// The code neither reaches a label with `at` nor returns as it should.
    Returns,
    /// The code accesses a port.
    Port,
    /// The code writes to memory that the header does not name.
    UndeclaredWrite,
    /// A postcondition, described by a clause.
    Result(String),
    /// The stack pointer at a label is not always the same distance from that on entry.
    StackDepth(String),
    /// At a label an instruction has an effect on the next one, such as EI.
    Pending,
    /// A label is never reached.
    Unreached(String),
    /// The routine uses a device.
    Device,
    /// The cycles up to a label, or to the return, are not within what is stated.
    Cycles(Option<String>),
    /// The sheet does not state the cycles from its labels to the return.
    NoRemaining,
}

/// The size of the values that a message shows.
const MAX_SHOWN: usize = 8;

impl InductionStep {
    /// Returns whether the step may succeed if all invariants are assumed while code is explored.
    pub(super) fn may_need_all(&self) -> bool {
        matches!(self, InductionStep::Returns | InductionStep::Port | InductionStep::UndeclaredWrite)
    }

    /// Makes a fault that concerns no values.
    pub(super) fn alone(self) -> InductionFault {
        InductionFault { from: None, step: self, given: Vec::new() }
    }
}

impl std::error::Error for InductionFault {}

impl fmt::Display for InductionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from =
            self.from.as_deref().map_or("the entry".to_owned(), |label| format!("the state at {label}"));
        match &self.step {
            InductionStep::Invariant(label, text) => {
                write!(f, "the invariant `{text}` at {label} does not follow from {from}")
            }
            InductionStep::Products(label, text) => {
                let place = label.as_ref().map_or("after the return".to_owned(), |label| format!("at {label}"));
                write!(
                    f,
                    "it is not decided whether `{text}` {place} follows from {from}: its products are too large, and the \
                     equations in the invariants do not show it"
                )
            }
            InductionStep::Decreases(label) => {
                write!(f, "from {from} to {label}, the values of `decreases` do not become smaller")
            }
            InductionStep::Returns => {
                write!(f, "from {from}, some runs neither reach a label with `at` nor return as they should")
            }
            InductionStep::Port => write!(f, "from {from}, the code accesses a port"),
            InductionStep::UndeclaredWrite => {
                write!(f, "from {from}, the code writes to memory that the header does not name")
            }
            InductionStep::Result(what) => {
                write!(f, "that {what} after the return does not follow from {from}")
            }
            InductionStep::StackDepth(label) => {
                write!(f, "the stack pointer at {label} is not always the same distance from that on entry")
            }
            InductionStep::Pending => {
                f.write_str(
                "a label with `at` is at an instruction that repeats, such as LDIR, or just after one with a delayed effect, such as EI; \
                 move the label, or write the loop out",
            )
            }
            InductionStep::Unreached(label) => write!(f, "{label} is never reached"),
            InductionStep::Cycles(to) => {
                let to = to.as_deref().unwrap_or("the return");
                let stated = if self.from.is_some() { "remaining" } else { "cycles" };
                write!(f, "from {from} to {to}, a run can take fewer or more cycles than `{stated}` allows")
            }
            InductionStep::NoRemaining => {
                f.write_str("no `remaining` lines state the cycles from the labels with `at` to the return")
            }
            InductionStep::Device => f.write_str("a routine with a device cannot be proven by induction"),
        }?;
        let shown: Vec<_> = self.given.iter().filter(|(_, bytes)| bytes.len() <= MAX_SHOWN).collect();
        if shown.is_empty() {
            return Ok(());
        }
        let shown = shown.into_iter().map(|(name, bytes)| format!("{name} = {}", hex::bytes(bytes)));
        write!(f, ", for example for {}", shown.collect::<Vec<_>>().join(", "))
    }
}

//! Why a routine could not be proven.

use crate::methods::induction_fault::InductionFault;
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

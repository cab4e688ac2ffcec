//! A call of a routine: its inputs, what the reference model says it returns, and what can be wrong with it.

use arcadian_isa::Processor;
use arcadian_machine::CallCost;
use arcadian_proof::{CallFault, Field, SheetError};

/// Values of fields by their names.
pub(crate) type Values = Vec<(&'static str, Vec<u8>)>;

/// A call that a move needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The label of the routine.
    pub(crate) routine: &'static str,
    pub(crate) input: Values,
    /// The outputs by the reference model.
    pub(crate) expected: Values,
}

/// A call that was made, and whose outputs are those of the reference model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The label of the routine.
    pub routine: &'static str,
    /// The bytes of its input fields.
    pub input: Vec<u8>,
    pub cost: CallCost,
}

/// Returns the bytes of some fields in order. A field without a value has no bytes, which the call reports.
pub(crate) fn bytes(fields: &[Field<String>], values: &Values) -> Vec<u8> {
    let value = |field: &Field<String>| values.iter().find(|(name, _)| *name == field.name);
    fields.iter().filter_map(value).flat_map(|(_, bytes)| bytes).copied().collect()
}

/// The reason why machine code cannot play a game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    /// There are routines for one size of board only.
    #[error(
        "machine code plays TACTIX on 4 × 4 squares only, because the board of TTAKE has sixteen bits; this one has {0} × {0}"
    )]
    Size(usize),
    /// There are no routines for the game.
    #[error("no routine plays {0}")]
    Game(&'static str),
    /// A routine is not bundled.
    #[error("the routine {0} is not bundled for this processor")]
    Missing(&'static str),
    /// A sheet cannot be read.
    #[error(transparent)]
    Sheet(Box<SheetError>),
    /// The solution is wrong or was not found.
    #[error(transparent)]
    Solution(#[from] Fault),
}

/// A routine that did not return what the reference model says.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    /// It has no result.
    #[error("{routine} on the {processor} fails for {input}: {why}")]
    Failed {
        /// The label of the routine.
        routine: String,
        processor: Processor,
        input: String,
        why: Box<CallFault>,
    },
    /// It has another result.
    #[error(
        "{routine} on the {processor} differs from the reference model for {input}: it returns {found}, the model {expected}"
    )]
    Different {
        /// The label of the routine.
        routine: String,
        processor: Processor,
        input: String,
        /// The output.
        found: String,
        /// The output of the reference model.
        expected: String,
    },
    /// The routine was not read.
    #[error("{0} is not among the routines of the game")]
    Missing(&'static str),
}

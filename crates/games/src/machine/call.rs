//! A call of a routine: its inputs, and what the reference model says it returns.

use arcadian_machine::CallCost;
use arcadian_proof::Field;

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
    /// What it cost.
    pub cost: CallCost,
}

/// Returns the bytes of some fields in order. A field without a value has no bytes, which the call reports.
pub(crate) fn bytes(fields: &[Field<String>], values: &Values) -> Vec<u8> {
    let value = |field: &Field<String>| values.iter().find(|(name, _)| *name == field.name);
    fields.iter().filter_map(value).flat_map(|(_, bytes)| bytes).copied().collect()
}

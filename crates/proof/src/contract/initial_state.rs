//! The state from which a run starts.

use crate::contract::placement::Placement;

/// The complete state of a machine on entry to a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialState {
    pub(crate) placement: Placement,
    /// The bytes of the input fields.
    pub(crate) input: Vec<u8>,
    /// The state of the processor, in the order of [`RegisterMap::state`](crate::contract::registers::RegisterMap).
    pub(crate) registers: Vec<u8>,
    /// The values of unconstrained memory bytes. If an address occurs twice, the first value counts.
    pub(crate) memory: Vec<(u16, u8)>,
}

impl InitialState {
    /// Returns the bytes of the input fields.
    pub fn input(&self) -> &[u8] {
        &self.input
    }
}

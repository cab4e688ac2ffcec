//! The result of running a routine on a set of inputs.

use crate::{cost::CostRange, placement::Placement};

/// The complete state of a machine on entry to a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialState {
    pub(crate) placement: Placement,
    /// The bytes of the input fields.
    pub(crate) input: Vec<u8>,
    /// The state of the processor, in the order of [`RegisterMap::state`](crate::registers::RegisterMap).
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

/// The result of running a routine on a set of inputs, by any method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// An initial state from which the routine violates its contract, or `None` if no input in the set does.
    /// [`Replay`](crate::Replay) turns it into a [`Counterexample`](crate::Counterexample).
    pub failing: Option<InitialState>,
    /// The cost of the runs that returned, or `None` if there were none.
    pub cost: Option<CostRange>,
}

impl CheckResult {
    /// Returns the result for both sets of inputs.
    pub fn merge(self, other: CheckResult) -> Self {
        let cost = match (self.cost, other.cost) {
            (Some(one), Some(other)) => Some(one.merge(other)),
            (one, other) => one.or(other),
        };
        CheckResult { failing: self.failing.or(other.failing), cost }
    }
}

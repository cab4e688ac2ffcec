//! The result of running a routine on a set of inputs.

use crate::{
    contract::{initial_state::InitialState, routine::Routine},
    methods::cost::CostRange,
};

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

impl Routine {
    /// Whether a result agrees with the cycles that the sheet states, or the sheet states none. The extremes of a proof must
    /// be equal to them, or within the budget; those of a part of the inputs and placements must lie within the stated range.
    pub fn matches_stated_cycles(&self, result: &CheckResult, is_proof: bool) -> bool {
        let (Some(stated), Some(cost)) = (self.stated_cycles, &result.cost) else { return true };
        let (min, max) = (cost.cycles.min, cost.cycles.max);
        if is_proof { stated.is_met_by(min, max) } else { stated.least <= min && max <= stated.most }
    }
}

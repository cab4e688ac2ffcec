//! The result of running a routine on a set of inputs, and its cost.

use crate::contract::{inputs::InitialState, routine::Routine};

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
    /// Returns whether a result agrees with the cycles that the sheet states, or the sheet states none. The extremes of a proof must
    /// be equal to them, or within the budget; those of a part of the inputs and placements must lie within the stated range.
    pub fn matches_stated_cycles(&self, result: &CheckResult, is_proof: bool) -> bool {
        let (Some(stated), Some(cost)) = (self.stated_cycles, &result.cost) else { return true };
        let (min, max) = (cost.cycles.min, cost.cycles.max);
        if is_proof { stated.is_met_by(min, max) } else { stated.least <= min && max <= stated.most }
    }
}

/// The minimum and maximum of a quantity, each with an input that attains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The minimum.
    pub min: u64,
    /// The bytes of an input that attains the minimum.
    pub min_input: Vec<u8>,
    /// The maximum.
    pub max: u64,
    /// The bytes of an input that attains the maximum.
    pub max_input: Vec<u8>,
}

impl Extremes {
    /// Creates the extremes of a single input.
    pub fn of(value: u64, input: &[u8]) -> Self {
        Extremes { min: value, min_input: input.to_vec(), max: value, max_input: input.to_vec() }
    }

    /// Returns the extremes of both sets of inputs; of equal values the input of `self` is kept.
    pub fn merge(mut self, other: Extremes) -> Self {
        if other.min < self.min {
            (self.min, self.min_input) = (other.min, other.min_input);
        }
        if other.max > self.max {
            (self.max, self.max_input) = (other.max, other.max_input);
        }
        self
    }
}

/// Best-case and worst-case cost over the inputs that were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRange {
    /// Clock cycles (T-states), including the return instruction.
    pub cycles: Extremes,
    /// Executed instructions, including the return instruction.
    pub instructions: Extremes,
}

impl CostRange {
    /// Returns the cost range of both sets of inputs.
    pub fn merge(self, other: CostRange) -> Self {
        CostRange {
            cycles: self.cycles.merge(other.cycles),
            instructions: self.instructions.merge(other.instructions),
        }
    }
}

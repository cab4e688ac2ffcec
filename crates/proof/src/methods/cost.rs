//! Execution cost over many inputs.

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

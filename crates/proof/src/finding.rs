//! What came out.

/// A time or a count: the least and the greatest, with an input that reaches each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The least.
    pub min: u64,
    /// An input for which it is.
    pub min_at: Vec<u8>,
    /// The greatest.
    pub max: u64,
    /// An input for which it is.
    pub max_at: Vec<u8>,
}

impl Extent {
    /// That of a single input.
    pub fn of(value: u64, input: &[u8]) -> Self {
        Extent { min: value, min_at: input.to_vec(), max: value, max_at: input.to_vec() }
    }

    /// That of both.
    pub fn and(mut self, other: Extent) -> Self {
        if other.min < self.min {
            (self.min, self.min_at) = (other.min, other.min_at);
        }
        if other.max > self.max {
            (self.max, self.max_at) = (other.max, other.max_at);
        }
        self
    }
}

/// What a routine took, over all inputs that were tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// Clock cycles, the return's included.
    pub cycles: Extent,
    /// Instructions, the return included.
    pub instructions: Extent,
}

impl Times {
    /// Those of both.
    pub fn and(self, other: Times) -> Self {
        Times {
            cycles: self.cycles.and(other.cycles),
            instructions: self.instructions.and(other.instructions),
        }
    }
}

/// A machine before a routine, completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Which of the places of what is pointed to.
    pub(crate) placement: u16,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// The other registers' values, in the order in which the processor's are named.
    pub(crate) registers: Vec<u8>,
    /// Bytes of memory of which nothing is said.
    pub(crate) memory: Vec<(u16, u8)>,
}

/// What was found of a routine, or of a part of its inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// A case in which it is wrong.
    pub wrong: Option<Start>,
    /// What it took where it was right.
    pub times: Option<Times>,
}

impl Finding {
    /// That of two parts.
    pub fn and(self, other: Finding) -> Self {
        let times = match (self.times, other.times) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or(other),
        };
        Finding { wrong: self.wrong.or(other.wrong), times }
    }
}

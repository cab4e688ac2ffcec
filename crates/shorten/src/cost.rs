//! The cost of code.

use std::ops::Add;

/// The cost of code: its size, and the clock cycles of its slowest path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The size in bytes.
    pub bytes: u32,
    /// The clock cycles (T-states) of the slowest path.
    pub cycles: u32,
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost { bytes: self.bytes + other.bytes, cycles: self.cycles + other.cycles }
    }
}

/// What a search minimizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The size; of equal sizes the cycles.
    #[default]
    Bytes,
    /// The cycles of the slowest path; of equal cycles the size.
    Cycles,
}

impl Goal {
    /// Returns a number that orders costs.
    pub(crate) fn key(self, cost: Cost) -> u64 {
        let (bytes, cycles) = (u64::from(cost.bytes), u64::from(cost.cycles));
        match self {
            Goal::Bytes => bytes << 32 | cycles,
            Goal::Cycles => cycles << 32 | bytes,
        }
    }
}

//! The number of inputs of a claim.

use std::fmt;

/// A number of inputs: a factor times a power of two, as it may exceed 64 bits by far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputCount {
    pub(crate) factor: u128,
    pub(crate) power: u32,
}

impl InputCount {
    /// Returns the number, or `None` if it does not fit into 64 bits.
    pub fn exact(&self) -> Option<u64> {
        1_u64.checked_shl(self.power)?.checked_mul(self.factor.try_into().ok()?)
    }
}

/// Formats `2^36` or `9*2^128`, and small numbers in decimal.
impl fmt::Display for InputCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.factor, self.power, self.exact()) {
            (_, power, Some(number)) if power < 10 => write!(f, "{number}"),
            (1, power, _) => write!(f, "2^{power}"),
            (factor, power, _) => write!(f, "{factor}*2^{power}"),
        }
    }
}

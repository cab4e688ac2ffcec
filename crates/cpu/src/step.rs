//! What a step took, and what a run of them.

/// What one step took: an instruction, the acceptance of an interrupt, or a moment of being halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Clock cycles (T-states).
    pub cycles: u32,
    /// Accesses to memory and ports, interrupt acknowledgements included.
    pub accesses: u32,
}

/// What a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ran {
    /// Steps.
    pub instructions: u64,
    /// Clock cycles (T-states).
    pub cycles: u64,
    /// Accesses to memory and ports.
    pub accesses: u64,
}

impl core::ops::Add for Ran {
    type Output = Ran;

    fn add(self, other: Ran) -> Ran {
        Ran {
            instructions: self.instructions + other.instructions,
            cycles: self.cycles + other.cycles,
            accesses: self.accesses + other.accesses,
        }
    }
}

//! Cycle and access counts.

/// The cost of one step: of an instruction, of accepting an interrupt, or of one cycle in a halted state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepCost {
    /// Clock cycles (T-states).
    pub cycles: u32,
    /// Accesses to memory and ports, including interrupt acknowledge cycles.
    pub accesses: u32,
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RunCost {
    /// Steps.
    pub instructions: u64,
    /// Clock cycles (T-states).
    pub cycles: u64,
    /// Accesses to memory and ports.
    pub accesses: u64,
}

impl core::ops::Add for RunCost {
    type Output = RunCost;

    fn add(self, other: RunCost) -> RunCost {
        RunCost {
            instructions: self.instructions + other.instructions,
            cycles: self.cycles + other.cycles,
            accesses: self.accesses + other.accesses,
        }
    }
}

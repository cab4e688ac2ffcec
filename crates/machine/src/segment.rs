//! Segments of a run.

use crate::{backplane::Backplane, core::MachineCore};

/// The outcome of a segment.
pub(crate) struct Segment {
    pub(crate) instructions: u64,
    pub(crate) cycles: u64,
    /// Whether the last instruction jumped to itself.
    pub(crate) is_self_jump: bool,
}

impl Segment {
    /// Executes one instruction.
    pub(crate) fn single<C: MachineCore>(core: &mut C, backplane: &mut Backplane) -> Self {
        let pc = core.pc();
        let cycles = core.step_on(backplane).cycles.into();
        Segment { instructions: 1, cycles, is_self_jump: core.pc() == pc }
    }

    /// Executes up to `limit` instructions, until the next one is at an address in `stops`.
    pub(crate) fn run<C: MachineCore>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
    ) -> Self {
        let cost = core.run_on(backplane, limit, stops);
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump: false }
    }

    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or an instruction jumps to itself.
    pub(crate) fn run_to_self_jump<C: MachineCore>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
    ) -> Self {
        let (cost, is_self_jump) = core.run_to_self_jump_on(backplane, limit, stops);
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump }
    }
}

//! Segments of a run.

use arcadian_cpu::Core;

use crate::{addresses::is_in, backplane::Backplane};

/// The outcome of a segment.
pub(crate) struct Segment {
    pub(crate) instructions: u64,
    pub(crate) cycles: u64,
    /// Whether the last instruction jumped to itself.
    pub(crate) is_self_jump: bool,
}

impl Segment {
    /// Executes one instruction.
    #[inline(always)]
    pub(crate) fn single<C: Core>(core: &mut C, backplane: &mut Backplane) -> Self {
        let pc = core.pc();
        let cycles = core.step(backplane).cycles.into();
        Segment { instructions: 1, cycles, is_self_jump: core.pc() == pc }
    }

    /// Executes up to `limit` instructions, until the next one is at an address in `stops`.
    pub(crate) fn run<C: Core>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
    ) -> Self {
        let cost = backplane.run_core(core, limit, |next| is_in(stops, next));
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump: false }
    }

    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or an instruction jumps to itself.
    pub(crate) fn run_to_self_jump<C: Core>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
    ) -> Self {
        let mut pc = core.pc();
        let mut is_self_jump = false;
        let cost = backplane.run_core(core, limit, |next| {
            is_self_jump = next == pc;
            pc = next;
            is_self_jump | is_in(stops, next)
        });
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump }
    }
}

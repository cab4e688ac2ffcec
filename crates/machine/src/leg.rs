//! A stretch of a run.

use arcadian_cpu::Core;

use crate::backplane::Backplane;

/// No instruction takes more cycles.
pub(crate) const LONGEST: u64 = 32;

/// What a stretch took.
pub(crate) struct Leg {
    pub(crate) instructions: u64,
    pub(crate) cycles: u64,
    /// Whether the last instruction led to itself.
    pub(crate) again: bool,
}

impl Leg {
    /// One instruction.
    #[inline(always)]
    pub(crate) fn single<C: Core>(core: &mut C, backplane: &mut Backplane) -> Self {
        let pc = core.pc();
        let cycles = core.step(backplane).cycles.into();
        Leg { instructions: 1, cycles, again: core.pc() == pc }
    }

    /// Up to so many, or until `end` says so of the next address and whether it is the last one again.
    #[inline(always)]
    pub(crate) fn long<C: Core>(
        core: &mut C,
        backplane: &mut Backplane,
        most: u64,
        mut end: impl FnMut(u16, bool) -> bool,
    ) -> Self {
        let mut pc = core.pc();
        let mut again = false;
        let ran = core.run(backplane, most, |next| {
            again = next == pc;
            pc = next;
            end(next, again)
        });
        Leg { instructions: ran.instructions, cycles: ran.cycles, again }
    }
}

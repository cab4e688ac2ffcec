//! A stretch of a run.

use arcadian_cpu::Core;

use crate::{addresses::is_in, backplane::Backplane};

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

    /// Up to so many, or until the next address is one of the marks.
    pub(crate) fn long<C: Core>(
        core: &mut C,
        backplane: &mut Backplane,
        most: u64,
        marks: &[u64; 1024],
    ) -> Self {
        let ran = backplane.drive(core, most, |next| is_in(marks, next));
        Leg { instructions: ran.instructions, cycles: ran.cycles, again: false }
    }

    /// So too, or until an instruction leads to itself.
    pub(crate) fn until_again<C: Core>(
        core: &mut C,
        backplane: &mut Backplane,
        most: u64,
        marks: &[u64; 1024],
    ) -> Self {
        let mut pc = core.pc();
        let mut again = false;
        let ran = backplane.drive(core, most, |next| {
            again = next == pc;
            pc = next;
            again | is_in(marks, next)
        });
        Leg { instructions: ran.instructions, cycles: ran.cycles, again }
    }
}

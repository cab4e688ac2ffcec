//! Detection of a processor that is stuck: a jump to itself or a halt that nothing can end.

use arcadian_cpu::{Bus, Core, Register};

use crate::{
    any_bus::{AnyBus, run_on_any},
    backplane::Backplane,
    lines::Lines,
};

/// A read-only view of the machine for a trial step. Writes and port accesses are only noted.
struct TrialBus<'a> {
    backplane: &'a Backplane,
    lines: Lines,
    has_effect: bool,
}

impl AnyBus for TrialBus<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn write(&mut self, _address: u16, _value: u8) {
        self.has_effect = true;
    }

    fn peek(&self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn input(&mut self, _port: u16) -> u8 {
        self.has_effect = true;
        0xFF
    }

    fn output(&mut self, _port: u16, _value: u8) {
        self.has_effect = true;
    }

    fn lines(&self) -> Lines {
        self.lines
    }
}

/// Returns whether a predicate holds after one step from the current state, with the current lines and with each line that a
/// clocked device may activate. It never holds if that may be RESET.
fn holds_after_step<C: Core>(core: &C, backplane: &Backplane, predicate: impl Fn(&C, bool) -> bool) -> bool {
    let clocked = backplane.clocked_lines();
    let additional = [
        Lines::NONE,
        Lines { irq: clocked.irq, ..Lines::NONE },
        Lines { nmi: clocked.nmi, ..Lines::NONE },
        Lines { overflow: clocked.overflow, ..Lines::NONE },
    ];
    !clocked.reset
        && additional.into_iter().all(|additional| {
            let mut next = *core;
            let mut trial = TrialBus { backplane, lines: backplane.lines() | additional, has_effect: false };
            run_on_any(&mut next, &mut trial, 1, &mut |_| true);
            predicate(&next, trial.has_effect)
        })
}

/// Returns whether the next instruction jumps to itself and changes nothing except R. Block instructions and `DJNZ` to itself
/// change a counter.
pub(crate) fn is_trapped<C: Core>(core: &C, refresh: Option<&Register<C>>, backplane: &Backplane) -> bool {
    holds_after_step(core, backplane, |next, has_effect| {
        let mut next = *next;
        if let Some(refresh) = refresh {
            (refresh.set)(&mut next, (refresh.get)(core));
        }
        next == *core && !has_effect
    })
}

/// Returns whether nothing can wake a halted processor.
pub(crate) fn is_halted_forever<C: Core>(core: &C, backplane: &Backplane) -> bool {
    holds_after_step(core, backplane, |next, _| next.is_halted())
}

//! Whether another step would change anything.

use arcadian_cpu::{Bus, Core, Register};

use crate::{backplane::Backplane, lines::Lines};

/// The world as it is, which the step that is tried cannot change.
struct Trial<'a> {
    backplane: &'a Backplane,
    lines: Lines,
    touched: bool,
}

impl Bus for Trial<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn write(&mut self, _address: u16, _value: u8) {
        self.touched = true;
    }

    fn peek(&self, address: u16) -> u8 {
        self.backplane.peek(address)
    }

    fn input(&mut self, _port: u16) -> u8 {
        self.touched = true;
        0xFF
    }

    fn output(&mut self, _port: u16, _value: u8) {
        self.touched = true;
    }

    fn irq(&mut self) -> bool {
        self.lines.irq
    }

    fn nmi(&mut self) -> bool {
        self.lines.nmi
    }

    fn reset(&mut self) -> bool {
        self.lines.reset
    }

    fn overflow(&mut self) -> bool {
        self.lines.overflow
    }
}

/// Whether a step leaves the processor so, with the lines as they are now, and with each that may change in time. RESET
/// always changes something.
fn stays<C: Core>(core: &C, backplane: &Backplane, so: impl Fn(&C, bool) -> bool) -> bool {
    let wired = backplane.lines_in_time();
    let more = [
        Lines::NONE,
        Lines { irq: wired.irq, ..Lines::NONE },
        Lines { nmi: wired.nmi, ..Lines::NONE },
        Lines { overflow: wired.overflow, ..Lines::NONE },
    ];
    !wired.reset
        && more.into_iter().all(|more| {
            let mut next = *core;
            let mut trial = Trial { backplane, lines: backplane.lines() | more, touched: false };
            next.step(&mut trial);
            so(&next, trial.touched)
        })
}

/// Whether the next instruction leads to itself and leaves all as it is. The Z80's block instructions and `DJNZ` to
/// itself do not: they count. R, if there is one, may go on counting.
pub(crate) fn trapped<C: Core>(core: &C, refresh: Option<&Register<C>>, backplane: &Backplane) -> bool {
    stays(core, backplane, |next, touched| {
        let mut next = *next;
        if let Some(refresh) = refresh {
            (refresh.set)(&mut next, (refresh.get)(core));
        }
        next == *core && !touched
    })
}

/// Whether nothing will wake a processor that is halted.
pub(crate) fn halted<C: Core>(core: &C, backplane: &Backplane) -> bool {
    stays(core, backplane, |next, _| next.is_halted())
}

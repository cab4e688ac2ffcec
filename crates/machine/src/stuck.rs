//! Whether another step would change anything.

use arcadian_cpu::{Bus, Core, Register};

use crate::backplane::Backplane;

/// The world as it is, which the step that is tried cannot change.
struct Trial<'a> {
    backplane: &'a Backplane,
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
        self.backplane.irq_line()
    }

    fn nmi(&mut self) -> bool {
        self.backplane.nmi_waits()
    }
}

/// Whether the next instruction leads to itself and leaves all as it is. The Z80's block instructions and `DJNZ` to
/// itself do not: they count. R, if there is one, may go on counting.
pub(crate) fn trapped<C: Core>(core: &C, refresh: Option<&Register<C>>, backplane: &Backplane) -> bool {
    let mut next = *core;
    let mut trial = Trial { backplane, touched: false };
    next.step(&mut trial);
    if let Some(refresh) = refresh {
        (refresh.set)(&mut next, (refresh.get)(core));
    }
    next == *core && !trial.touched
}

/// Whether nothing will wake a processor that stands still.
pub(crate) fn halted<C: Core>(core: &C, backplane: &Backplane) -> bool {
    let mut next = *core;
    next.step(&mut Trial { backplane, touched: false });
    next.is_halted()
}

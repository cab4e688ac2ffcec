//! The interrupt feedback register.

use crate::{context::Context, device::Device, lines::Lines};

/// A register that drives the interrupt lines: bit 0 IRQ, bit 1 NMI. It reads back as written. The public interrupt test for
/// the 6502 requires it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    byte: u8,
}

impl Device for Feedback {
    fn name(&self) -> &'static str {
        "feedback"
    }

    fn peek(&self, _offset: u16) -> u8 {
        self.byte
    }

    fn write(&mut self, _offset: u16, value: u8, _cx: &mut Context) {
        self.byte = value;
    }

    fn input(&mut self, _port: u16, _cx: &mut Context) -> u8 {
        self.byte
    }

    fn output(&mut self, _port: u16, value: u8, cx: &mut Context) {
        self.write(0, value, cx);
    }

    fn receive(&mut self, value: u8, _cx: &mut Context) {
        self.byte = value;
    }

    fn lines(&self) -> Lines {
        Lines { irq: self.byte & 1 != 0, nmi: self.byte & 2 != 0, ..Lines::NONE }
    }
}

//! A program's own hand on the interrupt lines.

use crate::{context::Context, device::Device, lines::Lines};

/// One byte that reads back as written. Bit 0 drives the interrupt line, bit 1 the non-maskable one, as the public
/// interrupt test for the 6502 wants it.
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

//! A program's own hand on the interrupt lines.

use crate::{device::Device, log::Log};

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

    fn write(&mut self, _offset: u16, value: u8, _printed: &mut Log<u8>) {
        self.byte = value;
    }

    fn input(&mut self, _port: u16) -> u8 {
        self.byte
    }

    fn output(&mut self, _port: u16, value: u8, printed: &mut Log<u8>) {
        self.write(0, value, printed);
    }

    fn receive(&mut self, value: u8) {
        self.byte = value;
    }

    fn irq(&self) -> bool {
        self.byte & 1 != 0
    }

    fn nmi(&self) -> bool {
        self.byte & 2 != 0
    }
}

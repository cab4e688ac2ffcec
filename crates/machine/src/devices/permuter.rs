//! Board symmetries in hardware.

use crate::{context::Context, device::Device};

/// Turns a byte round by wiring alone. A write to offset 0 latches a byte; it reads back in four ways.
///
/// | offset | reads |
/// |---|---|
/// | 0 | the byte |
/// | 1 | Table 1: bits 0 and 4, 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 2 | Table 2: bits 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 3 | the halves exchanged |
///
/// Reads change nothing, other writes are ignored, and the four repeat through the whole of a larger area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permuter {
    latch: u8,
}

impl Permuter {
    /// The byte latched last.
    pub fn latch(&self) -> u8 {
        self.latch
    }

    /// Writes a byte to an offset.
    pub fn store(&mut self, offset: u16, value: u8) {
        if offset == 0 {
            self.latch = value;
        }
    }
}

impl Device for Permuter {
    fn name(&self) -> &'static str {
        "permuter"
    }

    fn peek(&self, offset: u16) -> u8 {
        match offset % 4 {
            0 => self.latch,
            1 => wire(self.latch, [4, 7, 6, 5, 0, 3, 2, 1]),
            2 => wire(self.latch, [0, 7, 6, 5, 4, 3, 2, 1]),
            _ => self.latch.rotate_left(4),
        }
    }

    fn write(&mut self, offset: u16, value: u8, _cx: &mut Context) {
        self.store(offset, value);
    }
}

/// A byte whose bits, from 0 up, come from these places.
fn wire(byte: u8, places: [u8; 8]) -> u8 {
    places.iter().rev().fold(0, |wired, place| wired << 1 | byte >> place & 1)
}

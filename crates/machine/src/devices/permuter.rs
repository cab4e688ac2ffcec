//! The byte permuter, board symmetries in hardware.

use crate::{context::Context, device::Device};

/// A latch that reads back with its bits permuted. A write to offset 0 latches a byte.
///
/// | offset | reads |
/// |---|---|
/// | 0 | the byte |
/// | 1 | Table 1: bits 0 and 4, 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 2 | Table 2: bits 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 3 | the halves exchanged |
///
/// Reads have no side effects, and writes to other offsets are ignored. In a larger area the four offsets repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permuter {
    latch: u8,
}

impl Permuter {
    /// Writes a byte at an offset.
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
            1 => permute(self.latch, [4, 7, 6, 5, 0, 3, 2, 1]),
            2 => permute(self.latch, [0, 7, 6, 5, 4, 3, 2, 1]),
            _ => self.latch.rotate_left(4),
        }
    }

    fn write(&mut self, offset: u16, value: u8, _cx: &mut Context) {
        self.store(offset, value);
    }
}

/// Returns a byte whose bits, from bit 0 up, are these bits of `byte`.
fn permute(byte: u8, bits: [u8; 8]) -> u8 {
    bits.iter().rev().fold(0, |permuted, bit| permuted << 1 | byte >> bit & 1)
}

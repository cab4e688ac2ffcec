//! The data chip's function generator: what happens to a byte that is written to magic memory.

use crate::state::{Reader, StateError, Writer};

const SHIFT: u8 = 0x03;
const ROTATE: u8 = 0x04;
const EXPAND: u8 = 0x08;
const OR: u8 = 0x10;
const XOR: u8 = 0x20;
const FLOP: u8 = 0x40;

/// For each byte, which of its four pixels are not 0: bit 0 for the left one.
static NONZERO: [u8; 256] = nonzero();

const fn nonzero() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut pixel = 0;
        while pixel < 4 {
            let is_nonzero = byte >> (6 - 2 * pixel) & 3 != 0;
            table[byte] |= (is_nonzero as u8) << pixel;
            pixel += 1;
        }
        byte += 1;
    }
    table
}

/// For each nibble, a mask of the pixels whose bits are set.
static PIXELS: [u8; 16] =
    [0x00, 0x03, 0x0C, 0x0F, 0x30, 0x33, 0x3C, 0x3F, 0xC0, 0xC3, 0xCC, 0xCF, 0xF0, 0xF3, 0xFC, 0xFF];

/// Returns a byte with a value in all four pixels.
fn four(pixel: u8) -> u8 {
    (pixel & 3) * 0x55
}

/// The function generator. A byte passes through expand, then rotate or shift, then flop, then OR or XOR.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Magic {
    mode: u8,
    /// The pixel values that expand makes of a 0 and of a 1, in all four pixels.
    expanded: [u8; 2],
    /// Whether expand takes the low nibble next.
    takes_low: bool,
    /// The byte of the previous write, whose right pixels a shift moves in.
    previous: u8,
    rotated: [u8; 4],
    rotations: u8,
    intercept: u8,
}

impl Magic {
    /// Writes MAGIC, which resets expand, shift and rotate, but not the intercept.
    pub(super) fn set_mode(&mut self, mode: u8) {
        let Magic { expanded, intercept, .. } = *self;
        *self = Magic { mode, expanded, intercept, ..Magic::default() };
    }

    /// Writes XPAND. The order of the nibbles goes on.
    pub(super) fn set_expanded(&mut self, value: u8) {
        self.expanded = [four(value), four(value >> 2)];
    }

    /// Returns the intercept: bits 0 to 3 are the pixels, from left to right, that any OR or XOR write hit since the last
    /// read, bits 4 to 7 those that the last one hit.
    pub(super) fn intercept(&self) -> u8 {
        self.intercept
    }

    /// Reads the intercept, which clears it.
    pub(super) fn take_intercept(&mut self) -> u8 {
        std::mem::take(&mut self.intercept)
    }

    /// Processes a written byte. Returns what is stored over `old`; `None` while rotate collects its first four bytes.
    pub(super) fn write(&mut self, old: u8, data: u8) -> Option<u8> {
        let data = if self.mode & EXPAND != 0 { self.expand(data) } else { data };
        let moved = if self.mode & ROTATE != 0 { self.rotate(data)? } else { self.shift(data) };
        self.previous = data;
        let flopped = if self.mode & FLOP != 0 { flop(moved) } else { moved };
        Some(self.combine(old, flopped))
    }

    fn expand(&mut self, data: u8) -> u8 {
        let nibble = if self.takes_low { data & 15 } else { data >> 4 };
        self.takes_low = !self.takes_low;
        let [zeros, ones] = self.expanded;
        let mask = PIXELS[usize::from(nibble)];
        mask & ones | !mask & zeros
    }

    fn shift(&self, data: u8) -> u8 {
        let bits = 2 * (self.mode & SHIFT);
        let both = u16::from_be_bytes([self.previous, data]) >> bits;
        both.to_be_bytes()[1]
    }

    /// Collects four bytes, then returns the columns of their 4 × 4 pixels one by one.
    fn rotate(&mut self, data: u8) -> Option<u8> {
        let count = self.rotations;
        self.rotations = (count + 1) & 7;
        if count < 4 {
            self.rotated[usize::from(count)] = data;
            return None;
        }
        let bits = 2 * (7 - count);
        Some(self.rotated.iter().rev().fold(0, |byte, row| byte << 2 | row >> bits & 3))
    }

    /// Combines a byte with the one in memory. OR takes precedence over XOR.
    fn combine(&mut self, old: u8, data: u8) -> u8 {
        if self.mode & (OR | XOR) == 0 {
            return data;
        }
        let hits = NONZERO[usize::from(old)] & NONZERO[usize::from(data)];
        self.intercept = self.intercept & 0x0F | hits | hits << 4;
        if self.mode & OR != 0 { old | data } else { old ^ data }
    }

    pub(super) fn save(&self, state: &mut Writer) {
        state.bytes(&[self.mode]);
        state.bytes(&self.expanded.map(|pixels| pixels & 3));
        state.bytes(&[self.takes_low.into(), self.previous]);
        state.bytes(&self.rotated);
        state.bytes(&[self.rotations, self.intercept]);
    }

    pub(super) fn load(state: &mut Reader) -> Result<Magic, StateError> {
        Ok(Magic {
            mode: state.byte()?,
            expanded: state.array()?.map(four),
            takes_low: state.flag()?,
            previous: state.byte()?,
            rotated: state.array()?,
            rotations: state.byte()? & 7,
            intercept: state.byte()?,
        })
    }
}

/// Reverses the order of the four pixels.
fn flop(byte: u8) -> u8 {
    byte >> 6 | byte >> 2 & 0x0C | byte << 2 & 0x30 | byte << 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(mode: u8, expanded: u8, old: u8, data: u8) -> (Option<u8>, u8) {
        let mut magic = Magic::default();
        magic.set_expanded(expanded);
        magic.set_mode(mode);
        (magic.write(old, data), magic.take_intercept())
    }

    #[test]
    fn each_function_alone() {
        assert_eq!(written(0x00, 0, 0x00, 0xB4), (Some(0xB4), 0));
        assert_eq!(written(0x01, 0, 0x00, 0xC3), (Some(0x30), 0));
        assert_eq!(written(0x10, 0, 0xF0, 0x0F), (Some(0xFF), 0));
        assert_eq!(written(0x10, 0, 0xFF, 0xFF), (Some(0xFF), 0xFF));
        assert_eq!(written(0x20, 0, 0x0F, 0xAA), (Some(0xA5), 0xCC));
        assert_eq!(written(0x30, 0, 0x0F, 0xAA), (Some(0xAF), 0xCC));
        assert_eq!(written(0x40, 0, 0x00, 0x1B), (Some(0xE4), 0));
        assert_eq!(written(0x08, 9, 0x00, 0x5A), (Some(0x66), 0));
        assert_eq!(written(0x04, 0, 0x00, 0x5A), (None, 0));
    }

    #[test]
    fn a_rotated_block_is_turned() {
        let mut magic = Magic::default();
        magic.set_mode(ROTATE);
        let rows = [0b00_01_10_11, 0, 0, 0xFF];
        assert!(rows.iter().all(|&row| magic.write(0, row).is_none()));
        let turned: Vec<Option<u8>> = (0..4).map(|_| magic.write(0, 0x55)).collect();
        assert_eq!(turned, [0xC0, 0xC1, 0xC2, 0xC3].map(Some));
    }
}

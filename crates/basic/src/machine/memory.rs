//! The address space of `%`, and the program bytes as pixels.
//!
//! ```text
//! 16384..20000  picture and program: each pixel has one bit of each;
//!               a program byte takes two bytes: its bits 7, 5, 3, 1, then its bits 6, 4, 2, 0
//! 20000..20002  @(0)
//! 20002..20054  A to Z
//! ```
//! Evidence: period (bit 1 of a pixel is picture, bit 0 program), choice (the order of a program byte's bits, @(0) and
//! the variables). The addresses of the program's bytes follow from 1808 bytes from the start of the picture.

use arcadian_screen::Picture;

use super::Basic;
use crate::store;

const SCREEN: u16 = 0x4000;
/// Two screen bytes for each byte of the store before @(0).
const SCREEN_END: u16 = SCREEN + 2 * store::TOP as u16;
/// The bits of a screen byte that belong to the program.
const PROGRAM_BITS: u8 = 0x55;
const VARIABLES: u16 = SCREEN_END + 2;
const VARIABLES_END: u16 = VARIABLES + 2 * 26;

impl Basic {
    /// Reads the word at an address, low byte first. Unmapped bytes read 0xFF. Evidence: choice.
    pub(super) fn peek_word(&self, address: i16) -> i16 {
        let address = address as u16;
        i16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes a word; returns whether a byte of the program changed.
    pub(super) fn poke_word(&mut self, address: i16, value: i16) -> bool {
        let [low, high] = value.to_le_bytes();
        let address = address as u16;
        let next = address.wrapping_add(1);
        if self.changes_program_bits(address, low) || self.changes_program_bits(next, high) {
            self.translations.forget_found();
        }
        let first = self.poke(address, low);
        self.poke(next, high) || first
    }

    /// Returns whether a write changes bits that may belong to the program, so that found lines are forgotten. Evidence:
    /// choice, as our cartridge does.
    pub(super) fn changes_program_bits(&self, address: u16, value: u8) -> bool {
        is_mapped(address) && (self.peek(address) ^ value) & PROGRAM_BITS != 0
    }

    pub(super) fn peek(&self, address: u16) -> u8 {
        let offset = usize::from(address.wrapping_sub(SCREEN));
        match address {
            SCREEN..SCREEN_END => {
                spread(self.output.console.picture.nibble(offset)) << 1 | self.program_bits(offset)
            }
            SCREEN_END..VARIABLES => self.store.bytes()[store::TOP + usize::from(address - SCREEN_END)],
            VARIABLES..VARIABLES_END => {
                let (variable, byte) = variable_byte(address);
                self.variables[variable].to_le_bytes()[byte]
            }
            _ => 0xFF,
        }
    }

    /// Writes a byte; returns whether a byte of the program changed.
    pub(super) fn poke(&mut self, address: u16, value: u8) -> bool {
        let offset = usize::from(address.wrapping_sub(SCREEN));
        match address {
            SCREEN..SCREEN_END => {
                self.output.console.picture.set_nibble(offset, gather(value >> 1));
                return self.set_program_bits(offset, value & PROGRAM_BITS);
            }
            SCREEN_END..VARIABLES => self.store.poke(store::TOP + usize::from(address - SCREEN_END), value),
            VARIABLES..VARIABLES_END => {
                let (variable, byte) = variable_byte(address);
                let mut bytes = self.variables[variable].to_le_bytes();
                bytes[byte] = value;
                self.variables[variable] = i16::from_le_bytes(bytes);
            }
            _ => {}
        }
        false
    }

    /// Returns the bits of a program byte that a screen byte contains: the odd ones in the first, the even ones in the
    /// second.
    fn program_bits(&self, offset: usize) -> u8 {
        let byte = self.store.bytes()[offset / 2];
        (if offset.is_multiple_of(2) { byte >> 1 } else { byte }) & PROGRAM_BITS
    }

    fn set_program_bits(&mut self, offset: usize, bits: u8) -> bool {
        let address = offset / 2;
        let old = self.store.bytes()[address];
        let new = if offset.is_multiple_of(2) {
            bits << 1 | old & PROGRAM_BITS
        } else {
            old & !PROGRAM_BITS | bits
        };
        if old != new {
            self.store.poke(address, new);
        }
        old != new && self.store.is_program(address)
    }

    /// Returns the program's bits as pixels, which are visible where their colors differ from the picture's.
    /// Evidence: period.
    pub(super) fn program_pixels(&self) -> Picture {
        Picture::from_bits(&self.store.bytes().map(|byte| gather(byte >> 1) << 4 | gather(byte)))
    }
}

/// Returns whether an address is mapped.
pub(super) fn is_mapped(address: u16) -> bool {
    (SCREEN..VARIABLES_END).contains(&address)
}

/// Puts the four bits of a nibble into the even bits of a byte.
fn spread(nibble: u8) -> u8 {
    let pairs = (nibble | nibble << 2) & 0x33;
    (pairs | pairs << 1) & 0x55
}

/// Returns the even bits of a byte as a nibble.
fn gather(byte: u8) -> u8 {
    let bits = byte & 0x55;
    let pairs = (bits | bits >> 1) & 0x33;
    (pairs | pairs >> 2) & 0x0F
}

fn variable_byte(address: u16) -> (usize, usize) {
    let offset = usize::from(address - VARIABLES);
    (offset / 2, offset % 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    #[test]
    fn program_pixels_equal_the_program_bytes() {
        let mut basic = Basic::new(Dialect::Bally, 0);
        basic.enter("10 PRINT \"HELLO\"").expect("machine characters");
        let pixels = basic.program_pixels();
        assert!((0..3_520).all(|offset| spread(pixels.nibble(offset)) == basic.program_bits(offset)));
        assert!((0..3_520).any(|offset| pixels.nibble(offset) != 0));
    }

    #[test]
    fn gather_is_the_inverse_of_spread() {
        for nibble in 0..16 {
            assert_eq!(gather(spread(nibble)), nibble);
        }
        assert_eq!((spread(0b1011), gather(0b1110_0111)), (0b0100_0101, 0b1011));
    }

    #[test]
    fn mapped_bytes_read_back_and_others_read_ff() {
        let mut basic = Basic::new(Dialect::Bally, 0);
        for address in 0..=u16::MAX {
            let before = basic.peek(address);
            basic.poke(address, 0x5A);
            let memory = (SCREEN..VARIABLES_END).contains(&address);
            // After row 88 there is no picture: only the program's bits are kept.
            let kept = if memory && usize::from(address - SCREEN) < 3_520 { 0x5A } else { 0x50 & 0x55 };
            let program_only = memory && (3_520..3_616).contains(&usize::from(address - SCREEN));
            let plain = (SCREEN_END..VARIABLES_END).contains(&address);
            let expected = if plain {
                0x5A
            } else if program_only {
                kept
            } else if memory {
                0x5A
            } else {
                0xFF
            };
            assert_eq!(basic.peek(address), expected, "{address:#06X}, before {before:#04X}");
        }
    }
}

//! The address space of `%`, and the program bytes as pixels.
//!
//! ```text
//!  16384..19992  picture and program: each pixel has one bit of each;
//!                a program byte takes two bytes: its bits 7, 5, 3, 1, then its bits 6, 4, 2, 0
//!  19992..19994  @(0)
//!  19994..20046  A to Z
//! -24576..-22772 the text window: program bytes, one at each address
//! ```
//! Evidence: period (bit 1 of a pixel is picture, bit 0 program; the text window), choice (the order of a program byte's bits, @(0)
//! and the variables). An address of the text window is half that of the screen: 2 × 0xA000 is 0x14000, and the screen begins
//! at 0x4000.

use arcadian_screen::Picture;

use super::Basic;
use crate::{cost, store};

const SCREEN: u16 = 0x4000;
/// Two screen bytes for each byte of the store before @(0).
const SCREEN_END: u16 = SCREEN + 2 * store::TOP as u16;
/// The bits of a screen byte that belong to the program.
const PROGRAM_BITS: u8 = 0x55;
const VARIABLES: u16 = SCREEN_END + 2;
const VARIABLES_END: u16 = VARIABLES + 2 * 26;
/// -24576. Evidence: period (Arcadian 2/7, 1980, after Arcadian 1/10, 1979).
const TEXT_WINDOW: u16 = 0xA000;
const TEXT_WINDOW_END: u16 = TEXT_WINDOW + store::TOP as u16;

/// What is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The screen byte with this number.
    Screen(usize),
    /// A byte of the store: @(0), or one of the text window.
    Store(usize),
    /// A byte of a variable: the variable, and 0 or 1.
    Variable(usize, usize),
    Unmapped,
}

impl Place {
    fn of(address: u16) -> Self {
        match address {
            SCREEN..SCREEN_END => Place::Screen(usize::from(address - SCREEN)),
            SCREEN_END..VARIABLES => Place::Store(store::TOP + usize::from(address - SCREEN_END)),
            VARIABLES..VARIABLES_END => {
                let offset = usize::from(address - VARIABLES);
                Place::Variable(offset / 2, offset % 2)
            }
            TEXT_WINDOW..TEXT_WINDOW_END => Place::Store(usize::from(address - TEXT_WINDOW)),
            _ => Place::Unmapped,
        }
    }
}

impl Basic {
    /// Reads the word at an address, low byte first. Unmapped bytes read 0xFF. Evidence: choice.
    pub(super) fn peek_word(&self, address: i16) -> i16 {
        let address = address as u16;
        i16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes a word, and charges its bytes; returns whether a byte of the program changed.
    pub(super) fn poke_word(&mut self, address: i16, value: i16) -> bool {
        let [low, high] = value.to_le_bytes();
        let address = address as u16;
        let first = self.poke_charged(address, low);
        self.poke_charged(address.wrapping_add(1), high) || first
    }

    /// Writes a byte, and charges what it costs in addition to a statement that writes memory.
    fn poke_charged(&mut self, address: u16, value: u8) -> bool {
        let access = if address >= TEXT_WINDOW && is_mapped(address) { cost::TEXT_BYTE } else { 0 };
        let mut cost = access;
        if self.forgets_lines(address, value) {
            self.translations.forget_found();
            cost += access + cost::FORGET;
        }
        self.output.console.tstates += u64::from(cost);
        self.poke(address, value)
    }

    /// Returns whether a write changes bits that may belong to the program, so that found lines are forgotten. Evidence:
    /// choice, as our cartridge does.
    pub(super) fn forgets_lines(&self, address: u16, value: u8) -> bool {
        let bits = if address < TEXT_WINDOW { PROGRAM_BITS } else { 0xFF };
        is_mapped(address) && (self.peek(address) ^ value) & bits != 0
    }

    pub(super) fn peek(&self, address: u16) -> u8 {
        match Place::of(address) {
            Place::Screen(offset) => {
                spread(self.output.console.picture.nibble(offset)) << 1 | self.program_bits(offset)
            }
            Place::Store(at) => self.store.bytes()[at],
            Place::Variable(variable, byte) => self.variables[variable].to_le_bytes()[byte],
            Place::Unmapped => 0xFF,
        }
    }

    /// Writes a byte; returns whether a byte of the program changed.
    pub(super) fn poke(&mut self, address: u16, value: u8) -> bool {
        match Place::of(address) {
            Place::Screen(offset) => {
                self.output.console.picture.set_nibble(offset, gather(value >> 1));
                return self.set_program_bits(offset, value & PROGRAM_BITS);
            }
            Place::Store(at) => return self.set_store_byte(at, value),
            Place::Variable(variable, byte) => {
                let mut bytes = self.variables[variable].to_le_bytes();
                bytes[byte] = value;
                self.variables[variable] = i16::from_le_bytes(bytes);
            }
            Place::Unmapped => {}
        }
        false
    }

    fn set_store_byte(&mut self, at: usize, value: u8) -> bool {
        let changes = self.store.bytes()[at] != value;
        if changes {
            self.store.poke(at, value);
        }
        changes && self.store.is_program(at)
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
        self.set_store_byte(address, new)
    }

    /// Returns the program's bits as pixels, which are visible where their colors differ from the picture's.
    /// Evidence: period.
    pub(super) fn program_pixels(&self) -> Picture {
        Picture::from_bits(&self.store.bytes().map(|byte| gather(byte >> 1) << 4 | gather(byte)))
    }
}

pub(super) fn is_mapped(address: u16) -> bool {
    Place::of(address) != Place::Unmapped
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
            basic.poke(address, 0x5A);
            let expected = match Place::of(address) {
                // After row 88 there is no picture: only the program's bits are kept.
                Place::Screen(3_520..) => 0x5A & PROGRAM_BITS,
                Place::Unmapped => 0xFF,
                _ => 0x5A,
            };
            assert_eq!(basic.peek(address), expected, "{address:#06X}");
        }
    }

    /// Evidence: period.
    #[test]
    fn the_text_window_has_the_bytes_of_the_program() {
        let mut basic = Basic::new(Dialect::Bally, 0);
        basic.enter("1.ABC").expect("machine characters");
        let bytes: Vec<u8> = (0..7).map(|n| basic.peek(TEXT_WINDOW + n)).collect();
        assert_eq!(bytes, b"\x01\0.ABC\r");
        assert_eq!(
            (Place::of(TEXT_WINDOW + 1_803), Place::of(TEXT_WINDOW + 1_804)),
            (Place::Store(1_803), Place::Unmapped)
        );
        assert_eq!(i32::from(TEXT_WINDOW as i16), -24_576);
    }
}

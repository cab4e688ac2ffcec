//! The address space of `%`, the program bytes as pixels, and reading and changing the state of a machine between statements.
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

/// The contents of an address.
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

/// The program's text cannot be changed in the middle of one of its statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot change the program's text while one of its statements waits")]
pub struct MidStatement;

impl Basic {
    /// Sets a variable A to Z, numbered 0 to 25. Returns false for another number.
    pub fn set_variable(&mut self, letter: usize, value: i16) -> bool {
        match self.variables[..26].get_mut(letter) {
            Some(variable) => *variable = value,
            None => return false,
        }
        true
    }

    /// Sets `@(n)`. Returns false outside the free memory.
    pub fn set_array(&mut self, n: i16, value: i16) -> bool {
        self.set_element(self.store.at(n), value)
    }

    /// Returns `*(n)`; `None` outside the free memory.
    pub fn star(&self, n: i16) -> Option<i16> {
        self.store.star(n).map(|address| self.store.word(address))
    }

    /// Sets `*(n)`. Returns false outside the free memory.
    pub fn set_star(&mut self, n: i16, value: i16) -> bool {
        self.set_element(self.store.star(n), value)
    }

    fn set_element(&mut self, address: Option<usize>, value: i16) -> bool {
        address.into_iter().for_each(|address| self.store.set_word(address, value));
        address.is_some()
    }

    /// Returns `%(address)`; unmapped bytes read 0xFF.
    pub fn word(&self, address: i16) -> i16 {
        self.peek_word(address)
    }

    /// Sets `%(address)`. A change of the program takes effect at the next statement.
    pub fn set_word(&mut self, address: i16, value: i16) -> Result<(), MidStatement> {
        let [low, high] = value.to_le_bytes();
        let address = address as u16;
        self.set_bytes(&[(address, low), (address.wrapping_add(1), high)])
    }

    /// Returns the byte at an address; `None` if it is unmapped.
    pub fn byte(&self, address: u16) -> Option<u8> {
        is_mapped(address).then(|| self.peek(address))
    }

    /// Sets the byte at an address. A change of the program takes effect at the next statement.
    pub fn set_byte(&mut self, address: u16, value: u8) -> Result<(), MidStatement> {
        self.set_bytes(&[(address, value)])
    }

    /// Sets all bytes or none.
    fn set_bytes(&mut self, bytes: &[(u16, u8)]) -> Result<(), MidStatement> {
        let before: Vec<_> = bytes.iter().map(|&(address, _)| (address, self.peek(address))).collect();
        let forgets = bytes.iter().any(|&(address, byte)| self.forgets_lines(address, byte));
        if self.poke_all(bytes) {
            if self.is_mid_statement() {
                self.poke_all(&before);
                return Err(MidStatement);
            }
            self.retranslate();
        } else if forgets {
            self.translations.forget_found();
        }
        Ok(())
    }

    /// Returns whether a byte of the program changed.
    fn poke_all(&mut self, bytes: &[(u16, u8)]) -> bool {
        bytes.iter().fold(false, |changed, &(address, byte)| self.poke(address, byte) || changed)
    }

    /// Returns about how many bytes a copy of this machine takes, less the part of the transcript that it shares with
    /// an older copy.
    pub fn unshared_bytes(&self, older: Option<&Basic>) -> usize {
        let printed = self.output.transcript.unshared_bytes(older.map(|older| &older.output.transcript));
        size_of::<Self>() + self.translations.heap_bytes() + size_of_val(self.stack.frames()) + printed
    }
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

#[cfg(test)]
mod inspect_tests {
    use super::*;
    use crate::{Key, Pause};

    /// Returns the two screen addresses of a program byte, and what to write there.
    fn halves(basic: &Basic, offset: usize, byte: u8) -> [(u16, u8); 2] {
        let address = 16_384 + 2 * offset as u16;
        let old = |address| basic.byte(address).expect("the screen") & 0xAA;
        [(address, old(address) | byte >> 1 & 0x55), (address + 1, old(address + 1) | byte & 0x55)]
    }

    #[test]
    fn variables_and_elements() {
        let mut basic = Basic::started(&["10 STOP"]);
        assert!(basic.set_variable(25, -5) && !basic.set_variable(26, 1));
        assert_eq!((basic.variables()[25], basic.word(20_044)), (-5, -5));
        assert!(basic.set_array(3, 7) && basic.set_star(0, 8));
        assert_eq!((basic.array(3), basic.star(0), basic.star(1)), (Some(7), Some(8), Some(0)));
        assert!(!basic.set_array(-1, 0) && !basic.set_array(2_000, 0) && !basic.set_star(-1, 0));
        assert_eq!((basic.array(-1), basic.star(903)), (None, None));
    }

    #[test]
    fn memory() {
        let mut basic = Basic::started(&["10 STOP"]);
        assert_eq!((basic.byte(0), basic.word(0), basic.byte(20_046)), (None, -1, None));
        assert_eq!(basic.set_word(19_992, 0x1234), Ok(()));
        assert_eq!(
            (basic.byte(19_992), basic.byte(19_993), basic.array(0)),
            (Some(0x34), Some(0x12), Some(0x1234))
        );
        assert_eq!(basic.set_byte(19_993, 0), Ok(()));
        assert_eq!(basic.array(0), Some(0x34));
    }

    /// `A=A+1` becomes `A=A+2`, also for the statement that is executed next; active loops stay active.
    #[test]
    fn a_change_of_the_program_takes_effect_at_the_next_statement() {
        let mut basic = Basic::started(&["10 FOR I=1TO 3;A=A+1;NEXT I"]);
        basic.run(1);
        for (address, byte) in halves(&basic, 2 + 11, b'2') {
            assert_eq!(basic.set_byte(address, byte), Ok(()));
        }
        assert_eq!(
            basic.store().lines().next().map(|line| line.to_text()).as_deref(),
            Some("10 FOR I=1TO 3;A=A+2;NEXT I")
        );
        assert_eq!((basic.run(u64::MAX), basic.variables()[0]), (Pause::Prompt, 6));
    }

    #[test]
    fn the_text_cannot_change_in_the_middle_of_a_statement() {
        let mut basic = Basic::started(&["10 A=KP+1"]);
        assert_eq!(basic.run(1), Pause::Key);
        let before = basic.clone();
        let [first, second] = halves(&basic, 2 + 5, b'0');
        assert_eq!(basic.set_byte(first.0, first.1), Ok(()), "the odd bits of 1 and 0 are the same");
        assert_eq!(basic.set_byte(second.0, second.1), Err(MidStatement));
        assert_eq!(basic, before);
        basic.press(Key::Code(b'A'));
        assert_eq!((basic.run(u64::MAX), basic.variables()[0]), (Pause::Prompt, 66));
        assert_eq!(basic.set_byte(second.0, second.1), Ok(()), "nothing runs");
        assert_eq!(basic.position().line, 10);
    }
}

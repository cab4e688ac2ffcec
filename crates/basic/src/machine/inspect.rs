//! Reading and changing the state of a machine between statements.

use super::{Basic, memory};

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
        memory::is_mapped(address).then(|| self.peek(address))
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

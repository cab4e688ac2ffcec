//! The memory that an instruction sees.

use arcadian_cpu::{Bus, Decide};

use crate::flow::bits::{
    AbstractBit::{self, Known},
    AbstractByte, AbstractWord, Resources,
};

/// The address of the instruction that is executed.
pub(crate) const CODE: u16 = 0xE000;

/// A memory with an instruction and the parts of the state that are in memory.
pub(crate) struct AbstractBus<'a> {
    pub(crate) code: &'a [AbstractByte],
    pub(crate) memory: Vec<(u16, AbstractByte)>,
    pub(crate) branches_on: Option<Resources>,
    pub(crate) seen: Resources,
    pub(crate) leaves: bool,
}

impl AbstractBus<'_> {
    fn address(&self, word: AbstractWord) -> Option<u16> {
        Some(u16::from_be_bytes([word.0.known()?, word.1.known()?]))
    }

    fn code(&self, address: u16) -> Option<AbstractByte> {
        self.code.get(usize::from(address.checked_sub(CODE)?)).copied()
    }
}

impl Bus<AbstractByte> for AbstractBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    fn read(&mut self, address: AbstractWord) -> AbstractByte {
        let sources = address.sources();
        let Some(address) = self.address(address) else {
            self.leaves = true;
            self.seen |= sources;
            return AbstractByte::unknown(sources);
        };
        if let Some(byte) = self.code(address) {
            return byte;
        }
        // Implied instructions of the 6502 fetch the next byte and discard it.
        let is_next = usize::from(address.wrapping_sub(CODE)) == self.code.len();
        match self.memory.iter().find(|(place, _)| *place == address) {
            Some((_, byte)) => *byte,
            None => {
                self.leaves |= !is_next;
                AbstractByte::unknown(0)
            }
        }
    }

    fn write(&mut self, address: AbstractWord, value: AbstractByte) {
        let place = self.address(address);
        match self.memory.iter_mut().find(|(known, _)| Some(*known) == place) {
            Some((_, byte)) => *byte = value,
            None => {
                self.leaves = true;
                self.seen |= address.sources() | value.sources();
            }
        }
    }

    fn peek(&self, address: u16) -> AbstractByte {
        self.code(address).unwrap_or(0.into())
    }

    fn input(&mut self, port: AbstractWord) -> AbstractByte {
        self.leaves = true;
        self.seen |= port.sources();
        AbstractByte::unknown(port.sources())
    }

    fn output(&mut self, port: AbstractWord, value: AbstractByte) {
        self.leaves = true;
        self.seen |= port.sources() | value.sources();
    }

    fn unstable(&mut self, typical: AbstractByte) -> AbstractByte {
        self.leaves = true;
        typical
    }
}

impl Decide<AbstractByte> for AbstractBus<'_> {
    fn decide(&mut self, bit: AbstractBit) -> bool {
        match bit {
            Known(value) => value,
            bit => {
                self.leaves |= self.branches_on.is_some();
                self.branches_on = Some(self.branches_on.unwrap_or(0) | bit.sources());
                false
            }
        }
    }

    fn concretize(&mut self, value: AbstractByte) -> u8 {
        value.known().unwrap_or_else(|| {
            self.leaves = true;
            self.seen |= value.sources();
            0
        })
    }
}

//! Memory as the cores see it: masked reads and writes, and decisions that fork.

use arcadian_isa::Processor;

use super::{Memory, REFRESH_BIT_7};
use arcadian_parallel::{bus::ParallelBus, domain::ParallelDomain};

/// The prefixes of the Z80 that select IX and IY.
const INDEX_PREFIXES: [u8; 2] = [0xDD, 0xFD];

impl<D: ParallelDomain> Memory<D> {
    fn concretize(&mut self, value: D) -> u8 {
        match value.constant(self.instruction.mask) {
            Some(byte) => byte,
            None => (0..8).rev().fold(0, |byte, n| byte << 1 | u8::from(self.decide(value.bit(n)))),
        }
    }
}

impl<D: ParallelDomain> ParallelBus<D> for Memory<D> {
    fn read(&mut self, address: D::Word) -> D {
        match self.common_slot(address) {
            Some(slot) => self.read_slot(slot),
            None => self.read_scattered(address),
        }
    }

    // No read has a side effect.
    fn read_unused(&mut self, _address: D::Word) {}

    fn write(&mut self, address: D::Word, value: D) {
        self.instruction.has_written = true;
        match self.common_slot(address) {
            Some(slot) => self.write_slot(slot, value, self.instruction.mask, self.instruction.is_full_mask),
            None => self.write_scattered(address, value),
        }
    }

    // Where placements are numbers, inputs are only sampled, and a replay must find the same fault.
    fn unstable(&mut self, typical: D) -> D {
        if self.placement_variables.is_some() { self.create(None) } else { typical }
    }

    fn refresh(&mut self, counted: D) -> D {
        if self.instruction.knows_refresh {
            return counted;
        }
        let unknown = self.create(None);
        counted & REFRESH_BIT_7.into() | unknown & (!REFRESH_BIT_7).into()
    }

    fn input(&mut self, _port: D::Word) -> D {
        self.events.port = self.events.port | self.instruction.mask;
        0xFF.into()
    }

    fn output(&mut self, _port: D::Word, _value: D) {
        self.events.port = self.events.port | self.instruction.mask;
    }

    fn peek(&self, address: u16) -> D {
        match self.flags[usize::from(address)] {
            0 => self.image[usize::from(address)].into(),
            _ => self.load_from_page(address.into()),
        }
    }

    // Unlike `fetch` this does not keep the opcode for the decision that follows.
    fn fetch_unused(&mut self, address: u16) {
        self.read_slot(address.into());
    }

    fn fetch(&mut self, address: u16) -> D {
        self.instruction.fetch_address = address;
        self.instruction.is_opcode_next = true;
        if self.flags[usize::from(address)] == 0 {
            let opcode = self.image[usize::from(address)];
            self.instruction.concrete_opcode = Some(opcode);
            return opcode.into();
        }
        self.read_slot(address.into())
    }

    /// Continues with the machines whose bit is set, if there are any; the others are deferred.
    fn decide(&mut self, bit: D::Bit) -> bool {
        let set = self.instruction.mask & bit;
        if set == false.into() {
            return false;
        }
        if self.instruction.mask & !bit != false.into() {
            self.instruction.narrow(set);
        }
        true
    }

    fn concretize(&mut self, value: D) -> u8 {
        let byte = match self.instruction.concrete_opcode.take() {
            Some(opcode) => opcode,
            None => self.concretize(value),
        };
        if std::mem::take(&mut self.instruction.is_opcode_next) {
            self.instruction.opcode = byte;
            if self.layout.processor == Processor::Z80 && INDEX_PREFIXES.contains(&byte) {
                // The core peeks at the byte after it, which must exist by then.
                self.load(self.instruction.fetch_address.wrapping_add(1).into());
            }
        }
        byte
    }

    /// Recognizes the return address, for which the sentinel stands: its value may be unknown.
    fn concretize_word(&mut self, word: D::Word) -> u16 {
        let (known, sentinel) = self.return_word();
        let address = D::constant_word(word, self.instruction.mask);
        let is_possible = match D::constant_word(known, self.instruction.mask) {
            Some(known) => address.is_none_or(|address| address == known),
            // A word that does not depend on the placement can equal an unknown return address only coincidentally.
            None => self.is_placed(word),
        };
        if is_possible && self.decide(D::words_equal(word, known)) {
            self.events.returned = self.events.returned | self.instruction.mask;
            return sentinel;
        }
        if let Some(address) = address {
            return address;
        }
        // A machine elsewhere fails, so that the address itself does not matter; there may be many. It gets to the
        // sentinel without being one that returned.
        if self.decide(!self.may_be_code(word)) {
            return sentinel;
        }
        let (high, low) = D::split(word);
        u16::from_be_bytes([self.concretize(high), self.concretize(low)])
    }
}

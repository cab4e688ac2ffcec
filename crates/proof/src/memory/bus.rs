//! Memory as the cores see it: masked reads and writes, and decisions that fork.

use arcadian_cpu::{Bus, Decide};

use super::Memory;
use crate::{engine::DI, parallel::ParallelDomain};

/// The opcode of EI of the 8080.
const EI: u8 = 0xFB;

impl<D: ParallelDomain> Memory<D> {
    #[inline(never)]
    fn concretize(&mut self, value: D) -> u8 {
        match value.constant(self.mask) {
            Some(byte) => byte,
            None => (0..8).rev().fold(0, |byte, n| byte << 1 | u8::from(self.decide(value.bit(n)))),
        }
    }

    fn narrow_mask(&mut self, mask: D::Bit) {
        self.forked_after_write |= self.has_written;
        self.mask_before_fork.get_or_insert(self.mask);
        self.mask = mask;
        self.is_full_mask = false;
    }
}

impl<D: ParallelDomain> Bus<D> for Memory<D> {
    #[inline(never)]
    fn read(&mut self, address: D::Word) -> D {
        match D::constant_word(address, self.mask) {
            Some(address) => self.read_concrete(address),
            None => D::load_each(address, self.mask, |address| self.load(address)),
        }
    }

    #[inline(never)]
    fn write(&mut self, address: D::Word, value: D) {
        self.has_written = true;
        let (mask, is_full_mask) = (self.mask, self.is_full_mask);
        match D::constant_word(address, mask) {
            Some(address) => self.write_concrete(address, value, mask, is_full_mask),
            None => D::for_each_address(address, mask, |address, mask| {
                self.write_concrete(address, value, mask, false);
            }),
        }
    }

    fn input(&mut self, _port: D::Word) -> D {
        self.accessed_port = self.accessed_port | self.mask;
        0xFF.into()
    }

    fn output(&mut self, _port: D::Word, _value: D) {
        self.accessed_port = self.accessed_port | self.mask;
    }

    fn peek(&self, address: u16) -> D {
        match self.flags[usize::from(address)] {
            0 => self.image[usize::from(address)].into(),
            _ => self.load_from_page(address),
        }
    }

    // Unlike `fetch` this does not keep the opcode for the decision that follows.
    fn fetch_unused(&mut self, address: u16) {
        self.read_concrete(address);
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> D {
        self.fetch_address = address;
        self.is_opcode_next = true;
        if self.flags[usize::from(address)] == 0 {
            let opcode = self.image[usize::from(address)];
            self.concrete_opcode = Some(opcode);
            return opcode.into();
        }
        self.read_concrete(address)
    }
}

impl<D: ParallelDomain> Decide<D> for Memory<D> {
    /// Continues with the machines whose bit is set, if there are any; the others are deferred.
    #[inline(never)]
    fn decide(&mut self, bit: D::Bit) -> bool {
        let set = self.mask & bit;
        if set == false.into() {
            return false;
        }
        if self.mask & !bit != false.into() {
            self.narrow_mask(set);
        }
        true
    }

    #[inline(always)]
    fn concretize(&mut self, value: D) -> u8 {
        let byte = match self.concrete_opcode.take() {
            Some(opcode) => opcode,
            None => self.concretize(value),
        };
        if std::mem::take(&mut self.is_opcode_next) && matches!(byte, EI | DI) {
            self.executed_ei_or_di = self.executed_ei_or_di | self.mask;
        }
        byte
    }
}

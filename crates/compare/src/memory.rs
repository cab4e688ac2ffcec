//! Memory as an array of unknown bytes: a read returns what the last write to the same address wrote, or else what was there.

use arcadian_cpu::Domain;
use arcadian_parallel::{
    bdd::BddRef, bit::ParallelBit, byte::Word, domain::ParallelDomain, symbol::SymbolicByte,
};

use crate::unknowns::Unknowns;

/// Memory on a path.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    /// The number of calls so far. Each leaves all of memory unknown.
    pub(crate) calls: usize,
    /// The writes since then, the oldest first.
    writes: Vec<(Word<BddRef>, SymbolicByte)>,
}

impl Memory {
    /// Returns memory after a number of calls.
    pub(crate) fn after_calls(calls: usize) -> Self {
        Memory { calls, writes: Vec::new() }
    }

    pub(crate) fn write(&mut self, address: Word<BddRef>, value: SymbolicByte) {
        self.writes.push((address, value));
    }

    /// Returns the byte at an address, for the states in a mask.
    pub(crate) fn read(&self, address: Word<BddRef>, mask: BddRef, unknowns: &mut Unknowns) -> SymbolicByte {
        let mut maybe = Vec::new();
        let mut before = None;
        for (written, value) in self.writes.iter().rev() {
            let is_same = SymbolicByte::words_equal(*written, address);
            match is_same.constant(mask) {
                Some(true) => {
                    before = Some(*value);
                    break;
                }
                Some(false) => {}
                None => maybe.push((is_same, *value)),
            }
        }
        let before = before.unwrap_or_else(|| unknowns.cell(self.calls, address, mask));
        maybe
            .into_iter()
            .rev()
            .fold(before, |before, (is_same, value)| SymbolicByte::select(is_same, value, before))
    }

    /// Returns the byte at an address after choosing, where states differ in that, which write was the last one to it.
    pub(crate) fn read_case(
        &self,
        address: Word<BddRef>,
        unknowns: &mut Unknowns,
        choose: &mut dyn FnMut(BddRef) -> bool,
    ) -> SymbolicByte {
        let last = self
            .writes
            .iter()
            .rev()
            .find(|(written, _)| choose(SymbolicByte::words_equal(*written, address)));
        last.map_or_else(|| unknowns.cell_case(self.calls, address, choose), |(_, value)| *value)
    }

    /// Returns the addresses that were written, each once.
    pub(crate) fn written(&self) -> Vec<Word<BddRef>> {
        let mut addresses = Vec::new();
        for (address, _) in &self.writes {
            if !addresses.contains(address) {
                addresses.push(*address);
            }
        }
        addresses
    }

    /// Returns the writes since the last call, the oldest first.
    pub(crate) fn writes(&self) -> &[(Word<BddRef>, SymbolicByte)] {
        &self.writes
    }

    pub(crate) fn has_written(&self, address: Word<BddRef>) -> bool {
        self.writes.iter().any(|(written, _)| *written == address)
    }
}

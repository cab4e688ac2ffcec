//! Memory as an array of unknown bytes: a read returns what the last write to the same address wrote, or else what was there. Where
//! paths join, memories are merged.

use arcadian_cpu::Domain;
use arcadian_parallel::{
    byte::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::unknowns::{Unknowns, known_distance, literal};

#[derive(Clone, Copy, PartialEq)]
struct Write {
    /// The states in which it happens.
    mask: Formula,
    address: Word<Formula>,
    value: FormulaByte,
}

impl Write {
    fn is_to(&self, address: Word<Formula>) -> Formula {
        self.mask & FormulaByte::words_equal(self.address, address)
    }
}

#[derive(Clone, Default, PartialEq)]
pub(crate) struct Memory {
    /// The number of calls so far. Each leaves all of memory unknown.
    pub(crate) calls: usize,
    /// The writes since then, the oldest first.
    writes: Vec<Write>,
}

impl Memory {
    pub(crate) fn after_calls(calls: usize) -> Self {
        Memory { calls, writes: Vec::new() }
    }

    /// Writes a byte. Earlier writes to the same address do not matter any more.
    pub(crate) fn write(&mut self, address: Word<Formula>, value: FormulaByte) {
        self.writes.retain(|write| write.address != address);
        self.writes.push(Write { mask: Formula::TRUE, address, value });
    }

    pub(crate) fn read(&self, address: Word<Formula>, mask: Formula, unknowns: &mut Unknowns) -> FormulaByte {
        let mut maybe = Vec::new();
        let mut before = None;
        for write in self.writes.iter().rev() {
            let is_same = write.is_to(address);
            match is_same.constant(mask) {
                Some(true) => {
                    before = Some(write.value);
                    break;
                }
                Some(false) => {}
                None => maybe.push((is_same, write.value)),
            }
        }
        let before = before.unwrap_or_else(|| unknowns.cell(self.calls, address, mask));
        maybe
            .into_iter()
            .rev()
            .fold(before, |before, (is_same, value)| FormulaByte::select(is_same, value, before))
    }

    /// Forgets all but the bytes that are certainly at these addresses, which no pointer leads to.
    pub(crate) fn forget_except(&mut self, kept: &[Word<Formula>], mask: Formula) {
        let is_same = |one, other| {
            known_distance(one, other, mask) == Some(0)
                && FormulaByte::words_equal(one, other).constant(mask) == Some(true)
        };
        self.writes.retain(|write| {
            kept.contains(&write.address) || kept.iter().any(|slot| is_same(write.address, *slot))
        });
    }

    /// Returns the byte at an address if all accesses since it was known were to the same or another known address, else an unknown
    /// byte.
    pub(crate) fn read_forgetfully(&self, address: Word<Formula>, unknowns: &mut Unknowns) -> FormulaByte {
        for write in self.writes.iter().rev() {
            let is_same = match (literal(write.address), literal(address)) {
                (Some(one), Some(other)) => Some(one == other),
                _ => (write.address == address).then_some(true),
            };
            match is_same {
                Some(false) => {}
                Some(true) if write.mask == Formula::TRUE => return write.value,
                _ => return unknowns.any_byte(),
            }
        }
        unknowns.separate_cell(self.calls, address)
    }

    /// Returns memory that holds only these bytes.
    pub(crate) fn of(calls: usize, bytes: &[(u16, u8)]) -> Self {
        let write = |(address, value): &(u16, u8)| Write {
            mask: Formula::TRUE,
            address: Word::Concrete(*address),
            value: (*value).into(),
        };
        Memory { calls, writes: bytes.iter().map(write).collect() }
    }

    /// Returns the byte at an address after choosing, where states differ in that, which write was the last one to it.
    pub(crate) fn read_case(
        &self,
        address: Word<Formula>,
        unknowns: &mut Unknowns,
        choose: &mut dyn FnMut(Formula) -> bool,
    ) -> FormulaByte {
        let last = self.writes.iter().rev().find(|write| choose(write.is_to(address)));
        last.map_or_else(|| unknowns.cell_case(self.calls, address, choose), |write| write.value)
    }

    /// Returns the value of the last write that is certainly to an address. Later ones may be to it.
    pub(crate) fn last_certain(&self, address: Word<Formula>, mask: Formula) -> Option<FormulaByte> {
        let mut writes = self.writes.iter().rev();
        writes.find(|write| write.is_to(address).constant(mask) == Some(true)).map(|write| write.value)
    }

    /// Returns whether a write on some of the paths that have met is certainly to one of these addresses.
    pub(crate) fn has_partly_written(&self, addresses: &[Word<Formula>], mask: Formula) -> bool {
        let mut partial = self.writes.iter().filter(|write| write.mask.constant(mask) != Some(true));
        partial.any(|write| {
            let states = mask & write.mask;
            let is_same = |address: &Word<Formula>| FormulaByte::words_equal(write.address, *address);
            !states.is_never() && addresses.iter().any(|to| is_same(to).constant(states) == Some(true))
        })
    }

    /// Returns the addresses that were written, each once.
    pub(crate) fn written(&self) -> Vec<Word<Formula>> {
        let mut addresses = Vec::new();
        for Write { address, .. } in &self.writes {
            if !addresses.contains(address) {
                addresses.push(*address);
            }
        }
        addresses
    }

    /// Returns the words at known addresses that were written low byte first, with these addresses.
    pub(crate) fn words(&self) -> impl Iterator<Item = ([Word<Formula>; 2], Word<Formula>)> {
        let pairs = self.writes.windows(2).filter_map(|pair| pair.first().zip(pair.get(1)));
        let is_word = |(low, high): &(&Write, &Write)| {
            literal(low.address).is_some_and(|address| literal(high.address) == Some(address.wrapping_add(1)))
        };
        pairs
            .filter(is_word)
            .map(|(low, high)| ([low.address, high.address], FormulaByte::join(high.value, low.value)))
    }

    pub(crate) fn has_written(&self, address: Word<Formula>) -> bool {
        self.writes.iter().any(|write| write.address == address)
    }

    /// Returns the memory of two paths that meet; `mask` are the states on this one. Both have seen the same number of calls.
    pub(crate) fn merge(self, other: Self, mask: Formula) -> Self {
        let pairs = || self.writes.iter().zip(&other.writes);
        let common = pairs().take_while(|(one, other)| one == other).count();
        let (ones, others) = (&self.writes[common..], &other.writes[common..]);
        let is_parallel =
            ones.len() == others.len() && pairs().all(|(one, other)| one.address == other.address);
        let mut writes = self.writes[..common].to_vec();
        if is_parallel {
            writes.extend(ones.iter().zip(others).map(|(one, other)| Write {
                mask: mask.select(one.mask, other.mask),
                address: one.address,
                value: FormulaByte::select(mask, one.value, other.value),
            }));
        } else {
            let only = |write: &Write, mask| Write { mask: write.mask & mask, ..*write };
            writes.extend(ones.iter().map(|write| only(write, mask)));
            writes.extend(others.iter().map(|write| only(write, !mask)));
        }
        Memory { calls: self.calls, writes }
    }
}

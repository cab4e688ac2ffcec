//! Memory as an array of unknown bytes: a read returns what the last write to the same address wrote, or else what was there. Where
//! paths join, memories are merged.

use arcadian_cpu::Domain;
use arcadian_parallel::{
    any_core::AnyCore,
    bit::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::{
    code::ADDRESS,
    execute::literal,
    path::{Cost, Path},
    unknowns::Unknowns,
};

#[derive(Clone, Copy, PartialEq)]
struct Write {
    /// The states in which it happens.
    mask: Formula,
    address: Word<Formula>,
    value: FormulaByte,
}

impl Write {
    /// Returns the states in which it is a write to an address.
    fn is_to(&self, address: Word<Formula>) -> Formula {
        self.mask & FormulaByte::words_equal(self.address, address)
    }
}

/// Memory on a path.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Memory {
    /// The number of calls so far. Each leaves all of memory unknown.
    pub(crate) calls: usize,
    /// The writes since then, the oldest first.
    writes: Vec<Write>,
}

impl Memory {
    /// Returns memory after a number of calls.
    pub(crate) fn after_calls(calls: usize) -> Self {
        Memory { calls, writes: Vec::new() }
    }

    /// Writes a byte. Earlier writes to the same address do not matter any more.
    pub(crate) fn write(&mut self, address: Word<Formula>, value: FormulaByte) {
        self.writes.retain(|write| write.address != address);
        self.writes.push(Write { mask: Formula::TRUE, address, value });
    }

    /// Returns the byte at an address, for the states in a mask.
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

    /// Forgets all but the bytes at these addresses, which no pointer leads to.
    pub(crate) fn forget_except(&mut self, kept: &[Word<Formula>]) {
        self.writes.retain(|write| kept.contains(&write.address));
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

/// Returns the low byte of the distance of a word from the stack pointer, if it is known. It is computed bit by bit: of a word that has
/// nothing to do with the stack pointer the first bit is not known, and the formulas of the others would be large.
fn known_distance(path: &Path, word: Word<Formula>) -> Option<u8> {
    let [low, stack] = [word, path.core.stack()].map(|word| FormulaByte::split(word).1);
    let mut borrow: Formula = false.into();
    let mut distance = 0;
    for (bit, (one, other)) in low.0.into_iter().zip(stack.0).enumerate() {
        let differs = one ^ other;
        distance |= u8::from((differs ^ borrow).constant(path.mask)?) << bit;
        borrow = (!one & other) | (!differs & borrow);
    }
    Some(distance)
}

impl Path {
    /// Whether two paths are at the same instruction and differ only in values. What was observed outside must be the same, and
    /// how the stack was used. If `tells_pointers`, no address that is computed from the stack pointer meets another value.
    pub(crate) fn meets(&self, other: &Self, tells_pointers: bool) -> bool {
        self.at == other.at
            && self.frames == other.frames
            && self.inputs == other.inputs
            && self.memory.calls == other.memory.calls
            && have_same(&self.stacks, &other.stacks)
            && have_same(&self.pushed, &other.pushed)
            && have_same(&self.accessed, &other.accessed)
            && have_same(&self.returned, &other.returned)
            && self.events == other.events
            && placed(self.core).is_equal_except_registers(&placed(other.core))
            && self.has_same_stack(other)
            && !(tells_pointers && self.differs_in_stack_address(other))
    }

    /// Whether the stack pointer is the same, if it matters what is below it: nothing is below a pointer that is one of two.
    fn has_same_stack(&self, other: &Self) -> bool {
        let stacks = (self.core.stack(), other.core.stack());
        let mask = self.mask | other.mask;
        self.stacks.is_empty()
            || stacks.0 == stacks.1
            || FormulaByte::words_equal(stacks.0, stacks.1).constant(mask) == Some(true)
    }

    /// Whether a register has another distance from the stack pointer on one of the paths, and a known one there. If it became one
    /// of two values, nothing would tell that it is no pointer from elsewhere.
    fn differs_in_stack_address(&self, other: &Self) -> bool {
        let distance = |path: &Self, word: Word<Formula>| known_distance(path, word);
        let mut differs = false;
        let mut core = self.core;
        core.combine(&other.core, |_, one, two| {
            differs |= one != two && distance(self, one) != distance(other, two);
            one
        });
        differs
    }

    /// Unites two paths that meet.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        let mask = self.mask;
        self.core = placed(self.core);
        self.core.combine(&other.core, |_, one, other| select(mask, one, other));
        self.costs = costs(mask, &self.costs, &other.costs);
        self.memory = self.memory.merge(other.memory, mask);
        self.mask = mask | other.mask;
        self
    }
}

/// Returns a core at the address at which every instruction is executed.
fn placed(mut core: AnyCore<FormulaByte>) -> AnyCore<FormulaByte> {
    core.set_pc(ADDRESS);
    core
}

fn have_same(one: &[Word<Formula>], other: &[Word<Formula>]) -> bool {
    // Each value is in a list once.
    one.len() == other.len() && one.iter().all(|word| other.contains(word))
}

fn select(mask: Formula, one: Word<Formula>, other: Word<Formula>) -> Word<Formula> {
    if one == other {
        return one;
    }
    let ((high, low), (other_high, other_low)) = (FormulaByte::split(one), FormulaByte::split(other));
    FormulaByte::join(FormulaByte::select(mask, high, other_high), FormulaByte::select(mask, low, other_low))
}

/// Returns the costs of two paths, each once. `mask` are the states on the first one.
fn costs(mask: Formula, ones: &[Cost], others: &[Cost]) -> Vec<Cost> {
    let only = |cost: &Cost, mask: Formula| Cost { mask: cost.mask & mask, ..*cost };
    let mut all: Vec<Cost> = ones.iter().map(|cost| only(cost, mask)).collect();
    for cost in others {
        let is_same = |known: &&mut Cost| (known.cycles, known.crossings) == (cost.cycles, cost.crossings);
        match all.iter_mut().find(is_same) {
            Some(known) => known.mask = mask.select(known.mask, cost.mask),
            None => all.push(only(cost, !mask)),
        }
    }
    all
}

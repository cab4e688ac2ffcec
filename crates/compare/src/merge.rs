//! Merging of paths that meet.

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
    path::{Cost, Path},
};

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
    /// Returns whether two paths are at the same instruction and differ only in values. What was observed outside must be the same, and
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

    /// Returns whether the stack pointer is the same, if it matters what is below it: nothing is below a pointer that is one of two.
    fn has_same_stack(&self, other: &Self) -> bool {
        let stacks = (self.core.stack(), other.core.stack());
        let mask = self.mask | other.mask;
        self.stacks.is_empty()
            || stacks.0 == stacks.1
            || FormulaByte::words_equal(stacks.0, stacks.1).constant(mask) == Some(true)
    }

    /// Returns whether a register has another distance from the stack pointer on one of the paths, and a known one there. If it became one
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

fn have_same(one: &[Word<Formula>], other: &[Word<Formula>]) -> bool {
    // Each value is in a list once.
    one.len() == other.len() && one.iter().all(|word| other.contains(word))
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

/// Returns a core at the address at which every instruction is executed.
fn placed(mut core: AnyCore<FormulaByte>) -> AnyCore<FormulaByte> {
    core.set_pc(ADDRESS);
    core
}

fn select(mask: Formula, one: Word<Formula>, other: Word<Formula>) -> Word<Formula> {
    if one == other {
        return one;
    }
    let ((high, low), (other_high, other_low)) = (FormulaByte::split(one), FormulaByte::split(other));
    FormulaByte::join(FormulaByte::select(mask, high, other_high), FormulaByte::select(mask, low, other_low))
}

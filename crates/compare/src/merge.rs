//! Paths that meet become one: a product of eight turns has 256 paths, and one if they are merged after each turn.

use arcadian_cpu::Domain;
use arcadian_parallel::{
    any_core::AnyCore,
    bit::ParallelBit,
    byte::Word,
    formula::{Formula, FormulaByte},
};

use crate::{
    code::ADDRESS,
    path::{Cost, Path},
};

impl Path {
    /// Whether two paths are at the same instruction and differ only in values. What was observed outside must be the same, and
    /// how the stack was used.
    pub(crate) fn meets(&self, other: &Self) -> bool {
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

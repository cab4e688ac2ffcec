//! Machines at the same program counter, which execute together.

use arcadian_cpu::{Core, Register, RunCost};
use arcadian_isa::Processor;

use crate::{
    bit::ParallelBit,
    memory::{Fork, REFRESH_BIT_7},
    parallel::ParallelDomain,
};

/// Machines at the same program counter.
pub(crate) struct PathGroup<C, D: ParallelDomain> {
    pub(crate) core: C,
    /// The machines that belong to the group.
    pub(crate) mask: D::Bit,
    /// The distinct costs so far, each with the machines that have it: merged paths may differ in cost. There are none if costs do
    /// not matter.
    pub(crate) costs: Vec<(RunCost, D::Bit)>,
    /// The greatest number of instructions executed.
    pub(crate) instructions: u64,
    /// Whether R of the Z80 holds what it counts.
    pub(crate) knows_refresh: bool,
}

/// Stack pointer, relative to that on entry, and program counter: groups with the same key can merge, and the one with the
/// least key runs first.
pub(crate) type Key = (i16, u16);

impl<C: Core<D>, D: ParallelDomain> PathGroup<C, D> {
    /// Creates a group that has not executed anything.
    pub(crate) fn new(core: C, mask: D::Bit) -> Self {
        let costs = vec![(RunCost::default(), mask)];
        PathGroup { core, mask, costs, instructions: 0, knows_refresh: true }
    }

    /// Creates a group whose costs do not matter: their masks can be larger than everything else.
    pub(crate) fn without_costs(core: C, mask: D::Bit) -> Self {
        PathGroup { costs: Vec::new(), ..PathGroup::new(core, mask) }
    }

    /// Returns the key. `entry` is the stack pointer on entry.
    pub(crate) fn key(&self, entry: D::Word) -> Key {
        (self.depth(entry).unwrap_or(0), self.core.pc())
    }

    /// Returns the stack pointer relative to that on entry, if all machines share it.
    pub(crate) fn depth(&self, entry: D::Word) -> Option<i16> {
        let now = self.core.stack();
        match C::PROCESSOR {
            // The stack pointer has 8 bits.
            Processor::Mos6502 => {
                let depth = D::split(now).1.difference(D::split(entry).1, false.into()).0;
                depth.constant(self.mask).map(|depth| depth.cast_signed().into())
            }
            Processor::I8080 | Processor::Z80 => {
                D::constant_word(D::words_difference(now, entry), self.mask).map(u16::cast_signed)
            }
        }
    }

    pub(crate) fn add_cost(&mut self, cost: RunCost) {
        self.instructions += cost.instructions;
        self.costs.iter_mut().for_each(|(total, _)| *total = *total + cost);
    }

    /// Iterates over the bits that the group refers to; garbage collection must keep them.
    pub(crate) fn live_bits(&self) -> impl Iterator<Item = D::Bit> {
        let words = independent_registers::<D, C>().map(|register| D::split((register.get)(&self.core)));
        let bytes = words.flat_map(|(high, low)| [high, low]).flat_map(D::bits);
        bytes.chain(self.costs.iter().map(|(_, mask)| *mask)).chain([self.mask])
    }

    /// Keeps the machines that executed the last instruction and returns the others as a group of their own, with the
    /// core as it was before that instruction. `cycles` is the instruction's cost.
    pub(crate) fn split_off(&mut self, before: C, fork: &Fork<D::Bit>, cycles: u64) -> Self {
        let mut costs = self.costs.clone();
        for (cost, machines) in &mut costs {
            cost.instructions -= 1;
            cost.cycles -= cycles;
            *machines = *machines & fork.deferred;
        }
        costs.retain(|(_, machines)| *machines != false.into());
        self.costs.iter_mut().for_each(|(_, machines)| *machines = *machines & fork.executed);
        self.costs.retain(|(_, machines)| *machines != false.into());
        self.mask = fork.executed;
        let instructions = self.instructions.saturating_sub(1);
        PathGroup {
            core: before,
            mask: fork.deferred,
            costs,
            instructions,
            knows_refresh: self.knows_refresh,
        }
    }

    /// Merges another group into this one. Returns it unchanged if the cores differ in state outside the registers,
    /// such as a pending interrupt.
    pub(crate) fn merge(&mut self, other: Self) -> Option<Self> {
        let mut core = self.core;
        let mut knows_refresh = self.knows_refresh & other.knows_refresh;
        for register in independent_registers::<D, C>() {
            let (high, low) = D::split((register.get)(&self.core));
            let (other_high, other_low) = D::split((register.get)(&other.core));
            let high = D::select(other.mask, other_high, high);
            let mut selected = D::select(other.mask, other_low, low);
            if D::Bit::IS_SYMBOLIC && register.name == "R" {
                // Different counts would make R a function of all paths. `LD A,R` loads unknown bits instead.
                knows_refresh &= low == other_low;
                if !knows_refresh {
                    selected = selected & REFRESH_BIT_7.into();
                }
            }
            (register.set)(&mut core, D::join(high, selected));
        }
        if !is_equal_except_registers(core, other.core) {
            return Some(other);
        }
        self.core = core;
        self.knows_refresh = knows_refresh;
        self.mask = self.mask | other.mask;
        self.instructions = self.instructions.max(other.instructions);
        for (cost, machines) in other.costs {
            match self.costs.iter_mut().find(|(own, _)| *own == cost) {
                Some((_, own)) => *own = *own | machines,
                None => self.costs.push((cost, machines)),
            }
        }
        None
    }
}

/// Merges a group into one of several others if possible, else appends it.
pub(crate) fn merge_or_push<D: ParallelDomain, C: Core<D>>(
    groups: &mut Vec<PathGroup<C, D>>,
    group: PathGroup<C, D>,
) {
    let unmerged = groups.iter_mut().try_fold(group, |group, other| other.merge(group));
    groups.extend(unmerged);
}

/// The registers from which all others are composed: a pair such as HL is not among them.
fn independent_registers<D: ParallelDomain, C: Core<D>>() -> impl Iterator<Item = &'static Register<C, D>> {
    let registers = C::REGISTERS.iter().filter(|register| register.bits == 8 || register.name == "SP");
    registers.chain(C::PARTS)
}

/// Whether two cores have the same program counter and the same hidden state.
pub(crate) fn is_equal_except_registers<D: ParallelDomain, C: Core<D>>(mut one: C, other: C) -> bool {
    for register in independent_registers::<D, C>() {
        (register.set)(&mut one, (register.get)(&other));
    }
    one == other
}

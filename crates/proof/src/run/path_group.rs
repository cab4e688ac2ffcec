//! Machines at the same program counter, which execute together.

use arcadian_cpu::RunCost;
use arcadian_isa::Processor;

use crate::run::memory::{Fork, REFRESH_BIT_7};
use arcadian_parallel::{any_core::AnyCore, bit::ParallelBit, domain::ParallelDomain};

/// Machines at the same program counter.
pub(crate) struct PathGroup<D: ParallelDomain> {
    pub(crate) core: AnyCore<D>,
    /// The machines that belong to the group.
    pub(crate) mask: D::Bit,
    /// The distinct costs so far, each with the machines that have it: merged paths may differ in cost. There are none if they
    /// would be more than the limit.
    pub(crate) costs: Vec<(RunCost, D::Bit)>,
    cost_limit: usize,
    /// Whether only the least and the greatest costs are kept. The masks of the others can be larger than everything else.
    keeps_extremes: bool,
    /// The least and the greatest cost, each number by itself. Unlike `costs` they are always known.
    pub(crate) least: RunCost,
    pub(crate) most: RunCost,
    /// Whether R of the Z80 holds what it counts.
    pub(crate) knows_refresh: bool,
}

/// Stack pointer, relative to that on entry, and program counter: groups with the same key can merge, and the one with the
/// least key runs first.
pub(crate) type Key = (i16, u16);

impl<D: ParallelDomain> PathGroup<D> {
    /// Creates a group that has not executed anything.
    pub(crate) fn new(core: AnyCore<D>, mask: D::Bit) -> Self {
        let costs = vec![(RunCost::default(), mask)];
        let (least, most) = (RunCost::default(), RunCost::default());
        let cost_limit = usize::MAX;
        PathGroup { core, mask, costs, cost_limit, keeps_extremes: false, least, most, knows_refresh: true }
    }

    /// Creates a group that distinguishes only a number of costs: their masks can be larger than everything else.
    pub(crate) fn with_cost_limit(core: AnyCore<D>, mask: D::Bit, cost_limit: usize) -> Self {
        let mut group = PathGroup { cost_limit, ..PathGroup::new(core, mask) };
        group.costs.truncate(cost_limit);
        group
    }

    /// Returns the fewest and the most cycles of some machines, as exactly as they are known.
    pub(crate) fn cycles(&self) -> Vec<(u64, u64, D::Bit)> {
        match self.costs[..] {
            [] => vec![(self.least.cycles, self.most.cycles, self.mask)],
            _ => self.costs.iter().map(|(cost, mask)| (cost.cycles, cost.cycles, *mask)).collect(),
        }
    }

    /// Creates a group that keeps only the extremes of its costs. The least and the greatest cost may be those of no machine.
    pub(crate) fn with_extreme_costs(core: AnyCore<D>, mask: D::Bit) -> Self {
        PathGroup { keeps_extremes: true, ..PathGroup::new(core, mask) }
    }

    /// Returns the key. `entry` is the stack pointer on entry.
    pub(crate) fn key(&self, entry: D::Word) -> Key {
        (self.depth(entry).unwrap_or(0), self.core.pc())
    }

    /// Returns the stack pointer relative to that on entry, if all machines share it.
    pub(crate) fn depth(&self, entry: D::Word) -> Option<i16> {
        let now = self.core.stack();
        match self.core.processor() {
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
        (self.least, self.most) = (self.least + cost, self.most + cost);
        self.costs.iter_mut().for_each(|(total, _)| *total = *total + cost);
    }

    /// Iterates over the bits that the group refers to; garbage collection must keep them.
    pub(crate) fn live_bits(&self) -> impl Iterator<Item = D::Bit> {
        let words = self.core.words().into_iter().map(D::split);
        let bytes = words.flat_map(|(high, low)| [high, low]).flat_map(D::bits);
        bytes.chain(self.costs.iter().map(|(_, mask)| *mask)).chain([self.mask])
    }

    /// Keeps the machines that executed the last instruction and returns the others as a group of their own, with the
    /// core as it was before that instruction. `cycles` is the instruction's cost.
    pub(crate) fn split_off(&mut self, before: AnyCore<D>, fork: &Fork<D::Bit>, cycles: u64) -> Self {
        let mut costs = self.costs.clone();
        for (cost, machines) in &mut costs {
            *cost = without_last(*cost, cycles);
            *machines = *machines & fork.deferred;
        }
        costs.retain(|(_, machines)| *machines != false.into());
        self.costs.iter_mut().for_each(|(_, machines)| *machines = *machines & fork.executed);
        self.costs.retain(|(_, machines)| *machines != false.into());
        self.mask = fork.executed;
        PathGroup {
            core: before,
            mask: fork.deferred,
            costs,
            cost_limit: self.cost_limit,
            keeps_extremes: self.keeps_extremes,
            least: without_last(self.least, cycles),
            most: without_last(self.most, cycles),
            knows_refresh: self.knows_refresh,
        }
    }

    /// Merges another group into this one. Returns it unchanged if the cores differ in state outside the registers,
    /// such as a pending interrupt.
    pub(crate) fn merge(&mut self, other: Self) -> Option<Self> {
        let mut core = self.core;
        let mut knows_refresh = self.knows_refresh & other.knows_refresh;
        core.combine(&other.core, |name, own, others| {
            let ((high, low), (other_high, other_low)) = (D::split(own), D::split(others));
            let high = D::select(other.mask, other_high, high);
            let mut selected = D::select(other.mask, other_low, low);
            if D::Bit::IS_SYMBOLIC && name == "R" {
                // Different counts would make R a function of all paths. `LD A,R` loads unknown bits instead.
                knows_refresh &= low == other_low;
                if !knows_refresh {
                    selected = selected & REFRESH_BIT_7.into();
                }
            }
            D::join(high, selected)
        });
        if !core.is_equal_except_registers(&other.core) {
            return Some(other);
        }
        self.core = core;
        self.knows_refresh = knows_refresh;
        self.mask = self.mask | other.mask;
        self.least = pairwise(self.least, other.least, u64::min);
        self.most = pairwise(self.most, other.most, u64::max);
        self.merge_costs(other.costs);
        None
    }

    fn merge_costs(&mut self, others: Vec<(RunCost, D::Bit)>) {
        let is_limited = self.cost_limit < usize::MAX;
        if is_limited && (self.costs.is_empty() || others.is_empty()) {
            self.costs.clear();
            return;
        }
        for (cost, machines) in others {
            match self.costs.iter_mut().find(|(own, _)| *own == cost) {
                Some((_, own)) => *own = *own | machines,
                None => self.costs.push((cost, machines)),
            }
        }
        if self.costs.len() > self.cost_limit {
            self.costs.clear();
        }
        if self.keeps_extremes {
            self.drop_other_costs();
        }
    }

    /// Drops the costs that are extreme neither in cycles nor in instructions.
    fn drop_other_costs(&mut self) {
        let extremes = |number: fn(&RunCost) -> u64| {
            let all = self.costs.iter().map(|(cost, _)| number(cost));
            [all.clone().min(), all.max()]
        };
        let (cycles, instructions) = (extremes(|cost| cost.cycles), extremes(|cost| cost.instructions));
        self.costs.retain(|(cost, _)| {
            cycles.contains(&Some(cost.cycles)) || instructions.contains(&Some(cost.instructions))
        });
    }
}

/// Returns a cost without that of the last instruction, which took a number of cycles.
fn without_last(cost: RunCost, cycles: u64) -> RunCost {
    RunCost { instructions: cost.instructions - 1, cycles: cost.cycles - cycles, ..cost }
}

fn pairwise(one: RunCost, other: RunCost, choose: fn(u64, u64) -> u64) -> RunCost {
    RunCost {
        instructions: choose(one.instructions, other.instructions),
        cycles: choose(one.cycles, other.cycles),
        accesses: choose(one.accesses, other.accesses),
    }
}

/// Merges a group into one of several others if possible, else appends it.
pub(crate) fn merge_or_push<D: ParallelDomain>(groups: &mut Vec<PathGroup<D>>, group: PathGroup<D>) {
    let unmerged = groups.iter_mut().try_fold(group, |group, other| other.merge(group));
    groups.extend(unmerged);
}

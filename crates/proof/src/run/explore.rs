//! Exploration of execution paths.
//!
//! A machine is one run of the routine, with one of its inputs. All machines start in one path group. A group forks at an
//! instruction whose effect on control flow differs between its machines; groups with equal program counter and stack
//! pointer merge. To make groups meet, the scheduler always runs the group deepest in the stack and, among equals, the one
//! at the lowest address: groups that are ahead in a subroutine, loop or conditional wait until the others have caught up.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_cpu::RunCost;
use arcadian_isa::Processor;
use arcadian_machine::Addresses;
use arcadian_parallel::{
    any_core::AnyCore, byte::ParallelBit, cancellation::is_cancelled, domain::ParallelDomain,
};

use crate::run::memory::{Fork, Memory, REFRESH_BIT_7, Unknown};

pub(crate) enum Outcome<D: ParallelDomain> {
    /// Every path was followed to its end, or until one failed.
    Done(Ends<D>),
    /// An instruction in a burst forked. The explorer has recorded its address; the caller must restore memory and explore
    /// again.
    Restart,
    /// The machines cannot be explored together: too many groups or nodes, or a fork after a write.
    Infeasible,
    Cancelled,
}

/// The ends of paths.
pub(crate) struct Ends<D: ParallelDomain> {
    pub(crate) returned: Vec<PathGroup<D>>,
    /// The groups that reached an address at which the explorer stops.
    pub(crate) stopped: Vec<PathGroup<D>>,
    /// The machines that halted, reached the instruction limit or did what no contract allows.
    pub(crate) not_returned: D::Bit,
    /// The machines that left the code, by the instruction with which they did: they do not end the exploration, because other
    /// machines may violate the contract whatever the code that is missing does.
    pub(crate) left: BTreeMap<u16, D::Bit>,
    /// Whether all paths were followed to their ends. Otherwise some of the machines that did not return, or left the code for an
    /// address that is not known, have a valid placement.
    pub(crate) is_complete: bool,
}

pub(crate) struct Explorer {
    /// Per-address flags: [`FORKS`], [`NOT_CODE`], [`STOPS`].
    flags: Vec<u8>,
    /// The maximum number of instructions per machine.
    instruction_limit: u64,
    /// The sentinel return address.
    return_address: u16,
    elsewhere: Elsewhere,
}

/// The effect of machines that leave the code for an address that is not known on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// They end the exploration: the rest of what such an address can be may be many paths.
    Ends,
    /// They are set aside, with the machines that the same jump leads into the code: memory that the header does not name holds the
    /// address, so that where it happens to lead says nothing.
    HidesJump,
    /// They are set aside.
    HidesNothing,
}

/// The instruction at this address is known to fork, so it is single-stepped.
const FORKS: u8 = 1;
/// The address is not part of the code; a machine that reaches it is not explored further.
const NOT_CODE: u8 = 2;
/// A group that reaches this address is not explored further.
const STOPS: u8 = 4;

/// The maximum number of instructions in a burst. Garbage can be collected only between bursts.
const BURST: u64 = 128;

/// The maximum number of instructions that are executed in memory that can hold anything, and of opcodes that machines have written for
/// an address, different ones. More lead anywhere.
const MAX_UNKNOWN_OPCODES: usize = 16;

/// The groups that have not returned yet.
type Worklist<D> = BTreeMap<Key, Vec<PathGroup<D>>>;

/// The maximum number of distinct keys in the worklist.
const MAX_GROUPS: usize = 4096;

impl Explorer {
    /// Creates an explorer that executes every instruction as a single step, so that it never returns [`Outcome::Restart`].
    pub(crate) fn single_stepping(instruction_limit: u64, return_address: u16, code: &Addresses) -> Self {
        let mut explorer = Self::adaptive(instruction_limit, return_address, code);
        explorer.flags.iter_mut().for_each(|flags| *flags |= FORKS);
        explorer
    }

    /// Creates an explorer that runs in bursts. It learns which instructions fork; one found in a burst costs a restart.
    pub(crate) fn adaptive(instruction_limit: u64, return_address: u16, code: &Addresses) -> Self {
        let flags = |address| if code.contains(address) { 0 } else { NOT_CODE };
        let flags = (0..=0xFFFF).map(flags).collect();
        Explorer { flags, instruction_limit, return_address, elsewhere: Elsewhere::Ends }
    }

    pub(crate) fn set_elsewhere(&mut self, elsewhere: Elsewhere) {
        self.elsewhere = elsewhere;
    }

    pub(crate) fn stop_at(&mut self, address: u16) {
        self.flags[usize::from(address)] |= STOPS;
    }

    fn has_flag(&self, flag: u8, address: u16) -> bool {
        self.flags[usize::from(address)] & flag != 0
    }

    /// Follows all paths of a group until each has returned or failed.
    pub(crate) fn explore<D: ParallelDomain>(
        &mut self,
        memory: &mut Memory<D>,
        start: PathGroup<D>,
    ) -> Outcome<D> {
        let watermark = D::Bit::watermark();
        let entry_stack = start.core.stack();
        let mut ends = Ends {
            returned: Vec::new(),
            stopped: Vec::new(),
            not_returned: false.into(),
            left: BTreeMap::new(),
            is_complete: true,
        };
        let mut worklist = BTreeMap::new();
        // Nothing is the same for all of no machines, so that a loop might never end.
        if start.mask != false.into() {
            schedule(&mut worklist, start, entry_stack);
        }
        let mut unknown_opcodes = BTreeSet::new();
        while let Some(mut group) = take_first(&mut worklist) {
            let place = group.core.pc();
            let unknown = if D::Bit::IS_SYMBOLIC { memory.unknown(place, group.mask) } else { Unknown::No };
            memory.instruction.begin(group.mask, group.knows_refresh);
            let mut deferred = None;
            if !worklist.is_empty() || self.has_flag(FORKS, place) {
                deferred = self.step(memory, &mut group);
            } else if !self.run_burst(memory, &mut group) {
                return Outcome::Restart;
            }
            match unknown {
                Unknown::No => false,
                Unknown::Written => unknown_opcodes.insert((place, memory.instruction.opcode().into())),
                Unknown::Before => unknown_opcodes.insert((place, 0x100 + unknown_opcodes.len())),
            };
            // First, because a cancellation also aborts the operations on diagrams.
            if is_cancelled() {
                return Outcome::Cancelled;
            }
            let is_large = worklist.len() > MAX_GROUPS
                || unknown_opcodes.len() > MAX_UNKNOWN_OPCODES
                || memory.has_too_many_unknowns();
            if memory.instruction.forked_after_write || is_large || D::Bit::is_aborted() {
                return Outcome::Infeasible;
            }
            let is_elsewhere = group.core.pc() == self.return_address
                && memory.is_valid(group.mask & !memory.events.returned);
            deferred = deferred.filter(|_| !(is_elsewhere && self.elsewhere == Elsewhere::HidesJump));
            for group in self.end(memory, group, &mut ends).into_iter().chain(deferred) {
                schedule(&mut worklist, group, entry_stack);
            }
            if !ends.is_complete {
                break;
            }
            if D::Bit::needs_collection() {
                let groups = worklist.values().flatten().flat_map(PathGroup::live_bits);
                D::Bit::collect_garbage(watermark, groups.chain(memory.live_bits()).chain(ends.live_bits()));
            }
        }
        Outcome::Done(ends)
    }

    /// Adds a group to the ends of paths if it is at one, or returns it to be explored further.
    fn end<D: ParallelDomain>(
        &self,
        memory: &Memory<D>,
        group: PathGroup<D>,
        ends: &mut Ends<D>,
    ) -> Option<PathGroup<D>> {
        let aside = self.has_left(memory, &group);
        if aside != false.into() {
            let before = ends.left.entry(memory.instruction.fetch_address).or_insert(false.into());
            *before = *before | aside;
        }
        let is_at_return = group.core.pc() == self.return_address;
        let is_aside = group.mask & !aside == false.into();
        let has_failed = !is_at_return && !is_aside && self.has_failed(&group);
        if has_failed {
            ends.not_returned = ends.not_returned | group.mask;
        }
        let is_led_anywhere = is_at_return && self.elsewhere == Elsewhere::Ends && memory.is_valid(aside);
        if is_led_anywhere || memory.is_violation(ends.not_returned) {
            ends.not_returned = ends.not_returned | memory.forbidden();
            ends.is_complete = false;
        } else if is_aside || has_failed {
            // It is not explored further.
        } else if is_at_return {
            merge_or_push(&mut ends.returned, group);
        } else if self.has_flag(STOPS, group.core.pc()) {
            merge_or_push(&mut ends.stopped, group);
        } else {
            return Some(group);
        }
        None
    }

    /// Executes one instruction. If it forks, the group keeps the machines that executed it; the others are returned as a
    /// group that has yet to execute it.
    fn step<D: ParallelDomain>(
        &mut self,
        memory: &mut Memory<D>,
        group: &mut PathGroup<D>,
    ) -> Option<PathGroup<D>> {
        let before = group.core;
        let cost = self.execute(memory, group, 1);
        let fork = memory.instruction.fork()?;
        self.flags[usize::from(before.pc())] |= FORKS;
        Some(group.split_off(before, &fork, cost.cycles))
    }

    /// Executes up to [`BURST`] instructions, until the next one has a flag or is at the return address. Returns `false` if
    /// one forked, which leaves the group in an inconsistent state.
    fn run_burst<D: ParallelDomain>(&mut self, memory: &mut Memory<D>, group: &mut PathGroup<D>) -> bool {
        let limit = self.instruction_limit.saturating_sub(group.most.instructions).clamp(1, BURST);
        self.execute(memory, group, limit);
        if memory.instruction.fork().is_some() {
            self.flags[usize::from(memory.instruction.fetch_address)] |= FORKS;
            if group.core.processor() == Processor::Z80 {
                // What was fetched last may be the opcode after a prefix.
                self.flags[usize::from(memory.instruction.fetch_address.wrapping_sub(1))] |= FORKS;
            }
            return false;
        }
        true
    }

    /// Executes up to `limit` instructions, until the next one has a flag or is at the return address. Single steps use this as
    /// well, because every use of [`Core::run`] and [`Core::step`] compiles a copy of the core.
    fn execute<D: ParallelDomain>(
        &self,
        memory: &mut Memory<D>,
        group: &mut PathGroup<D>,
        limit: u64,
    ) -> RunCost {
        let (flags, return_address) = (&self.flags, self.return_address);
        let mut stop = |pc: u16| pc == return_address || flags[usize::from(pc)] != 0;
        // Paths that differ only in accesses need not be distinguished.
        let cost = RunCost { accesses: 0, ..D::run(&mut group.core, memory, limit, &mut stop) };
        group.add_cost(cost);
        cost
    }

    /// Returns the machines of a group that have left the code. Those that did for an unknown address are at the return address, to
    /// which they have not returned.
    fn has_left<D: ParallelDomain>(&self, memory: &Memory<D>, group: &PathGroup<D>) -> D::Bit {
        if group.core.pc() == self.return_address {
            group.mask & !memory.events.returned
        } else if !group.core.is_halted() && self.has_flag(NOT_CODE, group.core.pc()) {
            group.mask
        } else {
            false.into()
        }
    }

    fn has_failed<D: ParallelDomain>(&self, group: &PathGroup<D>) -> bool {
        group.core.is_halted() || group.most.instructions >= self.instruction_limit
    }
}

impl<D: ParallelDomain> Ends<D> {
    fn live_bits(&self) -> impl Iterator<Item = D::Bit> {
        let groups = self.returned.iter().chain(&self.stopped).flat_map(PathGroup::live_bits);
        groups.chain([self.not_returned]).chain(self.left.values().copied())
    }
}

fn schedule<D: ParallelDomain>(worklist: &mut Worklist<D>, group: PathGroup<D>, entry_stack: D::Word) {
    merge_or_push(worklist.entry(group.key(entry_stack)).or_default(), group);
}

/// Removes a group with the least key.
fn take_first<D: ParallelDomain>(worklist: &mut Worklist<D>) -> Option<PathGroup<D>> {
    let mut first = worklist.first_entry()?;
    let group = first.get_mut().pop();
    if first.get().is_empty() {
        first.remove();
    }
    group
}

/// Machines at the same program counter.
pub(crate) struct PathGroup<D: ParallelDomain> {
    pub(crate) core: AnyCore<D>,
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

pub(crate) fn merge_or_push<D: ParallelDomain>(groups: &mut Vec<PathGroup<D>>, group: PathGroup<D>) {
    let unmerged = groups.iter_mut().try_fold(group, |group, other| other.merge(group));
    groups.extend(unmerged);
}

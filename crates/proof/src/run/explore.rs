//! Exploration of execution paths.
//!
//! A machine is one run of the routine, with one of its inputs. All machines start in one path group. A group forks at an
//! instruction whose effect on control flow differs between its machines; groups with equal program counter and stack
//! pointer merge. To make groups meet, the scheduler always runs the group deepest in the stack and, among equals, the one
//! at the lowest address: groups that are ahead in a subroutine, loop or conditional wait until the others have caught up.

use std::collections::BTreeMap;

use arcadian_cpu::RunCost;
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

use crate::run::{
    memory::Memory,
    path_group::{Key, PathGroup, merge_or_push},
};
use arcadian_parallel::{bit::ParallelBit, cancellation::is_cancelled, domain::ParallelDomain};

/// How an exploration ended.
pub(crate) enum Outcome<D: ParallelDomain> {
    /// Every path was followed to its end, or until one failed.
    Done {
        /// The groups that reached the return address.
        returned: Vec<PathGroup<D>>,
        /// The groups that reached an address at which the explorer stops.
        stopped: Vec<PathGroup<D>>,
        /// The machines that halted, left the code, reached the instruction limit or did what no contract allows.
        not_returned: D::Bit,
        /// Whether all paths were followed to their ends. Otherwise some of these machines violate the contract.
        is_complete: bool,
    },
    /// An instruction in a burst forked. The explorer has recorded its address; the caller must restore memory and explore
    /// again.
    Restart,
    /// The machines cannot be explored together: too many groups or nodes, or a fork after a write.
    Infeasible,
    /// The verification was cancelled.
    Cancelled,
}

/// Explores the execution paths of a routine.
pub(crate) struct Explorer {
    /// Per-address flags: [`FORKS`], [`NOT_CODE`], [`STOPS`].
    flags: Vec<u8>,
    /// The maximum number of instructions per machine.
    instruction_limit: u64,
    /// The sentinel return address.
    return_address: u16,
}

/// The instruction at this address is known to fork, so it is single-stepped.
const FORKS: u8 = 1;
/// The address is not part of the code; a machine that reaches it does not return.
const NOT_CODE: u8 = 2;
/// A group that reaches this address is not explored further.
const STOPS: u8 = 4;

/// The maximum number of instructions in a burst. Garbage can be collected only between bursts.
const BURST: u64 = 128;

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
        Explorer { flags: (0..=0xFFFF).map(flags).collect(), instruction_limit, return_address }
    }

    /// Stops groups that reach an address.
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
        if start.mask == false.into() {
            // Nothing is the same for all of no machines, so that a loop might never end.
            let (returned, stopped) = (Vec::new(), Vec::new());
            return Outcome::Done { returned, stopped, not_returned: false.into(), is_complete: true };
        }
        let entry_stack = start.core.stack();
        let mut worklist = BTreeMap::from([(start.key(entry_stack), vec![start])]);
        let mut returned: Vec<PathGroup<D>> = Vec::new();
        let mut stopped: Vec<PathGroup<D>> = Vec::new();
        let mut not_returned = D::Bit::from(false);
        while let Some(mut group) = take_first(&mut worklist) {
            memory.instruction.begin(group.mask, group.knows_refresh);
            if !worklist.is_empty() || self.has_flag(FORKS, group.core.pc()) {
                if let Some(deferred) = self.step(memory, &mut group) {
                    schedule(&mut worklist, deferred, entry_stack);
                }
            } else if !self.run_burst(memory, &mut group) {
                return Outcome::Restart;
            }
            // First, because a cancellation also aborts the operations on diagrams.
            if is_cancelled() {
                return Outcome::Cancelled;
            }
            let is_large = worklist.len() > MAX_GROUPS || memory.has_too_many_unknowns();
            if memory.instruction.forked_after_write || is_large || D::Bit::is_aborted() {
                return Outcome::Infeasible;
            }
            let failed = if group.core.pc() == self.return_address {
                group.mask & !memory.events.returned
            } else if self.has_failed(&group) {
                group.mask
            } else {
                false.into()
            };
            not_returned = not_returned | failed;
            if memory.is_violation(not_returned) {
                let not_returned = not_returned | memory.forbidden();
                return Outcome::Done { returned, stopped, not_returned, is_complete: false };
            }
            if group.core.pc() == self.return_address {
                merge_or_push(&mut returned, group);
            } else if failed != false.into() {
                // It is not explored further.
            } else if self.has_flag(STOPS, group.core.pc()) {
                merge_or_push(&mut stopped, group);
            } else {
                schedule(&mut worklist, group, entry_stack);
            }
            if D::Bit::needs_collection() {
                let groups = worklist.values().flatten().chain(&returned).chain(&stopped);
                let groups = groups.flat_map(PathGroup::live_bits);
                let live = groups.chain(memory.live_bits()).chain([not_returned]);
                D::Bit::collect_garbage(watermark, live);
            }
        }
        Outcome::Done { returned, stopped, not_returned, is_complete: true }
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

    fn has_failed<D: ParallelDomain>(&self, group: &PathGroup<D>) -> bool {
        group.core.is_halted()
            || self.has_flag(NOT_CODE, group.core.pc())
            || group.most.instructions >= self.instruction_limit
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

//! Reverse execution by checkpoint and replay.
//!
//! A checkpoint is created at regular intervals. It saves the processor, the devices, and each page of memory before the
//! first write to that page after the checkpoint (copy-on-write page snapshots). To go back, the pages are restored from the
//! newest checkpoint to the last one before the goal, and execution is replayed from there. The same state and the same
//! events lead to the same result.
//!
//! Checkpoints of a history, changes from outside, and what becomes of the pages of a checkpoint that is removed.

use std::ops::{ControlFlow, RangeInclusive};

use arcadian_cpu::Register;

use crate::{
    backplane::BackplaneState,
    core::MachineCore,
    machine::{Machine, MachineView},
    memory::{DeviceId, Memory, SavedPage},
    thinning::{Checkpoints, thin},
    until::{Access, Budget, Stop, Until},
};

#[cfg(doc)]
use crate::backplane::Backplane;

/// The default interval in instructions. Saving every page then costs a few percent of the run time, and one step back takes
/// well under a millisecond.
const SPACING: u64 = 1 << 15;

/// The default limit of the checkpoints in bytes.
const MEMORY_LIMIT: usize = 64 << 20;

/// A machine with a recording of its execution.
///
/// Only [`History::change`] modifies the machine from outside, so that every change is replayed.
#[derive(Clone, Debug)]
pub struct History<C: MachineCore> {
    machine: Machine<C>,
    // Never empty: the first is at the start of the recording.
    checkpoints: Vec<Checkpoint<C>>,
    events: Vec<Event<C>>,
    // The number of events applied so far.
    applied: usize,
    end: u64,
    // The approximate size of the checkpoints without the newest.
    checkpoint_bytes: usize,
    spacing: u64,
    memory_limit: usize,
}

/// The error for a position outside the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {requested} is not recorded; the recording has {first} to {last}")]
pub struct NotRecorded {
    /// The requested position.
    pub requested: u64,
    /// The first recorded position.
    pub first: u64,
    /// The last recorded position.
    pub last: u64,
}

impl<C: MachineCore> History<C> {
    /// Starts recording.
    pub fn new(machine: Machine<C>) -> Self {
        Self::with(machine, SPACING, MEMORY_LIMIT)
    }

    /// Starts recording with a checkpoint every `spacing` (at least 1) instructions. When the checkpoints exceed about
    /// `memory_limit` bytes, they are thinned out, the older ones more.
    pub fn with(mut machine: Machine<C>, spacing: u64, memory_limit: usize) -> Self {
        machine.backplane.memory.start_saving();
        let first = Checkpoint::new(&mut machine, 0, None);
        History {
            end: machine.instructions(),
            machine,
            checkpoints: vec![first],
            events: Vec::new(),
            applied: 0,
            checkpoint_bytes: 0,
            spacing: spacing.max(1),
            memory_limit,
        }
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine<C> {
        &self.machine
    }

    /// Stops recording and returns the machine.
    pub fn into_machine(mut self) -> Machine<C> {
        self.machine.backplane.memory.stop_saving();
        self.machine
    }

    /// Returns the current position: the number of instructions executed.
    pub fn now(&self) -> u64 {
        self.machine.instructions()
    }

    /// Returns the first and the last recorded position.
    pub fn recorded(&self) -> (u64, u64) {
        (self.checkpoints.first().map_or(0, |checkpoint| checkpoint.at), self.end)
    }

    /// Returns the number of checkpoints and their approximate size in bytes.
    pub fn checkpoint_usage(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.checkpoint_bytes)
    }

    /// Returns the bytes printed since the last call.
    pub fn take_printed(&mut self) -> &[u8] {
        self.machine.backplane.printed.take()
    }

    /// Watches these addresses. An access to them stops runs, but not replays.
    pub fn watch(&mut self, range: RangeInclusive<u16>, access: Access) {
        self.machine.backplane.watch(range, access);
    }

    /// Stops runs, but not replays, at events that a device reports. See [`Backplane::stop_at_event`].
    pub fn stop_at_event(&mut self, name: &'static str, values: RangeInclusive<u16>) {
        self.machine.backplane.stop_at_event(name, values);
    }

    /// Notes the events of each instruction, in runs and in replays. See [`Backplane::note_events`].
    pub fn note_events(&mut self) {
        self.machine.backplane.note_events();
    }

    /// Removes all watched addresses and stops at events, and ends the noting of events.
    pub fn clear_watchpoints(&mut self) {
        self.machine.backplane.clear_watchpoints();
    }

    /// Changes the machine from outside. The recording after this position is discarded.
    pub fn change(&mut self, change: Change<C>) {
        self.events.truncate(self.applied);
        self.end = self.now();
        change.apply(&mut self.machine);
        self.events.push(Event { at: self.end, change });
        self.applied += 1;
    }
}

/// Forward execution.
impl<C: MachineCore> History<C> {
    /// Runs the machine. Within the recording this is a replay.
    pub fn run(&mut self, until: &Until) -> Stop {
        self.run_segments(until, |machine, budget| machine.run_with_budget(until, budget))
    }

    /// Runs the machine and calls `observe` before each instruction. `ControlFlow::Break` stops the run.
    pub fn run_with(
        &mut self,
        until: &Until,
        mut observe: impl FnMut(&MachineView<C>) -> ControlFlow<()>,
    ) -> Stop {
        self.run_segments(until, |machine, budget| {
            machine.run_with_budget_and_observer(until, budget, &mut observe)
        })
    }

    /// Runs in segments that end where a checkpoint or an event is due.
    fn run_segments(
        &mut self,
        until: &Until,
        mut segment: impl FnMut(&mut Machine<C>, Budget) -> Stop,
    ) -> Stop {
        let total = until.budget().run_in_parts(|done| {
            self.prepare();
            let instructions = (until.instructions - done.instructions).min(self.until_next_event());
            segment(&mut self.machine, Budget { instructions, cycles: until.cycles - done.cycles })
        });
        self.apply_events();
        self.end = self.end.max(self.now());
        total
    }

    /// Replays up to this many recorded instructions. Returns their number.
    pub fn forward(&mut self, instructions: u64) -> u64 {
        let from = self.now();
        self.replay(from.saturating_add(instructions).min(self.end));
        self.now() - from
    }

    /// Replays up to this many recorded instructions and calls `observe` before each. `ControlFlow::Break` stops the replay.
    /// Returns the number of instructions.
    pub fn forward_with(
        &mut self,
        instructions: u64,
        observe: impl FnMut(&MachineView<C>) -> ControlFlow<()>,
    ) -> u64 {
        let from = self.now();
        let limit = instructions.min(self.end.saturating_sub(from));
        self.run_with(&Until::never().instructions(limit), observe);
        self.now() - from
    }

    /// Applies events and creates a checkpoint, if due before the next instruction.
    fn prepare(&mut self) {
        self.apply_events();
        if self.now() >= self.latest().saturating_add(self.spacing) {
            self.checkpoint();
        }
    }

    /// Returns the number of instructions until the next checkpoint or event.
    fn until_next_event(&self) -> u64 {
        let next = self.latest().saturating_add(self.spacing);
        let event = self.events.get(self.applied).map_or(u64::MAX, |event| event.at);
        next.min(event).saturating_sub(self.now())
    }

    fn apply_events(&mut self) {
        while let Some(event) = self.events.get(self.applied).filter(|event| event.at <= self.now()) {
            event.change.apply(&mut self.machine);
            self.applied += 1;
        }
    }

    fn replay(&mut self, goal: u64) {
        let remaining = goal.saturating_sub(self.now());
        self.run(&Until::never().instructions(remaining));
    }
}

/// Reverse execution.
impl<C: MachineCore> History<C> {
    /// Undoes up to this many instructions and the changes among them. Returns the number of instructions.
    pub fn back(&mut self, instructions: u64) -> u64 {
        let from = self.now();
        let goal = from.saturating_sub(instructions).max(self.recorded().0);
        self.go_back(goal);
        from - goal
    }

    /// Goes to a recorded position.
    pub fn seek(&mut self, instruction: u64) -> Result<(), NotRecorded> {
        let (first, last) = self.recorded();
        if !(first..=last).contains(&instruction) {
            return Err(NotRecorded { requested: instruction, first, last });
        }
        if instruction < self.now() {
            self.go_back(instruction);
        } else {
            self.replay(instruction);
        }
        Ok(())
    }

    fn go_back(&mut self, goal: u64) {
        if goal < self.now() {
            self.restore_before(goal);
            self.replay(goal);
        }
        self.clamp_taken();
    }

    fn clamp_taken(&mut self) {
        self.machine.backplane.printed.clamp_taken();
        self.machine.backplane.sent.clamp_taken();
    }
}

/// A saved state of the machine, except for unchanged memory.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint<C: MachineCore> {
    /// The number of instructions executed before it.
    pub(super) at: u64,
    core: C,
    backplane: BackplaneState,
    /// The number of events applied before it.
    applied: usize,
    /// The pages that changed between this checkpoint and the next, as they were at this one. Those of the newest checkpoint
    /// are still in `Memory`.
    pub(super) pages: Vec<SavedPage>,
}

impl<C: MachineCore> Checkpoint<C> {
    pub(super) fn new(machine: &mut Machine<C>, applied: usize, last: Option<&Checkpoint<C>>) -> Self {
        Checkpoint {
            at: machine.instructions,
            core: machine.core,
            backplane: machine.backplane.state(last.map(|last| &last.backplane)),
            applied,
            pages: Vec::new(),
        }
    }

    /// Returns the approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.backplane.size() + self.pages.len() * (size_of::<SavedPage>() + 256)
    }

    fn restore(&self, machine: &mut Machine<C>) {
        machine.core = self.core;
        machine.instructions = self.at;
        machine.backplane.restore(&self.backplane);
    }
}

impl<C: MachineCore> History<C> {
    /// Returns the position of the newest checkpoint.
    pub(super) fn latest(&self) -> u64 {
        self.checkpoints.last().map_or(0, |checkpoint| checkpoint.at)
    }

    pub(super) fn checkpoint(&mut self) {
        let saved = self.machine.backplane.memory.take_saved();
        if let Some(last) = self.checkpoints.last_mut() {
            last.pages = saved;
            self.checkpoint_bytes += last.size();
        }
        let next = Checkpoint::new(&mut self.machine, self.applied, self.checkpoints.last());
        self.checkpoints.push(next);
        if self.checkpoint_bytes > self.memory_limit {
            thin(&mut self.checkpoints, self.machine.instructions, self.memory_limit / 2);
            self.checkpoint_bytes = self.checkpoints.iter().rev().skip(1).map(Checkpoint::size).sum();
        }
    }

    /// Restores the last checkpoint not after `goal` and removes the later ones.
    pub(super) fn restore_before(&mut self, goal: u64) {
        let later = self.checkpoints.partition_point(|checkpoint| checkpoint.at <= goal).max(1);
        undo_writes(&mut self.machine.backplane.memory);
        while self.checkpoints.len() > later {
            self.checkpoints.pop();
            self.reopen();
        }
        if let Some(checkpoint) = self.checkpoints.last() {
            checkpoint.restore(&mut self.machine);
            self.applied = checkpoint.applied;
        }
    }

    /// Restores memory to its state at the newest checkpoint, whose pages are saved by `Memory` from then on.
    fn reopen(&mut self) {
        if let Some(checkpoint) = self.checkpoints.last_mut() {
            self.checkpoint_bytes = self.checkpoint_bytes.saturating_sub(checkpoint.size());
            self.machine.backplane.memory.restore(&std::mem::take(&mut checkpoint.pages));
        }
    }
}

/// Undoes the writes since the newest checkpoint.
fn undo_writes(memory: &mut Memory) {
    let saved = memory.take_saved();
    memory.restore(&saved);
}

impl<C: MachineCore> Checkpoints for Vec<Checkpoint<C>> {
    /// Returns the approximate size in bytes.
    fn size(&self) -> usize {
        self.iter().map(Checkpoint::size).sum()
    }

    fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
        for checkpoint in std::mem::take(self) {
            match (keep(checkpoint.at), self.last_mut()) {
                (false, Some(last)) => merge(&mut last.pages, checkpoint.pages),
                _ => self.push(checkpoint),
            }
        }
    }
}

/// Adds the pages that the older checkpoint did not save. If both saved a page, the older copy is valid.
fn merge(older: &mut Vec<SavedPage>, newer: Vec<SavedPage>) {
    let mut has = [false; 256];
    older.iter().for_each(|saved| has[usize::from(saved.page)] = true);
    older.extend(newer.into_iter().filter(|saved| !has[usize::from(saved.page)]));
}

/// A change to the machine from outside.
#[derive(Clone, Copy, Debug)]
pub enum Change<C: MachineCore> {
    /// Sets a register.
    Register(&'static Register<C>, u16),
    /// Sets the program counter.
    Pc(u16),
    /// Replaces the processor state.
    Core(C),
    /// Writes a byte of memory, including ROM.
    Poke(u16, u8),
    /// Sends a byte to a device, such as a key.
    Send(DeviceId, u8),
    /// Types a byte, which a service reads.
    Type(u8),
    /// Pulses RESET.
    Reset,
}

impl<C: MachineCore> Change<C> {
    pub(super) fn apply(&self, machine: &mut Machine<C>) {
        match *self {
            Change::Register(register, value) => (register.set)(&mut machine.core, value),
            Change::Pc(address) => machine.core.set_pc(address),
            Change::Core(core) => machine.core = core,
            Change::Poke(address, value) => machine.backplane.poke(address, value),
            Change::Send(id, value) => machine.backplane.send(id, value),
            Change::Type(byte) => machine.backplane.keyboard.push(byte),
            Change::Reset => machine.reset(),
        }
    }
}

/// A recorded change, with the number of instructions executed before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<C: MachineCore> {
    pub(super) at: u64,
    pub(super) change: Change<C>,
}

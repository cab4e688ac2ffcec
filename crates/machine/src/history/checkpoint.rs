//! Checkpoints of a history, changes from outside, and what becomes of the pages of a checkpoint that is removed.

use arcadian_cpu::Register;

use super::History;
use crate::{
    backplane::BackplaneState,
    core::MachineCore,
    machine::Machine,
    memory::{DeviceId, Memory, SavedPage},
    thinning::{Checkpoints, thin},
};

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

    /// Creates a checkpoint.
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

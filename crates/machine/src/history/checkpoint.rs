//! Checkpoints of a history.

use crate::core::MachineCore;

use super::History;
use crate::{
    backplane::BackplaneState,
    machine::Machine,
    memory::{Memory, SavedPage},
    thinning::thin,
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

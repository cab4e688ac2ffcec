//! A moment to which one can go back.

use arcadian_cpu::Core;

use super::History;
use crate::{
    backplane::Surroundings,
    machine::Machine,
    memory::{Memory, SavedPage},
    thinning::thin,
};

/// The state at a moment.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint<C: Core> {
    /// After so many instructions.
    pub(super) at: u64,
    core: C,
    surroundings: Surroundings,
    // How many events had happened.
    happened: usize,
    /// The pages that changed between here and the next checkpoint, as they were here. Those of the newest are still
    /// with the memory.
    pub(super) pages: Vec<SavedPage>,
}

impl<C: Core> Checkpoint<C> {
    pub(super) fn of(machine: &mut Machine<C>, happened: usize, last: Option<&Checkpoint<C>>) -> Self {
        Checkpoint {
            at: machine.instructions,
            core: machine.core,
            surroundings: machine.backplane.surroundings(last.map(|last| &last.surroundings)),
            happened,
            pages: Vec::new(),
        }
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.surroundings.size() + self.pages.len() * (size_of::<SavedPage>() + 256)
    }

    fn restore(&self, machine: &mut Machine<C>) {
        machine.core = self.core;
        machine.instructions = self.at;
        machine.backplane.restore(&self.surroundings);
    }
}

impl<C: Core> History<C> {
    /// Where the newest checkpoint is.
    pub(super) fn latest(&self) -> u64 {
        self.checkpoints.last().map_or(0, |checkpoint| checkpoint.at)
    }

    /// Makes a checkpoint.
    pub(super) fn checkpoint(&mut self) {
        let saved = self.machine.backplane.memory.take_saved();
        if let Some(last) = self.checkpoints.last_mut() {
            last.pages = saved;
            self.kept += last.size();
        }
        let next = Checkpoint::of(&mut self.machine, self.happened, self.checkpoints.last());
        self.checkpoints.push(next);
        if self.kept > self.memory {
            thin(&mut self.checkpoints, self.machine.instructions, self.memory / 2);
            self.kept = self.checkpoints.iter().rev().skip(1).map(Checkpoint::size).sum();
        }
    }

    /// Goes back to the last checkpoint not after `goal`, and forgets the later ones.
    pub(super) fn restore_before(&mut self, goal: u64) {
        let later = self.checkpoints.partition_point(|checkpoint| checkpoint.at <= goal).max(1);
        take_back(&mut self.machine.backplane.memory);
        while self.checkpoints.len() > later {
            self.checkpoints.pop();
            self.reopen();
        }
        if let Some(checkpoint) = self.checkpoints.last() {
            checkpoint.restore(&mut self.machine);
            self.happened = checkpoint.happened;
        }
    }

    /// Makes the newest checkpoint the one whose pages are with the memory, and memory what it was there.
    fn reopen(&mut self) {
        if let Some(checkpoint) = self.checkpoints.last_mut() {
            self.kept = self.kept.saturating_sub(checkpoint.size());
            self.machine.backplane.memory.restore(&std::mem::take(&mut checkpoint.pages));
        }
    }
}

/// Undoes the writes since the newest checkpoint.
fn take_back(memory: &mut Memory) {
    let saved = memory.take_saved();
    memory.restore(&saved);
}

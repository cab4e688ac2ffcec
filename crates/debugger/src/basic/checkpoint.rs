//! Checkpoints: copies of past states.

use arcadian_machine::thinning::{Checkpoints, thin};

use super::state::ProgramState;
use crate::debuggee::State;

/// A state that can be restored.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    /// The step.
    pub(super) at: u64,
    /// The number of events that were applied to the state.
    pub(super) applied: usize,
    pub(super) state: Box<ProgramState>,
    /// The approximate number of bytes it takes in addition to the one before.
    bytes: usize,
}

/// All checkpoints in ascending order. Never empty; the first is the start.
#[derive(Clone, Debug)]
pub(super) struct CheckpointList {
    all: Vec<Checkpoint>,
    bytes: usize,
    limit: usize,
}

impl CheckpointList {
    /// Starts with one checkpoint. All of them take about `limit` bytes.
    pub(super) fn new(state: &ProgramState, limit: usize) -> Self {
        let bytes = state.bytes_beside(None);
        let first = Checkpoint { at: 0, applied: 0, state: Box::new(state.clone()), bytes };
        Self { all: vec![first], bytes, limit }
    }

    /// Returns the last checkpoint at or before a step.
    pub(super) fn last_before(&self, step: u64) -> &Checkpoint {
        &self.all[self.index_before(step)]
    }

    fn index_before(&self, step: u64) -> usize {
        self.all.partition_point(|checkpoint| checkpoint.at <= step).saturating_sub(1)
    }

    /// Adds a checkpoint, and removes others if they take too much.
    pub(super) fn add(&mut self, state: &ProgramState, applied: usize) {
        let (at, before) = (state.steps(), self.index_before(state.steps()));
        let bytes = state.bytes_beside(Some(&self.all[before].state));
        self.all.insert(before + 1, Checkpoint { at, applied, state: Box::new(state.clone()), bytes });
        self.bytes += bytes;
        if self.bytes > self.limit {
            thin(self, at, self.limit / 2);
        }
    }

    /// Removes the checkpoints after a step.
    pub(super) fn truncate(&mut self, step: u64) {
        self.all.truncate(self.index_before(step) + 1);
        self.bytes = self.all.iter().map(|checkpoint| checkpoint.bytes).sum();
    }

    /// Returns the number of checkpoints and the approximate number of bytes they take.
    #[cfg(test)]
    pub(super) fn count_and_bytes(&self) -> (usize, usize) {
        (self.all.len(), self.bytes)
    }
}

impl Checkpoints for CheckpointList {
    fn size(&self) -> usize {
        self.bytes
    }

    fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
        self.all.retain(|checkpoint| keep(checkpoint.at));
        self.bytes = 0;
        let mut before: Option<&ProgramState> = None;
        for checkpoint in &mut self.all {
            checkpoint.bytes = checkpoint.state.bytes_beside(before);
            self.bytes += checkpoint.bytes;
            before = Some(&checkpoint.state);
        }
    }
}

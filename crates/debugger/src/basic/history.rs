//! Reverse execution by checkpoint and replay.
//!
//! From time to time a checkpoint copies the machine. To go back, the last checkpoint before the goal is restored and
//! the remaining steps are executed again. The same state and the same changes lead to the same result.

use arcadian_machine::thinning::{Checkpoints, thin};

use super::state::{Change, ProgramState};
use crate::debuggee::{Outcome, SetError, State};

/// Statements between checkpoints. Copies then take a few percent of the time, and a step back a few milliseconds.
const SPACING: u64 = 1 << 12;

/// T-states between checkpoints. Only statements that draw long texts reach this limit before [`SPACING`].
const WORK: u64 = 1 << 26;

/// Statements replayed before the T-states are compared with the limit again.
const SLICE: u64 = 1 << 8;

/// Bytes that checkpoints may take.
const MEMORY: usize = 32 << 20;

#[derive(Clone, Debug)]
pub(super) struct History {
    state: ProgramState,
    checkpoints: CheckpointList,
    events: Vec<Event>,
    /// The number of events that were applied to the current state.
    applied: usize,
    /// The step at which an event or a checkpoint is due.
    due: u64,
    /// The T-states at which a checkpoint is due before that step.
    due_cycles: u64,
    end: u64,
    spacing: u64,
}

/// A change, and the step at which it was made.
#[derive(Clone, Debug)]
struct Event {
    at: u64,
    change: Change,
}

impl History {
    pub(super) fn new(state: ProgramState) -> Self {
        Self::with_limits(state, SPACING, MEMORY)
    }

    /// Starts a history with a checkpoint every `spacing` steps, in about `memory` bytes.
    pub(super) fn with_limits(state: ProgramState, spacing: u64, memory: usize) -> Self {
        Self {
            checkpoints: CheckpointList::new(&state, memory),
            state,
            events: Vec::new(),
            applied: 0,
            due: spacing,
            due_cycles: WORK,
            end: 0,
            spacing,
        }
    }

    pub(super) fn state(&self) -> &ProgramState {
        &self.state
    }

    /// Returns the last recorded step.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Applies a change from outside. The history beyond this point is discarded.
    pub(super) fn change(&mut self, change: Change) -> Result<(), SetError> {
        change.apply(&mut self.state)?;
        let now = self.state.steps();
        self.events.truncate(self.applied);
        self.events.push(Event { at: now, change });
        self.applied += 1;
        self.end = now;
        self.checkpoints.truncate(now);
        self.schedule();
        Ok(())
    }

    /// Executes up to `steps` steps, replaying the recorded ones.
    pub(super) fn run(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        let goal = self.state.steps().saturating_add(steps);
        let outcome = loop {
            if self.state.is_at_end() {
                break None;
            }
            if self.state.steps() >= goal {
                break Some(Outcome::Done);
            }
            self.state.advance(1);
            self.do_due();
            if observe(&self.state) {
                break Some(Outcome::Stopped);
            }
        };
        self.end = self.end.max(self.state.steps());
        outcome.or_else(|| self.state.end().map(Outcome::Ended)).unwrap_or(Outcome::Done)
    }

    /// Goes to the state after `step` steps, or to the end of the history.
    pub(super) fn seek(&mut self, step: u64) {
        let goal = step.min(self.end);
        let now = self.state.steps();
        if goal < now || self.checkpoints.last_before(goal).at > now {
            self.restore_before(goal);
        }
        self.replay(goal);
    }

    fn replay(&mut self, goal: u64) {
        while self.state.steps() < goal && !self.state.is_at_end() {
            let slice = self.due.min(goal).saturating_sub(self.state.steps()).clamp(1, SLICE);
            self.state.advance(slice);
            self.do_due();
        }
    }

    /// Applies events and makes a checkpoint if they are due.
    #[inline]
    fn do_due(&mut self) {
        if self.state.steps() >= self.due || self.state.cycles() >= self.due_cycles {
            self.catch_up();
        }
    }

    fn catch_up(&mut self) {
        let now = self.state.steps();
        while let Some(event) = self.events.get(self.applied).filter(|event| event.at <= now) {
            // The change succeeded when it was recorded, so it succeeds in the same state again.
            let result = event.change.apply(&mut self.state);
            debug_assert_eq!(result, Ok(()));
            self.applied += 1;
        }
        let last = self.checkpoints.last_before(now);
        let work = self.state.cycles() - last.state.cycles();
        if now > last.at && (now - last.at >= self.spacing || work >= WORK) {
            self.checkpoints.add(&self.state, self.applied);
        }
        self.schedule();
    }

    /// Determines when an event or a checkpoint is due next.
    fn schedule(&mut self) {
        let now = self.state.steps();
        let last = self.checkpoints.last_before(now);
        let checkpoint = last.at.saturating_add(self.spacing);
        let event = self.events.get(self.applied).map_or(u64::MAX, |event| event.at);
        self.due = checkpoint.min(event).max(now + 1);
        self.due_cycles = last.state.cycles().saturating_add(WORK);
    }

    fn restore_before(&mut self, step: u64) {
        let checkpoint = self.checkpoints.last_before(step);
        self.state = ProgramState::clone(&checkpoint.state);
        self.applied = checkpoint.applied;
        self.catch_up();
    }

    /// Returns the number of checkpoints and the approximate number of bytes they take.
    #[cfg(test)]
    pub(super) fn checkpoints(&self) -> (usize, usize) {
        self.checkpoints.count_and_bytes()
    }
}

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

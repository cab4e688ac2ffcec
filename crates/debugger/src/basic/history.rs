//! Going to and fro.
//!
//! Every so many statements, or as much time of the machine, a checkpoint keeps a copy of the machine. To go back, the
//! last copy before the goal takes its place, and the rest of the way is executed again: the same state and the same
//! events lead to the same place.

use super::{change::Change, moment::Moment, thin};
use crate::debuggee::{Refused, State, Why};

// So many that copies cost a few hundredths of the time, so few that going back one takes milliseconds at most.
const SPACING: u64 = 1 << 12;

// As many T-states as hardly any 4,096 statements take, unless they draw long texts.
const WORK: u64 = 1 << 26;

// Legs so short that few statements are executed between two looks at the T-states.
const LEG: u64 = 1 << 8;

const MEMORY: usize = 32 << 20;

/// A machine that remembers how it came where it is.
#[derive(Clone, Debug)]
pub(super) struct History {
    now: Moment,
    // In their order; never empty, and the first is the beginning.
    checkpoints: Vec<Checkpoint>,
    events: Vec<Event>,
    // How many of the events have happened: all of this step and before.
    happened: usize,
    // The step at which something is to be done, an event or a checkpoint.
    due: u64,
    // The T-states at which a checkpoint is to be made even so.
    due_clock: u64,
    end: u64,
    // About how many bytes the checkpoints take.
    kept: usize,
    spacing: u64,
    memory: usize,
}

/// A moment to which one can go back.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    pub(super) at: u64,
    happened: usize,
    pub(super) bytes: usize,
    pub(super) moment: Box<Moment>,
}

/// A change, and after how many steps it came.
#[derive(Clone, Debug)]
struct Event {
    at: u64,
    change: Change,
}

impl History {
    /// Begins recording.
    pub(super) fn new(moment: Moment) -> Self {
        Self::with(moment, SPACING, MEMORY)
    }

    /// Begins recording with a checkpoint every `spacing` steps, and about so many bytes for them.
    pub(super) fn with(moment: Moment, spacing: u64, memory: usize) -> Self {
        let bytes = moment.bytes_beside(None);
        let first = Checkpoint { at: 0, happened: 0, bytes, moment: Box::new(moment.clone()) };
        Self {
            now: moment,
            checkpoints: vec![first],
            events: Vec::new(),
            happened: 0,
            due: spacing,
            due_clock: WORK,
            end: 0,
            kept: bytes,
            spacing,
            memory,
        }
    }

    pub(super) fn now(&self) -> &Moment {
        &self.now
    }

    /// How far the record reaches.
    pub(super) fn furthest(&self) -> u64 {
        self.end
    }

    /// Changes something from outside. What was recorded beyond this point is forgotten.
    pub(super) fn change(&mut self, change: Change) -> Result<(), Refused> {
        change.make(&mut self.now)?;
        let now = self.now.now();
        self.events.truncate(self.happened);
        self.events.push(Event { at: now, change });
        self.happened += 1;
        self.end = now;
        let later = self.checkpoints.partition_point(|checkpoint| checkpoint.at <= now);
        self.checkpoints.truncate(later);
        self.kept = thin::total(&self.checkpoints);
        self.plan();
        Ok(())
    }

    /// Executes up to so many steps. Through what is recorded they lead where they led before.
    pub(super) fn run(&mut self, steps: u64, look: &mut dyn FnMut(&dyn State) -> bool) -> Why {
        let goal = self.now.now().saturating_add(steps);
        let why = loop {
            if self.now.is_at_end() {
                break None;
            }
            if self.now.now() >= goal {
                break Some(Why::Steps);
            }
            self.now.advance(1);
            self.arrive();
            if look(&self.now) {
                break Some(Why::Asked);
            }
        };
        self.end = self.end.max(self.now.now());
        why.or_else(|| self.now.end().map(Why::End)).unwrap_or(Why::Steps)
    }

    /// Goes to where so many steps are done, or to the end of the record.
    pub(super) fn seek(&mut self, step: u64) {
        let goal = step.min(self.end);
        let now = self.now.now();
        let near = self.checkpoint_before(goal);
        if goal < now || self.checkpoints[near].at > now {
            self.restore(near);
        }
        self.replay(goal);
    }

    fn replay(&mut self, goal: u64) {
        while self.now.now() < goal && !self.now.is_at_end() {
            let leg = self.due.min(goal).saturating_sub(self.now.now()).clamp(1, LEG);
            self.now.advance(leg);
            self.arrive();
        }
    }

    /// What is due at this step: its events, and perhaps a checkpoint.
    #[inline]
    fn arrive(&mut self) {
        if self.now.now() >= self.due || self.now.clock() >= self.due_clock {
            self.catch_up();
        }
    }

    fn catch_up(&mut self) {
        let now = self.now.now();
        while let Some(event) = self.events.get(self.happened).filter(|event| event.at <= now) {
            // It could be made when it came, so it can be made again.
            let made = event.change.make(&mut self.now);
            debug_assert_eq!(made, Ok(()));
            self.happened += 1;
        }
        let near = self.checkpoint_before(now);
        let last = &self.checkpoints[near];
        let work = self.now.clock() - last.moment.clock();
        if now > last.at && (now - last.at >= self.spacing || work >= WORK) {
            self.keep(near);
        }
        self.plan();
    }

    /// When something is to be done next.
    fn plan(&mut self) {
        let now = self.now.now();
        let last = &self.checkpoints[self.checkpoint_before(now)];
        let checkpoint = last.at.saturating_add(self.spacing);
        let event = self.events.get(self.happened).map_or(u64::MAX, |event| event.at);
        self.due = checkpoint.min(event).max(now + 1);
        self.due_clock = last.moment.clock().saturating_add(WORK);
    }

    /// The place of the last checkpoint not after a step.
    fn checkpoint_before(&self, step: u64) -> usize {
        self.checkpoints.partition_point(|checkpoint| checkpoint.at <= step).saturating_sub(1)
    }

    /// Makes a checkpoint behind the one at this place.
    fn keep(&mut self, before: usize) {
        let bytes = self.now.bytes_beside(Some(&self.checkpoints[before].moment));
        let (at, happened) = (self.now.now(), self.happened);
        let checkpoint = Checkpoint { at, happened, bytes, moment: Box::new(self.now.clone()) };
        self.checkpoints.insert(before + 1, checkpoint);
        self.kept += bytes;
        if self.kept > self.memory {
            thin::thin(&mut self.checkpoints, at, self.memory / 2);
            self.kept = thin::total(&self.checkpoints);
        }
    }

    /// How many checkpoints there are, and about how many bytes they take.
    #[cfg(test)]
    pub(super) fn kept(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.kept)
    }

    fn restore(&mut self, near: usize) {
        let checkpoint = &self.checkpoints[near];
        self.now = Moment::clone(&checkpoint.moment);
        self.happened = checkpoint.happened;
        self.catch_up();
    }
}

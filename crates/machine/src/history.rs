//! Going back.
//!
//! Every so many instructions a checkpoint keeps the processor, the devices, and each page of memory as it was before
//! the first write after that checkpoint. To go back, pages are put back from the newest checkpoint to the one before
//! the goal, and the rest of the way is executed again: the same state and the same events lead to the same place.

mod checkpoint;
mod event;
mod thin;

use std::ops::{ControlFlow, RangeInclusive};

use arcadian_cpu::Core;

use crate::{
    machine::{Machine, Moment},
    until::{Reason, Stop, Until},
    watch::Access,
};

pub use event::Change;

use checkpoint::Checkpoint;
use event::Event;

// So many that keeping even every page costs a few hundredths of the time, so few that going back one takes well
// under a millisecond.
const SPACING: u64 = 1 << 15;

const MEMORY: usize = 64 << 20;

/// A machine that remembers how it came where it is.
///
/// Nothing but [`History::change`] can touch the machine from outside, so that going back and forward stays true.
#[derive(Clone, Debug)]
pub struct History<C: Core> {
    machine: Machine<C>,
    // Never empty: the first is where recording began.
    checkpoints: Vec<Checkpoint<C>>,
    events: Vec<Event<C>>,
    // How many of the events have happened.
    happened: usize,
    end: u64,
    kept: usize,
    spacing: u64,
    memory: usize,
}

/// A place that was never reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {asked} is not recorded; {first} to {last} are")]
pub struct NotRecorded {
    /// Where to go.
    pub asked: u64,
    /// Where the record begins.
    pub first: u64,
    /// Where it ends.
    pub last: u64,
}

impl<C: Core> History<C> {
    /// Begins recording.
    pub fn new(machine: Machine<C>) -> Self {
        Self::with(machine, SPACING, MEMORY)
    }

    /// Begins recording with a checkpoint every `spacing` instructions, at least one, and about so many bytes for
    /// them. When they are used up, the older a checkpoint is the fewer neighbours it keeps.
    pub fn with(mut machine: Machine<C>, spacing: u64, memory: usize) -> Self {
        machine.backplane.memory.save_all();
        let first = Checkpoint::of(&mut machine, 0, None);
        History {
            end: machine.instructions(),
            machine,
            checkpoints: vec![first],
            events: Vec::new(),
            happened: 0,
            kept: 0,
            spacing: spacing.max(1),
            memory,
        }
    }

    /// The machine, to look at.
    pub fn machine(&self) -> &Machine<C> {
        &self.machine
    }

    /// Ends recording.
    pub fn into_machine(mut self) -> Machine<C> {
        self.machine.backplane.memory.save_nothing();
        self.machine
    }

    /// How many instructions have been executed.
    pub fn now(&self) -> u64 {
        self.machine.instructions()
    }

    /// Where the record begins and ends.
    pub fn recorded(&self) -> (u64, u64) {
        (self.checkpoints.first().map_or(0, |checkpoint| checkpoint.at), self.end)
    }

    /// How many checkpoints there are, and about how many bytes they take.
    pub fn kept(&self) -> (usize, usize) {
        (self.checkpoints.len(), self.kept)
    }

    /// What was printed since this was last asked.
    pub fn take_printed(&mut self) -> &[u8] {
        self.machine.backplane.printed.take()
    }

    /// Makes runs stop after an instruction that accesses one of these addresses so. Going back and forward does not.
    pub fn watch(&mut self, range: RangeInclusive<u16>, access: Access) {
        self.machine.backplane.watch(range, access);
    }

    /// Watches nothing any more.
    pub fn watch_nothing(&mut self) {
        self.machine.backplane.watch_nothing();
    }

    /// Changes something from outside. What was recorded beyond this point is forgotten.
    pub fn change(&mut self, change: Change<C>) {
        self.events.truncate(self.happened);
        self.end = self.now();
        change.make(&mut self.machine);
        self.events.push(Event { at: self.end, change });
        self.happened += 1;
    }
}

/// Forward.
impl<C: Core> History<C> {
    /// Runs. Through what is recorded this leads where it led before.
    pub fn run(&mut self, until: &Until) -> Stop {
        self.legs(until, |machine, instructions, cycles| machine.go(until, instructions, cycles))
    }

    /// Runs while `look` looks on, before each instruction, and may ask to stop.
    pub fn run_with(&mut self, until: &Until, mut look: impl FnMut(&Moment<C>) -> ControlFlow<()>) -> Stop {
        self.legs(until, |machine, instructions, cycles| {
            machine.go_with(until, instructions, cycles, &mut look)
        })
    }

    /// Runs from one thing that is due to the next.
    fn legs(&mut self, until: &Until, mut leg: impl FnMut(&mut Machine<C>, u64, u64) -> Stop) -> Stop {
        let mut total = Stop { reason: Reason::Budget, instructions: 0, cycles: 0 };
        while total.instructions < until.instructions && total.cycles < until.cycles {
            self.prepare();
            let instructions = (until.instructions - total.instructions).min(self.clear_way());
            let stop = leg(&mut self.machine, instructions, until.cycles - total.cycles);
            total.instructions += stop.instructions;
            total.cycles += stop.cycles;
            total.reason = stop.reason;
            if stop.reason != Reason::Budget {
                break;
            }
        }
        self.catch_up();
        self.end = self.end.max(self.now());
        total
    }

    /// Executes up to so many instructions again that were taken back. Gives how many it were.
    pub fn forward(&mut self, instructions: u64) -> u64 {
        let from = self.now();
        self.replay(from.saturating_add(instructions).min(self.end));
        self.now() - from
    }

    /// The same while `look` looks on, before each instruction, and may ask to stop.
    pub fn forward_with(
        &mut self,
        instructions: u64,
        look: impl FnMut(&Moment<C>) -> ControlFlow<()>,
    ) -> u64 {
        let from = self.now();
        let most = instructions.min(self.end.saturating_sub(from));
        self.run_with(&Until::never().instructions(most), look);
        self.now() - from
    }

    /// What is due before the next instruction.
    fn prepare(&mut self) {
        self.catch_up();
        if self.now() >= self.latest().saturating_add(self.spacing) {
            self.checkpoint();
        }
    }

    /// Instructions until something is due.
    fn clear_way(&self) -> u64 {
        let next = self.latest().saturating_add(self.spacing);
        let event = self.events.get(self.happened).map_or(u64::MAX, |event| event.at);
        next.min(event).saturating_sub(self.now())
    }

    /// Lets the events of this moment happen.
    fn catch_up(&mut self) {
        while let Some(event) = self.events.get(self.happened).filter(|event| event.at <= self.now()) {
            event.change.make(&mut self.machine);
            self.happened += 1;
        }
    }

    fn replay(&mut self, goal: u64) {
        let remaining = goal.saturating_sub(self.now());
        self.run(&Until::never().instructions(remaining));
    }
}

/// Back.
impl<C: Core> History<C> {
    /// Takes back up to so many instructions, and what they and events among them did. Gives how many it were.
    pub fn back(&mut self, instructions: u64) -> u64 {
        let from = self.now();
        let goal = from.saturating_sub(instructions).max(self.recorded().0);
        self.go_back(goal);
        from - goal
    }

    /// Goes to where so many instructions have been executed.
    pub fn seek(&mut self, instruction: u64) -> Result<(), NotRecorded> {
        let (first, last) = self.recorded();
        if !(first..=last).contains(&instruction) {
            return Err(NotRecorded { asked: instruction, first, last });
        }
        match instruction < self.now() {
            true => self.go_back(instruction),
            false => self.replay(instruction),
        }
        Ok(())
    }

    /// Goes back to the last place where `wanted` says so before the next instruction. Without one it stays here.
    pub fn back_to(&mut self, mut wanted: impl FnMut(&Moment<C>) -> bool) -> Option<u64> {
        let here = self.now();
        let mut end = here;
        while end > self.recorded().0 {
            self.restore_before(end - 1);
            let start = self.now();
            let found = self.last_between(end, &mut wanted);
            if let Some(found) = found {
                self.go_back(found);
                return Some(found);
            }
            end = start;
        }
        self.replay(here);
        self.settle();
        None
    }

    fn last_between(&mut self, end: u64, wanted: &mut impl FnMut(&Moment<C>) -> bool) -> Option<u64> {
        let mut found = None;
        self.run_with(&Until::never().instructions(end - self.now()), |moment| {
            if wanted(moment) {
                found = Some(moment.instructions);
            }
            ControlFlow::Continue(())
        });
        found
    }

    fn go_back(&mut self, goal: u64) {
        if goal < self.now() {
            self.restore_before(goal);
            self.replay(goal);
        }
        self.settle();
    }

    fn settle(&mut self) {
        self.machine.backplane.printed.settle();
        self.machine.backplane.sent.settle();
    }
}

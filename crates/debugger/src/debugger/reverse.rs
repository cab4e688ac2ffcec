//! Backward execution.
//!
//! To go backward to a condition, the recorded steps are replayed section by section, the latest section first. The
//! last state in a section that satisfies the condition is the destination.

use super::{Cause, Debugger, Report, is_about_to_run, stoppoints::Stoppoints};
use crate::{
    debuggee::{Debuggee, EventRange, Location, State},
    interrupt::InterruptPoll,
};

/// The length of the first section in steps; each further one is twice as long, up to the longest.
const SHORTEST: u64 = 1 << 12;
const LONGEST: u64 = 1 << 22;

/// Backward execution.
impl Debugger {
    /// Takes back up to `steps` steps.
    pub fn back(&mut self, steps: u64) -> Report {
        let from = self.program.steps();
        let to = from.saturating_sub(steps);
        self.program.seek(to);
        let cause = if steps > from { Cause::Start } else { Cause::Stepped };
        Report { cause, from, to }
    }

    /// Takes back one step. If it returned from a subroutine, goes back to the call.
    pub fn back_next(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(|state| (state.depth() <= depth).then_some(Cause::Stepped))
    }

    /// Goes back to the call of the current subroutine.
    pub fn back_finish(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(|state| (state.depth() < depth).then_some(Cause::Called))
    }

    /// Goes back to the previous breakpoint, or to before the step that changed a watched value.
    pub fn back_resume(&mut self) -> Report {
        self.backward(|_| None)
    }

    /// Goes back to one of some locations, or until another cause stops the program.
    pub fn back_until(&mut self, locations: &[Location]) -> Report {
        self.backward(|state| is_about_to_run(state, locations).then_some(Cause::Reached))
    }

    /// Goes back to the last of these events, or until another cause stops the program. Like forward execution it stops
    /// after the step in which the event occurred.
    pub fn back_until_event(&mut self, events: &EventRange) -> Report {
        self.backward(|state| events.occurred(state).map(Cause::Event))
    }

    fn backward(&mut self, goal: impl Fn(&dyn State) -> Option<Cause>) -> Report {
        let from = self.program.steps();
        let mut search = Search {
            program: self.program.as_mut(),
            stoppoints: &mut self.stoppoints,
            interrupted: self.interrupted.as_mut(),
            budget: &mut self.budget,
            goal: &goal,
        };
        let (to, cause) = match search.last_before(from) {
            Ok(Some(found)) => found,
            Ok(None) => (0, Cause::Start),
            Err(Aborted(cause)) => (from, cause),
        };
        self.program.seek(to);
        Report { cause, from, to }
    }
}

/// The search was ended before its result: why.
struct Aborted(Cause);

/// A step to go back to, and why.
type Found = Option<(u64, Cause)>;

/// A search for the last state that stops the program.
struct Search<'a> {
    program: &'a mut dyn Debuggee,
    stoppoints: &'a mut Stoppoints,
    interrupted: &'a mut dyn FnMut(&dyn State) -> bool,
    budget: &'a mut u64,
    goal: &'a dyn Fn(&dyn State) -> Option<Cause>,
}

impl Search<'_> {
    fn last_before(&mut self, here: u64) -> Result<Found, Aborted> {
        let (mut end, mut length) = (here, SHORTEST);
        while end > 0 {
            let start = end.saturating_sub(length);
            if let Some(found) = self.last_between(start, end)? {
                return Ok(Some(found));
            }
            end = start;
            length = (length * 2).min(LONGEST);
        }
        Ok(None)
    }

    /// Searches the steps from `start` up to but not including `end`.
    fn last_between(&mut self, start: u64, end: u64) -> Result<Found, Aborted> {
        // A condition that becomes true at `start` is only noticed in comparison with the step before.
        let start = start.saturating_sub(1);
        *self.budget = self.budget.checked_sub(end - start).ok_or(Aborted(Cause::OutOfBudget))?;
        self.program.seek(start);
        let program: &dyn State = self.program;
        self.stoppoints.start(program);
        // In the first state there is no step whose changes could be seen, so only locations count.
        let location = self.stoppoints.check_replayed(program).location;
        let mut found = location.or_else(|| (self.goal)(program)).map(|cause| (start, cause));
        let mut interrupt = InterruptPoll::new(self.interrupted);
        let (stoppoints, goal) = (&mut *self.stoppoints, self.goal);
        self.program.run(end - start, &mut |state| {
            let now = state.steps();
            let hits = stoppoints.check_replayed(state);
            // The previous step made the change, so the destination is before that step.
            let change = hits.change.map(|cause| (now - 1, cause));
            let location = hits.location.or_else(|| goal(state)).filter(|_| now < end);
            found = location.map(|cause| (now, cause)).or(change).or(found.take());
            interrupt.poll(state)
        });
        if interrupt.is_interrupted() { Err(Aborted(Cause::Interrupted)) } else { Ok(found) }
    }
}

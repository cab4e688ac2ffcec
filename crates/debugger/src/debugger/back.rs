//! Going back.
//!
//! What lies behind is run through again, a stretch at a time, the last stretch first: of the places in it where one
//! would have stopped the last is the one to go back to.

use super::{Cause, Debugger, PATIENCE, Report, stops::Stops};
use crate::debuggee::{Debuggee, Spot, State};

/// The first stretch, in steps; each is twice as long as the one before.
const SHORTEST: u64 = 1 << 12;
const LONGEST: u64 = 1 << 22;

/// Back.
impl Debugger {
    /// Takes so many steps back.
    pub fn back(&mut self, steps: u64) -> Report {
        let from = self.program.now();
        let to = from.saturating_sub(steps);
        self.program.seek(to);
        let cause = if steps > from { Cause::Start } else { Cause::Stepped };
        Report { cause, from, to }
    }

    /// Takes a step back, and a subroutine that it left, to its call.
    pub fn back_next(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(Cause::Stepped, |state| state.depth() <= depth)
    }

    /// Goes back to where the subroutine was entered from.
    pub fn back_finish(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(Cause::Left, |state| state.depth() < depth)
    }

    /// Goes back until something stops it: before a breakpoint's place, or before the step that changed what is watched.
    pub fn back_resume(&mut self) -> Report {
        self.backward(Cause::Stepped, |_| false)
    }

    /// Goes back to a place, or until something else stops it.
    pub fn back_until(&mut self, spot: Spot) -> Report {
        self.backward(Cause::Reached, |state| state.spot() == spot)
    }

    fn backward(&mut self, goal: Cause, reached: impl Fn(&dyn State) -> bool) -> Report {
        let from = self.program.now();
        let mut search = Search {
            program: self.program.as_mut(),
            stops: &mut self.stops,
            interrupted: &mut self.interrupted,
            wanted: &|state| reached(state).then(|| goal.clone()),
        };
        let (to, cause) = match search.from(from) {
            Ok(Some(found)) => found,
            Ok(None) => (0, Cause::Start),
            Err(Stopped) => (from, Cause::Interrupted),
        };
        self.program.seek(to);
        Report { cause, from, to }
    }
}

/// Somebody wanted the search to stop.
struct Stopped;

struct Search<'a> {
    program: &'a mut dyn Debuggee,
    stops: &'a mut Stops,
    interrupted: &'a mut dyn FnMut() -> bool,
    wanted: &'a dyn Fn(&dyn State) -> Option<Cause>,
}

impl Search<'_> {
    fn from(&mut self, here: u64) -> Result<Option<(u64, Cause)>, Stopped> {
        let (mut end, mut length) = (here, SHORTEST);
        while end > 0 {
            let start = end.saturating_sub(length);
            if let Some(found) = self.between(start, end)? {
                return Ok(Some(found));
            }
            end = start;
            length = (length * 2).min(LONGEST);
        }
        Ok(None)
    }

    /// The last place from `start` up to but not including `end`.
    fn between(&mut self, start: u64, end: u64) -> Result<Option<(u64, Cause)>, Stopped> {
        // What becomes true at `start` is seen from the step before.
        let start = start.saturating_sub(1);
        self.program.seek(start);
        let program: &dyn State = self.program;
        self.stops.begin(program);
        // Who looks at the beginning only sees places, not changes.
        let mut found =
            self.stops.glance(program).0.or_else(|| (self.wanted)(program)).map(|cause| (start, cause));
        let (mut patience, mut stopped) = (PATIENCE, false);
        let (stops, wanted, interrupted) = (&mut *self.stops, self.wanted, &mut *self.interrupted);
        self.program.run(end - start, &mut |state| {
            let now = state.now();
            let (place, change) = stops.glance(state);
            // The step before made the change, and that one is to come next.
            let change = change.map(|cause| (now - 1, cause));
            let place = place.or_else(|| wanted(state)).filter(|_| now < end).map(|cause| (now, cause));
            found = place.or(change).or(found.take());
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                stopped = interrupted();
            }
            stopped
        });
        if stopped { Err(Stopped) } else { Ok(found) }
    }
}

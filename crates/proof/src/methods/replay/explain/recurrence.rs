//! Where an endless loop begins.

use super::Replay;
use crate::{contract::initial_state::InitialState, methods::replay::Repetition};

/// The loop in which a run ends.
pub(super) struct Recurrence {
    /// The number of instructions before the first state that recurs.
    pub(super) first: u64,
    /// The number of instructions until it does.
    pub(super) period: u64,
}

impl Replay<'_> {
    /// Returns the first state of a run that recurs, or `None` if none is found within the instruction limit.
    pub(super) fn recurrence(&mut self, start: &InitialState) -> Option<Recurrence> {
        self.set_up(start);
        let found = self
            .advance(start, self.routine.entry, 1)
            .and_then(|_| self.repetition(start.placement.return_address));
        self.undo();
        let Repetition { found_after, period } = found?;
        // All states after one that recurs recur as well. Most loops begin early, so the steps are tried in doubling order first.
        let last = found_after + 1;
        let (mut first, mut recurring) = (0, 1);
        while recurring < last && !self.recurs(start, recurring, period) {
            (first, recurring) = (recurring + 1, 2 * recurring);
        }
        recurring = recurring.min(last);
        while first < recurring {
            let middle = first + (recurring - first) / 2;
            if self.recurs(start, middle, period) {
                recurring = middle;
            } else {
                first = middle + 1;
            }
        }
        Some(Recurrence { first, period })
    }

    /// Whether the state after a number of instructions is the same a period later.
    fn recurs(&mut self, start: &InitialState, step: u64, period: u64) -> bool {
        self.set_up(start);
        let entry = self.routine.entry;
        let mut state_after = |pc, count| {
            let pc = self.advance(start, pc, count)?;
            Some((pc, self.machine.stack(), self.state(), self.machine.ram().copy()))
        };
        let before = state_after(entry, step);
        let later = before.as_ref().and_then(|(pc, ..)| state_after(*pc, period));
        self.undo();
        before.is_some() && before == later
    }

    /// Executes a number of instructions from an address. Returns the next address, or `None` if the routine returns.
    fn advance(&mut self, start: &InitialState, pc: u16, count: u64) -> Option<u16> {
        if count == 0 {
            return Some(pc);
        }
        match self.machine.run(pc, start.placement.return_address, count, &self.code) {
            Some(_) => None,
            None => Some(self.machine.pc()),
        }
    }
}

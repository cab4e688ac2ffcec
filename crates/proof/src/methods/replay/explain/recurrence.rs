//! Where an endless loop begins.

use arcadian_parallel::cancellation::{Cancelled, is_cancelled};

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
    pub(super) fn recurrence(&mut self, start: &InitialState) -> Result<Option<Recurrence>, Cancelled> {
        self.set_up(start);
        let found = match self.address_after(start, self.routine.entry, 1) {
            Ok(Some(_)) => self.repetition(start.placement.return_address),
            Ok(None) | Err(Cancelled) => None,
        };
        self.undo();
        if is_cancelled() {
            return Err(Cancelled);
        }
        let Some(Repetition { found_after, period }) = found else { return Ok(None) };
        // All states after one that recurs recur as well. Most loops begin early, so the steps are tried in doubling order first.
        let last = found_after + 1;
        let (mut first, mut recurring) = (0, 1);
        while recurring < last && !self.recurs(start, recurring, period)? {
            (first, recurring) = (recurring + 1, 2 * recurring);
        }
        recurring = recurring.min(last);
        while first < recurring {
            let middle = first + (recurring - first) / 2;
            if self.recurs(start, middle, period)? {
                recurring = middle;
            } else {
                first = middle + 1;
            }
        }
        Ok(Some(Recurrence { first, period }))
    }

    /// Whether the state after a number of instructions is the same a period later.
    fn recurs(&mut self, start: &InitialState, step: u64, period: u64) -> Result<bool, Cancelled> {
        self.set_up(start);
        let entry = self.routine.entry;
        let mut state_after = |pc, count| {
            let Some(pc) = self.address_after(start, pc, count)? else { return Ok(None) };
            Ok(Some((pc, self.machine.stack(), self.state(), self.machine.ram().copy())))
        };
        let mut compare = || {
            let Some(before) = state_after(entry, step)? else { return Ok(false) };
            Ok(state_after(before.0, period)?.is_some_and(|later| later == before))
        };
        let recurs = compare();
        self.undo();
        recurs
    }

    /// Executes a number of instructions from an address. Returns the next address, or `None` if the routine returns.
    fn address_after(&mut self, start: &InitialState, pc: u16, count: u64) -> Result<Option<u16>, Cancelled> {
        let returned = self.advance(pc, start.placement.return_address, count)?;
        Ok(if count == 0 { Some(pc) } else { returned.is_none().then(|| self.machine.pc()) })
    }
}

//! Calls before a return, and jumps in place of them: they are the same if the routine returns and does not look at the stack.
//!
//! A call before a return becomes a jump, so that the parts end there. Where a part also calls the routine elsewhere, both become a
//! call and a return.

use arcadian_isa::Control;
use arcadian_parallel::{
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::code::{Code, Destination, Step};

/// Makes one of calls before a return and of jumps to routines that one of the parts calls.
pub(crate) fn set_tail_calls(old: &mut Code, new: &mut Code) {
    // A routine of the part returns into the part: a call before its return does not end it.
    if !old.calls_inside() && !new.calls_inside() {
        old.set_last_calls();
        new.set_last_calls();
    }
    let called: Vec<_> = old.called().chain(new.called()).collect();
    for step in old.instructions.iter_mut().chain(&mut new.instructions) {
        step.set_tail_call(&called);
    }
}

impl Code {
    fn calls_inside(&self) -> bool {
        self.instructions.iter().any(|step| step.pushed.is_some())
    }

    /// Marks the calls before a return.
    fn set_last_calls(&mut self) {
        let Some(returning) = self.returning.as_ref().map(|step| step.row) else { return };
        let is_return = |step: Option<&Step>| step.is_some_and(|step| step.row == returning);
        let last: Vec<bool> =
            (1..=self.instructions.len()).map(|next| is_return(self.instructions.get(next))).collect();
        for (step, _) in self.instructions.iter_mut().zip(last).filter(|(_, is_last)| *is_last) {
            let cycles = u64::from(returning.cycles.base);
            let address = step.called();
            step.target = address.map(|address| Destination::LastCall(address, cycles)).or(step.target);
        }
    }

    /// Returns the addresses of the routines that it calls, except before a return.
    fn called(&self) -> impl Iterator<Item = Word<Formula>> {
        self.instructions.iter().filter_map(Step::called)
    }
}

impl Step {
    /// Returns what it calls outside.
    fn called(&self) -> Option<Word<Formula>> {
        match (self.control, self.target) {
            (Control::Call, Some(Destination::Outside(address))) => Some(address),
            (Control::Restart(address), None) => Some(address.into()),
            _ => None,
        }
    }

    /// Makes a call and a return of a jump, or of a call before a return, if it leads to one of these routines.
    fn set_tail_call(&mut self, routines: &[Word<Formula>]) {
        let is_routine = |address: Word<Formula>| {
            routines.iter().any(|each| FormulaByte::words_equal(*each, address) == Formula::TRUE)
        };
        self.target = match (self.control, self.target) {
            (Control::Branch, Some(Destination::Outside(address))) if is_routine(address) => {
                Some(Destination::TailCall(address))
            }
            (Control::Restart(_), Some(Destination::LastCall(address, _))) if is_routine(address) => None,
            (_, Some(Destination::LastCall(address, _))) if is_routine(address) => {
                Some(Destination::Outside(address))
            }
            (_, target) => target,
        };
    }
}

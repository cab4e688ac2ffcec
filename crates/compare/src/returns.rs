//! Calls of routines inside a part: what they push, and where a return leads.
//!
//! The return address is an unknown number. A routine returns if it jumps to exactly this number. Code that computes with it is not
//! decided: where that leads depends on the bytes of the part.

use std::collections::BTreeSet;

use arcadian_cpu::Domain;
use arcadian_isa::{Control, Processor, Row};
use arcadian_parallel::{
    byte::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use super::path::Frame;
use crate::{
    code::{Code, Destination, Step},
    operand::Chooser,
    path::Path,
    reason::Reason,
    unknowns::{START, Unknowns, known_distance, literal},
};

/// The maximum number of calls inside the part that have not returned.
const MAX_DEPTH: usize = 32;

/// Place to which a computed jump leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    Outside,
    /// After the call of the frame with this number.
    Return(usize),
    /// An address that is computed from a return address of the part.
    Unknown,
}

/// A computed jump.
pub(crate) struct Jump<'a> {
    pub(crate) to: Word<Formula>,
    pub(crate) row: &'static Row,
    /// The bytes that it has pulled, the high one last: the last values that were certainly written there.
    pub(crate) pulled: &'a [Option<FormulaByte>],
}

impl Jump<'_> {
    /// Returns where it leads. Where a pointer may have led to the return address, the states divide.
    pub(crate) fn landing(&self, frames: &[Frame], unknowns: &Unknowns, chooser: &mut Chooser) -> Landing {
        let start = start_variables(unknowns);
        if start.is_empty() {
            return Landing::Outside;
        }
        let is_return = |frame: &Frame| FormulaByte::words_equal(self.as_pushed(unknowns), frame.address());
        let certain = |frame: &Frame| is_return(frame).constant(chooser.mask) == Some(true);
        if let Some(number) = frames.iter().rposition(certain) {
            return Landing::Return(number);
        }
        let (high, low) = FormulaByte::split(self.to);
        let known = match self.pulled {
            [.., low, high] => [*high, *low],
            _ => [Some(high), Some(low)],
        };
        let is_pushed = |frame: &Frame| known == [Some(frame.pushed.0), Some(frame.pushed.1)];
        if let Some(number) = frames.iter().rposition(is_pushed) {
            // Elsewhere a pointer led to the return address.
            let returns = chooser.choose(is_return(&frames[number]));
            return if returns { Landing::Return(number) } else { Landing::Outside };
        }
        let depends = |byte: &FormulaByte| byte.0.iter().any(|bit| !bit.support().is_disjoint(&start));
        if known.iter().flatten().any(depends) { Landing::Unknown } else { Landing::Outside }
    }

    /// Returns the address as a call would have pushed it.
    fn as_pushed(&self, unknowns: &Unknowns) -> Word<Formula> {
        let is_next = unknowns.entry.processor() != Processor::Mos6502 || self.row.mnemonic == "RTS";
        if is_next { self.to } else { FormulaByte::offset(self.to, 0xFFFF) }
    }
}

/// Returns the variables of the address of the first instruction; none if no part calls inside.
fn start_variables(unknowns: &Unknowns) -> BTreeSet<usize> {
    let (high, low) = FormulaByte::split(unknowns.named(START));
    high.0.iter().chain(&low.0).flat_map(|bit| bit.support()).collect()
}

impl Path {
    /// Enters a routine of the part. `stack` is the stack pointer before the call, `written` what it has pushed.
    pub(crate) fn enter(
        &mut self,
        call: &Step,
        stack: Word<Formula>,
        written: &[(Word<Formula>, FormulaByte)],
    ) -> Result<(), Reason> {
        let slots = written.iter().map(|(address, _)| *address).collect();
        let Some(pushed) = call.pushed else { return Ok(()) };
        if self.frames.len() == MAX_DEPTH {
            return Err(Reason::Depth { line: call.line, limit: MAX_DEPTH });
        }
        self.frames.push(Frame {
            caller: self.at,
            follower: call.follower,
            line: call.line,
            stack,
            pushed,
            slots,
        });
        Ok(())
    }

    /// Returns from the routine of a frame, and from those that it has called.
    pub(crate) fn leave(&mut self, frame: usize) {
        let Frame { follower, stack, .. } = self.frames[frame];
        self.at = follower;
        self.frames.truncate(frame);
        // The same formula as before the call: paths with and without the call can meet.
        if FormulaByte::words_equal(self.core.stack(), stack).constant(self.mask) == Some(true) {
            self.core.set_stack(stack);
        }
    }

    /// Fails if a return address of the part may still be on the stack: code outside could return to it.
    pub(crate) fn check_returned(&self) -> Result<(), Reason> {
        self.pending().next().map_or(Ok(()), |frame| Err(Reason::NoReturn { line: frame.line }))
    }

    /// Returns the frames whose return addresses may still be on the stack.
    fn pending(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().filter(|frame| !frame.slots.iter().all(|slot| self.is_pulled(*slot)))
    }

    /// Writes the return addresses again: code outside is assumed not to change them.
    pub(crate) fn restore_return_addresses(&mut self) {
        let pending: Vec<Frame> = self.pending().cloned().collect();
        for Frame { pushed: (high, low), slots, .. } in pending {
            for (slot, byte) in slots.iter().zip([high, low]) {
                self.memory.write(*slot, byte);
            }
        }
    }

    /// Returns whether an address is that of a return address of the part on the stack.
    pub(crate) fn has_return_address_at(&self, address: Word<Formula>, mask: Formula) -> bool {
        let is_at = |slot: &Word<Formula>| {
            *slot == address || FormulaByte::words_equal(*slot, address).constant(mask) == Some(true)
        };
        self.pending().any(|frame| frame.slots.iter().any(is_at))
    }

    /// Leaves out the states in which a pointer leads to a return address of the part on the stack. An address that is certainly that
    /// of one does not count as a pointer: code computes it from the stack pointer.
    pub(crate) fn keep_return_addresses_apart(&mut self) {
        for slot in self.frames.iter().flat_map(|frame| &frame.slots) {
            for accessed in &self.accessed {
                let is_same = FormulaByte::words_equal(*slot, *accessed);
                if is_same.constant(self.mask).is_none() {
                    self.mask = self.mask & !is_same;
                }
            }
        }
    }

    /// Leaves out the states in which a pointer or a push leads to where the stack pointer is saved. `entry` is the one on entry.
    pub(crate) fn keep_saved_stack_apart(&mut self, entry: Word<Formula>) {
        let is_moving = |address: &&Word<Formula>| literal(**address).is_none();
        let moving: Vec<_> = self.accessed.iter().chain(&self.pushed).filter(is_moving).copied().collect();
        let words = self.memory.words().filter(|_| !moving.is_empty());
        let is_stack = |(_, word): &(_, Word<Formula>)| known_distance(*word, entry, self.mask).is_some();
        let slots: Vec<_> = words.filter(is_stack).flat_map(|(slots, _)| slots).collect();
        for slot in slots {
            for address in &moving {
                let is_same = FormulaByte::words_equal(slot, *address);
                if is_same.constant(self.mask).is_none() {
                    self.mask = self.mask & !is_same;
                }
            }
        }
    }

    /// Returns where it is: the calls that have led there, and the next instruction.
    pub(crate) fn place(&self) -> Vec<usize> {
        self.frames.iter().map(|frame| frame.caller).chain([self.at]).collect()
    }
}

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

//! Loops, subroutines and the values between instructions.

use super::{Basic, FrameOf, Return};
use crate::{
    Why,
    op::{Indexed, Target},
};

impl Basic {
    #[inline]
    pub(super) fn push(&mut self, value: i16) {
        self.values[usize::from(self.depth)] = value;
        self.depth = self.depth.wrapping_add(1);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> i16 {
        self.depth = self.depth.wrapping_sub(1);
        self.values[usize::from(self.depth)]
    }

    /// Sets a target; true if program bytes were overwritten.
    pub(super) fn set(&mut self, target: Target, value: i16) -> bool {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)] = value,
            Target::Device(device) => self.set_device(device, value),
            Target::Indexed(kind) => {
                let address = self.pop();
                match kind {
                    Indexed::Memory => return self.poke_word(address, value),
                    Indexed::Port => self.set_port(address, value),
                    Indexed::At | Indexed::Star => self.store.set_word(address as usize, value),
                }
            }
        }
        false
    }

    pub(super) fn target_value(&self, target: Target) -> i16 {
        match target {
            Target::Variable(v) => self.variables[usize::from(v & 31)],
            Target::Device(device) => self.device(device),
            Target::Indexed(_) => 0,
        }
    }

    /// NEXT: the place to go back to, or `None` when the loop is over. Loops inside it are dropped.
    /// Evidence: patb.
    #[inline]
    pub(super) fn next(&mut self, wanted: Target) -> Result<Option<Return>, Why> {
        loop {
            match self.frames.last() {
                Some(FrameOf::Loop { variable, limit, step, back }) if *variable == wanted => {
                    let (limit, step, back) = (*limit, *step, *back);
                    return Ok(self.turn(wanted, limit, step).then_some(back));
                }
                Some(FrameOf::Loop { .. }) => self.pop_frame(),
                _ => return Err(Why::NextWithoutFor),
            };
        }
    }

    /// Adds the step and compares; false ends the loop. An overflow ends it too and leaves the variable.
    #[inline]
    pub(super) fn turn(&mut self, variable: Target, limit: i16, step: i16) -> bool {
        let next = self.target_value(variable).checked_add(step);
        if let Some(value) = next {
            self.set(variable, value);
        }
        let again = next.is_some_and(|value| if step < 0 { value >= limit } else { value <= limit });
        if !again {
            self.pop_frame();
        }
        again
    }

    /// A new FOR replaces the active loop of its variable. Evidence: patb.
    pub(super) fn forget_loop(&mut self, wanted: Target) {
        let here = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame, FrameOf::Subroutine(_)))
            .map_or(0, |i| i + 1);
        let same = |frame: &FrameOf| matches!(frame, FrameOf::Loop { variable, .. } if *variable == wanted);
        if let Some(index) = self.frames[here..].iter().position(same) {
            self.stack -= self.frames.remove(here + index).bytes();
        }
    }

    pub(super) fn return_from_subroutine(&mut self) -> Result<Return, Why> {
        if !self.frames.iter().any(|frame| matches!(frame, FrameOf::Subroutine(_))) {
            return Err(Why::ReturnWithoutGosub);
        }
        loop {
            match self.pop_frame() {
                Some(FrameOf::Subroutine(back)) => return Ok(back),
                Some(FrameOf::Loop { .. }) => {}
                None => return Err(Why::ReturnWithoutGosub),
            }
        }
    }
}

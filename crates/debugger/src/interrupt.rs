//! Interruption of long runs by the user.

use crate::debuggee::State;

/// The number of steps between two questions whether the user wants to interrupt the run.
pub const INTERRUPT_INTERVAL: u32 = 1 << 14;

/// Asks from time to time whether a run is to be interrupted.
pub(crate) struct InterruptPoll<'a> {
    interrupted: &'a mut dyn FnMut(&dyn State) -> bool,
    remaining: u32,
    is_interrupted: bool,
}

impl<'a> InterruptPoll<'a> {
    pub(crate) fn new(interrupted: &'a mut dyn FnMut(&dyn State) -> bool) -> Self {
        InterruptPoll { interrupted, remaining: INTERRUPT_INTERVAL, is_interrupted: false }
    }

    /// Counts a step and returns whether the run is to be interrupted after it.
    #[inline]
    pub(crate) fn poll(&mut self, state: &dyn State) -> bool {
        self.remaining -= 1;
        if self.remaining == 0 {
            self.remaining = INTERRUPT_INTERVAL;
            self.is_interrupted = (self.interrupted)(state);
        }
        self.is_interrupted
    }

    /// Returns the last answer.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

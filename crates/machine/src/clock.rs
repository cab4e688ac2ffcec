//! The clock.

/// The time in clock cycles, the next due time of a device, and the deadline of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    now: u64,
    // The time at which a device runs next.
    due: u64,
    // The time at which the run ends.
    deadline: u64,
    // The earlier of `due` and `deadline`.
    alarm: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { now: 0, due: u64::MAX, deadline: u64::MAX, alarm: u64::MAX }
    }
}

impl Clock {
    #[inline(always)]
    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    pub(crate) fn set_now(&mut self, cycles: u64) {
        self.now = cycles;
    }

    /// Advances the time. Returns whether a device may be due.
    #[inline(always)]
    pub(crate) fn elapse(&mut self, cycles: u64) -> bool {
        self.now += cycles;
        self.now >= self.alarm
    }

    pub(crate) fn due(&self) -> u64 {
        self.due
    }

    pub(crate) fn set_due(&mut self, cycles: u64) {
        self.due = cycles;
        self.alarm = self.due.min(self.deadline);
    }

    /// Sets the time at which the run ends. A run on the plain bus ignores it and is limited in instructions instead.
    pub(crate) fn set_deadline(&mut self, cycles: u64) {
        self.deadline = cycles;
        self.alarm = self.due.min(self.deadline);
    }

    #[inline(always)]
    pub(crate) fn is_past_deadline(&self) -> bool {
        self.now >= self.deadline
    }

    /// Returns whether any device is due in the future.
    pub(crate) fn has_due(&self) -> bool {
        self.due != u64::MAX
    }

    /// Returns the cycles until the deadline.
    pub(crate) fn cycles_to_deadline(&self) -> u64 {
        self.deadline.saturating_sub(self.now)
    }
}

//! The time in clock cycles, and what is due when.

/// The time. Nothing is due unless it is said so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    now: u64,
    // When a device is to run.
    due: u64,
    // When the run is to end.
    deadline: u64,
    // The earlier of both.
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

    /// Lets cycles pass. Says whether something is due.
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

    /// Ends the run at this time. It ends by itself where the clock of a quiet backplane is not looked at.
    pub(crate) fn set_deadline(&mut self, cycles: u64) {
        self.deadline = cycles;
        self.alarm = self.due.min(self.deadline);
    }

    #[inline(always)]
    pub(crate) fn is_late(&self) -> bool {
        self.now >= self.deadline
    }

    /// Whether a device is ever to run.
    pub(crate) fn is_set(&self) -> bool {
        self.due != u64::MAX
    }

    /// Cycles until the run is to end.
    pub(crate) fn left(&self) -> u64 {
        self.deadline.saturating_sub(self.now)
    }
}

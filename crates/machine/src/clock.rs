//! The clock.

/// The time in clock cycles, the next due time of a device, and the deadline of the run.
///
/// It counts the cycles down to the earlier of the two, its alarm, so that an access costs one subtraction and the check of a
/// sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    // The cycles until the last one before `alarm`; negative when the alarm has passed.
    left: i64,
    // The earlier of `due` and `deadline`, or a time before both if they are too far away to count down.
    alarm: u64,
    // The time at which a device runs next.
    due: u64,
    // The time at which the run ends.
    deadline: u64,
    // Whether the deadline has passed. It is checked only when the alarm has.
    is_past_deadline: bool,
}

/// The longest countdown.
const LONGEST: u64 = i64::MAX as u64;

impl Default for Clock {
    fn default() -> Self {
        let mut clock =
            Clock { left: 0, alarm: 0, due: u64::MAX, deadline: u64::MAX, is_past_deadline: false };
        clock.set_now(0);
        clock
    }
}

impl Clock {
    #[inline(always)]
    pub(crate) fn now(&self) -> u64 {
        self.alarm.wrapping_sub(self.left as u64).wrapping_sub(1)
    }

    /// Sets the time, and checks the deadline.
    pub(crate) fn set_now(&mut self, cycles: u64) {
        self.alarm = self.due.min(self.deadline).min(cycles.saturating_add(LONGEST));
        self.left = self.alarm.wrapping_sub(cycles).wrapping_sub(1) as i64;
        self.is_past_deadline = cycles >= self.deadline;
    }

    /// Advances the time. Returns whether the alarm has passed. The caller then runs the devices that are due, and calls
    /// [`set_now`](Clock::set_now), which checks the deadline.
    #[inline(always)]
    pub(crate) fn elapse(&mut self, cycles: u32) -> bool {
        self.left -= i64::from(cycles);
        self.left < 0
    }

    pub(crate) fn due(&self) -> u64 {
        self.due
    }

    pub(crate) fn set_due(&mut self, cycles: u64) {
        if cycles != self.due {
            self.due = cycles;
            self.set_now(self.now());
        }
    }

    /// Sets the time at which the run ends. A run on the plain bus ignores it and is limited in instructions instead.
    pub(crate) fn set_deadline(&mut self, cycles: u64) {
        self.deadline = cycles;
        self.set_now(self.now());
    }

    #[inline(always)]
    pub(crate) fn is_past_deadline(&self) -> bool {
        self.is_past_deadline
    }

    /// Returns whether any device is due in the future.
    pub(crate) fn has_due(&self) -> bool {
        self.due != u64::MAX
    }

    /// Returns the cycles until the deadline.
    pub(crate) fn cycles_to_deadline(&self) -> u64 {
        self.deadline.saturating_sub(self.now())
    }
}

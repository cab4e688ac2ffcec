//! The speed of a played machine.

use std::time::Duration;

use arcadian_basic::{Pause, cost};
use serde::Deserialize;

use crate::sound;

/// The speed of a played machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Speed {
    /// The estimated speed of the original.
    #[default]
    Period,
    /// As fast as possible.
    Max,
}

/// Returns what a program does, for a status line.
pub fn state(pause: Pause, speed: Speed) -> &'static str {
    match (pause, speed) {
        (Pause::Key | Pause::Answer, _) => "waits for a key",
        (Pause::List, _) => "pauses",
        (Pause::Tape, _) => "waits for a file",
        (Pause::Prompt, _) => "ready",
        (Pause::Budget, Speed::Period) => "runs as in 1982",
        (Pause::Budget, Speed::Max) => "runs at full speed",
    }
}

/// The time of one television frame, which the machine runs at a time.
pub(crate) const FRAME: Duration = Duration::from_nanos(16_652_777);
/// The longest delay that the machine catches up. After a longer one the host was suspended, and the time is skipped.
pub(crate) const MAX_DELAY: Duration = Duration::from_millis(100);

/// Synchronizes emulated time with the clock.
#[derive(Debug)]
pub struct Pace {
    speed: Speed,
    /// A clock time and the emulated time at that clock time.
    anchor: Option<(Duration, u64)>,
}

impl Pace {
    /// Returns a pace that starts at the first call of [`due`](Self::due).
    pub fn new(speed: Speed) -> Self {
        Self { speed, anchor: None }
    }

    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns what leads from emulated time to the clock, in T-states. While emulated time is stopped, the present leads to the
    /// present.
    pub fn offset(&self, now: Duration, tstates: u64) -> i64 {
        let (clock, from) = self.anchor.unwrap_or((now, tstates));
        sound::offset(to_tstates(clock), from)
    }

    /// Stops emulated time until the next call of [`due`](Self::due).
    pub fn suspend(&mut self) {
        self.anchor = None;
    }

    /// Returns the emulated time, in T-states, that the machine has to reach at `now`; none means no limit.
    pub fn due(&mut self, now: Duration, tstates: u64) -> Option<u64> {
        if self.speed == Speed::Max {
            return None;
        }
        let (start, from) = *self.anchor.get_or_insert((now, tstates));
        let due = from + to_tstates(now.saturating_sub(start));
        if due <= tstates + to_tstates(MAX_DELAY) {
            return Some(due);
        }
        self.anchor = Some((now, tstates));
        Some(tstates + to_tstates(FRAME))
    }

    /// Returns the time to wait before the machine continues, at least a frame.
    pub fn delay(&self, now: Duration, tstates: u64) -> Duration {
        match (self.speed, self.anchor) {
            (Speed::Max, _) => Duration::ZERO,
            (Speed::Period, None) => FRAME,
            (Speed::Period, Some(_)) => self.remaining(now, tstates).max(FRAME),
        }
    }

    /// Returns the time until the clock reaches the emulated time.
    pub fn remaining(&self, now: Duration, tstates: u64) -> Duration {
        match (self.speed, self.anchor) {
            (Speed::Max, _) | (_, None) => Duration::ZERO,
            (Speed::Period, Some((start, from))) => {
                (start + to_duration(tstates.saturating_sub(from))).saturating_sub(now)
            }
        }
    }
}

pub(crate) fn to_tstates(time: Duration) -> u64 {
    (time.as_secs_f64() * cost::PER_SECOND as f64) as u64
}

pub(crate) fn to_duration(tstates: u64) -> Duration {
    Duration::from_secs_f64(tstates as f64 / cost::PER_SECOND as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = cost::PER_SECOND;

    #[test]
    fn emulated_time_follows_the_clock() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        assert_eq!(pace.due(start, 500), Some(500));
        assert_eq!(pace.due(start + FRAME * 3, 500), Some(500 + to_tstates(FRAME * 3)));
        assert_eq!(pace.due(start + Duration::from_secs(1), 400 + SECOND), Some(500 + SECOND));
    }

    #[test]
    fn a_long_delay_is_skipped() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        assert_eq!(pace.due(start + Duration::from_secs(60), 0), Some(to_tstates(FRAME)));
        pace.suspend();
        assert_eq!(pace.due(start + Duration::from_secs(90), 70), Some(70));
    }

    #[test]
    fn a_machine_ahead_of_the_clock_waits() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        let wait = pace.delay(start, 2 * SECOND);
        assert!(wait > Duration::from_millis(1_999) && wait < Duration::from_millis(2_001), "{wait:?}");
        assert_eq!(pace.delay(start, 1), FRAME);
        assert_eq!(Pace::new(Speed::Max).delay(start, 1), Duration::ZERO);
    }
}

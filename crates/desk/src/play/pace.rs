//! How fast the machine may go.

use std::time::Duration;

use arcadian_basic::cost;

/// How fast a played program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// As in 1982, by an estimate.
    #[default]
    Period,
    /// As fast as the host can.
    Max,
}

/// What a television shows in one picture; the machine runs this much at a time.
const FRAME: Duration = Duration::from_nanos(16_652_777);
/// A machine further behind than this was stopped, not slow: the time is lost, not caught up.
const PATIENCE: Duration = Duration::from_millis(100);

/// Keeps emulated time beside the clock.
#[derive(Debug)]
pub struct Pace {
    speed: Speed,
    /// A moment of the clock and the emulated time it had.
    anchor: Option<(Duration, u64)>,
}

impl Pace {
    /// Starts with the first call of [`due`](Self::due).
    pub fn new(speed: Speed) -> Self {
        Self { speed, anchor: None }
    }

    /// The machine waits: whatever time passes now is not its own.
    pub fn rest(&mut self) {
        self.anchor = None;
    }

    /// How far the machine may run by now, in T-states; `None`: as far as it likes.
    pub fn due(&mut self, now: Duration, tstates: u64) -> Option<u64> {
        if self.speed == Speed::Max {
            return None;
        }
        let (start, from) = *self.anchor.get_or_insert((now, tstates));
        let due = from + to_tstates(now.saturating_sub(start));
        if due <= tstates + to_tstates(PATIENCE) {
            return Some(due);
        }
        self.anchor = Some((now, tstates));
        Some(tstates + to_tstates(FRAME))
    }

    /// How long to let the clock run before the machine goes on.
    pub fn pause(&self, now: Duration, tstates: u64) -> Duration {
        match (self.speed, self.anchor) {
            (Speed::Max, _) => Duration::ZERO,
            (Speed::Period, None) => FRAME,
            (Speed::Period, Some((start, from))) => {
                let reached = start + to_duration(tstates.saturating_sub(from));
                reached.saturating_sub(now).max(FRAME)
            }
        }
    }
}

fn to_tstates(time: Duration) -> u64 {
    (time.as_secs_f64() * cost::PER_SECOND as f64) as u64
}

fn to_duration(tstates: u64) -> Duration {
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
    fn a_pause_is_not_caught_up() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        assert_eq!(pace.due(start + Duration::from_secs(60), 0), Some(to_tstates(FRAME)));
        pace.rest();
        assert_eq!(pace.due(start + Duration::from_secs(90), 70), Some(70));
    }

    #[test]
    fn a_machine_that_is_ahead_waits_until_the_clock_is_there() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        let wait = pace.pause(start, 2 * SECOND);
        assert!(wait > Duration::from_millis(1_999) && wait < Duration::from_millis(2_001), "{wait:?}");
        assert_eq!(pace.pause(start, 1), FRAME);
        assert_eq!(Pace::new(Speed::Max).pause(start, 1), Duration::ZERO);
    }
}

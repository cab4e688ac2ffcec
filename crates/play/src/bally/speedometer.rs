//! The measured speed of a played machine.

use std::time::Duration;

use arcadian_bally::CLOCK;

/// The time over which the speed is measured.
const WINDOW: Duration = Duration::from_secs(1);

/// A speed that differs less from 100 % is shown as 100 %: a window may contain a frame more or less.
const TOLERANCE: u32 = 3;

/// Compares the emulated time with the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Speedometer {
    /// The clock and the cycles of the machine when the window began.
    start: Option<(Duration, u64)>,
    percent: Option<u32>,
}

impl Speedometer {
    /// Returns the speed in the last window, in percent of the machine's.
    pub(crate) fn percent(&self) -> Option<u32> {
        self.percent
    }

    /// Observes that the machine has run this number of cycles.
    pub(crate) fn observe(&mut self, now: Duration, cycles: u64) {
        let (start, from) = *self.start.get_or_insert((now, cycles));
        let elapsed = now.saturating_sub(start);
        if elapsed >= WINDOW {
            let emulated = cycles.saturating_sub(from) as f64 / f64::from(CLOCK);
            let percent = (100.0 * emulated / elapsed.as_secs_f64()).round() as u32;
            self.percent = Some(if percent.abs_diff(100) <= TOLERANCE { 100 } else { percent });
            self.start = Some((now, cycles));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the speed after two seconds in each of which the machine runs these cycles.
    fn measured(cycles: u64) -> Option<u32> {
        let mut speedometer = Speedometer::default();
        for step in 0..=20 {
            speedometer.observe(Duration::from_millis(100 * step), 5_000 + cycles * step / 10);
        }
        speedometer.percent()
    }

    #[test]
    fn the_speed_is_that_of_the_last_second() {
        let second = u64::from(CLOCK);
        assert_eq!(
            [second, second + 29_802, second / 2, 38 * second].map(measured),
            [Some(100), Some(100), Some(50), Some(3_800)]
        );
        let mut speedometer = Speedometer::default();
        speedometer.observe(Duration::ZERO, 0);
        speedometer.observe(Duration::from_millis(999), second);
        assert_eq!(speedometer.percent(), None, "less than a second");
    }
}

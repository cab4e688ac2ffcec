//! Input that is due at later frames.

use arcadian_bally::{LINES, frame_end, line_at, line_start};
use arcadian_play::bally::keys::{Change, Event};

/// A frame that no run reaches. Later ones count as this one.
const NEVER: u64 = 1 << 40;

/// The frames of a run, as `bally --keys` counts them: frame 0 starts with the run, the others with vertical blanking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    start: u64,
    /// The line, counted from power-up, at which frame 1 starts.
    first_line: u64,
}

impl Frames {
    pub(super) fn starting_at(cycle: u64) -> Self {
        Frames { start: cycle, first_line: line_at(frame_end(cycle)) }
    }

    /// Returns the frame of a cycle.
    pub(super) fn at(&self, cycle: u64) -> u64 {
        let line = line_at(cycle);
        line.checked_sub(self.first_line).map_or(0, |lines| lines / u64::from(LINES) + 1)
    }

    /// Returns the cycle at which a frame starts.
    fn start_of(&self, frame: u64) -> u64 {
        match frame.min(NEVER).checked_sub(1) {
            None => self.start,
            Some(after_first) => line_start(self.first_line + after_first * u64::from(LINES)),
        }
    }
}

/// A change that is due at a cycle.
#[derive(Clone, Copy, Debug)]
struct ScheduledChange {
    /// The instruction at which it was scheduled.
    made: u64,
    due: u64,
    change: Change,
}

/// The scheduled input in the order of its cycles. What the recording contains of it stays here: its cycles are past.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    all: Vec<ScheduledChange>,
}

impl Schedule {
    /// Adds events at an instruction.
    pub(super) fn add(&mut self, frames: &Frames, made: u64, events: &[Event]) {
        for (frame, change) in events {
            let new = ScheduledChange { made, due: frames.start_of(*frame), change: *change };
            // What is there is in order.
            let at = self.all.partition_point(|scheduled| scheduled.due <= new.due);
            self.all.insert(at, new);
        }
    }

    /// Returns the cycle at which input is due next after a cycle.
    pub(super) fn next(&self, cycle: u64) -> Option<u64> {
        self.all.get(self.index_after(cycle)).map(|scheduled| scheduled.due)
    }

    /// Returns the input that is due after a cycle, or since the start, up to another one.
    pub(super) fn due(&self, after: Option<u64>, until: u64) -> impl Iterator<Item = Change> {
        let range = after.map_or(0, |cycle| self.index_after(cycle))..self.index_after(until);
        self.all.get(range).unwrap_or_default().iter().map(|scheduled| scheduled.change)
    }

    pub(super) fn has_reset_after(&self, cycle: u64) -> bool {
        let later = self.all.get(self.index_after(cycle)..).unwrap_or_default();
        later.iter().any(|scheduled| scheduled.change == Change::Reset)
    }

    pub(super) fn forget_after(&mut self, instruction: u64) {
        self.all.retain(|scheduled| scheduled.made <= instruction);
    }

    fn index_after(&self, cycle: u64) -> usize {
        self.all.partition_point(|scheduled| scheduled.due <= cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_start_with_vertical_blanking() {
        for start in [0, 20_000, 1_234_567] {
            let frames = Frames::starting_at(start);
            assert_eq!((frames.at(start), frames.start_of(0)), (0, start));
            for frame in 1..100 {
                let first = frames.start_of(frame);
                assert_eq!((frames.at(first - 1), frames.at(first)), (frame - 1, frame), "{start}");
            }
            assert_eq!(frames.start_of(1), frame_end(start));
            assert!(frames.start_of(u64::MAX) > 1 << 50);
        }
    }

    #[test]
    fn forgotten_input_is_not_due() {
        let frames = Frames::starting_at(0);
        let mut schedule = Schedule::default();
        schedule.add(&frames, 0, &[(4, Change::Reset), (2, Change::Reset)]);
        schedule.add(&frames, 50, &[(3, Change::Reset)]);
        let due = |schedule: &Schedule, cycle| schedule.next(cycle).map(|cycle| frames.at(cycle));
        assert_eq!((due(&schedule, 0), due(&schedule, frames.start_of(2))), (Some(2), Some(3)));
        assert_eq!(schedule.due(Some(0), frames.start_of(3)).count(), 2);
        schedule.forget_after(49);
        assert_eq!((due(&schedule, frames.start_of(2)), due(&schedule, frames.start_of(4))), (Some(4), None));
    }
}

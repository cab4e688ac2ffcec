//! Tapes at the tape port of a cartridge: a recording that is played into it, and what it records.

use arcadian_bally::{Bally, CLOCK, Cartridge, LINES, NoRoomForPort, Tape, TapePort};
use arcadian_tape::{Levels, MOST_CHANGES, Recording, square_wave};

/// More cycles than pass between two looks at a machine that runs frame by frame.
const GAP: u64 = LINES as u64 * 114 * 2;

/// The longest recording, in cycles: half an hour, a side of a tape.
const LONGEST: u64 = CLOCK as u64 * 60 * 30;

/// Returns the cartridge with a tape port, and a recording in the recorder.
pub fn with_port(cartridge: Cartridge, recording: Option<&Levels>) -> Result<Cartridge, NoRoomForPort> {
    let changes = recording.map(|levels| levels.changes(CLOCK)).unwrap_or_default();
    cartridge.with_tape_port(Tape::new(&changes))
}

/// Returns the seconds of the tape that have been played.
pub fn seconds_played(bally: &Bally) -> f64 {
    let port = TapePort::of(&bally.machine().backplane);
    port.map_or(0.0, |port| port.position(bally.cycles()) as f64 / f64::from(CLOCK))
}

/// Returns whether the tape plays.
pub fn is_playing(bally: &Bally) -> bool {
    TapePort::of(&bally.machine().backplane).is_some_and(TapePort::is_playing)
}

/// Records the output of a tape port, frame by frame.
#[derive(Clone, Debug, Default)]
pub struct TapeRecorder {
    /// The times of the changes, in cycles of recording; low at first.
    changes: Vec<u64>,
    /// The cycles of recording until the last look.
    time: u64,
    /// The cycle of the machine, and the changes of its port, at the last look.
    now: u64,
    seen: u64,
    is_full: bool,
}

impl TapeRecorder {
    /// Starts to record.
    pub fn new(bally: &Bally) -> Self {
        let mut recorder = TapeRecorder { now: u64::MAX, ..TapeRecorder::default() };
        recorder.observe(bally);
        recorder
    }

    /// Looks at the machine after a frame. A machine that has loaded a state is recorded on from there.
    pub fn observe(&mut self, bally: &Bally) {
        let Some(port) = TapePort::of(&bally.machine().backplane) else { return };
        let (now, before) = (bally.cycles(), self.now);
        let passed = now.checked_sub(before).filter(|passed| *passed <= GAP);
        match passed.zip(port.since(self.seen)) {
            Some((passed, new)) => {
                let start = self.time;
                new.for_each(|at| self.add(start + at.saturating_sub(before)));
                self.time += passed;
            }
            None if port.is_high() != self.is_high() => self.add(self.time),
            None => {}
        }
        (self.now, self.seen) = (now, port.count());
    }

    fn is_high(&self) -> bool {
        self.changes.len() % 2 == 1
    }

    fn add(&mut self, time: u64) {
        let start = self.changes.first().copied().unwrap_or(time);
        self.is_full |= time - start > LONGEST || self.changes.len() == MOST_CHANGES;
        if !self.is_full {
            self.changes.push(time);
        }
    }

    /// Returns whether the tape was too short.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the recording from the first to the last change of the level, or `None` without any.
    pub fn recording(&self) -> Option<Recording> {
        (!self.changes.is_empty()).then(|| square_wave(&self.changes, CLOCK))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bally::{
        keys::{self, Change, Event, Keypad},
        report,
        session::BallySession,
    };
    use crate::{pace::Speed, stick::Control};
    use arcadian_asm::{Host, Included, Options, assemble};
    use arcadian_bally::{Config, RecorderKey};
    use std::time::Duration;

    struct Includes;

    impl Host for Includes {
        fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
            let text = include_str!("../../../../roms/bally/bally.inc");
            Ok(Included { name: name.to_owned(), text: text.to_owned() })
        }

        fn binary(&mut self, _: &str, _: &str) -> Result<Vec<u8>, String> {
            Err("there is none".to_owned())
        }
    }

    /// Returns a machine with the example, which records when the stick goes up and reads when it goes down.
    fn machine(tape: &[u64]) -> Bally {
        let source = include_str!("../../../../roms/bally/tape.asm");
        let assembly = assemble("tape.asm", source, &Options::default(), &mut Includes).expect("no mistakes");
        let cartridge = Cartridge::new(&assembly.image).expect("an image");
        let cartridge = cartridge.with_tape_port(Tape::new(tape)).expect("a short image");
        Bally::new(Config { cartridge: Some(cartridge), ..Config::default() })
    }

    fn script(text: &str) -> Vec<Event> {
        keys::parse(Keypad::Calculator, "--keys", text).expect("a good script")
    }

    /// Records the example in frames, one after another.
    fn recorded() -> Recording {
        let mut bally = machine(&[]);
        let mut recorder = TapeRecorder::new(&bally);
        let keys = script("{AT 30}{JY1=1}{AT 40}{JY1=0}");
        report::frames(&mut bally, 200, &keys, |bally| recorder.observe(bally));
        recorder.recording().expect("a recording")
    }

    #[test]
    fn a_recording_does_not_depend_on_how_the_run_is_divided() {
        let whole = recorded();
        assert!((1.1..1.5).contains(&whole.seconds()), "{}", whole.seconds());

        // Each ninth frame another machine goes on.
        let mut bally = machine(&[]);
        let mut recorder = TapeRecorder::new(&bally);
        let mut input = arcadian_bally::Input::default();
        for frame in 0..200 {
            input.handles[0].up = (30..40).contains(&frame);
            bally.run_frame(&input);
            recorder.observe(&bally);
            if frame % 9 == 8 {
                let state = bally.save();
                bally = machine(&[]);
                bally.load(&state).expect("a state of this machine");
                recorder.observe(&bally);
            }
        }
        assert!(recorder.recording() == Some(whole.clone()));

        // A session at full speed runs several frames at a time.
        let mut session = BallySession::new(machine(&[]));
        session.set_speed(Some(Speed::Max));
        let mut recorder = TapeRecorder::new(session.bally());
        session.advance(Duration::ZERO, |bally| recorder.observe(bally));
        session.control(Control::Up, Duration::ZERO);
        for _ in 0..9 {
            session.advance(Duration::ZERO, |bally| recorder.observe(bally));
            session.release_control(Control::Up);
        }
        assert!(recorder.recording() == Some(whole));
    }

    #[test]
    fn an_earlier_state_is_recorded_on() {
        let mut bally = machine(&[]);
        let mut recorder = TapeRecorder::new(&bally);
        let keys = script("{AT 30}{JY1=1}{AT 40}{JY1=0}");
        let mut state = Vec::new();
        let mut frame = 0;
        report::frames(&mut bally, 60, &keys, |bally| {
            recorder.observe(bally);
            frame += 1;
            if frame == 50 {
                state = bally.save();
            }
        });
        let before = recorder.changes.len();
        bally.load(&state).expect("a state of this machine");
        report::frames(&mut bally, 10, &[], |bally| recorder.observe(bally));
        let (first, again) = recorder.changes.split_at(before);
        assert!(first.is_sorted() && again.len() > 50 && again[0] >= first[before - 1]);
        assert!(recorder.changes.is_sorted());
        // The last ten frames were recorded twice.
        let gap = again[again.len() - 1] - first[before - 1];
        assert!((9 * 29_802..=11 * 29_802).contains(&gap), "{gap}");
    }

    #[test]
    fn a_recording_is_read_again() {
        let file = recorded().to_wav();
        let mut reader = arcadian_tape::WavLevels::default();
        reader.push(&file);
        let levels = reader.finish().expect("a WAV file");
        let mut bally = machine(&levels.changes(CLOCK));
        let keys = script("{AT 30}{JY1=-1}{AT 40}{JY1=0}");
        report::frames(&mut bally, 200, &keys, |_| {});
        let memory = bally.machine().backplane.bytes();
        assert_eq!(memory[0x4F00], 0xA4, "read without an error");
        assert_eq!(memory[0x4000 + 1600..][..128], memory[0x2000..][..128]);
        assert!((seconds_played(&bally) - 2.5).abs() < 0.6 && is_playing(&bally));
    }

    #[test]
    fn the_keys_of_the_recorder_in_scripts_and_sessions() {
        let keys = [(9, Change::Tape(RecorderKey::Play)), (9, Change::Tape(RecorderKey::Stop))];
        let keys = [&keys[..], &[(12, Change::Tape(RecorderKey::Rewind))]].concat();
        assert_eq!(keys::write(&keys), "\n{AT 9}{TAPE=PLAY}{TAPE=STOP}\n{AT 12}{TAPE=REWIND}");
        assert_eq!(script(&keys::write(&keys)), keys);
        assert_eq!(script("{tape=play}"), [(0, Change::Tape(RecorderKey::Play))]);
        assert!(keys::parse(Keypad::Calculator, "--keys", "{TAPE=ON}").is_err());
        let with_port = machine(&[]);
        assert!(keys::check_inputs(&keys, with_port.config()).is_ok());
        let error = keys::check_inputs(&keys, &Config::default()).expect_err("no port").to_string();
        assert!(error.contains("--tape-in FILE"), "{error}");

        let mut session = BallySession::new(with_port);
        session.set_speed(Some(Speed::Max));
        session.advance(Duration::ZERO, |_| {});
        session.press_recorder(RecorderKey::Play);
        session.advance(Duration::ZERO, |_| {});
        assert!(is_playing(session.bally()));
        let (events, frames) = session.recording();
        let mut replayed = machine(&[]);
        report::frames(&mut replayed, frames, events, |_| {});
        assert!(replayed.save() == session.bally().save());
        assert!((seconds_played(&replayed) - 20.0 / 60.05).abs() < 0.001);
    }
}

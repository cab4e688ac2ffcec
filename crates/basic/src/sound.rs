//! Sound: what a program writes to the sound ports, and the notes of shown characters and of MU.
//!
//! That BASIC sounds while it shows characters, and that NT governs it, is period: published programs set NT to 0 before they
//! write the ports themselves, and to 3 afterwards. What it sounds is choice: each code has a note, and NT is its duration in
//! frames.

use crate::cost;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundWrite {
    /// The time in T-states, on the clock of [`Basic::tstates`](crate::Basic::tstates).
    pub tstates: u64,
    /// The port, 16 to 23.
    pub port: u8,
    pub value: u8,
}

impl SoundWrite {
    /// The port of register 0 of the sound chip.
    pub const FIRST_PORT: u8 = 16;

    /// Returns the write that ends a note of BASIC.
    pub fn end_of_note(tstates: u64) -> Self {
        Self { tstates, port: VOLUMES, value: 0 }
    }

    /// Returns the register of the sound chip, 0 to 7.
    pub fn register(self) -> u8 {
        self.port.wrapping_sub(Self::FIRST_PORT)
    }

    /// Returns whether a note of BASIC can begin or end with it.
    pub fn is_volume(self) -> bool {
        self.port == VOLUMES
    }
}

/// The port of the master oscillator, which divides the clock for all tones.
const MASTER: u8 = SoundWrite::FIRST_PORT;
/// The port of tone A.
const TONE_A: u8 = 17;
/// The port with the volumes of the tones A and B.
const VOLUMES: u8 = 22;
/// The value of published programs. Evidence: choice, that BASIC has it too.
const NOTE_MASTER: u8 = 49;
/// Evidence: choice.
const NOTE_VOLUME: u8 = 8;
/// NT at power-up. Evidence: period (the author of a program restored it).
const POWER_UP_TIME: i16 = 3;

/// The first code with a note. A blank has none.
const FIRST: u8 = b'!';

/// Tone A of the codes from [`FIRST`] on: code 69 is 440 Hz, and each code a semitone. A value n has 17,898 ÷ (n + 1) Hz. Lower
/// tones than 70 Hz do not fit. Evidence: choice.
#[rustfmt::skip]
const TONES: [u8; 67] = [
    255, 255, 255, 255, 255, 243, 229, 216, 204, 192, 182, 171,
    162, 153, 144, 136, 128, 121, 114, 108, 101, 96, 90, 85,
    80, 76, 71, 67, 64, 60, 57, 53, 50, 47, 45, 42,
    40, 37, 35, 33, 31, 29, 28, 26, 25, 23, 22, 21,
    19, 18, 17, 16, 15, 14, 13, 13, 12, 11, 10, 10,
    9, 9, 8, 8, 7, 7, 6,
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sound {
    /// NT: the frames that a note lasts; 0 and below, BASIC makes no sound.
    pub(crate) time: i16,
    /// MU: the last note played with it.
    pub(crate) music: i16,
    /// The values of the ports from 16 on.
    ports: [u8; 8],
    /// The end of BASIC's note.
    end: Option<u64>,
    /// The note is one of MU.
    is_music: bool,
    /// The writes that the host has not taken; `None` if it does not listen.
    writes: Option<Vec<SoundWrite>>,
}

impl Default for Sound {
    /// The ports are as after the note of the prompt. Evidence: period, that the master oscillator can be used (a published
    /// program never sets it).
    fn default() -> Self {
        let mut ports = [0; 8];
        ports[0] = NOTE_MASTER;
        ports[1] = TONES[usize::from(b'>' - FIRST)];
        Self { time: POWER_UP_TIME, music: 0, ports, end: None, is_music: false, writes: None }
    }
}

impl Sound {
    /// Switches the machine off and on: all ports are written.
    pub(crate) fn reset(&mut self, now: u64) {
        let writes = self.writes.take();
        *self = Self { writes, ..Self::default() };
        self.write_all(now);
    }

    /// Records from now on, beginning with the ports as they are.
    pub(crate) fn listen(&mut self, now: u64) {
        self.end_note(now);
        if self.writes.is_none() {
            self.writes = Some(Vec::new());
            self.write_all(now);
        }
    }

    pub(crate) fn stop_listening(&mut self) {
        self.writes = None;
    }

    fn write_all(&mut self, now: u64) {
        (MASTER..).zip(self.ports).for_each(|(port, value)| self.write(now, port, value));
    }

    /// Returns the writes until now, in order.
    pub(crate) fn take(&mut self, now: u64) -> Vec<SoundWrite> {
        self.end_note(now);
        self.writes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(crate) fn note_end(&self) -> Option<u64> {
        self.end
    }

    /// A program writes a sound port. If it writes the volume, it has taken the note over, which BASIC then does not end.
    pub(crate) fn set_port(&mut self, port: u8, value: u8, now: u64) {
        self.end_note(now);
        if port == VOLUMES {
            self.end = None;
        }
        self.write(now, port, value);
    }

    /// A character is shown; returns the T-states that its sound takes. It is silent while a note of MU sounds.
    pub(crate) fn show(&mut self, code: u8, now: u64) -> u32 {
        if self.time <= 0 {
            return cost::NO_NOTE;
        }
        self.end_note(now);
        if code < FIRST || self.end.is_some() && self.is_music {
            return cost::NO_NOTE_OF_BLANK;
        }
        self.begin(tone(code.into()), now);
        self.is_music = false;
        cost::NOTE
    }

    /// MU=`value`: begins a note when the one before has ended, and returns when that is.
    pub(crate) fn play(&mut self, value: i16, now: u64) -> u64 {
        self.music = value;
        if self.time <= 0 {
            return now;
        }
        let start = self.end.map_or(now, |end| end.max(now));
        self.begin(tone(value), start);
        self.is_music = true;
        start
    }

    /// Begins a note, or with `None` as long a silence.
    fn begin(&mut self, tone: Option<u8>, now: u64) {
        self.end_note(now);
        if let Some(tone) = tone {
            self.write(now, MASTER, NOTE_MASTER);
            self.write(now, TONE_A, tone);
        }
        self.write(now, VOLUMES, if tone.is_some() { NOTE_VOLUME } else { 0 });
        self.end = Some(cost::frame_end(now, self.time.unsigned_abs().into()));
    }

    fn end_note(&mut self, now: u64) {
        if let Some(end) = self.end.filter(|end| *end <= now) {
            self.end = None;
            self.write(end, VOLUMES, 0);
        }
    }

    fn write(&mut self, tstates: u64, port: u8, value: u8) {
        self.ports[usize::from(port - MASTER)] = value;
        if let Some(writes) = &mut self.writes {
            writes.push(SoundWrite { tstates, port, value });
        }
    }
}

fn tone(code: i16) -> Option<u8> {
    let index = usize::try_from(code).ok()?.checked_sub(FIRST.into())?;
    TONES.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Basic, Dialect, Pause};

    /// Returns the writes of a program, with times from the first of them, without the eight that begin the record.
    fn writes(program: &[&str]) -> Vec<(u64, u8, u8)> {
        let mut basic = Basic::new(Dialect::Bally, 1);
        basic.listen();
        program.iter().for_each(|line| basic.enter(line).expect("machine characters"));
        basic.enter("RUN").expect("machine characters");
        assert_eq!(basic.run(10_000), Pause::Prompt);
        let writes = basic.take_sound().split_off(8);
        let start = writes.first().map_or(0, |write| write.tstates);
        writes.iter().map(|write| (write.tstates - start, write.port, write.value)).collect()
    }

    #[test]
    fn the_tones_are_semitones() {
        for (code, &tone) in (f64::from(FIRST) as u8..).zip(&TONES) {
            let frequency = 440.0 * 2.0_f64.powf((f64::from(code) - 69.0) / 12.0);
            let exact = 894_886.0 / f64::from(NOTE_MASTER + 1) / frequency - 1.0;
            assert_eq!(f64::from(tone), exact.round().min(255.0), "{code}");
        }
        assert_eq!(
            (tone(32), tone(33), tone(99), tone(100), tone(-1)),
            (None, Some(255), Some(6), None, None)
        );
    }

    #[test]
    fn notes_of_mu_follow_each_other() {
        let found = writes(&["10 NT=6;MU=69;MU=0;MU=81"]);
        let frames = |frames: u64| frames * 59_605 / 2;
        let [first, second] = [found[3].0, found[4].0];
        assert_eq!(
            found.iter().map(|&(_, port, value)| (port, value)).collect::<Vec<_>>(),
            [(16, 49), (17, 40), (22, 8), (22, 0), (22, 0), (22, 0), (16, 49), (17, 19), (22, 8)]
        );
        assert_eq!(first, second, "the silence begins when the note ends");
        assert!(frames(5) < first && first <= frames(6));
        assert_eq!(found[6].0 - second, frames(6));
    }

    #[test]
    fn a_program_takes_the_volume_over() {
        let found = writes(&["10 NT=60;PRINT \"A\"", "20 FOR I=1TO 2000;NEXT I"]);
        let Some((end, 22, 0)) = found.last() else { panic!("{found:?}") };
        assert!((59 * 59_605 / 2..=60 * 59_605 / 2).contains(end), "{end}");
        let found = writes(&["10 NT=60;PRINT \"A\";&(22)=136;NT=0", "20 FOR I=1TO 2000;NEXT I;PRINT \"B\""]);
        assert_eq!(found.last().map(|write| (write.1, write.2)), Some((22, 136)));
    }

    #[test]
    fn characters_are_silent_while_a_note_of_mu_sounds() {
        let found = writes(&["10 NT=9;MU=69;PRINT \"A\"", "20 FOR I=1TO 300;NEXT I;PRINT \"B\""]);
        let tones: Vec<_> = found.iter().filter(|write| write.1 == 17).map(|write| write.2).collect();
        assert_eq!(tones, [TONES[69 - 33], TONES[usize::from(b'B') - 33]]);
    }

    #[test]
    fn nothing_sounds_without_a_time() {
        assert_eq!(writes(&["10 NT=0;PRINT \"A\";MU=65;NT=-1;PRINT \"A\""]), []);
    }
}

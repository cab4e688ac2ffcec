//! Frequency and length of what a session plays, by the clock of its host.

use arcadian_basic::{Dialect, Key};

use super::*;
use crate::{
    pace::{Pace, Speed},
    session::BasicSession,
    stick::{Action, Releases},
};

const RATE: u32 = 48_000;
/// A longer time without a change of the output is silence, in seconds.
const GAP: f64 = 0.012;
/// A change between two samples that belongs to a tone.
const STEP: i32 = 400;

/// A host: it advances the session when that wants it, and places the samples by its clock.
struct Host {
    session: BasicSession,
    now: Duration,
    samples: Vec<i16>,
    wakes: usize,
}

/// A tone: when it is heard, for how long, both in seconds, and its frequency.
#[derive(Clone, Copy, Debug)]
struct Tone {
    at: f64,
    length: f64,
    frequency: f64,
}

impl Host {
    fn new(program: &[&str], speed: Speed) -> Self {
        let mut basic = Basic::new(Dialect::Bally, 1);
        program.iter().for_each(|line| basic.enter(line).expect("machine characters"));
        basic.enter("RUN").expect("machine characters");
        let mut session = BasicSession::new(basic, Pace::new(speed), Releases::None);
        session.set_sound(Some(RATE));
        Self { session, now: Duration::ZERO, samples: Vec::new(), wakes: 0 }
    }

    /// Returns a host that has run a program at the speed of the original for a time in seconds.
    fn after(program: &[&str], seconds: f64) -> Self {
        let mut host = Self::new(program, Speed::Period);
        host.run_until(seconds);
        host
    }

    /// Runs until a time in seconds.
    fn run_until(&mut self, seconds: f64) {
        let end = Duration::from_secs_f64(seconds);
        loop {
            self.advance();
            self.wakes += 1;
            match self.session.idle(self.now).map(|idle| self.now + idle.max(Duration::from_micros(1))) {
                Some(next) if next < end => self.now = next,
                _ => break,
            }
        }
        self.now = end;
    }

    fn advance(&mut self) {
        self.session.advance(self.now);
        let samples = self.session.take_samples();
        let end = (self.now.as_secs_f64() * f64::from(RATE)) as usize;
        let start = end.saturating_sub(samples.len());
        assert!(self.samples.len() <= start + 2, "too many samples at {:?}", self.now);
        // The parts of a stream differ from the clock by parts of a sample.
        if self.samples.len() + 2 < start {
            self.samples.resize(start, 0);
        }
        self.samples.extend(samples);
    }

    fn press(&mut self, code: u8) {
        self.session.act(Action::Press(Key::Code(code)), self.now);
    }

    /// Returns the tones that are separated by silence.
    fn tones(&self) -> Vec<Tone> {
        let changes = self
            .samples
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| (i32::from(pair[1]) - i32::from(pair[0])).abs() > STEP);
        let times = changes.map(|(at, _)| at as f64 / f64::from(RATE));
        let mut spans: Vec<(f64, f64)> = Vec::new();
        for at in times {
            match spans.last_mut() {
                Some((_, end)) if at - *end < GAP => *end = at,
                _ => spans.push((at, at)),
            }
        }
        spans
            .into_iter()
            .map(|(at, end)| Tone { at, length: end - at, frequency: self.frequency(at, end) })
            .collect()
    }

    /// Returns the frequency between two times: of the upward passages through the mean.
    fn frequency(&self, from: f64, to: f64) -> f64 {
        let index = |seconds: f64| (seconds * f64::from(RATE)) as usize;
        let part: Vec<f64> =
            self.samples[index(from)..index(to)].iter().map(|&sample| sample.into()).collect();
        let mean = part.iter().sum::<f64>() / part.len().max(1) as f64;
        let upward: Vec<f64> = (1..part.len())
            .filter(|&at| part[at - 1] < mean && part[at] >= mean)
            .map(|at| at as f64 - (part[at] - mean) / (part[at] - part[at - 1]))
            .collect();
        let (Some(first), Some(last)) = (upward.first(), upward.last()) else { return 0.0 };
        (upward.len() - 1) as f64 / (last - first) * f64::from(RATE)
    }
}

/// A frame of the machine in seconds.
const FRAME_TIME: f64 = 59_605.0 / 2.0 / cost::PER_SECOND as f64;

/// Returns the frequency of tone A in Hz.
fn tone_a(value: u8) -> f64 {
    17_897.72 / (f64::from(value) + 1.0)
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Checks a note that begins anywhere in a frame and ends with a frame.
#[track_caller]
fn assert_note(tone: Tone, frequency: f64, frames: f64) {
    assert_near(tone.frequency, frequency, frequency * 0.005);
    assert_near(tone.length, (frames - 0.5) * FRAME_TIME, 0.7 * FRAME_TIME);
}

/// The machine is ahead of the clock while MU waits.
#[test]
fn notes_of_mu_have_their_pitch_and_length() {
    let host = Host::after(&["10 NT=30;MU=69;MU=0;MU=81;MU=0;NT=0"], 4.0);
    let tones = host.tones();
    assert_eq!(tones.len(), 2, "{tones:?}");
    assert_note(tones[0], tone_a(40), 30.0);
    assert_note(tones[1], tone_a(19), 30.0);
    assert_near(tones[1].at - tones[0].at, 60.0 * FRAME_TIME, FRAME_TIME);
}

#[test]
fn notes_without_a_rest_follow_each_other_at_once() {
    let host = Host::after(&["10 NT=30;MU=69;MU=81;MU=0;NT=0"], 3.0);
    let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    let middle = tone.at + tone.length - 30.0 * FRAME_TIME;
    assert_near(middle - tone.at, 29.5 * FRAME_TIME, 0.7 * FRAME_TIME);
    assert_near(host.frequency(tone.at, middle - 0.005), tone_a(40), 2.0);
    assert_near(host.frequency(middle + 0.005, tone.at + tone.length), tone_a(19), 4.0);
}

#[test]
fn a_note_ends_while_the_machine_waits_for_a_key() {
    let program = ["10 CLEAR ;NT=12;TV=69;A=KP", "20 NT=30;TV=81;A=KP"];
    let mut host = Host::after(&program, 2.0);
    let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    assert_note(tone, tone_a(40), 12.0);
    assert!(host.wakes < 40, "{}", host.wakes);
    assert_eq!(host.session.idle(host.now), None, "nothing sounds");
    host.press(b' ');
    host.run_until(4.0);
    let [_, tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    assert_note(tone, tone_a(19), 30.0);
    assert_near(tone.at, 2.0, 3.0 * FRAME_TIME);
}

#[test]
fn typed_characters_sound_at_the_prompt() {
    let mut host = Host::after(&["10 STOP"], 1.0);
    let before = host.tones().len();
    for (key, at) in [(b'E', 1.0), (b'Q', 1.5), (b'E', 60.0)] {
        host.run_until(at);
        host.press(key);
    }
    host.run_until(61.0);
    let tones = host.tones().split_off(before);
    let [first, second, third] = tones[..] else { panic!("{tones:?}") };
    for (tone, value, at) in [(first, 40, 1.0), (second, 19, 1.5), (third, 40, 60.0)] {
        assert_note(tone, tone_a(value), 3.0);
        assert_near(tone.at, at, FRAME_TIME);
    }
}

#[test]
fn a_program_writes_the_ports() {
    let program = [
        "10 NT=0;CLEAR ;&(16)=49;&(17)=40;&(18)=19;&(22)=15",
        "20 FOR I=1TO 500;NEXT I;&(22)=240",
        "30 FOR I=1TO 500;NEXT I;&(22)=0;A=KP",
    ];
    let host = Host::after(&program, 4.0);
    let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    let middle = tone.at + tone.length / 2.0;
    assert_near(host.frequency(tone.at + 0.05, middle - 0.05), tone_a(40), 1.0);
    assert_near(host.frequency(middle + 0.05, tone.at + tone.length), tone_a(19), 2.0);
    let loops = 2.0 * 500.0 * f64::from(cost::NEXT + cost::STATEMENT) / cost::PER_SECOND as f64;
    assert!(tone.length > loops && tone.length < 2.0 * loops, "{tone:?}");
}

#[test]
fn a_tone_of_the_program_goes_on_while_the_machine_waits() {
    let program = ["10 NT=0;&(16)=49;&(17)=40;&(22)=15;A=KP;&(22)=0;A=KP"];
    let mut host = Host::after(&program, 2.0);
    host.press(b' ');
    host.run_until(3.0);
    let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    assert_near(tone.length, 2.0, 0.1);
    assert_near(tone.frequency, tone_a(40), 0.5);
    assert_eq!(host.session.idle(host.now), None);
}

#[test]
fn maximum_speed_is_silent() {
    let mut host = Host::new(&["10 NT=0;&(17)=40;&(22)=15", "20 GOTO 20"], Speed::Max);
    let is_silent = |host: &Host| host.samples.iter().all(|sample| *sample == 0);
    (0..5).for_each(|_| host.advance());
    assert!(is_silent(&host));
    host.session.set_pace(Pace::new(Speed::Period));
    host.run_until(1.0);
    assert_near(host.tones()[0].frequency, tone_a(40), 1.0);
    host.session.set_pace(Pace::new(Speed::Max));
    host.samples.clear();
    host.now += FRAME * 3;
    host.advance();
    assert!(is_silent(&host));
}

#[test]
fn a_suspended_session_makes_no_samples() {
    let mut host = Host::after(&["10 NT=0;&(17)=40;&(22)=15", "20 GOTO 20"], 1.0);
    for seconds in [1.05, 9.0] {
        host.session.suspend();
        host.now = Duration::from_secs_f64(seconds);
        let before = host.samples.len();
        host.advance();
        assert!(host.samples[before..].iter().all(|sample| *sample == 0), "{seconds}");
        host.run_until(seconds + 1.0);
    }
    let lengths: Vec<f64> = host.tones().iter().map(|tone| tone.length).collect();
    assert_eq!(lengths.len(), 3, "{lengths:?}");
    lengths.iter().for_each(|length| assert_near(*length, 1.0, 0.1));
}

/// The second note would begin nine minutes later, also if the program has ended and the prompt is shown.
#[test]
fn halt_ends_the_wait_for_a_note() {
    for program in [&["10 NT=32767;MU=69;MU=81"][..], &["10 NT=32767;MU=69;MU=81", "20 GOTO 20"]] {
        let mut host = Host::after(program, 1.0);
        assert!(!host.session.is_at_empty_prompt());
        host.session.act(Action::Halt, host.now);
        host.run_until(2.0);
        let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
        assert_near(host.frequency(tone.at, 0.95), tone_a(40), 1.0);
        // It begins now.
        assert_near(host.frequency(1.1, 1.9), tone_a(19), 2.0);
    }
}

#[test]
fn samples_do_not_drift_and_are_bounded() {
    let mut host = Host::after(&["10 NT=0;&(17)=40", "20 &(22)=15;&(22)=0;GOTO 20"], 120.0);
    let expected = 120.0 * f64::from(RATE);
    assert_near(host.samples.len() as f64, expected, f64::from(RATE) / 50.0);
    for _ in 0..600 {
        host.now += FRAME;
        host.session.advance(host.now);
    }
    assert_eq!(host.session.take_samples().len(), RATE as usize / 2);
}

#[test]
fn the_queue_is_bounded() {
    let mut sound = SessionSound::new(RATE);
    sound.queue.extend((0..20_000).map(|at| SoundWrite { at, register: 6, value: 15 }));
    sound.limit_queue();
    assert_eq!((sound.queue.len(), sound.queue[0].at), (MOST_WRITES, 10_000));
    assert!(!sound.synthesizer.is_silent(), "the first writes have taken effect");
}

/// The prompt follows at once, and is silent while the note sounds.
#[test]
fn the_last_note_of_a_program_is_heard() {
    let host = Host::after(&["10 NT=30;MU=69;MU=81"], 3.0);
    let [tone] = host.tones()[..] else { panic!("{:?}", host.tones()) };
    assert_near(tone.length, 59.5 * FRAME_TIME, FRAME_TIME);
    assert_near(host.frequency(tone.at, tone.at + 28.0 * FRAME_TIME), tone_a(40), 2.0);
    assert_near(host.frequency(tone.at + 31.0 * FRAME_TIME, tone.at + tone.length), tone_a(19), 2.0);
    assert_eq!(host.session.pause(), Pause::Prompt);
}

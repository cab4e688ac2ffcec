//! Live sound: samples at the rate of a sound device, whose clock differs from the host's; and the measured speed of the machine.
//!
//! The host keeps samples that the device has not taken yet in a queue. If the queue grows, the device is slower than the
//! host's clock, and the stream makes fewer samples; if it is empty, it makes more. The pitch changes by 3.5 cents at most.
//!
//! `Listening` is the time when a machine hears keys. A program that was just started clears its memory and draws before it
//! reads the keypad, and a key that is
//! released by then is lost.

use std::{cell::OnceCell, ops::RangeInclusive, time::Duration};

use arcadian_bally::{Bally, CLOCK, StopAt, frame_end};
use arcadian_machine::{Reason, Until};

/// The samples per second.
pub const RATE: u32 = 48_000;

/// The number of waiting samples to keep, which is 20 ms.
pub const WAITING: usize = 960;

/// The largest number of waiting samples, which is 100 ms. A host drops what exceeds it.
pub const MOST_WAITING: usize = 4_800;

/// The largest change of the rate.
const MOST_CHANGE: f64 = 0.002;

/// The part of a new number of waiting samples in the mean.
const WEIGHT: f64 = 1.0 / 16.0;

/// A longer pause has emptied the buffers of the device.
const LONGEST_GAP: Duration = Duration::from_millis(60);

/// The silence after a pause, so that the device does not run out of samples: 60 ms.
const SILENCE: usize = 2_880;

/// The samples of a fade to silence, 5 ms.
const FADE: usize = 240;

/// A stream of samples for a sound device.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The mean number of waiting samples.
    waiting: f64,
    /// The time at which samples were added last.
    last: Option<Duration>,
    /// The last four samples, and the position between the second and third of them.
    window: [f64; 4],
    position: f64,
}

impl Default for Stream {
    fn default() -> Self {
        Stream { waiting: WAITING as f64, last: None, window: [0.0; 4], position: 0.0 }
    }
}

impl Stream {
    /// Returns the samples for the device for those of a frame. `waiting` is the number of samples that the device has not
    /// taken yet.
    pub fn add(&mut self, samples: &[i16], waiting: usize, now: Duration) -> Vec<i16> {
        let has_gap = self.last.is_none_or(|last| now.saturating_sub(last) > LONGEST_GAP);
        let mut out = Vec::with_capacity(samples.len() + SILENCE);
        if has_gap {
            *self = Stream::default();
            out.resize(SILENCE, 0);
        }
        self.last = Some(now);
        if !has_gap {
            self.waiting += (waiting as f64 - self.waiting) * WEIGHT;
        }
        let step = 1.0 / self.rate();
        samples.iter().for_each(|sample| self.resample(f64::from(*sample), step, &mut out));
        out
    }

    /// Ends the sound without a click. Returns the last samples for the device.
    pub fn fade(&mut self) -> Vec<i16> {
        if self.last.take().is_none() {
            return Vec::new();
        }
        let level = self.window[2];
        (1..=FADE).map(|at| (level * (FADE - at) as f64 / FADE as f64) as i16).collect()
    }

    /// Returns the number of samples to make of one.
    fn rate(&self) -> f64 {
        let target = WAITING as f64;
        1.0 - MOST_CHANGE * ((self.waiting - target) / target).clamp(-1.0, 1.0)
    }

    /// Adds a sample. Appends the values of a cubic curve through the last four, one for each step.
    fn resample(&mut self, sample: f64, step: f64, out: &mut Vec<i16>) {
        self.window = [self.window[1], self.window[2], self.window[3], sample];
        while self.position < 1.0 {
            let value = between(self.window, self.position).round();
            out.push(value.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
            self.position += step;
        }
        self.position -= 1.0;
    }
}

/// Returns the value of a Catmull-Rom spline between the second and third sample.
fn between([a, b, c, d]: [f64; 4], at: f64) -> f64 {
    let slope = (c - a) / 2.0;
    let bend = a - 2.5 * b + 2.0 * c - d / 2.0;
    let rest = (d - a) / 2.0 + 1.5 * (b - c);
    ((rest * at + bend) * at + slope) * at + b
}

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
mod speedometer_tests {
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

const KEYPAD: RangeInclusive<u8> = 0x14..=0x17;
/// The most frames that a program takes, ten seconds. One that has not read the keypad by then may never do so.
const LONGEST: u64 = 600;

/// The time at which a machine first reads the keypad.
pub(crate) struct Listening<'a> {
    bally: &'a Bally,
    after_start: OnceCell<u64>,
    after_reset: OnceCell<u64>,
}

impl<'a> Listening<'a> {
    pub(crate) fn new(bally: &'a Bally) -> Self {
        Listening { bally, after_start: OnceCell::new(), after_reset: OnceCell::new() }
    }

    /// Returns the number of frames that end before.
    pub(crate) fn after_start(&self) -> u64 {
        *self.after_start.get_or_init(|| frames(self.bally.clone()))
    }

    /// Returns the number of frames that end between RESET and that.
    pub(crate) fn after_reset(&self) -> u64 {
        *self.after_reset.get_or_init(|| {
            let mut bally = self.bally.clone();
            bally.reset();
            frames(bally)
        })
    }
}

/// Runs a copy of a machine until it reads the keypad. A machine that never does so is at once ready for keys.
fn frames(mut bally: Bally) -> u64 {
    bally.clear_stops();
    bally.stop_at(&StopAt::PortRead(KEYPAD));
    for frame in 0..LONGEST {
        let end = frame_end(bally.cycles());
        while bally.cycles() < end {
            let stop = bally.run(&Until::halted().cycles(end - bally.cycles()));
            match stop.reason {
                Reason::Budget => {}
                Reason::Event(_) => return frame,
                _ => return 0,
            }
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_nanos(16_652_777);

    /// A device that takes samples from a pipe and a buffer of its own.
    struct Device {
        /// Samples per frame.
        speed: f64,
        buffered: f64,
        waiting: f64,
        starved: u32,
        dropped: u32,
    }

    /// The samples that fit into pipe and buffer.
    const CAPACITY: f64 = 4_448.0;

    impl Device {
        fn add(&mut self, count: usize) {
            self.waiting += count as f64;
            if self.waiting > MOST_WAITING as f64 {
                self.waiting = MOST_WAITING as f64;
                self.dropped += 1;
            }
            self.flow();
        }

        fn flow(&mut self) {
            let moved = self.waiting.min(CAPACITY - self.buffered);
            self.waiting -= moved;
            self.buffered += moved;
        }

        fn play(&mut self) {
            self.buffered -= self.speed;
            if self.buffered < 0.0 {
                (self.buffered, self.starved) = (0.0, self.starved + 1);
            }
            self.flow();
        }
    }

    #[test]
    fn the_clock_of_the_device_may_differ() {
        for parts_per_million in [-1500, -500, -50, 0, 50, 500, 1500] {
            let speed = 799.33 * (1.0 + f64::from(parts_per_million) / 1e6);
            let mut device = Device { speed, buffered: 0.0, waiting: 0.0, starved: 0, dropped: 0 };
            let (mut stream, mut made) = (Stream::default(), 0.0);
            // Ten minutes; two frames in three have 799 samples, the third 800.
            for frame in 0..36_000_u32 {
                let samples = vec![0; 799 + usize::from(frame % 3 == 0)];
                let out = stream.add(&samples, device.waiting as usize, FRAME * frame);
                made += if frame >= 18_000 { out.len() as f64 } else { 0.0 };
                device.add(out.len());
                device.play();
            }
            assert_eq!((device.starved, device.dropped), (0, 0), "{parts_per_million}");
            assert!((made / 18_000.0 / speed - 1.0).abs() < 1e-5, "{parts_per_million}: {}", made / 18_000.0);
            assert!(device.waiting < 2.0 * WAITING as f64, "{parts_per_million}: {}", device.waiting);
        }
    }

    #[test]
    fn samples_pass_unchanged_while_the_clocks_agree() {
        let mut stream = Stream::default();
        let samples: Vec<i16> = (0..1600_i32).map(|at| (at * 7919 % 60_001 - 30_000) as i16).collect();
        let first = stream.add(&samples[..800], WAITING, Duration::ZERO);
        assert_eq!(first[..SILENCE], [0; SILENCE]);
        let second = stream.add(&samples[800..], WAITING, FRAME);
        // The curve needs two samples more than it has passed.
        assert_eq!(first[SILENCE + 2..], samples[..798]);
        assert_eq!(second, samples[798..1598]);
    }

    #[test]
    fn a_slower_device_gets_a_lower_pitch_without_steps() {
        let mut stream = Stream { waiting: 1e9, last: Some(Duration::ZERO), ..Stream::default() };
        let sine = |at: usize, rate: f64| (20_000.0 * (at as f64 / rate / 20.0).sin()) as i16;
        let samples: Vec<i16> = (0..10_000).map(|at| sine(at, 1.0)).collect();
        let out = stream.add(&samples, MOST_WAITING, Duration::ZERO);
        assert!(out.len().abs_diff(9_980) <= 1, "{}", out.len());
        let is_near = |(at, value): (usize, &i16)| value.abs_diff(sine(at, 1.0 - MOST_CHANGE)) < 60;
        assert!(out[2..].iter().enumerate().skip(10).all(is_near));
    }

    #[test]
    fn sound_ends_and_starts_with_silence() {
        let mut stream = Stream::default();
        assert!(stream.fade().is_empty(), "nothing was heard");
        stream.add(&[12_000; 800], 0, Duration::ZERO);
        let fade = stream.fade();
        assert!(fade.is_sorted_by(|a, b| a >= b) && fade.first() > Some(&11_000), "{fade:?}");
        assert_eq!((fade.len(), fade.last()), (FADE, Some(&0)));
        assert_eq!(stream.add(&[5; 800], 0, FRAME).len(), SILENCE + 800, "after a pause");
        assert!(stream.add(&[5; 800], 0, FRAME * 2).len() <= 802);
        assert!(stream.add(&[5; 800], 0, FRAME * 9).len() > 3_000, "after a gap");
    }
}

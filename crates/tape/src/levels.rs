//! Tapes of an unknown format: a level, high or low, and the times at which it changes.

use crate::WavReader;
use crate::{Recording, WavError, wav::Track};

/// The most changes that are read: an hour and a half at 3,000 a second.
pub const MOST_CHANGES: usize = 1 << 24;

/// The sample rate of a recording that [`square_wave`] makes.
const SAMPLE_RATE: u32 = 44_100;

/// The level of a recorded square wave; room is left for filters.
const LOUDNESS: f32 = 0.75;

/// The low level before the first change, and the level after the last one, in parts of a second.
const MARGIN: u64 = 10;

/// Both envelopes approach each other in this time, in seconds: slower than half a cycle of data, faster than hum.
const DECAY: f32 = 0.004;

/// The highest swing is forgotten in this time, in seconds.
const MEMORY: f32 = 1.0;

/// A smaller swing, from envelope to envelope, is silence: 8 bits cannot tell it from an error of rounding.
const LEAST_SWING: f32 = 0.04;

/// A swing that is this part of the highest one is silence, too.
const SILENCE: f32 = 1.0 / 8.0;

/// A change is certain at this part of the swing away from the middle.
const HYSTERESIS: f32 = 1.0 / 8.0;

/// Returns a recording of a level that is low at first and changes at these times, in ascending order. It starts shortly before the
/// first change, and ends after the last one. `clock` is the number of their units in a second.
pub fn square_wave(changes: &[u64], clock: u32) -> Recording {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
        return Recording { sample_rate: SAMPLE_RATE, samples: Vec::new() };
    };
    let (clock, rate) = (u64::from(clock.max(1)), u64::from(SAMPLE_RATE));
    let margin = clock / MARGIN;
    // A cycle of the clock has `rate` parts and a sample has `clock` of them, so that all is exact.
    let mut ends = changes.iter().map(|at| (at - first + margin) * rate).peekable();
    let count = ((last - first + 2 * margin) * rate).div_ceil(clock);
    let (mut is_high, mut now) = (false, 0);
    let samples = (1..=count).map(|number| {
        let (end, mut high) = (number * clock, 0);
        while now < end {
            let next = ends.peek().copied().unwrap_or(end).min(end);
            high += if is_high { next - now } else { 0 };
            now = next;
            // Two changes at the same time are none.
            while ends.next_if(|at| *at <= now).is_some() {
                is_high = !is_high;
            }
        }
        (2.0 * high as f32 / clock as f32 - 1.0) * LOUDNESS
    });
    Recording { sample_rate: SAMPLE_RATE, samples: samples.collect() }
}

/// The times at which the level of a recording changes. It is low at first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Levels {
    sample_rate: u32,
    /// The number of samples.
    count: u64,
    /// The times of the changes, in samples from the start.
    changes: Vec<f64>,
}

impl Levels {
    /// Returns the times of the changes from the start, in ascending order. `clock` is the number of their units in a second.
    pub fn changes(&self, clock: u32) -> Vec<u64> {
        let scale = f64::from(clock) / f64::from(self.sample_rate.max(1));
        self.changes.iter().map(|at| (at * scale).round() as u64).collect()
    }

    /// Returns the number of changes.
    pub fn count(&self) -> usize {
        self.changes.len()
    }

    pub fn seconds(&self) -> f64 {
        self.count as f64 / f64::from(self.sample_rate.max(1))
    }
}

/// Finds when the level of samples changes.
///
/// Two envelopes follow the highest and the lowest samples, and approach each other between them. The level changes when a sample
/// passes the middle of both, so that loudness, a constant offset and hum do not matter.
pub struct LevelReader {
    levels: Levels,
    high: f32,
    low: f32,
    last: f32,
    /// The highest swing, which is slowly forgotten.
    loudest: f32,
    is_high: bool,
    /// The parts by which envelopes and the highest swing decay with each sample.
    decay: f32,
    forgetting: f32,
}

impl Track for LevelReader {
    type Output = Levels;

    /// Short intervals are to be measured exactly.
    const ENOUGH: u32 = 44_100;

    fn new(sample_rate: u32) -> Self {
        let rate = sample_rate.max(1) as f32;
        LevelReader {
            levels: Levels { sample_rate, ..Levels::default() },
            high: 0.0,
            low: 0.0,
            last: 0.0,
            loudest: 0.0,
            is_high: false,
            decay: 1.0 / (rate * DECAY),
            forgetting: 1.0 / (rate * MEMORY),
        }
    }

    fn push(&mut self, samples: &[f32]) {
        samples.iter().for_each(|sample| self.read(*sample));
    }

    fn finish(self) -> Result<Levels, WavError> {
        if self.levels.changes.len() > MOST_CHANGES {
            return Err(WavError::Changes(MOST_CHANGES));
        }
        Ok(self.levels)
    }
}

impl LevelReader {
    fn read(&mut self, sample: f32) {
        if self.levels.count == 0 {
            (self.high, self.low, self.last) = (sample, sample, sample);
        }
        let fall = (self.high - self.low) * self.decay;
        self.high = sample.max(self.high - fall);
        self.low = sample.min(self.low + fall);
        let swing = self.high - self.low;
        self.loudest = swing.max(self.loudest - self.loudest * self.forgetting);
        let middle = (self.high + self.low) / 2.0;
        let beyond = if self.is_high { middle - sample } else { sample - middle };
        if beyond > swing * HYSTERESIS && swing > LEAST_SWING.max(self.loudest * SILENCE) {
            self.change(middle, sample);
        }
        self.last = sample;
        self.levels.count += 1;
    }

    /// Adds a change at the time at which the sound passed the middle between the last sample and this one.
    fn change(&mut self, middle: f32, sample: f32) {
        self.is_high = !self.is_high;
        let part = ((middle - self.last) / (sample - self.last)).clamp(0.0, 1.0);
        let part = if part.is_nan() { 1.0 } else { part };
        if self.levels.changes.len() <= MOST_CHANGES {
            // A sample is the mean of its time, so it stands for the middle of it.
            self.levels.changes.push(self.levels.count as f64 - 0.5 + f64::from(part));
        }
    }
}

/// Reads when the level changes from a WAV file.
pub type WavLevels = WavReader<LevelReader>;

//! Correlation of samples with the two tones; the newest values of a stream, and means over a sliding window.

use std::f64::consts::TAU;

use crate::{BAUD, MARK, SPACE};

/// The moments per bit at nominal speed.
pub(crate) const MOMENTS: u32 = 16;
/// The moments per second.
pub(crate) const MOMENT_RATE: u32 = MOMENTS * BAUD;

pub(crate) fn seconds(moment: f64) -> f64 {
    moment / f64::from(MOMENT_RATE)
}

/// Returns the last moment before a time.
pub(crate) fn moment(seconds: f64) -> usize {
    (seconds * f64::from(MOMENT_RATE)) as usize
}

/// The newest samples of a recording.
pub(crate) struct Samples {
    pub(crate) sample_rate: u32,
    pub(crate) values: Window<f32>,
    /// Whether there are no more.
    pub(crate) is_complete: bool,
}

impl Samples {
    pub(crate) fn new(sample_rate: u32) -> Self {
        Self { sample_rate, values: Window::default(), is_complete: false }
    }

    /// Returns the length of the recording so far.
    pub(crate) fn seconds(&self) -> f64 {
        self.values.len() as f64 / f64::from(self.sample_rate.max(1))
    }
}

/// A complex number: amplitude and phase of a tone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Phasor {
    pub(crate) re: f32,
    pub(crate) im: f32,
}

impl Phasor {
    pub(crate) fn power(self) -> f32 {
        self.re * self.re + self.im * self.im
    }

    /// Returns the phasor with the square root of its length.
    pub(crate) fn compressed(self) -> Self {
        let root = self.power().sqrt().sqrt().max(f32::MIN_POSITIVE);
        Self { re: self.re / root, im: self.im / root }
    }

    /// Returns the change of phase since an earlier phasor, as a phasor.
    pub(crate) fn since(self, earlier: Self) -> Self {
        self.times(Self { re: earlier.re, im: -earlier.im })
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

/// The share of each tone in the samples around a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tones {
    pub(crate) mark: Phasor,
    pub(crate) space: Phasor,
    /// The power of all that there is, tones or not.
    pub(crate) all: f32,
    /// The first of the samples. The phases are relative to it.
    pub(crate) from: usize,
}

impl Tones {
    /// Returns the powers of mark and space.
    pub(crate) fn powers(&self) -> [f32; 2] {
        [self.mark.power(), self.space.power()]
    }
}

/// Cosine and sine of both tones, for each sample of a window: one cycle of the lower one, in which both have whole cycles.
struct Waves(Vec<[f32; 4]>);

impl Waves {
    fn new(sample_rate: u32, speed: f64) -> Self {
        let length = (f64::from(sample_rate) / (f64::from(SPACE) * speed)).round().max(1.0);
        let phase = |tone: u32, at: usize| angle(tone, sample_rate, speed) * at as f64;
        let wave = |at| {
            let ((mark_sin, mark_cos), (space_sin, space_cos)) =
                (phase(MARK, at).sin_cos(), phase(SPACE, at).sin_cos());
            [mark_cos, -mark_sin, space_cos, -space_sin].map(|value| value as f32)
        };
        Self((0..length as usize).map(wave).collect())
    }

    fn correlate(&self, samples: &Samples, from: usize) -> Tones {
        let samples = samples.values.between(from, from + self.0.len());
        let (mut sums, mut all) = ([0.0_f32; 4], 0.0);
        for (sample, wave) in samples.iter().zip(&self.0) {
            // Four independent sums in an array become one vector.
            for (sum, wave) in sums.iter_mut().zip(wave) {
                *sum += sample * wave;
            }
            all += sample * sample;
        }
        let count = self.0.len() as f32;
        let [mark_re, mark_im, space_re, space_im] = sums.map(|sum| sum * std::f32::consts::SQRT_2 / count);
        Tones {
            mark: Phasor { re: mark_re, im: mark_im },
            space: Phasor { re: space_re, im: space_im },
            all: all / count,
            from,
        }
    }
}

/// Returns the powers of mark and space in some samples.
pub(crate) fn powers(samples: &[f32], sample_rate: u32, speed: f64) -> [f32; 2] {
    let turns = [MARK, SPACE].map(|tone| {
        let (sin, cos) = angle(tone, sample_rate, speed).sin_cos();
        Phasor { re: cos as f32, im: -sin as f32 }
    });
    let mut waves = [Phasor { re: 1.0, im: 0.0 }; 2];
    let mut sums = [Phasor::default(); 2];
    for sample in samples {
        for tone in 0..2 {
            sums[tone].re += sample * waves[tone].re;
            sums[tone].im += sample * waves[tone].im;
            waves[tone] = waves[tone].times(turns[tone]);
        }
    }
    sums.map(|sum| 2.0 * sum.power() / (samples.len().max(1) as f32).powi(2))
}

/// Returns the change of a tone's phase from one sample to the next.
pub(crate) fn angle(tone: u32, sample_rate: u32, speed: f64) -> f64 {
    TAU * f64::from(tone) * speed / f64::from(sample_rate)
}

/// Measures the tones, moment after moment.
pub(crate) struct Correlator {
    waves: Waves,
    /// The speed to which the waves belong.
    speed: f64,
    next: usize,
}

impl Correlator {
    pub(crate) fn new() -> Self {
        Self { waves: Waves(Vec::new()), speed: 0.0, next: 0 }
    }

    /// Returns the time of the next moment, in seconds.
    pub(crate) fn time(&self) -> f64 {
        seconds(self.next as f64)
    }

    /// Returns the tones at the next moment, at which the tape has a speed, or nothing if there are not enough samples.
    pub(crate) fn next(&mut self, samples: &Samples, speed: f64) -> Option<Tones> {
        if speed != self.speed {
            (self.waves, self.speed) = (Waves::new(samples.sample_rate, speed), speed);
        }
        let middle = (self.time() * f64::from(samples.sample_rate)).round() as usize;
        let from = middle.saturating_sub(self.waves.0.len() / 2);
        let is_inside = self.next < (samples.seconds() * f64::from(MOMENT_RATE)) as usize;
        let is_known = samples.is_complete || from + self.waves.0.len() <= samples.values.len();
        (is_inside && is_known).then(|| {
            self.next += 1;
            self.waves.correlate(samples, from)
        })
    }
}

/// Values of a stream by their index in it. The oldest can be dropped.
pub(crate) struct Window<T> {
    values: Vec<T>,
    /// The index of the first value that is kept.
    first: usize,
}

impl<T> Default for Window<T> {
    fn default() -> Self {
        Self { values: Vec::new(), first: 0 }
    }
}

impl<T> Window<T> {
    /// Returns the number of values, with those that were dropped.
    pub(crate) fn len(&self) -> usize {
        self.first + self.values.len()
    }

    pub(crate) fn push(&mut self, value: T) {
        self.values.push(value);
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.values.get(at.checked_sub(self.first)?)
    }

    /// Returns the values from one index to before another, without those that are missing.
    pub(crate) fn between(&self, from: usize, to: usize) -> &[T] {
        let [from, to] = [from, to].map(|at| at.saturating_sub(self.first).min(self.values.len()));
        self.values.get(from..to).unwrap_or_default()
    }

    /// Drops what is before an index, at the latest when it is half of all that is kept.
    pub(crate) fn drop_before(&mut self, at: usize) {
        let old = at.saturating_sub(self.first).min(self.values.len());
        if old > self.values.len() / 2 {
            self.values.drain(..old);
            self.first += old;
        }
    }
}

/// The mean of the `width` values around each value of a stream. Before and after the stream the values are 0.
pub(crate) struct Mean {
    /// The last values, in a ring.
    values: Vec<f32>,
    /// The place of the next value in the ring.
    next: usize,
    sum: f64,
    /// The values until the first mean.
    missing: usize,
}

impl Mean {
    pub(crate) fn new(width: usize) -> Self {
        Self { values: vec![0.0; width.max(1)], next: 0, sum: 0.0, missing: width / 2 }
    }

    /// Takes a value. Returns the value half a window earlier with its mean.
    pub(crate) fn push(&mut self, value: f32) -> Option<(f32, f32)> {
        let width = self.values.len();
        self.sum += f64::from(value);
        self.sum -= f64::from(std::mem::replace(&mut self.values[self.next], value));
        let middle =
            if self.next >= width / 2 { self.next - width / 2 } else { self.next + width - width / 2 };
        self.next = if self.next + 1 == width { 0 } else { self.next + 1 };
        if self.missing > 0 {
            self.missing -= 1;
            return None;
        }
        Some((self.values[middle], (self.sum / width as f64) as f32))
    }

    /// Returns what remains at the end of the stream.
    pub(crate) fn finish(&mut self) -> Vec<(f32, f32)> {
        (0..self.values.len() / 2).filter_map(|_| self.push(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(values: &[f32], width: usize) -> Vec<f32> {
        let mut mean = Mean::new(width);
        let mut means: Vec<_> = values.iter().filter_map(|value| mean.push(*value)).collect();
        means.extend(mean.finish());
        assert!(means.iter().map(|(middle, _)| middle).eq(values));
        means.into_iter().map(|(_, mean)| mean).collect()
    }

    #[test]
    fn the_mean_is_around_the_value() {
        assert_eq!(means(&[3.0, 6.0, 9.0, 0.0], 3), [3.0, 6.0, 5.0, 3.0]);
        assert_eq!(means(&[4.0, 8.0], 1), [4.0, 8.0]);
        assert_eq!(means(&[4.0, 8.0], 8), [1.5, 1.5]);
        assert_eq!(means(&[4.0, 8.0], 0), [4.0, 8.0]);
        assert_eq!(means(&[], 5), [0.0; 0]);
    }

    #[test]
    fn a_window_keeps_the_newest_values() {
        let mut window = Window::default();
        (0..10).for_each(|value| window.push(value));
        window.drop_before(3);
        assert_eq!((window.len(), window.get(2)), (10, Some(&2)));
        window.drop_before(8);
        window.push(10);
        assert_eq!((window.len(), window.get(7), window.get(8), window.get(11)), (11, None, Some(&8), None));
        assert_eq!((window.between(0, 9), window.between(9, 99)), (&[8][..], &[9, 10][..]));
        assert!(window.between(5, 4).is_empty() && window.between(20, 30).is_empty());
    }
}

//! Correlation of samples with the two tones.

use std::f64::consts::TAU;

use crate::{BAUD, MARK, Recording, SPACE, speed::Speed};

/// The moments per bit at nominal speed.
pub(crate) const MOMENTS: u32 = 16;
/// The moments per second.
pub(crate) const MOMENT_RATE: u32 = MOMENTS * BAUD;

/// Returns the time of a moment.
pub(crate) fn seconds(moment: f64) -> f64 {
    moment / f64::from(MOMENT_RATE)
}

/// Returns the last moment before a time.
pub(crate) fn moment(seconds: f64) -> usize {
    (seconds * f64::from(MOMENT_RATE)) as usize
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

/// What the samples around a moment have of each tone.
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

    fn correlate(&self, samples: &[f32], from: usize) -> Tones {
        let samples = samples.get(from..).unwrap_or_default();
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

/// Returns the tones at each moment of a recording.
pub(crate) fn tones<'a>(recording: &'a Recording, speed: &'a Speed) -> impl Iterator<Item = Tones> + 'a {
    let rate = recording.sample_rate;
    let count = (recording.seconds() * f64::from(MOMENT_RATE)) as usize;
    let mut waves = Waves(Vec::new());
    let mut known = 0.0;
    (0..count).map(move |moment| {
        let time = seconds(moment as f64);
        let now = speed.at(time);
        if now != known {
            (waves, known) = (Waves::new(rate, now), now);
        }
        let middle = (time * f64::from(rate)).round() as usize;
        waves.correlate(&recording.samples, middle.saturating_sub(waves.0.len() / 2))
    })
}

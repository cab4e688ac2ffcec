//! Correlation of samples with the two tones.

use std::f64::consts::TAU;

use crate::{BAUD, MARK, SPACE, window::Window};

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

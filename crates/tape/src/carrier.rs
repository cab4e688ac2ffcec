//! From samples to tones: which of the two tones a recording has at each moment, and whether it has one at all.

use std::f64::consts::TAU;

use crate::{BAUD, MARK, Recording, SPACE, speed::Speed, window::means};

/// The moments per bit at nominal speed.
const MOMENTS: u32 = 16;
/// The moments per second.
const MOMENT_RATE: u32 = MOMENTS * BAUD;
/// The share of the power that is in the two tones, above which there is a tape. Noise has about a fifth.
const TONE_SHARE: f32 = 0.45;
/// The lowest power of a tape: that of an 8-bit sample which moves by one step.
const FAINTEST: f32 = 1e-5;
/// The moments over which the presence of a tone is measured: 20 ms.
const PRESENCE: usize = MOMENT_RATE as usize / 50;

/// The tones of a recording.
pub(crate) struct Carrier {
    /// For each moment: 1 is mark, -1 is space.
    tones: Vec<f32>,
    is_present: Vec<bool>,
    pub(crate) speed: Speed,
}

/// What a moment's correlation with the tones gives.
#[derive(Clone, Copy, Default)]
struct Power {
    mark: f32,
    space: f32,
    /// The power of the signal, tones or not.
    all: f32,
}

impl Carrier {
    pub(crate) fn of(recording: &Recording) -> Self {
        let recording = without_hum(recording);
        let speed = Speed::of(&recording);
        let count = (recording.seconds() * f64::from(MOMENT_RATE)) as usize;
        let powers: Vec<Power> =
            (0..count).map(|moment| power(&recording, &speed, seconds(moment as f64))).collect();
        let tone =
            |power: &Power| (power.mark - power.space) / (power.mark + power.space).max(f32::MIN_POSITIVE);
        Self { tones: powers.iter().map(tone).collect(), is_present: presence(&powers), speed }
    }

    /// Returns the number of moments.
    pub(crate) fn len(&self) -> usize {
        self.tones.len()
    }

    /// Returns whether there is a tone.
    pub(crate) fn is_present(&self, moment: usize) -> bool {
        self.is_present.get(moment).copied().unwrap_or(false)
    }

    pub(crate) fn tone(&self, moment: usize) -> f32 {
        self.tones.get(moment).copied().unwrap_or(0.0)
    }

    /// Returns the length of a bit at a moment, in moments.
    pub(crate) fn bit(&self, moment: f64) -> f64 {
        f64::from(MOMENTS) / self.speed.at(seconds(moment))
    }

    /// Returns the mean tone between two moments.
    pub(crate) fn mean(&self, from: f64, to: f64) -> f32 {
        let from = (from.round().max(0.0) as usize).min(self.len());
        let to = (to.round().max(0.0) as usize).clamp(from, self.len());
        self.tones[from..to].iter().sum::<f32>() / (to - from).max(1) as f32
    }
}

/// Returns the time of a moment.
pub(crate) fn seconds(moment: f64) -> f64 {
    moment / f64::from(MOMENT_RATE)
}

/// Removes constant offsets, hum and rumble: subtracts the mean of a time in which both tones have whole cycles.
fn without_hum(recording: &Recording) -> Recording {
    let width = recording.sample_rate / (SPACE / 2);
    let mut samples = means(&recording.samples, width as usize);
    samples.iter_mut().zip(&recording.samples).for_each(|(mean, sample)| *mean = sample - *mean);
    Recording { sample_rate: recording.sample_rate, samples }
}

/// Correlates the samples around a time with the two tones, over one cycle of the lower one.
fn power(recording: &Recording, speed: &Speed, seconds: f64) -> Power {
    let rate = f64::from(recording.sample_rate);
    let step = speed.at(seconds) * TAU / rate;
    let half = rate / (2.0 * f64::from(SPACE) * speed.at(seconds));
    let from = (seconds * rate - half).round().max(0.0) as usize;
    let to = ((seconds * rate + half).round() as usize).min(recording.samples.len());
    let Some(samples) = recording.samples.get(from..to).filter(|samples| !samples.is_empty()) else {
        return Power::default();
    };
    let tone = |frequency: u32| {
        let (sin, cos) = (step * f64::from(frequency)).sin_cos();
        let (mut re, mut im, mut x, mut y) = (0.0, 0.0, 1.0, 0.0);
        for sample in samples {
            let sample = f64::from(*sample);
            (re, im) = (re + sample * x, im + sample * y);
            (x, y) = (x * cos - y * sin, x * sin + y * cos);
        }
        let count = samples.len() as f64;
        (2.0 * (re * re + im * im) / (count * count)) as f32
    };
    let all = samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
    Power { mark: tone(MARK), space: tone(SPACE), all }
}

/// Returns at which moments the power is that of a tone.
fn presence(powers: &[Power]) -> Vec<bool> {
    let smooth = |part: fn(&Power) -> f32| means(&powers.iter().map(part).collect::<Vec<_>>(), PRESENCE);
    let tones = smooth(|power| power.mark + power.space);
    let all = smooth(|power| power.all);
    tones.into_iter().zip(all).map(|(tones, all)| all > FAINTEST && tones > TONE_SHARE * all).collect()
}

//! From samples to tones: which of the two tones a recording has at each moment, and whether it has one at all.

use crate::{
    MARK, Recording, SPACE,
    correlator::{MOMENT_RATE, MOMENTS, powers, seconds, tones},
    speed::Speed,
    window::means,
};

/// The share of the power that is in the two tones, above which there is a tape. Noise has about a fifth.
const TONE_SHARE: f32 = 0.45;
/// The lowest power of a tape: that of an 8-bit sample which moves by one step.
const FAINTEST: f32 = 1e-5;
/// The moments over which the presence of a tone is measured: 20 ms.
const PRESENCE: usize = MOMENT_RATE as usize / 50;

/// The tones of a recording.
pub(crate) struct Carrier {
    recording: Recording,
    /// For each moment: 1 is mark, -1 is space.
    tones: Vec<f32>,
    is_present: Vec<bool>,
    pub(crate) speed: Speed,
}

/// The tone of a time, and its power.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    /// 1 is mark, -1 is space.
    pub(crate) tone: f32,
    pub(crate) power: f32,
}

impl Level {
    fn of([mark, space]: [f32; 2]) -> Self {
        let power = mark + space;
        Self { tone: (mark - space) / power.max(f32::MIN_POSITIVE), power }
    }
}

impl Carrier {
    pub(crate) fn of(recording: &Recording) -> Self {
        let recording = filtered(recording);
        let speed = Speed::of(&recording);
        let (levels, all): (Vec<_>, Vec<_>) =
            tones(&recording, &speed).map(|tones| (Level::of(tones.powers()), tones.all)).unzip();
        let is_present = presence(&levels, &all);
        let tones = levels.into_iter().map(|level| level.tone).collect();
        Self { recording, tones, is_present, speed }
    }

    /// Returns the number of moments.
    pub(crate) fn len(&self) -> usize {
        self.tones.len()
    }

    /// Returns whether there is a tone.
    pub(crate) fn is_present(&self, moment: usize) -> bool {
        self.is_present.get(moment).copied().unwrap_or(false)
    }

    /// Returns the tone at a moment: 1 is mark, -1 is space.
    pub(crate) fn tone(&self, moment: usize) -> f32 {
        self.tones.get(moment).copied().unwrap_or(0.0)
    }

    /// Returns the length of a bit at a moment, in moments.
    pub(crate) fn bit(&self, moment: f64) -> f64 {
        f64::from(MOMENTS) / self.speed.at(seconds(moment))
    }

    /// Returns the tone between two moments. It is correlated as a whole, which noise and clicks affect least.
    pub(crate) fn level(&self, from: f64, to: f64) -> Level {
        let rate = f64::from(self.recording.sample_rate);
        let sample = |moment: f64| (seconds(moment) * rate).round().max(0.0) as usize;
        let samples = &self.recording.samples;
        let samples = samples.get(sample(from)..sample(to).min(samples.len())).unwrap_or_default();
        Level::of(powers(samples, self.recording.sample_rate, self.speed.at(seconds(from))))
    }
}

/// Removes what is not of the tones: constant offsets, hum and rumble below them, hiss above them.
fn filtered(recording: &Recording) -> Recording {
    // In the time of the mean, both tones have whole cycles.
    let mut samples = means(&recording.samples, (recording.sample_rate / (SPACE / 2)) as usize);
    samples.iter_mut().zip(&recording.samples).for_each(|(mean, sample)| *mean = sample - *mean);
    let half_cycle = (recording.sample_rate / (2 * MARK)).max(1) as usize;
    let samples = means(&means(&samples, half_cycle), half_cycle);
    Recording { sample_rate: recording.sample_rate, samples }
}

/// Returns at which moments the power is that of a tone.
fn presence(levels: &[Level], all: &[f32]) -> Vec<bool> {
    let tones: Vec<f32> = levels.iter().map(|level| level.power).collect();
    let (tones, all) = (means(&tones, PRESENCE), means(all, PRESENCE));
    tones.into_iter().zip(all).map(|(tones, all)| all > FAINTEST && tones > TONE_SHARE * all).collect()
}

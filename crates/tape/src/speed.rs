//! The speed of a tape, from the change of the tones' phases.

use crate::{
    MARK, SPACE,
    correlator::{Correlator, MOMENT_RATE, Phasor, Samples, Tones, angle},
};

/// The time between two measurements, in seconds.
const HOP: f64 = 0.02;
/// The measurements before and after one, with which its mean is taken: 60 ms.
const REACH: usize = 3;
/// The speeds that are followed. Outside them, a slow mark could be a fast space.
const SLOWEST: f64 = 0.75;
const FASTEST: f64 = 1.33;

/// The speed of a tape over time, as far as it is known; 1 is the standard's.
#[derive(Default)]
pub(crate) struct Speed {
    hops: Vec<f64>,
    is_complete: bool,
}

/// A measurement of the speed.
pub(crate) struct SpeedMeter {
    pub(crate) speed: Speed,
    correlator: Correlator,
    before: Tones,
    advances: Vec<Advance>,
}

/// How much faster the phases change than they should: the sum of their changes from moment to moment, each of length 1.
#[derive(Clone, Copy, Default)]
struct Advance {
    mark: Phasor,
    space: Phasor,
}

impl Speed {
    /// Returns the speed of the standard, at all times.
    pub(crate) fn standard() -> Self {
        Self { is_complete: true, ..Self::default() }
    }

    /// Returns the speed at a time in seconds, if it is known.
    pub(crate) fn known_at(&self, seconds: f64) -> Option<f64> {
        let hop = (seconds / HOP) as usize;
        (self.is_complete || hop < self.hops.len()).then(|| self.at(seconds))
    }

    /// Returns the last known speed at a time in seconds.
    pub(crate) fn at(&self, seconds: f64) -> f64 {
        self.hops.get((seconds / HOP) as usize).or(self.hops.last()).copied().unwrap_or(1.0)
    }
}

impl SpeedMeter {
    pub(crate) fn new() -> Self {
        Self {
            speed: Speed::default(),
            correlator: Correlator::new(),
            before: Tones::default(),
            advances: Vec::new(),
        }
    }

    /// Measures the speed as far as there are samples, with correlators at a speed that is known better there.
    pub(crate) fn measure(&mut self, samples: &Samples, guess: &Speed) {
        while let Some(speed) = guess.known_at(self.correlator.time()) {
            let time = self.correlator.time();
            let Some(now) = self.correlator.next(samples, speed) else { break };
            self.advance((time / HOP) as usize, now, speed, samples.sample_rate);
        }
        if samples.is_complete {
            self.advances.resize((samples.seconds() / HOP) as usize + 1, Advance::default());
        }
        let missing = if samples.is_complete { 0 } else { REACH + 1 };
        while self.speed.hops.len() + missing < self.advances.len() {
            self.hop(guess, samples.sample_rate);
        }
        self.speed.is_complete = samples.is_complete;
    }

    /// Adds the change of the phases from the moment before.
    fn advance(&mut self, hop: usize, now: Tones, speed: f64, sample_rate: u32) {
        if self.advances.len() <= hop {
            self.advances.resize(hop + 1, Advance::default());
        }
        let before = std::mem::replace(&mut self.before, now);
        let advance = &mut self.advances[hop];
        let samples = now.from.saturating_sub(before.from) as f64;
        let expected = |tone| {
            let (sin, cos) = (-angle(tone, sample_rate, speed) * samples).sin_cos();
            Phasor { re: cos as f32, im: sin as f32 }
        };
        // The weaker tone has only what leaks into it from the other.
        let (sum, tone, phasor, earlier) = if now.mark.power() > now.space.power() {
            (&mut advance.mark, MARK, now.mark, before.mark)
        } else {
            (&mut advance.space, SPACE, now.space, before.space)
        };
        // Only the phase counts: a click is loud.
        let change = phasor.since(earlier).times(expected(tone)).compressed();
        *sum = Phasor { re: sum.re + change.re, im: sum.im + change.im };
    }

    /// Measures the speed of the next hop. In silence it is that of the one before.
    fn hop(&mut self, guess: &Speed, sample_rate: u32) {
        let hop = self.speed.hops.len();
        let near = &self.advances[hop.saturating_sub(REACH)..(hop + REACH + 1).min(self.advances.len())];
        let speed = change(near, sample_rate)
            .map(|change| (guess.at((hop as f64 + 0.5) * HOP) + change).clamp(SLOWEST, FASTEST));
        self.speed.hops.push(speed.or(self.speed.hops.last().copied()).unwrap_or(1.0));
    }
}

/// Returns by how much the speed differs, or nothing in silence.
fn change(advances: &[Advance], sample_rate: u32) -> Option<f64> {
    let samples = f64::from(sample_rate) / f64::from(MOMENT_RATE);
    let part = |of: fn(&Advance) -> Phasor, tone: u32| {
        let (re, im) = advances
            .iter()
            .map(of)
            .fold((0.0, 0.0), |sum, now| (sum.0 + f64::from(now.re), sum.1 + f64::from(now.im)));
        let weight = re.hypot(im);
        (weight, weight * im.atan2(re) / (samples * angle(tone, sample_rate, 1.0)))
    };
    let (mark, space) = (part(|advance| advance.mark, MARK), part(|advance| advance.space, SPACE));
    let weight = mark.0 + space.0;
    (weight > 0.0).then(|| (mark.1 + space.1) / weight)
}

//! The speed of a tape, from the change of the tones' phases.

use crate::{
    MARK, Recording, SPACE,
    correlator::{MOMENT_RATE, Phasor, Tones, angle, seconds, tones},
};

/// The time between two measurements, in seconds.
const HOP: f64 = 0.02;
/// The measurements before and after one, with which its mean is taken: 60 ms.
const REACH: usize = 3;
/// The speeds that are followed. Outside them, a slow mark could be a fast space.
const SLOWEST: f64 = 0.75;
const FASTEST: f64 = 1.33;
/// The measurement is repeated with its result: at the right speed the two tones are best told apart.
const PASSES: usize = 2;

/// The speed of a tape over time; 1 is the standard's.
pub(crate) struct Speed {
    hops: Vec<f64>,
}

/// How much faster the phases change than they should: the sum of their changes from moment to moment, each of length 1.
#[derive(Clone, Copy, Default)]
struct Advance {
    mark: Phasor,
    space: Phasor,
}

impl Speed {
    /// Measures the speed of a recording.
    pub(crate) fn of(recording: &Recording) -> Self {
        let start = Self { hops: Vec::new() };
        (0..PASSES).fold(start, |speed, _| speed.refined(recording))
    }

    /// Returns the speed at a time in seconds.
    pub(crate) fn at(&self, seconds: f64) -> f64 {
        self.hops.get((seconds / HOP) as usize).or(self.hops.last()).copied().unwrap_or(1.0)
    }

    /// Measures the speed with correlators at this one.
    fn refined(&self, recording: &Recording) -> Self {
        let advances = self.advances(recording);
        let mut last = 1.0;
        let hops = (0..advances.len()).map(|hop| {
            let near = &advances[hop.saturating_sub(REACH)..(hop + REACH + 1).min(advances.len())];
            let change = change(near, recording.sample_rate);
            last = change
                .map_or(last, |change| (self.at((hop as f64 + 0.5) * HOP) + change).clamp(SLOWEST, FASTEST));
            last
        });
        Self { hops: hops.collect() }
    }

    fn advances(&self, recording: &Recording) -> Vec<Advance> {
        let mut advances = vec![Advance::default(); (recording.seconds() / HOP) as usize + 1];
        let mut before = Tones::default();
        for (moment, now) in tones(recording, self).enumerate() {
            let time = seconds(moment as f64);
            let Some(advance) = advances.get_mut((time / HOP) as usize) else { break };
            let samples = now.from.saturating_sub(before.from) as f64;
            let expected = |tone| {
                let (sin, cos) = (-angle(tone, recording.sample_rate, self.at(time)) * samples).sin_cos();
                Phasor { re: cos as f32, im: sin as f32 }
            };
            // The weaker tone has only what leaks into it from the other.
            let (sum, tone, phasor, earlier) = match now.mark.power() > now.space.power() {
                true => (&mut advance.mark, MARK, now.mark, before.mark),
                false => (&mut advance.space, SPACE, now.space, before.space),
            };
            // Only the phase counts: a click is loud.
            let change = phasor.since(earlier).times(expected(tone)).compressed();
            *sum = Phasor { re: sum.re + change.re, im: sum.im + change.im };
            before = now;
        }
        advances
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

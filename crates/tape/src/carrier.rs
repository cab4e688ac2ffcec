//! From samples to tones: which of the two tones a recording has at each moment, and whether it has one; and the speed
//! of a tape, from the change of the tones' phases.

use crate::{
    MARK, SPACE,
    correlator::{
        Correlator, MOMENT_RATE, MOMENTS, Mean, Phasor, Samples, Tones, Window, angle, powers, seconds,
    },
};

/// The share of the power that is in the two tones, above which there is a tape. Noise has about a fifth.
const TONE_SHARE: f32 = 0.45;
/// The lowest power of a tape: that of an 8-bit sample which moves by one step.
const FAINTEST: f32 = 1e-5;
/// The moments over which the presence of a tone is measured: 20 ms.
const PRESENCE: usize = MOMENT_RATE as usize / 50;

/// The tones of the part of a recording that has come.
pub(crate) struct Carrier {
    filter: Filter,
    samples: Samples,
    /// The speed is measured twice: at the right speed the two tones are best told apart.
    meters: [SpeedMeter; 2],
    correlator: Correlator,
    presence: Presence,
    /// For each moment: 1 is mark, -1 is space.
    tones: Window<f32>,
    is_present: Window<bool>,
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
    pub(crate) fn new(sample_rate: u32) -> Self {
        Self {
            filter: Filter::new(sample_rate),
            samples: Samples::new(sample_rate),
            meters: [SpeedMeter::new(), SpeedMeter::new()],
            correlator: Correlator::new(),
            presence: Presence::new(),
            tones: Window::default(),
            is_present: Window::default(),
        }
    }

    pub(crate) fn push(&mut self, samples: &[f32]) {
        for sample in samples {
            self.filter.push(*sample).into_iter().for_each(|sample| self.samples.values.push(sample));
        }
        self.measure();
    }

    /// Measures what remains at the end of the recording.
    pub(crate) fn finish(&mut self) {
        self.filter.finish().into_iter().for_each(|sample| self.samples.values.push(sample));
        self.samples.is_complete = true;
        self.measure();
        self.presence.finish().into_iter().for_each(|is_present| self.is_present.push(is_present));
    }

    fn measure(&mut self) {
        let [first, second] = &mut self.meters;
        first.measure(&self.samples, &Speed::standard());
        second.measure(&self.samples, &first.speed);
        while let Some(speed) = second.speed.known_at(self.correlator.time()) {
            let Some(tones) = self.correlator.next(&self.samples, speed) else { break };
            let level = Level::of(tones.powers());
            self.tones.push(level.tone);
            let is_present = self.presence.push(level.power, tones.all);
            is_present.into_iter().for_each(|is_present| self.is_present.push(is_present));
        }
    }

    pub(crate) fn drop_before(&mut self, moment: usize) {
        self.tones.drop_before(moment);
        self.is_present.drop_before(moment);
        self.samples.values.drop_before(self.sample(moment as f64));
    }

    /// Returns the number of moments.
    pub(crate) fn len(&self) -> usize {
        self.is_present.len()
    }

    /// Returns the speed of the tape; 1 is the standard's.
    pub(crate) fn speed(&self, seconds: f64) -> f64 {
        self.meters[1].speed.at(seconds)
    }

    fn sample(&self, moment: f64) -> usize {
        (seconds(moment) * f64::from(self.samples.sample_rate)).round().max(0.0) as usize
    }

    pub(crate) fn is_present(&self, moment: usize) -> bool {
        self.is_present.get(moment).copied().unwrap_or(false)
    }

    /// Returns the tone at a moment: 1 is mark, -1 is space.
    pub(crate) fn tone(&self, moment: usize) -> f32 {
        self.tones.get(moment).copied().unwrap_or(0.0)
    }

    /// Returns the length of a bit at a moment, in moments.
    pub(crate) fn bit(&self, moment: f64) -> f64 {
        f64::from(MOMENTS) / self.speed(seconds(moment))
    }

    /// Returns the tone between two moments. It is correlated as a whole, which noise and clicks affect least.
    pub(crate) fn level(&self, from: f64, to: f64) -> Level {
        let samples = self.samples.values.between(self.sample(from), self.sample(to));
        Level::of(powers(samples, self.samples.sample_rate, self.speed(seconds(from))))
    }
}

/// Removes what is not of the tones: constant offsets, hum and rumble below them, hiss above them.
struct Filter {
    low: Mean,
    high: [Mean; 2],
}

impl Filter {
    fn new(sample_rate: u32) -> Self {
        let half_cycle = (sample_rate / (2 * MARK)).max(1) as usize;
        // In the time of the mean, both tones have whole cycles.
        let low = Mean::new((sample_rate / (SPACE / 2)) as usize);
        Self { low, high: [Mean::new(half_cycle), Mean::new(half_cycle)] }
    }

    fn push(&mut self, sample: f32) -> Option<f32> {
        self.low.push(sample).and_then(|sample| self.after_low(sample))
    }

    fn after_low(&mut self, (sample, mean): (f32, f32)) -> Option<f32> {
        self.high[0].push(sample - mean).and_then(|(_, mean)| self.after_high(mean))
    }

    fn after_high(&mut self, sample: f32) -> Option<f32> {
        self.high[1].push(sample).map(|(_, mean)| mean)
    }

    fn finish(&mut self) -> Vec<f32> {
        let mut last: Vec<_> =
            self.low.finish().into_iter().filter_map(|sample| self.after_low(sample)).collect();
        last.extend(
            self.high[0]
                .finish()
                .into_iter()
                .filter_map(|(_, mean)| self.after_high(mean))
                .collect::<Vec<_>>(),
        );
        last.extend(self.high[1].finish().into_iter().map(|(_, mean)| mean));
        last
    }
}

/// Whether the power at a moment is that of a tone.
struct Presence {
    tones: Mean,
    all: Mean,
}

impl Presence {
    fn new() -> Self {
        Self { tones: Mean::new(PRESENCE), all: Mean::new(PRESENCE) }
    }

    fn push(&mut self, tones: f32, all: f32) -> Option<bool> {
        let (tones, all) = (self.tones.push(tones), self.all.push(all));
        Some(Self::is_tone(tones?.1, all?.1))
    }

    fn finish(&mut self) -> Vec<bool> {
        let rest = self.tones.finish().into_iter().zip(self.all.finish());
        rest.map(|((_, tones), (_, all))| Self::is_tone(tones, all)).collect()
    }

    fn is_tone(tones: f32, all: f32) -> bool {
        all > FAINTEST && tones > TONE_SHARE * all
    }
}

/// The time between two measurements, in seconds.
const HOP: f64 = 0.02;
/// The measurements before and after one, with which its mean is taken: 60 ms.
const REACH: usize = 3;
/// The speeds that are followed. Outside them, a slow mark could be a fast space.
const SLOWEST: f64 = 0.75;
const FASTEST: f64 = 1.33;

/// The known part of the speed of a tape over time; 1 is the standard's.
#[derive(Default)]
pub(crate) struct Speed {
    hops: Vec<f64>,
    is_complete: bool,
}

pub(crate) struct SpeedMeter {
    pub(crate) speed: Speed,
    correlator: Correlator,
    before: Tones,
    advances: Vec<Advance>,
}

/// The excess of the phases' speed: the sum of their changes from moment to moment, each of length 1.
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

    /// Measures the speed to the last sample, with correlators at a speed that is known better there.
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

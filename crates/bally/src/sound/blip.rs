//! Band-limited samples from changes of a level.
//!
//! The method of Blargg's blip_buf: every change adds a band-limited impulse at its exact position to a buffer of
//! differences, and a running sum of the buffer is the signal. A leaky sum removes the constant level.

use crate::state::{Reader, StateError, Writer};

/// The bits of the fraction of a position.
const FRACTION: u32 = 32;

/// A sample of 16 bits for each half level: 120 of them are 24,000.
const GAIN: i64 = 200;

/// The cutoff frequency in Hz below which the constant level is removed, approximately.
const BASS: u32 = 15;

/// A buffer of samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Blip {
    /// The samples for each cycle, as a fraction of 32 bits.
    factor: u64,
    /// The cycle at which the buffer starts.
    start: u64,
    /// The position of `start` in samples.
    offset: u64,
    /// The differences of the samples that are not taken. 32 bits are enough for a level of 0 to 120.
    differences: Vec<i32>,
    /// The number of complete samples.
    complete: usize,
    sum: i64,
    /// The shift that makes the sum leak.
    leak: u32,
}

impl Blip {
    pub(super) fn new(clock: u32, sample_rate: u32) -> Self {
        let factor = (u64::from(sample_rate) << FRACTION) / u64::from(clock.max(1));
        // The cutoff frequency of a sum that loses 1/2^n of itself each sample is rate / (2π · 2^n).
        let leak = (sample_rate / (6 * BASS)).max(2).ilog2();
        Blip { factor, start: 0, offset: 0, differences: Vec::new(), complete: 0, sum: 0, leak }
    }

    /// Continues at another cycle.
    pub(super) fn set_start(&mut self, cycle: u64) {
        self.start = cycle;
    }

    fn position(&self, cycle: u64) -> u64 {
        cycle.saturating_sub(self.start) * self.factor + self.offset
    }

    /// Adds a change of the level, of at most 127, at a cycle.
    #[inline]
    pub(super) fn add(&mut self, cycle: u64, change: i32) {
        if self.factor == 0 {
            return;
        }
        let position = self.position(cycle);
        let index = (position >> FRACTION) as usize + self.complete;
        if self.differences.len() < index + TAPS {
            self.differences.resize(index + TAPS, 0);
        }
        // The upper bits of the fraction are the phase, and eight more interpolate between two phases.
        let fine = (position >> (FRACTION - PHASES.ilog2() - 8)) as usize % (PHASES * 256);
        let (phase, between) = (fine / 256, (fine % 256) as i32);
        // Products of 16 bits, several of which the host computes at once.
        let (low, high) = ((change * (256 - between)) as i16, (change * between) as i16);
        let kernels = KERNEL[phase].iter().zip(&KERNEL[phase + 1]);
        for (difference, (&one, &next)) in self.differences[index..][..TAPS].iter_mut().zip(kernels) {
            let product = i32::from(one) * i32::from(low) + i32::from(next) * i32::from(high);
            // A damaged saved state may exceed the range.
            *difference = difference.wrapping_add(product);
        }
    }

    /// Ends the samples before a cycle: no more changes before it will be added.
    pub(super) fn end(&mut self, cycle: u64) {
        let position = self.position(cycle);
        self.complete += (position >> FRACTION) as usize;
        self.offset = position & ((1 << FRACTION) - 1);
        self.start = self.start.max(cycle);
    }

    /// Appends the complete samples.
    pub(super) fn take(&mut self, samples: &mut Vec<i16>) {
        if self.differences.len() < self.complete {
            self.differences.resize(self.complete, 0);
        }
        let (sum, leak) = (&mut self.sum, self.leak);
        samples.extend(self.differences.drain(..self.complete).map(|difference| {
            *sum += i64::from(difference);
            let sample = *sum * GAIN / (i64::from(UNITY) * 256);
            *sum -= *sum >> leak;
            sample.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        }));
        self.complete = 0;
    }

    pub(super) fn save(&self, state: &mut Writer) {
        state.long(self.offset);
        state.long(self.sum as u64);
        state.long(self.complete as u64);
        state.long(self.differences.len() as u64);
        self.differences.iter().for_each(|&difference| state.long(i64::from(difference) as u64));
    }

    pub(super) fn load(&mut self, state: &mut Reader, now: u64) -> Result<(), StateError> {
        self.start = now;
        self.offset = state.long()? & ((1 << FRACTION) - 1);
        self.sum = state.amplitude()?;
        let (complete, length) = (state.long()?, state.long()?);
        if complete > MOST_SAMPLES || length > MOST_SAMPLES {
            return Err(StateError::BadValue("sound"));
        }
        self.complete = complete as usize;
        self.differences = (0..length).map(|_| state.difference()).collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// More samples than a state can have pending.
const MOST_SAMPLES: u64 = 1 << 20;

/// More than any sum.
const MOST_AMPLITUDE: i64 = 1 << 32;

impl Reader<'_> {
    fn amplitude(&mut self) -> Result<i64, StateError> {
        let value = self.long()? as i64;
        let is_possible = (-MOST_AMPLITUDE..=MOST_AMPLITUDE).contains(&value);
        is_possible.then_some(value).ok_or(StateError::BadValue("sound"))
    }

    fn difference(&mut self) -> Result<i32, StateError> {
        i32::try_from(self.long()? as i64).map_err(|_| StateError::BadValue("sound"))
    }
}

/// The samples that a step is spread over.
pub(super) const TAPS: usize = 32;

/// The positions of a step between two samples.
pub(super) const PHASES: usize = 64;

/// The sum of the samples of a phase.
pub(super) const UNITY: i32 = 1 << 15;

/// The cutoff frequency as a fraction of the sample rate. The response falls by half there, and is down by 70 dB about a
/// tenth of the sample rate above it.
const CUTOFF: f64 = 0.42;

/// For each phase, by how much each sample of the output rises. One more phase allows interpolation.
pub(super) static KERNEL: [[i16; TAPS]; PHASES + 1] = kernel();

const fn kernel() -> [[i16; TAPS]; PHASES + 1] {
    let mut kernel = [[0; TAPS]; PHASES + 1];
    let mut phase = 0;
    while phase <= PHASES {
        kernel[phase] = normalized(&impulse(phase as f64 / PHASES as f64));
        phase += 1;
    }
    kernel
}

/// Returns the samples of a windowed sinc whose center is a fraction of a sample after the middle.
const fn impulse(fraction: f64) -> [f64; TAPS] {
    let mut samples = [0.0; TAPS];
    let mut tap = 0;
    while tap < TAPS {
        let x = tap as f64 - (TAPS / 2 - 1) as f64 - fraction;
        samples[tap] = sinc(2.0 * CUTOFF * x) * window(x / (TAPS / 2) as f64);
        tap += 1;
    }
    samples
}

/// Scales samples to integers with a sum of [`UNITY`].
const fn normalized(samples: &[f64; TAPS]) -> [i16; TAPS] {
    let mut sum = 0.0;
    let mut tap = 0;
    while tap < TAPS {
        sum += samples[tap];
        tap += 1;
    }
    let mut scaled = [0; TAPS];
    let mut left = UNITY;
    tap = 0;
    while tap < TAPS {
        scaled[tap] = round(samples[tap] / sum * UNITY as f64);
        left -= scaled[tap] as i32;
        tap += 1;
    }
    // The rounding error, which must not become a constant level.
    scaled[TAPS / 2] += left as i16;
    scaled
}

const fn round(x: f64) -> i16 {
    if x < 0.0 { -((0.5 - x) as i16) } else { (x + 0.5) as i16 }
}

const PI: f64 = std::f64::consts::PI;

const fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { sine(PI * x) / (PI * x) }
}

/// A Blackman window over -1 to 1.
const fn window(x: f64) -> f64 {
    if x <= -1.0 || x >= 1.0 {
        return 0.0;
    }
    0.42 + 0.5 * cosine(PI * x) + 0.08 * cosine(2.0 * PI * x)
}

const fn cosine(x: f64) -> f64 {
    sine(x + PI / 2.0)
}

/// A sine by its series. `f64::sin` is not const, and its last bits depend on the platform.
const fn sine(x: f64) -> f64 {
    let mut x = x;
    while x > PI {
        x -= 2.0 * PI;
    }
    while x < -PI {
        x += 2.0 * PI;
    }
    let (mut term, mut sum, mut n) = (x, x, 1.0);
    while n < 30.0 {
        term *= -x * x / ((n + 1.0) * (n + 2.0));
        sum += term;
        n += 2.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: u32 = 1_789_772;
    const RATE: u32 = 48_000;

    /// The highest level: four channels of 15, in half levels.
    const HIGHEST: i64 = 120;

    /// Returns the samples of a square wave whose half period is a number of cycles.
    fn square(half: u64, samples: usize) -> Vec<f64> {
        let mut blip = Blip::new(CLOCK, RATE);
        let end = samples as u64 * u64::from(CLOCK) / u64::from(RATE);
        let mut level = 30;
        for at in (0..end).step_by(half as usize) {
            blip.add(at, level);
            level = -level.signum() * 30;
        }
        blip.end(end);
        let mut taken = Vec::new();
        blip.take(&mut taken);
        taken.into_iter().map(f64::from).collect()
    }

    /// Returns the amplitude at a frequency, with a window whose side lobes are below -90 dB.
    fn amplitude(samples: &[f64], frequency: f64) -> f64 {
        let turn = std::f64::consts::TAU;
        let (mut real, mut imaginary, mut total) = (0.0, 0.0, 0.0);
        for (index, sample) in samples.iter().enumerate() {
            let x = turn * index as f64 / samples.len() as f64;
            let window = 0.35875 - 0.48829 * x.cos() + 0.14128 * (2.0 * x).cos() - 0.01168 * (3.0 * x).cos();
            let angle = turn * frequency * index as f64 / f64::from(RATE);
            real += window * sample * angle.cos();
            imaginary += window * sample * angle.sin();
            total += window;
        }
        2.0 * real.hypot(imaginary) / total
    }

    #[test]
    fn harmonics_above_half_the_sample_rate_do_not_alias() {
        // 3,551 Hz: its harmonics 9, 11, … would appear at 16,041 Hz, 8,939 Hz, …
        let half = 252;
        let fundamental = f64::from(CLOCK) / (2.0 * half as f64);
        let samples = square(half, 16_384);
        let (samples, reference) = (&samples[2000..], amplitude(&samples[2000..], fundamental));
        let mut worst: f64 = -200.0;
        for harmonic in (1..60).step_by(2).map(|number| f64::from(number) * fundamental) {
            let folded = harmonic % f64::from(RATE);
            let alias = folded.min(f64::from(RATE) - folded);
            // The transition band of the filter is not judged.
            if harmonic > 25_000.0 && alias < 19_000.0 && alias > 100.0 {
                worst = worst.max(20.0 * (amplitude(samples, alias) / reference).log10());
            }
        }
        assert!(worst < -60.0, "{worst:.1} dB");
        assert!(worst > -140.0, "there was something to measure: {worst:.1} dB");
    }

    /// A difference is the sum of changes of the level, each weighted with the kernel at its distance. It is greatest if the
    /// level is highest wherever the kernel rises.
    #[test]
    fn the_differences_of_any_signal_fit() {
        let rows =
            (0..TAPS).flat_map(|tap| (0..PHASES).rev().map(move |phase| i64::from(KERNEL[phase][tap])));
        let weights: Vec<i64> = rows.collect();
        let rise: i64 = weights.windows(2).map(|pair| (pair[1] - pair[0]).max(0)).sum();
        assert!(rise > UNITY.into(), "it is a kernel with lobes");
        assert!(rise * 256 * HIGHEST < i32::MAX.into(), "{rise}");
    }

    #[test]
    fn the_fundamental_has_the_amplitude_of_a_square_wave() {
        let half = 1790;
        let samples = square(half, 16_384);
        let expected = 4.0 / std::f64::consts::PI * 15.0 * GAIN as f64;
        let measured = amplitude(&samples[4000..], f64::from(CLOCK) / (2.0 * half as f64));
        assert!((measured / expected - 1.0).abs() < 0.01, "{measured:.0} instead of {expected:.0}");
    }

    #[test]
    fn a_constant_level_fades() {
        let mut blip = Blip::new(CLOCK, RATE);
        blip.add(0, 60);
        blip.end(CLOCK.into());
        let mut samples = Vec::new();
        blip.take(&mut samples);
        assert_eq!(samples.len(), RATE as usize - 1);
        assert!(samples.iter().max().is_some_and(|&most| most > 11_000));
        assert!(samples.last().is_some_and(|&last| last.abs() < 10));
    }

    #[test]
    fn samples_do_not_depend_on_how_often_they_are_taken() {
        let (mut once, mut often) = (Blip::new(CLOCK, 44_100), Blip::new(CLOCK, 44_100));
        let (mut from_once, mut from_often) = (Vec::new(), Vec::new());
        for step in 0..500_u64 {
            let (at, change) = (step * 997, (step * 37 % 61) as i32 - 30);
            once.add(at, change);
            often.add(at, change);
            often.end(at + 5);
            often.take(&mut from_often);
        }
        once.end(500_000);
        often.end(500_000);
        once.take(&mut from_once);
        often.take(&mut from_often);
        assert_eq!(from_once, from_often);
    }
}

#[cfg(test)]
mod kernel_tests {
    use super::*;

    #[test]
    fn every_phase_has_the_same_sum() {
        let sum = |samples: &[i16; TAPS]| samples.iter().map(|&sample| i32::from(sample)).sum::<i32>();
        assert!(KERNEL.iter().all(|samples| sum(samples) == UNITY));
    }

    #[test]
    fn the_series_is_a_sine() {
        for step in -100..=100 {
            let x = f64::from(step) / 10.0;
            assert!((sine(x) - x.sin()).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn a_phase_of_one_is_a_phase_of_zero_one_sample_later() {
        assert!(KERNEL[PHASES][1..].iter().zip(&KERNEL[0]).all(|(late, early)| (late - early).abs() <= 8));
    }
}

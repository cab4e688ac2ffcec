//! The band-limited step: the impulse response of a low-pass filter, at fractions of a sample.

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

//! Samples of sound for the page.

/// The samples per second.
pub const SAMPLE_RATE: u32 = 44_100;

/// Returns samples as the page takes them, from -1 to 1.
pub fn samples(samples: &[i16]) -> impl Iterator<Item = f32> {
    samples.iter().map(|sample| f32::from(*sample) / 32768.0)
}

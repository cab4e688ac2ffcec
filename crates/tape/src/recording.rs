//! A recording, and the WAV file of it.

use std::io::Cursor;

use hound::{SampleFormat, WavSpec, WavWriter};

/// The sound of a tape: one channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// The samples per second.
    pub sample_rate: u32,
    /// The samples, from -1 to 1.
    pub samples: Vec<f32>,
}

impl Recording {
    /// Returns a WAV file with 8 bits per sample, which every program for tapes can read.
    pub fn to_wav(&self) -> Vec<u8> {
        let spec = WavSpec {
            channels: 1,
            sample_rate: self.sample_rate,
            bits_per_sample: 8,
            sample_format: SampleFormat::Int,
        };
        let mut file = Cursor::new(Vec::with_capacity(self.samples.len() + 44));
        let written = WavWriter::new(&mut file, spec).and_then(|mut writer| {
            for sample in &self.samples {
                writer.write_sample((sample.clamp(-1.0, 1.0) * f32::from(i8::MAX)) as i8)?;
            }
            writer.finalize()
        });
        debug_assert!(written.is_ok(), "writing to memory succeeds");
        file.into_inner()
    }

    /// Returns the length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.sample_rate.max(1))
    }
}

//! A recording, and the WAV file of it.

use std::io::Cursor;

use hound::{Sample, SampleFormat, WavSpec, WavWriter};

/// The size of the header of a WAV file.
const HEADER: usize = 44;

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
        let samples = self.samples.iter().map(|sample| (sample.clamp(-1.0, 1.0) * f32::from(i8::MAX)) as i8);
        write(samples, self.sample_rate)
    }

    /// Returns the length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.sample_rate.max(1))
    }
}

/// Returns a WAV file of one channel with 16 bits per sample.
pub fn wav_file(samples: &[i16], sample_rate: u32) -> Vec<u8> {
    write(samples.iter().copied(), sample_rate)
}

/// Writes samples of one channel with as many bits as their type, an integer, has.
fn write<S: Sample>(samples: impl ExactSizeIterator<Item = S>, sample_rate: u32) -> Vec<u8> {
    let size = size_of::<S>();
    let bits_per_sample = 8 * size as u16;
    let spec = WavSpec { channels: 1, sample_rate, bits_per_sample, sample_format: SampleFormat::Int };
    let mut file = Cursor::new(Vec::with_capacity(samples.len() * size + HEADER));
    let written = WavWriter::new(&mut file, spec).and_then(|mut writer| {
        for sample in samples {
            writer.write_sample(sample)?;
        }
        writer.finalize()
    });
    debug_assert!(written.is_ok(), "writing to memory succeeds");
    file.into_inner()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_header_states_rate_and_length() {
        let file = super::wav_file(&[1, -2, 300], 44_100);
        assert_eq!(file.len(), super::HEADER + 6);
        assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WAVEfmt "[..]));
        assert_eq!(file[4..8], 42_u32.to_le_bytes());
        assert_eq!(file[16..24], [16, 0, 0, 0, 1, 0, 1, 0]);
        assert_eq!(file[24..28], 44_100_u32.to_le_bytes());
        assert_eq!(file[28..32], 88_200_u32.to_le_bytes());
        assert_eq!(file[32..36], [2, 0, 16, 0]);
        assert_eq!(file[40..44], 6_u32.to_le_bytes());
        assert_eq!(file[44..], [1, 0, 0xFE, 0xFF, 0x2C, 0x01]);
    }
}

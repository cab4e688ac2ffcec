//! A recording: bytes to sound, and the WAV file of it.

use std::{f64::consts::TAU, io::Cursor};

use hound::{Sample, SampleFormat, WavSpec, WavWriter};

/// Bits per second.
pub const BAUD: u32 = 300;

/// The tone of a 1, in cycles per second.
pub const MARK: u32 = 2400;

/// The tone of a 0, in cycles per second.
pub const SPACE: u32 = 1200;

/// The size of the header of a WAV file.
const HEADER: usize = 44;

/// The sound of a tape: one channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
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

    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.sample_rate.max(1))
    }
}

/// Returns a WAV file of one channel with 16 bits per sample.
pub fn wav_file(samples: &[i16], sample_rate: u32) -> Vec<u8> {
    write(samples.iter().copied(), sample_rate)
}

/// Writes samples of one channel with the number of bits of their type, an integer.
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

/// The carriage return at the end of a line.
const RETURN: u8 = 13;
/// Mark after the last byte, in seconds.
const TRAILER: f64 = 0.5;
/// The amplitude: below full level, which recorders distort.
const AMPLITUDE: f64 = 0.75;
const STOP_BITS: u32 = 2;

/// The format of bytes on a tape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoder {
    pub sample_rate: u32,
    /// Mark before the first byte, in seconds. The standard asks for five.
    pub leader: f64,
    /// Mark after each carriage return, in seconds: the time in which the machine stores a line.
    pub line_pause: f64,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { sample_rate: 22_050, leader: 5.0, line_pause: 0.5 }
    }
}

impl Encoder {
    /// Returns the sound of a tape with some bytes: one block.
    pub fn encode(&self, bytes: &[u8]) -> Recording {
        let mut tape = Tape { sample_rate: self.sample_rate.max(MARK * 3), bits: 0, samples: Vec::new() };
        tape.mark(self.leader);
        for &byte in bytes {
            tape.byte(byte);
            if byte == RETURN {
                tape.mark(self.line_pause);
            }
        }
        tape.mark(TRAILER);
        Recording { sample_rate: tape.sample_rate, samples: tape.samples }
    }
}

struct Tape {
    sample_rate: u32,
    bits: u64,
    samples: Vec<f32>,
}

impl Tape {
    /// A start bit, the bits of the byte from the lowest, and the stop bits.
    fn byte(&mut self, byte: u8) {
        self.bit(false);
        (0..8).for_each(|bit| self.bit(byte >> bit & 1 == 1));
        (0..STOP_BITS).for_each(|_| self.bit(true));
    }

    fn mark(&mut self, seconds: f64) {
        let bits = (seconds.clamp(0.0, 60.0) * f64::from(BAUD)) as u32;
        (0..bits).for_each(|_| self.bit(true));
    }

    /// A bit is a whole number of cycles, so the tone of the next one continues without a step.
    fn bit(&mut self, is_mark: bool) {
        let start = self.bits as f64 / f64::from(BAUD);
        self.bits += 1;
        let end = self.bits * u64::from(self.sample_rate) / u64::from(BAUD);
        let tone = f64::from(if is_mark { MARK } else { SPACE });
        while (self.samples.len() as u64) < end {
            let time = self.samples.len() as f64 / f64::from(self.sample_rate) - start;
            self.samples.push(((TAU * tone * time).sin() * AMPLITUDE) as f32);
        }
    }
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

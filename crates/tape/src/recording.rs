//! A recording, and WAV files.

use std::io::{Cursor, Read as _};

use hound::{SampleFormat, WavReader, WavSpec, WavWriter};

use crate::MARK;

/// The lowest sample rate at which the tones can be told apart: three samples in a cycle of the higher one.
const LOWEST_RATE: u32 = 3 * MARK;
/// A higher sample rate is halved, and so on, down to at least this one.
const ENOUGH: u32 = 8 * MARK;
/// The chunk header of a WAV file: name and length, four bytes each.
const CHUNK_HEADER: usize = 8;

/// The sound of a tape: one channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// The samples per second.
    pub sample_rate: u32,
    /// The samples, from -1 to 1.
    pub samples: Vec<f32>,
}

/// A file that is not a WAV file of a tape.
#[derive(Debug, thiserror::Error)]
pub enum WavError {
    /// The file has another format, or its header is damaged.
    #[error("it is not a WAV file with uncompressed samples ({0}): save it as PCM with 16 bits")]
    Format(&'static str),
    /// The samples are compressed by a codec of this name.
    #[error("the samples of this WAV file are compressed ({0})")]
    Compressed(String),
    /// The sample rate is too low for the tones.
    #[error("{0} samples per second are too few for a tone of {MARK} Hz: record at 22050 or more")]
    Rate(u32),
    /// There are no samples.
    #[error("it has no samples")]
    Empty,
}

impl From<hound::Error> for WavError {
    fn from(error: hound::Error) -> Self {
        Self::Format(match error {
            hound::Error::FormatError(what) => what,
            hound::Error::IoError(_) => "it ends in its header",
            _ => "an unknown encoding",
        })
    }
}

impl Recording {
    /// Reads a WAV file: PCM with 8 to 32 bits, or 32-bit floating point. Of several channels the loudest is used. A file that ends
    /// early or states a wrong length is read to its end.
    ///
    /// High sample rates are reduced, which keeps everything that [`decode`](crate::decode) needs.
    pub fn from_wav(file: &[u8]) -> Result<Self, WavError> {
        if let Some(codec) = codec(file) {
            return Err(WavError::Compressed(codec));
        }
        let (header, samples) = with_true_length(file);
        let mut reader = WavReader::new(header.chain(samples))?;
        let WavSpec { channels, sample_rate, bits_per_sample, sample_format } = reader.spec();
        if sample_rate < LOWEST_RATE {
            return Err(WavError::Rate(sample_rate));
        }
        let mut mixer = Mixer::new(channels, sample_rate);
        match sample_format {
            SampleFormat::Float => {
                reader.samples::<f32>().map_while(Result::ok).for_each(|value| mixer.add(value));
            }
            SampleFormat::Int => {
                let scale = 0.5_f32.powi(i32::from(bits_per_sample) - 1);
                let samples = reader.samples::<i32>().map_while(Result::ok);
                samples.for_each(|value| mixer.add(value as f32 * scale));
            }
        }
        let recording = mixer.loudest();
        if recording.samples.is_empty() { Err(WavError::Empty) } else { Ok(recording) }
    }

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

/// The format tags of samples that are not compressed: PCM, floating point.
const UNCOMPRESSED: [u16; 2] = [1, 3];

/// Formats with a tag of their own in the subformat.
const EXTENSIBLE: u16 = 0xFFFE;

/// The names of format tags (RFC 2361).
const CODECS: [(u16, &str); 10] = [
    (0x02, "Microsoft ADPCM"),
    (0x06, "A-law"),
    (0x07, "mu-law"),
    (0x11, "IMA ADPCM"),
    (0x31, "GSM 6.10"),
    (0x40, "G.721 ADPCM"),
    (0x50, "MPEG audio"),
    (0x55, "MP3"),
    (0x161, "Windows Media Audio"),
    (0xFF, "AAC"),
];

/// Returns the name of the codec of a WAV file with compressed samples.
fn codec(file: &[u8]) -> Option<String> {
    let format = chunks(file).find(|(name, _)| name == b"fmt ")?.1;
    let word = |at: usize| Some(u16::from_le_bytes([*format.get(at)?, *format.get(at + 1)?]));
    let tag = word(0).filter(|tag| *tag != EXTENSIBLE).or_else(|| word(24))?;
    let name = CODECS.iter().find(|(known, _)| *known == tag).map(|(_, name)| (*name).to_owned());
    (!UNCOMPRESSED.contains(&tag)).then(|| name.unwrap_or_else(|| format!("format {tag:04X}")))
}

/// Returns the chunks of a WAV file: the name and the data, as far as it is there.
fn chunks(file: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = file.strip_prefix(b"RIFF").and_then(|rest| rest.get(8..)).unwrap_or_default();
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let (length, data) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        // Chunks have an even length.
        rest = data.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((*name, data.get(..length).unwrap_or(data)))
    })
}

/// Divides a file into its header and its samples, and corrects the length that the header states. Programs that write to a pipe
/// cannot know it, and it is too large in a file that was cut off.
fn with_true_length(file: &[u8]) -> (Cursor<Vec<u8>>, &[u8]) {
    let mut at = 12;
    let mut frame = 1;
    while let Some(chunk) = file.get(at..at + CHUNK_HEADER) {
        let length = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]) as usize;
        if chunk.starts_with(b"data") {
            let (header, samples) = file.split_at(at + CHUNK_HEADER);
            let length = if length == 0 { samples.len() } else { length.min(samples.len()) };
            let whole = (length - length % frame) as u32;
            let header = [&header[..at + 4], &whole.to_le_bytes()].concat();
            return (Cursor::new(header), samples);
        }
        if chunk.starts_with(b"fmt ") {
            let align =
                file.get(at + 20..at + 22).map_or(1, |align| u16::from_le_bytes([align[0], align[1]]));
            frame = usize::from(align).max(1);
        }
        // Chunks have an even length.
        at = at.saturating_add(CHUNK_HEADER).saturating_add(length).saturating_add(length % 2);
    }
    (Cursor::new(file.to_vec()), &[])
}

/// Reduces the sample rate of all channels and measures their levels.
struct Mixer {
    channels: Vec<Channel>,
    next: usize,
    /// Samples of the file for one of the result.
    reduction: u32,
    sample_rate: u32,
}

#[derive(Clone, Default)]
struct Channel {
    samples: Vec<f32>,
    sum: f32,
    count: u32,
    last: f32,
    level: f64,
}

impl Mixer {
    fn new(channels: u16, sample_rate: u32) -> Self {
        let reduction = (sample_rate / ENOUGH).max(1);
        Self { channels: vec![Channel::default(); usize::from(channels)], next: 0, reduction, sample_rate }
    }

    fn add(&mut self, value: f32) {
        let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        if let Some(channel) = self.channels.get_mut(self.next) {
            channel.add(value, self.reduction);
        }
        self.next = (self.next + 1) % self.channels.len().max(1);
    }

    fn loudest(self) -> Recording {
        let Self { channels, reduction, sample_rate, .. } = self;
        let loudest = channels.into_iter().max_by(|one, other| one.level.total_cmp(&other.level));
        Recording { sample_rate: sample_rate / reduction, samples: loudest.unwrap_or_default().samples }
    }
}

impl Channel {
    fn add(&mut self, value: f32, reduction: u32) {
        // The level is that of the differences, so a constant offset and hum do not count.
        self.level += f64::from(value - self.last).powi(2);
        self.last = value;
        self.sum += value;
        self.count += 1;
        if self.count == reduction {
            self.samples.push(self.sum / reduction as f32);
            (self.sum, self.count) = (0.0, 0);
        }
    }
}

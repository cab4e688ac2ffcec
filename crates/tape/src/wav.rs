//! Reading WAV files that come piece by piece, and the codecs of those with compressed samples.

use std::io::Cursor;

use hound::{SampleFormat, WavSpec};

use crate::{BAUD, Block, Decoder, MARK};

/// The samples of a whole file.
type Samples = hound::WavReader<Cursor<Vec<u8>>>;

/// The lowest sample rate at which the tones can be told apart: three samples in a cycle of the higher one.
const LOWEST_RATE: u32 = 3 * MARK;
/// A higher sample rate is halved, and so on, down to at least this one.
const ENOUGH: u32 = 8 * MARK;
/// `RIFF`, a length, `WAVE`.
const FILE_HEADER: usize = 12;
/// The header of a chunk: name and length, four bytes each.
const CHUNK_HEADER: usize = 8;
/// The bytes of a file that are read at a time.
const PIECE: usize = 1 << 16;
/// Programs that write to a pipe state this length of the samples or more, or 0.
const UNKNOWN: u32 = 0x7FFF_0000;
/// The longest chunk that describes a format.
const LONGEST_FORMAT: usize = 1 << 10;
/// The place of the length of a frame, which has a sample of each channel, in the chunk that describes the format.
const FRAME: std::ops::Range<usize> = 20..22;

/// A file that is not a WAV file of a tape.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    #[error("it has no samples")]
    Empty,
    /// The level changes too often.
    #[error("its level changes more than {0} times: it is not a tape, or too long")]
    Changes(usize),
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

pub fn decode_wav(file: &[u8]) -> Result<Vec<Block>, WavError> {
    let mut decoder = WavDecoder::default();
    file.chunks(PIECE).for_each(|piece| decoder.push(piece));
    decoder.finish()
}

/// A reader of the samples of a channel.
pub trait Track {
    type Output;

    /// A sample rate is divided, but not below this one.
    const ENOUGH: u32;

    fn new(sample_rate: u32) -> Self;

    fn push(&mut self, samples: &[f32]);

    /// Returns what was read. The samples end here.
    fn finish(self) -> Result<Self::Output, WavError>;
}

impl Track for Decoder {
    type Output = Vec<Block>;

    const ENOUGH: u32 = ENOUGH;

    fn new(sample_rate: u32) -> Self {
        Decoder::new(sample_rate)
    }

    fn push(&mut self, samples: &[f32]) {
        Decoder::push(self, samples);
    }

    fn finish(self) -> Result<Vec<Block>, WavError> {
        Ok(Decoder::finish(self))
    }
}

pub type WavDecoder = WavReader<Decoder>;

/// Reads a WAV file that comes piece by piece: PCM with 8 to 32 bits, or 32-bit floating point. Of several
/// channels the loudest is used. A file that ends early or states a wrong length is read to its end.
pub struct WavReader<T> {
    /// Bytes that have come and were not yet read.
    bytes: Vec<u8>,
    /// The bytes of chunks without meaning here that are to be skipped.
    skipped: u64,
    /// The beginning of the file, up to the length of its samples.
    header: Vec<u8>,
    sound: Option<Sound<T>>,
    error: Option<WavError>,
}

/// The contents of the header.
struct Sound<T> {
    /// The bytes of samples that follow.
    left: u64,
    /// The bytes of a frame.
    frame: usize,
    /// The bytes of samples in which the tape has a bit.
    bit: u64,
    mixer: Mixer<T>,
}

impl<T> Default for WavReader<T> {
    fn default() -> Self {
        WavReader { bytes: Vec::new(), skipped: 0, header: Vec::new(), sound: None, error: None }
    }
}

impl<T: Track> WavReader<T> {
    pub fn push(&mut self, bytes: &[u8]) {
        if self.error.is_some() {
            return;
        }
        let skipped = self.skipped.min(bytes.len() as u64);
        self.skipped -= skipped;
        self.bytes.extend_from_slice(&bytes[skipped as usize..]);
        self.error = self.read().err();
    }

    /// Returns what the file has. It ends here.
    pub fn finish(self) -> Result<T::Output, WavError> {
        match (self.error, self.sound) {
            (Some(error), _) => Err(error),
            (None, Some(sound)) => sound.mixer.finish(),
            // A header alone has no samples, whatever it is.
            (None, None) => match header([self.header, self.bytes].concat()) {
                Ok(_) => Err(WavError::Empty),
                Err(error) => Err(error),
            },
        }
    }

    /// Returns how many bytes of samples the header states that did not come, if something can be lost with them.
    pub fn missing(&self) -> Option<u64> {
        let sound = self.sound.as_ref()?;
        Some(sound.left).filter(|left| *left >= sound.bit && *left < u64::from(UNKNOWN))
    }

    fn read(&mut self) -> Result<(), WavError> {
        while self.sound.is_none() {
            if !self.read_header()? {
                return Ok(());
            }
        }
        self.read_samples()
    }

    /// Reads a part of the header, if it is complete.
    fn read_header(&mut self) -> Result<bool, WavError> {
        if self.header.is_empty() {
            return Ok(self.move_to_header(FILE_HEADER));
        }
        let Some(chunk) = self.bytes.get(..CHUNK_HEADER) else { return Ok(false) };
        let length = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]);
        // Chunks have an even length.
        let whole = u64::from(length) + u64::from(length % 2);
        if chunk.starts_with(b"data") {
            self.bytes.drain(..CHUNK_HEADER);
            self.sound = Some(self.sound(length)?);
            return Ok(true);
        }
        if chunk.starts_with(b"fmt ") {
            return match usize::try_from(whole) {
                Ok(whole) if whole <= LONGEST_FORMAT => Ok(self.move_to_header(CHUNK_HEADER + whole)),
                _ => Err(WavError::Format("its format is too long")),
            };
        }
        let here = (CHUNK_HEADER as u64 + whole).min(self.bytes.len() as u64);
        self.bytes.drain(..here as usize);
        self.skipped = CHUNK_HEADER as u64 + whole - here;
        Ok(true)
    }

    fn move_to_header(&mut self, count: usize) -> bool {
        let is_there = self.bytes.len() >= count;
        if is_there {
            self.header.extend(self.bytes.drain(..count));
        }
        is_there
    }

    /// Returns what the header says of the samples.
    fn sound(&mut self, length: u32) -> Result<Sound<T>, WavError> {
        let frame = self.header.windows(4).position(|name| name == b"fmt ");
        let frame = frame.and_then(|at| self.header.get(at..)?.get(FRAME)).map(|frame| [frame[0], frame[1]]);
        self.header.extend(b"data");
        let WavSpec { channels, sample_rate, .. } = header([&self.header[..], &[0; 4]].concat())?.spec();
        if sample_rate < LOWEST_RATE {
            return Err(WavError::Rate(sample_rate));
        }
        let frame = frame.map_or(1, u16::from_le_bytes).max(1);
        Ok(Sound {
            left: if length == 0 || length >= UNKNOWN { u64::MAX } else { length.into() },
            frame: frame.into(),
            bit: u64::from(frame) * u64::from(sample_rate / BAUD),
            mixer: Mixer::new(channels, sample_rate),
        })
    }

    /// Returns some samples as a file of their own, with the header of the whole one.
    fn reader(&self, samples: &[u8]) -> Result<Samples, WavError> {
        let length = samples.len() as u32;
        Ok(Samples::new(Cursor::new([&self.header, &length.to_le_bytes()[..], samples].concat()))?)
    }

    fn read_samples(&mut self) -> Result<(), WavError> {
        let Some(sound) = &self.sound else { return Ok(()) };
        let there = sound.left.min(self.bytes.len() as u64) as usize;
        let whole = there - there % sound.frame;
        let mut reader = self.reader(&self.bytes[..whole])?;
        if let Some(sound) = &mut self.sound {
            sound.left -= whole as u64;
            sound.mixer.push(&mut reader);
        }
        self.bytes.drain(..whole);
        Ok(())
    }
}

fn header(file: Vec<u8>) -> Result<Samples, WavError> {
    match codec(&file) {
        Some(codec) => Err(WavError::Compressed(codec)),
        None => Ok(Samples::new(Cursor::new(file))?),
    }
}

/// Reduces the sample rate of all channels, reads them and measures their levels.
struct Mixer<T> {
    channels: Vec<Channel<T>>,
    next: usize,
    /// Samples of the file for one of the result.
    reduction: u32,
}

struct Channel<T> {
    track: T,
    /// Samples with the reduced rate, which are not yet read.
    samples: Vec<f32>,
    is_empty: bool,
    sum: f32,
    count: u32,
    last: f32,
    level: f64,
}

impl<T: Track> Mixer<T> {
    fn new(channels: u16, sample_rate: u32) -> Self {
        let reduction = (sample_rate / T::ENOUGH).max(1);
        let channels = (0..channels).map(|_| Channel::new(sample_rate / reduction)).collect();
        Self { channels, next: 0, reduction }
    }

    fn push(&mut self, reader: &mut Samples) {
        let WavSpec { bits_per_sample, sample_format, .. } = reader.spec();
        match sample_format {
            SampleFormat::Float => {
                reader.samples::<f32>().map_while(Result::ok).for_each(|value| self.add(value));
            }
            SampleFormat::Int => {
                let scale = 0.5_f32.powi(i32::from(bits_per_sample) - 1);
                let samples = reader.samples::<i32>().map_while(Result::ok);
                samples.for_each(|value| self.add(value as f32 * scale));
            }
        }
        self.channels.iter_mut().for_each(Channel::read);
    }

    fn add(&mut self, value: f32) {
        let value = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        if let Some(channel) = self.channels.get_mut(self.next) {
            channel.add(value, self.reduction);
        }
        // A division for each sample would take longer than all else here.
        self.next += 1;
        if self.next >= self.channels.len() {
            self.next = 0;
        }
    }

    /// Returns what the loudest channel has.
    fn finish(self) -> Result<T::Output, WavError> {
        let loudest = self.channels.into_iter().max_by(|one, other| one.level.total_cmp(&other.level));
        loudest.filter(|channel| !channel.is_empty).ok_or(WavError::Empty)?.track.finish()
    }
}

impl<T: Track> Channel<T> {
    fn new(sample_rate: u32) -> Self {
        let track = T::new(sample_rate);
        Self { track, samples: Vec::new(), is_empty: true, sum: 0.0, count: 0, last: 0.0, level: 0.0 }
    }

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

    fn read(&mut self) {
        self.is_empty &= self.samples.is_empty();
        self.track.push(&self.samples);
        self.samples.clear();
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
pub(crate) fn codec(file: &[u8]) -> Option<String> {
    let format = chunks(file).find(|(name, _)| name == b"fmt ")?.1;
    let word = |at: usize| Some(u16::from_le_bytes([*format.get(at)?, *format.get(at + 1)?]));
    let tag = word(0).filter(|tag| *tag != EXTENSIBLE).or_else(|| word(24))?;
    let name = CODECS.iter().find(|(known, _)| *known == tag).map(|(_, name)| (*name).to_owned());
    (!UNCOMPRESSED.contains(&tag)).then(|| name.unwrap_or_else(|| format!("format {tag:04X}")))
}

/// Returns the chunks of a WAV file: the name and the data, which is cut off at the end of the file.
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

//! From samples to blocks of bytes.

use super::reader::TapeByte;
use std::ops::Range;

use crate::{
    BAUD, Recording,
    carrier::Carrier,
    correlator::{moment, seconds},
    reader::{REACH, Reader, STOP_BIT},
};

/// A tone or a silence this long without a byte ends a block, in seconds. A shorter silence is a dropout.
const LONGEST_IDLE: f64 = 2.0;
/// The samples that are decoded at a time.
const PIECE: usize = 1 << 14;

/// The bytes between a leader and the next pause.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub bytes: Vec<TapeByte>,
    /// The mean speed of the tape; 1 is 300 baud.
    pub speed: f64,
}

impl Block {
    pub fn values(&self) -> Vec<u8> {
        self.bytes.iter().map(|byte| byte.value).collect()
    }

    pub fn damaged(&self) -> usize {
        self.bytes.iter().filter(|byte| byte.is_damaged).count()
    }

    /// Returns when the block begins and ends, in seconds.
    pub fn span(&self) -> Range<f64> {
        let start = self.bytes.first().map_or(0.0, |byte| byte.at);
        let end =
            self.bytes.last().map_or(0.0, |byte| byte.at + (STOP_BIT + 2.0) / f64::from(BAUD) / self.speed);
        start..end
    }
}

/// Reads the bytes of a recording. There are no blocks if nothing in it is a tape with 300 baud.
pub fn decode(recording: &Recording) -> Vec<Block> {
    let mut decoder = Decoder::new(recording.sample_rate);
    decoder.push(&recording.samples);
    decoder.finish()
}

/// Reads the bytes of a recording that comes piece by piece. It keeps the last seconds, so a recording of any length needs
/// little memory.
pub struct Decoder {
    carrier: Carrier,
    /// The moments that were looked at.
    seen: usize,
    part: Option<Part>,
    blocks: Vec<Block>,
}

impl Decoder {
    pub fn new(sample_rate: u32) -> Self {
        Self { carrier: Carrier::new(sample_rate), seen: 0, part: None, blocks: Vec::new() }
    }

    /// Takes the next samples, from -1 to 1.
    pub fn push(&mut self, samples: &[f32]) {
        for piece in samples.chunks(PIECE) {
            self.carrier.push(piece);
            self.advance();
            let needed =
                self.part.as_ref().map_or(self.seen.saturating_sub(REACH), |part| part.reader.needs_from());
            self.carrier.drop_before(needed);
        }
    }

    /// Returns the blocks of the recording, which ends here.
    pub fn finish(mut self) -> Vec<Block> {
        self.carrier.finish();
        self.advance();
        self.end_part();
        self.blocks
    }

    /// Finds the parts in which there is a tone, with dropouts, and reads them.
    fn advance(&mut self) {
        for moment in self.seen..self.carrier.len() {
            let is_over = |part: &Part| seconds((moment - part.end) as f64) > LONGEST_IDLE;
            if self.part.as_ref().is_some_and(is_over) {
                self.end_part();
            }
            if self.carrier.is_present(moment) {
                self.part.get_or_insert_with(|| Part::new(moment)).end = moment + 1;
            }
        }
        self.seen = self.carrier.len();
        if let Some(part) = &mut self.part {
            let bytes = part.reader.read(&self.carrier, part.end);
            part.bytes.extend(HeardByte::all(bytes, &self.carrier));
        }
    }

    fn end_part(&mut self) {
        let Some(Part { reader, end, mut bytes }) = self.part.take() else { return };
        bytes.extend(HeardByte::all(reader.finish(&self.carrier, end), &self.carrier));
        let is_near = |one: &HeardByte, other: &HeardByte| other.byte.at - one.byte.at <= LONGEST_IDLE;
        self.blocks.extend(bytes.chunk_by(is_near).filter_map(block));
    }
}

/// A part of a recording in which there is a tone.
struct Part {
    reader: Reader,
    /// The moment after the last one with a tone.
    end: usize,
    bytes: Vec<HeardByte>,
}

impl Part {
    fn new(start: usize) -> Self {
        Self { reader: Reader::new(start), end: start, bytes: Vec::new() }
    }
}

/// A byte, and what there is on the tape around it.
struct HeardByte {
    byte: TapeByte,
    is_in_tone: bool,
    speed: f64,
}

impl HeardByte {
    fn all(bytes: Vec<TapeByte>, carrier: &Carrier) -> impl Iterator<Item = Self> {
        let middle = STOP_BIT / 2.0 / f64::from(BAUD);
        bytes.into_iter().map(move |byte| Self {
            byte,
            is_in_tone: carrier.is_present(moment(byte.at + middle)),
            speed: carrier.speed(byte.at),
        })
    }
}

/// Returns a block, unless it is noise: no byte of it could be read.
fn block(bytes: &[HeardByte]) -> Option<Block> {
    // Before and after the tone, noise is no damage.
    let is_sound = |heard: &HeardByte| !heard.byte.is_damaged || heard.is_in_tone;
    let first = bytes.iter().position(is_sound)?;
    let last = bytes.iter().rposition(is_sound)?;
    let bytes = &bytes[first..=last];
    let readable = bytes.iter().filter(|heard| !heard.byte.is_damaged).count();
    let speed = bytes.iter().map(|heard| heard.speed).sum::<f64>() / bytes.len() as f64;
    (readable > bytes.len() / 4)
        .then(|| Block { bytes: bytes.iter().map(|heard| heard.byte).collect(), speed })
}

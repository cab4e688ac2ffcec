//! Tones to bytes.

use std::{collections::VecDeque, ops::Range};

use crate::{
    BAUD, Recording,
    carrier::{Carrier, Level},
    correlator::{moment, seconds},
    frame::{Frame, STOP_BIT, UNCERTAIN},
};

/// A tone or a silence this long without a byte ends a block, in seconds. A shorter silence is a dropout.
const LONGEST_IDLE: f64 = 2.0;
/// A byte with clearer bits is where its start bit was found.
const CLEAR: f32 = 0.9;
/// Where else a byte is tried, in parts of a bit.
const ADJUSTMENTS: std::ops::RangeInclusive<i32> = -4..=6;
const STEPS: i32 = 12;
/// The last bytes that decide how many stop bits a byte has.
const MOST_COUNTED: i32 = 8;
/// The bytes after a damaged one in which the next start bit is expected without a pause.
const LONGEST_SEARCH: u32 = 16;
/// The bits of mark that occur only in a pause: a byte has at most ten, with its stop bits.
const LONGEST_MARK: f64 = 10.5;

/// The bytes between a leader and the next pause.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The bytes.
    pub bytes: Vec<Byte>,
    /// The mean speed of the tape; 1 is 300 baud.
    pub speed: f64,
}

/// A byte of a tape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Byte {
    /// The value, as far as it can be read.
    pub value: u8,
    /// Whether the value is uncertain.
    pub is_damaged: bool,
    /// When it begins, in seconds from the start of the recording.
    pub at: f64,
}

impl Block {
    /// Returns the values of all bytes.
    pub fn values(&self) -> Vec<u8> {
        self.bytes.iter().map(|byte| byte.value).collect()
    }

    /// Returns the number of damaged bytes.
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
    let carrier = Carrier::of(recording);
    let mut blocks = Vec::new();
    for part in parts(&carrier) {
        let bytes: Vec<Byte> = Reader::new(&carrier, part).collect();
        let mut bytes = &bytes[..];
        while !bytes.is_empty() {
            let idle = bytes.windows(2).position(|pair| pair[1].at - pair[0].at > LONGEST_IDLE);
            let (block, rest) = bytes.split_at(idle.map_or(bytes.len(), |last| last + 1));
            blocks.extend(self::block(block, &carrier));
            bytes = rest;
        }
    }
    blocks
}

/// Returns a block, unless it is noise: no byte of it could be read.
fn block(bytes: &[Byte], carrier: &Carrier) -> Option<Block> {
    // Before and after the tone, noise is no damage.
    let middle = STOP_BIT / 2.0 / f64::from(BAUD);
    let is_sound = |byte: &Byte| !byte.is_damaged || carrier.is_present(moment(byte.at + middle));
    let first = bytes.iter().position(is_sound)?;
    let last = bytes.iter().rposition(is_sound)?;
    let bytes = &bytes[first..=last];
    let readable = bytes.iter().filter(|byte| !byte.is_damaged).count();
    let speed = bytes.iter().map(|byte| carrier.speed.at(byte.at)).sum::<f64>() / bytes.len() as f64;
    (readable > bytes.len() / 4).then(|| Block { bytes: bytes.to_vec(), speed })
}

/// Returns the parts of a recording in which there is a tone, with dropouts.
fn parts(carrier: &Carrier) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for moment in (0..carrier.len()).filter(|moment| carrier.is_present(*moment)) {
        match parts.last_mut() {
            Some(last) if seconds((moment - last.end) as f64) <= LONGEST_IDLE => last.end = moment + 1,
            _ => parts.push(moment..moment + 1),
        }
    }
    parts
}

/// Reads byte after byte. Positions are moments.
struct Reader<'a> {
    carrier: &'a Carrier,
    at: f64,
    end: f64,
    /// How many more of the last bytes had a second stop bit than had none.
    second_stop_bits: i32,
    /// Where the last good byte began.
    last: Option<f64>,
    /// What has been read and not yet returned.
    read: VecDeque<Byte>,
}

impl Iterator for Reader<'_> {
    type Item = Byte;

    fn next(&mut self) -> Option<Byte> {
        while self.read.is_empty() {
            let start = self.next_edge()?;
            let bit = self.carrier.bit(start);
            if start + STOP_BIT * bit > self.end {
                return None;
            }
            // Otherwise it is a glitch in the pause between two bytes.
            match self.level(start, 0.0).tone < 0.0 {
                true => self.read_at(start),
                false => self.at = start + bit / 4.0,
            }
        }
        self.read.pop_front()
    }
}

impl<'a> Reader<'a> {
    fn new(carrier: &'a Carrier, part: Range<usize>) -> Self {
        let (at, end) = (part.start as f64, part.end as f64);
        Self { carrier, at, end, last: None, second_stop_bits: 0, read: VecDeque::new() }
    }

    /// Reads the byte whose start bit was found near a moment, and moves after it.
    fn read_at(&mut self, start: f64) {
        let frame = self.adjusted(start);
        match frame.stop().tone < UNCERTAIN {
            true => self.find_start(&frame),
            false => self.take(&frame),
        }
    }

    /// Takes a byte with a stop bit, and moves after it.
    fn take(&mut self, frame: &Frame) {
        let byte = self.byte(frame);
        self.at = self.at.max(frame.start + (STOP_BIT + 0.5) * self.carrier.bit(frame.start));
        if !byte.is_damaged {
            self.last = Some(frame.start);
            let has_second = self.level(frame.start, STOP_BIT + 1.0).tone > UNCERTAIN;
            self.second_stop_bits += if has_second { 1 } else { -1 };
            self.second_stop_bits = self.second_stop_bits.clamp(-MOST_COUNTED, MOST_COUNTED);
        }
        self.read.push_back(byte);
    }

    /// Finds the next start bit after a byte without a stop bit. A change from mark to space may be inside a byte, so it must be where a
    /// byte begins if they follow the last good one without pauses, or after a pause that is longer than any mark inside a byte.
    fn find_start(&mut self, damaged: &Frame) {
        let start = damaged.start;
        self.at = self.at.max(start) + self.carrier.bit(start);
        let stop_bits = if self.second_stop_bits >= 0 { 2.0 } else { 1.0 };
        let byte = (STOP_BIT + stop_bits) * self.carrier.bit(start);
        let last =
            self.last.filter(|last| start - last < f64::from(LONGEST_SEARCH) * byte).unwrap_or(start - byte);
        let expected = (1..=LONGEST_SEARCH).map(|count| last + f64::from(count) * byte);
        let frames: Vec<Frame> = expected.map(|start| self.adjusted(start)).collect();
        let is_good = |frame: &Frame| self.is_start(frame.start) && !self.byte(frame).is_damaged;
        if let Some(found) = frames.iter().position(is_good) {
            let lost = frames[..found].iter().map(|frame| Byte { is_damaged: true, ..self.byte(frame) });
            self.read.extend(lost.collect::<Vec<_>>());
            return self.take(&frames[found]);
        }
        self.read.push_back(self.byte(damaged));
        while let Some(edge) = self.next_edge() {
            // The edge is up to one moment before that at which it was found.
            self.at = edge + 2.0;
            let bit = self.carrier.bit(edge);
            if self.carrier.level(edge - LONGEST_MARK * bit, edge).tone > 1.0 - UNCERTAIN {
                self.at = edge - bit / 2.0;
                return;
            }
        }
        self.at = self.end;
    }

    /// Returns whether a start bit begins near a moment.
    fn is_start(&self, start: f64) -> bool {
        let near = self.carrier.bit(start) / 3.0;
        let before = self.carrier.level(start - 2.0 * near, start - near).tone;
        before > UNCERTAIN && self.level(start, 0.0).tone < -UNCERTAIN
    }

    /// Returns the byte whose start bit was found near a moment. Noise moves the change from mark to space: the place is best at which all
    /// bits are clearest.
    fn adjusted(&self, start: f64) -> Frame {
        let found = self.frame(start);
        if found.clearness() > CLEAR {
            return found;
        }
        let step = self.carrier.bit(start) / f64::from(STEPS);
        let others = ADJUSTMENTS.map(|at| self.frame(start + f64::from(at) * step));
        let best = others.max_by(|one, other| one.clearness().total_cmp(&other.clearness()));
        best.unwrap_or(found)
    }

    fn frame(&self, start: f64) -> Frame {
        Frame { start, bits: std::array::from_fn(|at| self.level(start, at as f64)) }
    }

    fn byte(&self, frame: &Frame) -> Byte {
        let is_damaged = frame.is_uncertain() || frame.is_faint() || self.is_silent(frame.start);
        Byte { value: frame.value(), is_damaged, at: seconds(frame.start) }
    }

    /// Returns the level of a bit after the start of a byte, without its edges.
    fn level(&self, start: f64, index: f64) -> Level {
        let bit = self.carrier.bit(start);
        self.carrier.level(start + (index + 0.1) * bit, start + (index + 0.9) * bit)
    }

    /// Returns whether most of a byte lies in a dropout.
    fn is_silent(&self, start: f64) -> bool {
        let end = start + STOP_BIT * self.carrier.bit(start);
        let moments = start as usize..end as usize;
        let silent = moments.clone().filter(|moment| !self.carrier.is_present(*moment)).count();
        2 * silent > moments.len()
    }

    /// Returns the next change from mark to space, between moments.
    fn next_edge(&self) -> Option<f64> {
        let first = self.at.ceil().max(1.0) as usize;
        let tone = |at| self.carrier.tone(at);
        let edge = (first..self.end as usize).find(|&at| tone(at - 1) > 0.0 && tone(at) <= 0.0)?;
        Some(edge as f64 - f64::from(tone(edge) / (tone(edge) - tone(edge - 1))))
    }
}

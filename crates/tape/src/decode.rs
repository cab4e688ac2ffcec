//! Tones to bytes.

use std::{collections::VecDeque, ops::Range};

use crate::{
    BAUD, Recording,
    carrier::{Carrier, seconds},
};

/// A tone this long without a byte ends a block, in seconds.
const LONGEST_IDLE: f64 = 2.0;
/// A silence this long ends a block, in seconds. Shorter ones are dropouts.
const LONGEST_DROPOUT: f64 = 0.25;
/// The mean tone of a bit, below which its value is uncertain.
const UNCERTAIN: f32 = 0.2;
/// The bytes after a damaged one in which the next start bit is expected without a pause.
const LONGEST_SEARCH: u32 = 16;
/// The bits of mark that occur only in a pause: a byte has at most ten, with its stop bits.
const LONGEST_MARK: f64 = 10.5;
/// The bits of a byte between start and stop bit.
const DATA_BITS: u8 = 8;
/// The position of the stop bit.
const STOP_BIT: f64 = 9.0;

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
        let end = self
            .bytes
            .last()
            .map_or(0.0, |byte| byte.at + f64::from(DATA_BITS + 3) / f64::from(BAUD) / self.speed);
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
    let readable = bytes.iter().filter(|byte| !byte.is_damaged).count();
    let speed = bytes.iter().map(|byte| carrier.speed.at(byte.at)).sum::<f64>() / bytes.len() as f64;
    (readable > bytes.len() / 4).then(|| Block { bytes: bytes.to_vec(), speed })
}

/// Returns the parts of a recording in which there is a tone, with dropouts.
fn parts(carrier: &Carrier) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for moment in (0..carrier.len()).filter(|moment| carrier.is_present(*moment)) {
        match parts.last_mut() {
            Some(last) if seconds((moment - last.end) as f64) <= LONGEST_DROPOUT => last.end = moment + 1,
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
    /// The stop bits of the last byte that has been read for certain.
    stop_bits: f64,
    /// Bytes between a damaged one and the next whose start is certain.
    damaged: VecDeque<Byte>,
}

impl Iterator for Reader<'_> {
    type Item = Byte;

    fn next(&mut self) -> Option<Byte> {
        if let Some(byte) = self.damaged.pop_front() {
            return Some(byte);
        }
        loop {
            let start = self.next_edge()?;
            let bit = self.carrier.bit(start);
            if start + STOP_BIT * bit > self.end {
                return None;
            }
            if self.level(start, 0.0) < 0.0 {
                return Some(self.byte_and_next(start));
            }
            // A glitch in the pause between two bytes.
            self.at = start + bit / 4.0;
        }
    }
}

impl<'a> Reader<'a> {
    fn new(carrier: &'a Carrier, part: Range<usize>) -> Self {
        Self {
            carrier,
            at: part.start as f64,
            end: part.end as f64,
            stop_bits: 1.0,
            damaged: VecDeque::new(),
        }
    }

    /// Reads the byte whose start bit begins at a moment, and moves to the next one.
    fn byte_and_next(&mut self, start: f64) -> Byte {
        let bit = self.carrier.bit(start);
        let byte = self.byte(start);
        self.at = start + (STOP_BIT + 0.5) * bit;
        if !byte.is_damaged {
            self.stop_bits = if self.level(start, STOP_BIT + 1.0) > UNCERTAIN { 2.0 } else { 1.0 };
        } else if self.level(start, STOP_BIT) < UNCERTAIN {
            self.find_start(start);
        }
        byte
    }

    /// Finds the next start bit after a byte without a stop bit. A change from mark to space may be inside a byte, so it must be where
    /// the start of one of the next bytes is expected, or after a pause that is longer than any mark inside a byte.
    fn find_start(&mut self, start: f64) {
        let byte = (STOP_BIT + self.stop_bits) * self.carrier.bit(start);
        let expected: Vec<f64> = (1..=LONGEST_SEARCH).map(|count| start + f64::from(count) * byte).collect();
        let found = expected.iter().position(|&start| self.is_start(start) && !self.byte(start).is_damaged);
        if let Some(found) = found {
            self.damaged = expected[..found]
                .iter()
                .map(|&start| Byte { is_damaged: true, ..self.byte(start) })
                .collect();
            self.at = expected[found] - self.carrier.bit(start) / 2.0;
            return;
        }
        while let Some(edge) = self.next_edge() {
            self.at = edge + 1.0;
            let bit = self.carrier.bit(edge);
            if self.carrier.mean(edge - LONGEST_MARK * bit, edge) > 1.0 - UNCERTAIN {
                self.at = edge - bit / 2.0;
                return;
            }
        }
    }

    /// Returns whether a start bit begins near a moment.
    fn is_start(&self, start: f64) -> bool {
        let near = self.carrier.bit(start) / 3.0;
        let before = self.carrier.mean(start - 2.0 * near, start - near);
        before > UNCERTAIN && self.level(start, 0.0) < -UNCERTAIN
    }

    /// Reads the byte whose start bit begins at a moment.
    fn byte(&self, start: f64) -> Byte {
        let levels: Vec<f32> = (0..DATA_BITS).map(|at| self.level(start, f64::from(at) + 1.0)).collect();
        let value = levels.iter().rev().fold(0, |value, level| value << 1 | u8::from(*level > 0.0));
        let is_uncertain = levels.iter().any(|level| level.abs() < UNCERTAIN) || self.is_silent(start);
        Byte {
            value,
            is_damaged: is_uncertain || self.level(start, STOP_BIT) < UNCERTAIN,
            at: seconds(start),
        }
    }

    /// Returns the mean tone of a bit after the start of a byte, without its edges.
    fn level(&self, start: f64, index: f64) -> f32 {
        let bit = self.carrier.bit(start);
        self.carrier.mean(start + (index + 0.15) * bit, start + (index + 0.85) * bit)
    }

    /// Returns whether a byte lies in a dropout.
    fn is_silent(&self, start: f64) -> bool {
        let end = start + STOP_BIT * self.carrier.bit(start);
        (start as usize..end as usize).any(|moment| !self.carrier.is_present(moment))
    }

    /// Returns the next change from mark to space, between moments.
    fn next_edge(&self) -> Option<f64> {
        let first = self.at.ceil().max(1.0) as usize;
        let tone = |at| self.carrier.tone(at);
        let edge = (first..self.end as usize).find(|&at| tone(at - 1) > 0.0 && tone(at) <= 0.0)?;
        Some(edge as f64 - f64::from(tone(edge) / (tone(edge) - tone(edge - 1))))
    }
}

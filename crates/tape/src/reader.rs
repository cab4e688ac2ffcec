//! From tones to bytes: the search for start bits, and the bits of a byte.

use crate::{
    carrier::{Carrier, Level},
    correlator::{MOMENT_RATE, seconds},
};

/// The last bytes that decide how many stop bits a byte has.
const MOST_COUNTED: i32 = 8;
/// The bytes after a damaged one in which the next start bit is expected without a pause.
const LONGEST_SEARCH: u32 = 16;
/// The bits of mark that occur only in a pause: a byte has at most ten, with its stop bits.
const LONGEST_MARK: f64 = 10.5;
/// The moments before and after a start bit at which the reader looks: it searches 16 bytes, at the lowest speed.
pub(crate) const REACH: usize = MOMENT_RATE as usize;
/// The moments in which a byte fits at the lowest speed.
const LONGEST_BYTE: usize = MOMENT_RATE as usize / 20;

/// Reads byte after byte of a part of a recording with a tone. Positions are moments.
pub(crate) struct Reader {
    at: f64,
    /// Up to here there is no change from mark to space after `at`.
    searched: usize,
    /// The number of the last bytes with a second stop bit, less the number without.
    second_stop_bits: i32,
    /// The beginning of the last good byte.
    last: Option<f64>,
    /// The beginning of the last byte, good or not.
    latest: f64,
    /// Whether the next start bit must come after a pause.
    needs_pause: bool,
    bytes: Vec<TapeByte>,
}

impl Reader {
    pub(crate) fn new(start: usize) -> Self {
        let at = start as f64;
        Self {
            at,
            searched: 0,
            second_stop_bits: 0,
            last: None,
            latest: f64::NEG_INFINITY,
            needs_pause: false,
            bytes: Vec::new(),
        }
    }

    /// Returns the first moment that is still needed.
    pub(crate) fn needs_from(&self) -> usize {
        (self.at as usize).max(self.searched).saturating_sub(REACH)
    }

    /// Reads to where later samples can change the result; the tone lasts until `end` at least. Returns the bytes.
    pub(crate) fn read(&mut self, carrier: &Carrier, end: usize) -> Vec<TapeByte> {
        let safe = carrier.len().saturating_sub(REACH).min(end.saturating_sub(LONGEST_BYTE));
        while let Some(edge) = self.next_edge(carrier, safe) {
            self.read_edge(carrier, edge);
        }
        std::mem::take(&mut self.bytes)
    }

    /// Reads the rest of a part of which the end is known. Returns the bytes.
    pub(crate) fn finish(mut self, carrier: &Carrier, end: usize) -> Vec<TapeByte> {
        while let Some(edge) = self.next_edge(carrier, end) {
            if !self.needs_pause && edge + STOP_BIT * carrier.bit(edge) > end as f64 {
                break;
            }
            self.read_edge(carrier, edge);
        }
        self.bytes
    }

    /// Returns the next change from mark to space before `end`, between moments.
    fn next_edge(&mut self, carrier: &Carrier, end: usize) -> Option<f64> {
        let first = (self.at.ceil().max(1.0) as usize).max(self.searched);
        let tone = |at| carrier.tone(at);
        let Some(edge) = (first..end).find(|&at| tone(at - 1) > 0.0 && tone(at) <= 0.0) else {
            self.searched = first.max(end);
            return None;
        };
        Some(edge as f64 - f64::from(tone(edge) / (tone(edge) - tone(edge - 1))))
    }

    fn read_edge(&mut self, carrier: &Carrier, edge: f64) {
        if self.needs_pause {
            return self.find_pause(carrier, edge);
        }
        // Otherwise it is a glitch in the pause between two bytes.
        if carrier.bit_level(edge, 0.0).tone < 0.0 {
            self.read_at(carrier, edge);
        } else {
            self.at = edge + carrier.bit(edge) / 4.0;
        }
    }

    /// Reads the byte whose start bit was found near a moment, and moves after it.
    fn read_at(&mut self, carrier: &Carrier, start: f64) {
        let frame = carrier.adjusted_frame(start);
        if frame.stop().tone < UNCERTAIN {
            self.find_start(carrier, &frame);
        } else {
            self.take(carrier, &frame);
        }
    }

    /// Takes a byte with a stop bit, and moves after it.
    fn take(&mut self, carrier: &Carrier, frame: &ByteFrame) {
        let byte = carrier.byte(frame);
        self.at = self.at.max(frame.start + (STOP_BIT + 0.5) * carrier.bit(frame.start));
        if !byte.is_damaged {
            self.last = Some(frame.start);
            let has_second = carrier.bit_level(frame.start, STOP_BIT + 1.0).tone > UNCERTAIN;
            self.second_stop_bits += if has_second { 1 } else { -1 };
            self.second_stop_bits = self.second_stop_bits.clamp(-MOST_COUNTED, MOST_COUNTED);
        }
        self.latest = frame.start;
        self.bytes.push(byte);
    }

    /// Finds the next start bit after a byte without a stop bit. A change from mark to space may be inside a byte, so it must
    /// be where a byte begins if they follow the last good one without pauses, or after a pause that is longer than any mark
    /// inside a byte.
    fn find_start(&mut self, carrier: &Carrier, damaged: &ByteFrame) {
        let start = damaged.start;
        self.at = self.at.max(start) + carrier.bit(start);
        let stop_bits = if self.second_stop_bits >= 0 { 2.0 } else { 1.0 };
        let byte = (STOP_BIT + stop_bits) * carrier.bit(start);
        let last =
            self.last.filter(|last| start - last < f64::from(LONGEST_SEARCH) * byte).unwrap_or(start - byte);
        // Damaged bytes with a stop bit may have been read since the last good one.
        let expected = (1..=LONGEST_SEARCH)
            .map(|count| last + f64::from(count) * byte)
            .filter(|expected| *expected > self.latest + byte / 2.0);
        let frames: Vec<ByteFrame> = expected.map(|start| carrier.adjusted_frame(start)).collect();
        let is_good = |frame: &ByteFrame| carrier.is_start(frame.start) && !carrier.byte(frame).is_damaged;
        match frames.iter().position(is_good) {
            Some(found) => {
                let lost =
                    frames[..found].iter().map(|frame| TapeByte { is_damaged: true, ..carrier.byte(frame) });
                self.bytes.extend(lost);
                self.take(carrier, &frames[found]);
            }
            None => {
                self.latest = start;
                self.bytes.push(carrier.byte(damaged));
                self.needs_pause = true;
            }
        }
    }

    /// Looks whether a change from mark to space ends a pause.
    fn find_pause(&mut self, carrier: &Carrier, edge: f64) {
        let bit = carrier.bit(edge);
        // The edge is up to one moment before that at which it was found.
        self.at = edge + 2.0;
        if carrier.level(edge - LONGEST_MARK * bit, edge).tone > 1.0 - UNCERTAIN {
            self.at = edge - bit / 2.0;
            self.searched = 0;
            self.needs_pause = false;
        }
    }
}

/// The tone of a bit, below which its value is uncertain.
pub(crate) const UNCERTAIN: f32 = 0.2;
/// The power of a bit, compared with the others of its byte, below which it is a dropout.
const FAINTEST_BIT: f32 = 0.03;
/// A byte with clearer bits is where its start bit was found.
const CLEAR: f32 = 0.9;
/// Other places at which a byte is tried, in parts of a bit.
const ADJUSTMENTS: std::ops::RangeInclusive<i32> = -4..=6;
const STEPS: i32 = 12;
/// The bits of a byte with its start bit and the first stop bit.
const FRAME: usize = 10;
/// The position of the stop bit.
pub(crate) const STOP_BIT: f64 = (FRAME - 1) as f64;

/// The bits of a byte: start bit, data from the lowest bit, stop bit.
pub(crate) struct ByteFrame {
    /// The moment at which the start bit begins.
    pub(crate) start: f64,
    pub(crate) bits: [Level; FRAME],
}

impl ByteFrame {
    fn data(&self) -> &[Level] {
        &self.bits[1..FRAME - 1]
    }

    pub(crate) fn stop(&self) -> Level {
        self.bits[FRAME - 1]
    }

    pub(crate) fn value(&self) -> u8 {
        self.data().iter().rev().fold(0, |value, bit| value << 1 | u8::from(bit.tone > 0.0))
    }

    /// Returns how clear the bits are, from 0 to 1.
    pub(crate) fn clearness(&self) -> f32 {
        let data: f32 = self.data().iter().map(|bit| bit.tone.abs()).sum();
        (data - self.bits[0].tone + self.stop().tone) / FRAME as f32
    }

    pub(crate) fn is_uncertain(&self) -> bool {
        self.data().iter().any(|bit| bit.tone.abs() < UNCERTAIN) || self.stop().tone < UNCERTAIN
    }

    /// Returns whether a bit is much fainter than the others: a dropout with noise.
    pub(crate) fn is_faint(&self) -> bool {
        let mut powers = self.bits.map(|bit| bit.power);
        powers.sort_by(f32::total_cmp);
        // The middle one: a click is louder than any tone.
        powers[0] < FAINTEST_BIT * powers[FRAME / 2]
    }
}

/// Bytes at a moment of a carrier.
impl Carrier {
    /// Returns the byte whose start bit was found near a moment. Noise moves the change from mark to space: the place is best
    /// at which all bits are clearest.
    pub(crate) fn adjusted_frame(&self, start: f64) -> ByteFrame {
        let found = self.frame(start);
        if found.clearness() > CLEAR {
            return found;
        }
        let step = self.bit(start) / f64::from(STEPS);
        let others = ADJUSTMENTS.map(|at| self.frame(start + f64::from(at) * step));
        let best = others.max_by(|one, other| one.clearness().total_cmp(&other.clearness()));
        best.unwrap_or(found)
    }

    fn frame(&self, start: f64) -> ByteFrame {
        ByteFrame { start, bits: std::array::from_fn(|at| self.bit_level(start, at as f64)) }
    }

    pub(crate) fn byte(&self, frame: &ByteFrame) -> TapeByte {
        let is_damaged = frame.is_uncertain() || frame.is_faint() || self.is_silent(frame.start);
        TapeByte { value: frame.value(), is_damaged, at: seconds(frame.start) }
    }

    /// Returns the level of a bit after the start of a byte, without its edges.
    pub(crate) fn bit_level(&self, start: f64, index: f64) -> Level {
        let bit = self.bit(start);
        self.level(start + (index + 0.1) * bit, start + (index + 0.9) * bit)
    }

    /// Returns whether a start bit begins near a moment.
    pub(crate) fn is_start(&self, start: f64) -> bool {
        let near = self.bit(start) / 3.0;
        let before = self.level(start - 2.0 * near, start - near).tone;
        before > UNCERTAIN && self.bit_level(start, 0.0).tone < -UNCERTAIN
    }

    /// Returns whether most of a byte lies in a dropout.
    fn is_silent(&self, start: f64) -> bool {
        let end = start + STOP_BIT * self.bit(start);
        let moments = start as usize..end as usize;
        let silent = moments.clone().filter(|moment| !self.is_present(*moment)).count();
        2 * silent > moments.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TapeByte {
    /// The value as read.
    pub value: u8,
    /// Whether the value is uncertain.
    pub is_damaged: bool,
    /// The time in seconds from the start of the recording.
    pub at: f64,
}

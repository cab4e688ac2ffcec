//! From tones to bytes: the search for start bits.

use crate::{
    TapeByte,
    carrier::Carrier,
    correlator::MOMENT_RATE,
    frame::{ByteFrame, STOP_BIT, UNCERTAIN},
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
    /// How many more of the last bytes had a second stop bit than had none.
    second_stop_bits: i32,
    /// Where the last good byte began.
    last: Option<f64>,
    /// Where the last byte of all began.
    latest: f64,
    /// Whether the next start bit must come after a pause.
    needs_pause: bool,
    /// What has been read.
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

    /// Reads as far as nothing that follows can change it; the tone lasts until `end` at least. Returns the bytes.
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

//! The bits of a byte.

use crate::{
    TapeByte,
    carrier::{Carrier, Level},
    correlator::seconds,
};

/// The tone of a bit, below which its value is uncertain.
pub(crate) const UNCERTAIN: f32 = 0.2;
/// The power of a bit, compared with the others of its byte, below which it is a dropout.
const FAINTEST_BIT: f32 = 0.03;
/// A byte with clearer bits is where its start bit was found.
const CLEAR: f32 = 0.9;
/// Where else a byte is tried, in parts of a bit.
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

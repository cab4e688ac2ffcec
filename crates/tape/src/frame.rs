//! The bits of a byte.

use crate::carrier::Level;

/// The tone of a bit, below which its value is uncertain.
pub(crate) const UNCERTAIN: f32 = 0.2;
/// The power of a bit, compared with the others of its byte, below which it is a dropout.
const FAINTEST_BIT: f32 = 0.03;
/// The bits of a byte with its start bit and the first stop bit.
const FRAME: usize = 10;
/// The position of the stop bit.
pub(crate) const STOP_BIT: f64 = (FRAME - 1) as f64;

/// The bits of a byte: start bit, data from the lowest bit, stop bit.
pub(crate) struct Frame {
    /// The moment at which the start bit begins.
    pub(crate) start: f64,
    pub(crate) bits: [Level; FRAME],
}

impl Frame {
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

//! Bytes to sound.

use std::f64::consts::TAU;

use crate::{BAUD, MARK, Recording, SPACE};

/// The carriage return at the end of a line.
const RETURN: u8 = 13;
/// Mark after the last byte, in seconds.
const TRAILER: f64 = 0.5;
/// The amplitude: below full level, which recorders distort.
const AMPLITUDE: f64 = 0.75;
const STOP_BITS: u32 = 2;

/// How bytes are written to a tape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encoder {
    /// The samples per second.
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
    /// The number of bits so far.
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

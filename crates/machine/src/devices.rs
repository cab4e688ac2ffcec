//! Predefined devices: a console, the interrupt feedback register, a byte permuter, and one that a small file describes.

use std::sync::Arc;

use crate::{
    device::{Context, Device},
    lines::Lines,
};

/// An output device that prints every byte written to it or to its ports. It reads as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Console;

impl Device for Console {
    fn name(&self) -> &'static str {
        "console"
    }

    fn peek(&self, _offset: u16) -> u8 {
        0
    }

    fn write(&mut self, _offset: u16, value: u8, cx: &mut Context) {
        cx.print(value);
    }

    fn input(&mut self, _port: u16, _cx: &mut Context) -> u8 {
        0
    }

    fn output(&mut self, _port: u16, value: u8, cx: &mut Context) {
        cx.print(value);
    }
}

/// A register that drives the interrupt lines: bit 0 IRQ, bit 1 NMI. It reads back as written. The public interrupt test for
/// the 6502 requires it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    byte: u8,
}

impl Device for Feedback {
    fn name(&self) -> &'static str {
        "feedback"
    }

    fn peek(&self, _offset: u16) -> u8 {
        self.byte
    }

    fn write(&mut self, _offset: u16, value: u8, _cx: &mut Context) {
        self.byte = value;
    }

    fn input(&mut self, _port: u16, _cx: &mut Context) -> u8 {
        self.byte
    }

    fn output(&mut self, _port: u16, value: u8, cx: &mut Context) {
        self.write(0, value, cx);
    }

    fn receive(&mut self, value: u8, _cx: &mut Context) {
        self.byte = value;
    }

    fn lines(&self) -> Lines {
        Lines { irq: self.byte & 1 != 0, nmi: self.byte & 2 != 0, ..Lines::NONE }
    }
}

/// A latch that reads back with its bits permuted. A write to offset 0 latches a byte.
///
/// | offset | reads |
/// |---|---|
/// | 0 | the byte |
/// | 1 | Table 1: bits 0 and 4, 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 2 | Table 2: bits 1 and 7, 2 and 6, 3 and 5 exchanged |
/// | 3 | the halves exchanged |
///
/// Reads have no side effects, and writes to other offsets are ignored. In a larger area the four offsets repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Permuter {
    latch: u8,
}

impl Permuter {
    /// Writes a byte at an offset.
    pub fn store(&mut self, offset: u16, value: u8) {
        if offset == 0 {
            self.latch = value;
        }
    }
}

impl Device for Permuter {
    fn name(&self) -> &'static str {
        "permuter"
    }

    fn peek(&self, offset: u16) -> u8 {
        match offset % 4 {
            0 => self.latch,
            1 => permute(self.latch, [4, 7, 6, 5, 0, 3, 2, 1]),
            2 => permute(self.latch, [0, 7, 6, 5, 4, 3, 2, 1]),
            _ => self.latch.rotate_left(4),
        }
    }

    fn write(&mut self, offset: u16, value: u8, _cx: &mut Context) {
        self.store(offset, value);
    }
}

/// Returns a byte whose bits, from bit 0 up, are these bits of `byte`.
fn permute(byte: u8, bits: [u8; 8]) -> u8 {
    bits.iter().rev().fold(0, |permuted, bit| permuted << 1 | byte >> bit & 1)
}

/// A device that reads scripted bytes one by one, then a constant, and prints the bytes written to it or keeps the last of them.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// The bytes that reads return, one each.
    bytes: Arc<[u8]>,
    /// The number of them that were read.
    read: usize,
    /// The byte that reads return after them.
    then: u8,
    write: Write,
}

/// The effect of a write to a [`Scripted`] device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Write {
    /// No effect.
    #[default]
    Ignore,
    /// Prints the byte.
    Print,
    /// Makes the byte what reads return after the script.
    Keep,
}

impl Scripted {
    /// Returns a device whose reads return some bytes, then always the same.
    pub fn new(bytes: &[u8], then: u8, write: Write) -> Self {
        Scripted { bytes: bytes.into(), read: 0, then, write }
    }
}

impl Device for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn peek(&self, _offset: u16) -> u8 {
        self.bytes.get(self.read).copied().unwrap_or(self.then)
    }

    fn read(&mut self, offset: u16, _cx: &mut Context) -> u8 {
        let byte = self.peek(offset);
        self.read = self.bytes.len().min(self.read + 1);
        byte
    }

    fn write(&mut self, _offset: u16, value: u8, cx: &mut Context) {
        match self.write {
            Write::Ignore => {}
            Write::Print => cx.print(value),
            Write::Keep => self.then = value,
        }
    }

    fn input(&mut self, port: u16, cx: &mut Context) -> u8 {
        self.read(port, cx)
    }

    fn output(&mut self, port: u16, value: u8, cx: &mut Context) {
        self.write(port, value, cx);
    }
}

//! A device that a small file describes.

use std::sync::Arc;

use crate::{context::Context, device::Device};

/// A device that reads scripted bytes one by one, then a constant, and prints the bytes written to it or keeps the last of them.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// The bytes that reads return, one each.
    bytes: Arc<[u8]>,
    /// The number of them that were read.
    read: usize,
    /// What reads return after them.
    then: u8,
    write: Write,
}

/// What a write to a [`Scripted`] device does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Write {
    /// Nothing.
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

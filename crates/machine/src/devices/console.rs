//! The console.

use crate::{context::Context, device::Device};

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

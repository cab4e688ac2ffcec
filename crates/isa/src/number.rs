//! Numbers in the notation of a processor's manufacturer.

use core::fmt::{self, Display, Formatter};

use crate::processor::Processor;

/// A number in the notation of a processor's manufacturer.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    processor: Processor,
    value: u16,
    digits: usize,
}

impl Processor {
    /// Returns a number in the notation of its manufacturer: `$3E` for the 6502. Intel's and Zilog's notation ends in H and
    /// begins with a decimal digit: `3EH`, `0FFH`.
    ///
    /// ```
    /// use arcadian_isa::Processor;
    ///
    /// assert_eq!(Processor::Z80.hex(0xFF, 2).to_string(), "0FFH");
    /// ```
    pub const fn hex(self, value: u16, digits: usize) -> Number {
        Number { processor: self, value, digits }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Number { processor, value, digits } = *self;
        if processor == Processor::Mos6502 {
            return write!(f, "${value:0digits$X}");
        }
        let first = value >> (4 * digits.saturating_sub(1));
        let zero = if first > 9 { "0" } else { "" };
        write!(f, "{zero}{value:0digits$X}H")
    }
}

//! Names: variables, devices and functions, and the targets of assignments.

use super::{Translator, indexed};
use crate::{
    cost,
    fault::Why,
    op::{Op, Target},
    words::{self, Meaning},
};

impl Translator<'_> {
    pub(super) fn long_name(&self) -> Option<(Meaning, usize)> {
        words::longest_name(&self.source.text[self.at..self.source.end], self.source.dialect)
    }

    /// Parses the target of an assignment, INPUT or FOR.
    pub(super) fn target(&mut self) -> Result<Target, Why> {
        let byte = self.peek();
        if let Some(kind) = indexed(byte) {
            self.at += 1;
            self.argument()?;
            self.cost += kind.cost();
            self.emit(Op::Address(kind));
            return Ok(Target::Indexed(kind));
        }
        if !byte.is_ascii_uppercase() {
            return Err(Why::NoVariable);
        }
        if let Some(letter) = self.letter() {
            return Ok(Target::Variable(letter));
        }
        match self.name()? {
            Meaning::Device(device) if device.is_writable() => {
                self.cost += cost::NAME;
                Ok(Target::Device(device))
            }
            Meaning::Device(_) | Meaning::Function(_) | Meaning::Statement(_) => Err(Why::ReadOnly),
        }
    }

    pub(super) fn name(&mut self) -> Result<Meaning, Why> {
        let (meaning, length) = self.long_name().ok_or(Why::NoSuchName)?;
        self.at += length;
        Ok(meaning)
    }

    /// Takes a variable, 0..=25: a letter that is not followed by a letter. Evidence: listing (lines 3, 36, 42).
    pub(super) fn letter(&mut self) -> Option<u8> {
        let next_is_letter =
            self.at + 1 < self.source.end && self.source.text[self.at + 1].is_ascii_uppercase();
        let letter = self.byte().checked_sub(b'A').filter(|n| *n < 26 && !next_is_letter)?;
        self.at += 1;
        Some(letter)
    }
}

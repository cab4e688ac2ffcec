//! Bytes to instructions and back.

use core::fmt;

use crate::bus::Cycles;
use crate::operand::{Mode, Operand};
use crate::row::{Page, Row};

/// The longest instruction of all.
pub const LONGEST: usize = 4;

/// A row with the values of its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// What is known of its opcode.
    pub row: &'static Row,
    /// The displacement of (IX+d) and (IY+d), or the distance of a relative branch; else 0.
    pub displacement: i8,
    /// The byte or word, immediate, address or port; else 0.
    pub value: u16,
}

/// The slice ends within an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// How many bytes there must be, at least. With so many it may turn out that more are needed.
    pub needed: usize,
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bytes end within an instruction: at least {} are needed", self.needed)
    }
}

impl core::error::Error for Incomplete {}

/// The bytes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    bytes: [u8; LONGEST],
    count: u8,
}

impl Bytes {
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.count)) {
            *place = byte;
            self.count += 1;
        }
    }
}

impl core::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.count)).unwrap_or(&[])
    }
}

impl Row {
    /// The bytes of the instruction with these operand values. What the row has no operand for is not looked at.
    pub fn encode(&self, displacement: i8, value: u16) -> Bytes {
        let mut bytes = Bytes { bytes: [0; LONGEST], count: 0 };
        let signed = displacement.to_le_bytes()[0];
        self.page.prefix().iter().for_each(|byte| bytes.push(*byte));
        if matches!(self.page, Page::DdCb | Page::FdCb) {
            bytes.push(signed);
            bytes.push(self.opcode);
            return bytes;
        }
        bytes.push(self.opcode);
        if self.has_signed() {
            bytes.push(signed);
        }
        value.to_le_bytes().iter().take(self.value_bytes()).for_each(|byte| bytes.push(*byte));
        bytes
    }

    /// The instruction whose opcode has been found to be this row's.
    pub(crate) fn take(&'static self, bytes: &[u8]) -> Result<Instruction, Incomplete> {
        let length = usize::from(self.length);
        let bytes = bytes.get(..length).ok_or(Incomplete { needed: length })?;
        // Behind DD CB the displacement stands before the opcode, behind any other page after it.
        let operands_at = match self.page {
            Page::DdCb | Page::FdCb => 2,
            page => page.prefix().len() + 1,
        };
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let values_at = operands_at + usize::from(self.has_signed());
        let value = match self.value_bytes() {
            0 => 0,
            1 => u16::from(byte(values_at)),
            _ => u16::from_le_bytes([byte(values_at), byte(values_at + 1)]),
        };
        let displacement = if self.has_signed() { i8::from_le_bytes([byte(operands_at)]) } else { 0 };
        Ok(Instruction { row: self, displacement, value })
    }
}

/// The row of the byte at this place.
pub(crate) fn row_at(page: &'static [Row; 256], bytes: &[u8], at: usize) -> Result<&'static Row, Incomplete> {
    let opcode = bytes.get(at).ok_or(Incomplete { needed: at + 1 })?;
    Ok(&page[usize::from(*opcode)])
}

impl Instruction {
    /// Its length in bytes.
    pub const fn length(&self) -> u8 {
        self.row.length
    }

    /// Its time.
    pub const fn cycles(&self) -> Cycles {
        self.row.cycles
    }

    /// Its bytes.
    pub fn bytes(&self) -> Bytes {
        self.row.encode(self.displacement, self.value)
    }

    /// Where its relative branch goes when its first byte stands at `address`.
    pub fn target(&self, address: u16) -> Option<u16> {
        let relative =
            |operand: &Operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
        let next = address.wrapping_add(u16::from(self.row.length));
        self.row.operands().iter().any(relative).then(|| next.wrapping_add_signed(self.displacement.into()))
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X?} {self}", &*self.bytes())
    }
}

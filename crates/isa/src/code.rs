//! Encoding and decoding of instructions.

use core::fmt;

use crate::bus::Cycles;
use crate::row::{Mode, Operand};
use crate::row::{Page, Row};

/// The maximum length of an instruction in bytes.
pub const MAX_LENGTH: usize = 4;

/// An instruction: a row with the values of its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The row of its opcode.
    pub row: &'static Row,
    /// The displacement of (IX+d) and (IY+d), or the offset of a relative branch; else 0.
    pub displacement: i8,
    /// The byte or word operand: immediate, address or port; else 0.
    pub value: u16,
}

/// The error for a slice that ends within an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// The minimum number of bytes required. Decoding that many bytes may show that more are required.
    pub needed: usize,
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the instruction is incomplete: it has at least {} bytes", self.needed)
    }
}

impl core::error::Error for Incomplete {}

/// The bytes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    bytes: [u8; MAX_LENGTH],
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
    /// Encodes the instruction with these operand values. Values without an operand in this row are ignored.
    pub fn encode(&self, displacement: i8, value: u16) -> Bytes {
        let mut bytes = Bytes { bytes: [0; MAX_LENGTH], count: 0 };
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

    /// Decodes the operands of an instruction with this row's opcode.
    pub(crate) fn decode_operands(&'static self, bytes: &[u8]) -> Result<Instruction, Incomplete> {
        let length = usize::from(self.length);
        let bytes = bytes.get(..length).ok_or(Incomplete { needed: length })?;
        // After DD CB the displacement precedes the opcode; on any other page it follows the opcode.
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

/// Returns the row of the opcode at this index.
pub(crate) fn row_at(page: &'static [Row; 256], bytes: &[u8], at: usize) -> Result<&'static Row, Incomplete> {
    let opcode = bytes.get(at).ok_or(Incomplete { needed: at + 1 })?;
    Ok(&page[usize::from(*opcode)])
}

impl Instruction {
    /// Returns its length in bytes.
    pub const fn length(&self) -> u8 {
        self.row.length
    }

    /// Returns its duration.
    pub const fn cycles(&self) -> Cycles {
        self.row.cycles
    }

    /// Returns its bytes.
    pub fn bytes(&self) -> Bytes {
        self.row.encode(self.displacement, self.value)
    }

    /// Returns the target of a relative branch whose first byte is at `address`, or `None` for other instructions.
    pub fn target(&self, address: u16) -> Option<u16> {
        let relative =
            |operand: &Operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
        let next = address.wrapping_add(u16::from(self.row.length));
        self.row.operands().iter().any(relative).then(|| next.wrapping_add_signed(self.displacement.into()))
    }
}

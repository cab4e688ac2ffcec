//! Looking out for accesses.

use crate::addresses::Addresses;

/// Which accesses count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading data or an operand; fetching an opcode is not meant.
    Read,
    /// Writing, ROM and devices included.
    Write,
}

/// What is watched, and what was seen of it in the last instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    pub(crate) reads: Addresses,
    pub(crate) writes: Addresses,
    pub(crate) any: bool,
    /// Whether writes to ROM are noted.
    pub(crate) strays: bool,
    pub(crate) noted: Option<Noted>,
}

/// Something that a run may stop for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    Stray { address: u16, value: u8 },
    Watched { access: Access, address: u16, value: u8 },
}

impl Watch {
    /// A write to ROM. What is watched comes first.
    pub(crate) fn stray(&mut self, address: u16, value: u8) {
        if self.strays {
            self.noted.get_or_insert(Noted::Stray { address, value });
        }
    }

    pub(crate) fn read(&mut self, address: u16, value: u8) {
        if self.reads.contains(address) {
            self.noted = Some(Noted::Watched { access: Access::Read, address, value });
        }
    }

    pub(crate) fn written(&mut self, address: u16, value: u8) {
        if self.writes.contains(address) {
            self.noted = Some(Noted::Watched { access: Access::Write, address, value });
        }
    }
}

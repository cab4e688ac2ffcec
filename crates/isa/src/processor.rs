//! The three processors, and what one can ask of each.

use crate::code::{Incomplete, Instruction};
use crate::find::{self, Form};
use crate::row::Row;
use crate::{i8080, mos6502, z80};

/// A processor of which there are tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// Intel 8080.
    I8080,
    /// Zilog Z80.
    Z80,
    /// MOS 6502, the NMOS one.
    Mos6502,
}

impl core::fmt::Display for Processor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Processor::I8080 => "8080",
            Processor::Z80 => "Z80",
            Processor::Mos6502 => "6502",
        })
    }
}

impl Processor {
    /// Its pages, the one without prefix first.
    pub const fn pages(self) -> &'static [&'static [Row; 256]] {
        match self {
            Processor::I8080 => &i8080::PAGES,
            Processor::Z80 => &z80::PAGES,
            Processor::Mos6502 => &mos6502::PAGES,
        }
    }

    /// All its rows, those that are only prefixes left out.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> + Clone {
        self.pages().iter().flat_map(|page| page.iter()).filter(|row| !row.is_prefix())
    }

    /// The instruction that begins at the first of these bytes. More bytes than it has do no harm.
    pub fn decode(self, bytes: &[u8]) -> Result<Instruction, Incomplete> {
        match self {
            Processor::I8080 => i8080::decode(bytes),
            Processor::Z80 => z80::decode(bytes),
            Processor::Mos6502 => mos6502::decode(bytes),
        }
    }

    /// The rows written so, the preferred one first. See [`crate::find`].
    pub fn find<'a>(
        self,
        mnemonic: &'a str,
        operands: &'a [Form<'a>],
    ) -> impl Iterator<Item = &'static Row> + 'a {
        find::find(self, mnemonic, operands)
    }

    /// The letters of the bits of its status byte from bit 7 down, `-` where there is no flag.
    pub const fn flag_letters(self) -> &'static str {
        match self {
            Processor::I8080 => i8080::FLAGS,
            Processor::Z80 => z80::FLAGS,
            Processor::Mos6502 => mos6502::FLAGS,
        }
    }

    /// Other names of mnemonics in use elsewhere, each with the one of the tables.
    pub const fn aliases(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Processor::I8080 => &[],
            Processor::Z80 => z80::ALIASES,
            Processor::Mos6502 => mos6502::ALIASES,
        }
    }
}

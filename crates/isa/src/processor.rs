//! The three processors and the operations on their tables.

use crate::code::{Incomplete, Instruction};
use crate::row::{Page, Row};
use crate::{i8080, mos6502, z80};

/// A processor with opcode tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// Intel 8080.
    I8080,
    /// Zilog Z80.
    Z80,
    /// NMOS MOS 6502.
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

/// The error for a name that is none of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownProcessor;

impl core::fmt::Display for UnknownProcessor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the processors are 8080, z80 and 6502")
    }
}

impl core::error::Error for UnknownProcessor {}

impl core::str::FromStr for Processor {
    type Err = UnknownProcessor;

    /// Reads a name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownProcessor> {
        const NAMES: [(Processor, [&str; 3]); 3] = [
            (Processor::I8080, ["8080", "I8080", "8080A"]),
            (Processor::Z80, ["Z80", "Z-80", "Z80A"]),
            (Processor::Mos6502, ["6502", "MOS6502", "NMOS6502"]),
        ];
        let is_named = |names: &[&str; 3]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        let found = NAMES.iter().find(|(_, names)| is_named(names));
        found.map(|(processor, _)| *processor).ok_or(UnknownProcessor)
    }
}

impl Processor {
    /// Returns its pages, the one without prefix first.
    pub const fn pages(self) -> &'static [&'static [Row; 256]] {
        match self {
            Processor::I8080 => &i8080::PAGES,
            Processor::Z80 => &z80::PAGES,
            Processor::Mos6502 => &mos6502::PAGES,
        }
    }

    /// Returns all its rows except prefixes.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> + Clone {
        self.pages().iter().flat_map(|page| page.iter()).filter(|row| !row.is_prefix())
    }

    /// Decodes the instruction at the beginning of these bytes. Further bytes are ignored.
    pub fn decode(self, bytes: &[u8]) -> Result<Instruction, Incomplete> {
        match self {
            Processor::I8080 => i8080::decode(bytes),
            Processor::Z80 => z80::decode(bytes),
            Processor::Mos6502 => mos6502::decode(bytes),
        }
    }

    /// Returns the name of its stack pointer.
    pub const fn stack_pointer(self) -> &'static str {
        match self {
            Processor::I8080 | Processor::Z80 => "SP",
            Processor::Mos6502 => "S",
        }
    }

    /// Returns the letters of its flags from bit 7 of the status byte down, `-` for a bit without a flag.
    pub const fn flag_letters(self) -> &'static str {
        match self {
            Processor::I8080 => i8080::FLAGS,
            Processor::Z80 => z80::FLAGS,
            Processor::Mos6502 => mos6502::FLAGS,
        }
    }

    /// Returns its flags from bit 7 of the status byte down: their names and bit numbers. A name that could be a register's has a
    /// second letter.
    pub const fn flags(self) -> &'static [(&'static str, u32)] {
        match self {
            Processor::I8080 => &[("S", 7), ("Z", 6), ("AC", 4), ("P", 2), ("CY", 0)],
            Processor::Z80 => {
                &[("S", 7), ("Z", 6), ("YF", 5), ("HF", 4), ("XF", 3), ("PV", 2), ("N", 1), ("CY", 0)]
            }
            Processor::Mos6502 => &[("N", 7), ("V", 6), ("D", 3), ("I", 2), ("Z", 1), ("C", 0)],
        }
    }

    /// Returns alternative mnemonics, each with the one of the tables.
    pub const fn aliases(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Processor::I8080 => &[],
            Processor::Z80 => z80::ALIASES,
            Processor::Mos6502 => mos6502::ALIASES,
        }
    }
}

impl Page {
    /// Returns the processor of the page.
    pub const fn processor(self) -> Processor {
        match self {
            Page::I8080 => Processor::I8080,
            Page::Mos6502 => Processor::Mos6502,
            _ => Processor::Z80,
        }
    }
}

//! What is known of one opcode.

use crate::bus::{Bus, Cycles};
use crate::operand::{Mode, Operand};
use crate::processor::Processor;

/// One opcode of one page: everything that holds whatever the operand values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The page: the processor, and the prefix bytes that stand before the opcode.
    pub page: Page,
    /// The opcode byte within its page.
    pub opcode: u8,
    /// The name, without suffix; empty for a place of the table that is only a prefix.
    pub mnemonic: &'static str,
    pub(crate) operands: [Operand; 3],
    /// The whole length in bytes, prefixes and operands included.
    pub length: u8,
    /// The time in clock cycles (T-states), the sum of [`Row::bus`].
    pub cycles: Cycles,
    /// The machine cycles in order.
    pub bus: Bus,
    /// What the maker says of it.
    pub status: Status,
    /// Whether another row of the processor is written the same way and is the preferred one.
    pub alternative: bool,
    /// The flags it depends on and those it changes.
    pub flags: Flags,
}

impl Row {
    /// The operands in the order in which they are written.
    pub fn operands(&self) -> &[Operand] {
        let count = self.operands.iter().take_while(|operand| **operand != Operand::None).count();
        self.operands.get(..count).unwrap_or(&[])
    }

    /// Whether this place of the table only leads to another page.
    pub const fn is_prefix(&self) -> bool {
        self.mnemonic.is_empty()
    }

    /// The bytes that name the row: the prefixes and the opcode, without operands.
    pub fn code(&self) -> impl Iterator<Item = u8> {
        self.page.prefix().iter().copied().chain([self.opcode])
    }

    /// The addressing mode of a 6502 row; [`Mode::Implied`] for the other processors.
    pub const fn mode(&self) -> Mode {
        match self.operands[0] {
            Operand::Mos(mode) => mode,
            _ => Mode::Implied,
        }
    }

    /// Whether a signed byte follows the prefix or opcode: a displacement, or a relative branch.
    pub(crate) fn has_signed(&self) -> bool {
        let signed = |operand: &Operand| {
            matches!(operand, Operand::Indexed(_) | Operand::Relative | Operand::Mos(Mode::Relative))
        };
        self.operands.iter().any(signed)
    }

    /// How many bytes of an unsigned value come last.
    pub(crate) fn value_bytes(&self) -> usize {
        usize::from(self.length) - self.page.prefix().len() - 1 - usize::from(self.has_signed())
    }
}

/// A table of 256 opcodes: a processor's own, or one reached by prefix bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Page {
    /// The only page of the Intel 8080.
    I8080,
    /// The Z80 without prefix.
    Z80,
    /// Z80: shifts and bits.
    Cb,
    /// Z80: the extended instructions.
    Ed,
    /// Z80: HL replaced by IX.
    Dd,
    /// Z80: HL replaced by IY.
    Fd,
    /// Z80: shifts and bits of (IX+d). The displacement stands before the opcode.
    DdCb,
    /// Z80: shifts and bits of (IY+d). The displacement stands before the opcode.
    FdCb,
    /// The only page of the 6502.
    Mos6502,
}

impl Page {
    /// The bytes before the opcode (and, on the last two pages of the Z80, before the displacement).
    pub const fn prefix(self) -> &'static [u8] {
        match self {
            Page::I8080 | Page::Z80 | Page::Mos6502 => &[],
            Page::Cb => &[0xCB],
            Page::Ed => &[0xED],
            Page::Dd => &[0xDD],
            Page::Fd => &[0xFD],
            Page::DdCb => &[0xDD, 0xCB],
            Page::FdCb => &[0xFD, 0xCB],
        }
    }

    /// Whose page it is.
    pub const fn processor(self) -> Processor {
        match self {
            Page::I8080 => Processor::I8080,
            Page::Mos6502 => Processor::Mos6502,
            _ => Processor::Z80,
        }
    }
}

/// What the maker says of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The maker's manual describes it.
    Documented,
    /// The manual is silent, and every chip does the same.
    Undocumented,
    /// The manual is silent, and the result depends on the chip, its neighbours or its temperature.
    Unstable,
}

/// Flags as bits of the processor's own status byte (F, PSW or P).
///
/// | bit | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 |
/// |---|---|---|---|---|---|---|---|---|
/// | 8080 | S | Z | | A | | P | | C |
/// | Z80 | S | Z | Y | H | X | P | N | C |
/// | 6502 | N | V | | | D | I | Z | C |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Flags {
    /// Those the instruction depends on, or stores.
    pub read: u8,
    /// Those that get a value depending on the data.
    pub computed: u8,
    /// Those always cleared.
    pub cleared: u8,
    /// Those always set.
    pub set: u8,
}

impl Flags {
    /// Every flag that may be different afterwards.
    pub const fn written(self) -> u8 {
        self.computed | self.cleared | self.set
    }
}

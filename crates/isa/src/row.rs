//! Rows: the description of one opcode with its operands, registers, conditions and addressing modes, and where execution continues
//! after it.

use crate::bus::{BusSequence, CycleKind, Cycles};

/// The description of one opcode of one page, independent of operand values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The page: the processor and the prefix bytes before the opcode.
    pub page: Page,
    /// The opcode byte within its page.
    pub opcode: u8,
    /// The mnemonic without suffix; empty for a prefix.
    pub mnemonic: &'static str,
    pub(crate) operands: [Operand; 3],
    /// The total length in bytes, including prefixes and operands.
    pub length: u8,
    /// The duration in clock cycles (T-states), the sum of [`Row::bus`].
    pub cycles: Cycles,
    /// The machine cycles in order.
    pub bus: BusSequence,
    /// The status of its documentation.
    pub status: Status,
    /// Whether another row of the processor has the same text and is preferred.
    pub alternative: bool,
    /// The flags it reads and those it changes.
    pub flags: Flags,
}

impl Row {
    /// Returns the operands in written order.
    pub fn operands(&self) -> &[Operand] {
        let count = self.operands.iter().take_while(|operand| **operand != Operand::None).count();
        self.operands.get(..count).unwrap_or(&[])
    }

    /// Returns whether this entry is a prefix that selects another page.
    pub const fn is_prefix(&self) -> bool {
        self.mnemonic.is_empty()
    }

    /// Returns the bytes that identify the row: the prefixes and the opcode, without operands.
    pub fn code(&self) -> impl Iterator<Item = u8> {
        self.page.prefix().iter().copied().chain([self.opcode])
    }

    /// Returns the addressing mode of a 6502 row; [`Mode::Implied`] for the other processors.
    pub const fn mode(&self) -> Mode {
        match self.operands[0] {
            Operand::Mos(mode) => mode,
            _ => Mode::Implied,
        }
    }

    /// Returns whether a signed byte follows the prefix or opcode: a displacement or a branch offset.
    pub(crate) fn has_signed(&self) -> bool {
        let signed = |operand: &Operand| {
            matches!(operand, Operand::Indexed(_) | Operand::Relative | Operand::Mos(Mode::Relative))
        };
        self.operands.iter().any(signed)
    }

    /// Returns the number of bytes of the unsigned value at the end.
    pub(crate) fn value_bytes(&self) -> usize {
        usize::from(self.length) - self.page.prefix().len() - 1 - usize::from(self.has_signed())
    }
}

/// A table of 256 opcodes, selected by prefix bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Page {
    /// The only page of the Intel 8080.
    I8080,
    /// The Z80 without prefix.
    Z80,
    /// Z80: shifts and bit operations.
    Cb,
    /// Z80: the extended instructions.
    Ed,
    /// Z80: HL replaced by IX.
    Dd,
    /// Z80: HL replaced by IY.
    Fd,
    /// Z80: shifts and bit operations on (IX+d). The displacement precedes the opcode.
    DdCb,
    /// Z80: shifts and bit operations on (IY+d). The displacement precedes the opcode.
    FdCb,
    /// The only page of the 6502.
    Mos6502,
}

impl Page {
    /// Returns the bytes before the opcode (and, on the last two pages of the Z80, before the displacement).
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
}

/// The status of an opcode's documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The manufacturer's manual describes it.
    Documented,
    /// The manual does not describe it; all chips behave the same.
    Undocumented,
    /// The manual does not describe it; the result depends on the chip, the surrounding circuit or the temperature.
    Unstable,
}

/// Flags as bits of the processor's status byte (F, PSW or P).
///
/// | bit | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 |
/// |---|---|---|---|---|---|---|---|---|
/// | 8080 | S | Z | | A | | P | | C |
/// | Z80 | S | Z | Y | H | X | P | N | C |
/// | 6502 | N | V | | | D | I | Z | C |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Flags {
    /// Flags that the instruction depends on or stores.
    pub read: u8,
    /// Flags set according to the data.
    pub computed: u8,
    /// Flags always cleared.
    pub cleared: u8,
    /// Flags always set.
    pub set: u8,
}

impl Flags {
    /// Returns every flag that the instruction may change.
    pub const fn written(self) -> u8 {
        self.computed | self.cleared | self.set
    }
}

/// The effect of an instruction on the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The next instruction follows, or the instruction repeats.
    Ordinary,
    /// A jump, perhaps conditional, to a computed address, as of a return.
    Computed,
    /// A jump, perhaps conditional, to the operand.
    Branch,
    /// A call, perhaps conditional, of the operand.
    Call,
    /// A call of a fixed address.
    Restart(u16),
    /// A wait for an interrupt.
    Wait,
}

impl Control {
    /// Returns how the instruction of a row affects the order of execution.
    pub fn of(row: &Row) -> Control {
        let has = |operand| row.operands().contains(&operand);
        let does = |kind| row.bus.cycles().iter().any(|cycle| cycle.kind == kind);
        let has_address = has(Operand::Word) || has(Operand::Mos(Mode::Absolute));
        match row.mnemonic {
            "RST" => Control::Restart(row.opcode as u16 & 0x38),
            "HALT" | "HLT" => Control::Wait,
            _ if has(Operand::Relative) || has(Operand::Mos(Mode::Relative)) => Control::Branch,
            _ if has_address && does(CycleKind::Push) => Control::Call,
            name if has_address && name.starts_with('J') => Control::Branch,
            "PCHL" | "JP" | "JMP" => Control::Computed,
            name if name.starts_with('R') && does(CycleKind::Pull) => Control::Computed,
            _ => Control::Ordinary,
        }
    }
}

/// Whether the next instruction may follow a jump, a call or a return, depending on the state.
pub fn is_conditional(row: &Row) -> bool {
    let depends = |operand: &Operand| matches!(operand, Operand::Cond(_) | Operand::Mos(Mode::Relative));
    // The conditions of the 8080 are parts of the mnemonics.
    let is_8080 = row.page == Page::I8080 && !matches!(row.mnemonic, "JMP" | "CALL" | "RET" | "PCHL" | "RST");
    row.mnemonic == "DJNZ" || row.operands().iter().any(depends) || is_8080
}

/// An operand of a row. The values of variable operands (`Byte`, `Word`, …) are in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// No operand.
    None,
    /// A register or a register pair.
    Reg(Reg),
    /// A condition.
    Cond(Cond),
    /// A number in the opcode: a bit, a restart number of the 8080, an interrupt mode, or the 0 of `OUT (C),0`.
    Digit(u8),
    /// A restart address of the Z80 in the opcode.
    Vector(u8),
    /// An immediate byte.
    Byte,
    /// A word in two bytes, the low byte first: an immediate value or a jump target.
    Word,
    /// A relative branch of -128 to +127 from the next instruction (Z80).
    Relative,
    /// The port with an immediate number.
    Port,
    /// The memory at an address in two bytes.
    Memory,
    /// The memory (for C: the port) addressed by a register. For `JP (HL)`, the register is the jump target.
    At(Reg),
    /// The memory at an index register plus a displacement of -128 to +127.
    Indexed(Reg),
    /// An operand of the 6502.
    Mos(Mode),
}

/// The registers of the 8080 and Z80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the data sheets'")]
pub enum Reg {
    A,
    B,
    C,
    D,
    E,
    F,
    H,
    L,
    I,
    R,
    IXH,
    IXL,
    IYH,
    IYL,
    AF,
    /// AF', the alternate pair.
    AF2,
    BC,
    DE,
    HL,
    SP,
    IX,
    IY,
}

/// The conditions of the 8080 and Z80.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the data sheets'")]
pub enum Cond {
    NZ,
    Z,
    NC,
    C,
    PO,
    PE,
    P,
    M,
}

impl Cond {
    /// Returns its flag as a bit of F; the same on both processors.
    pub const fn flag(self) -> u8 {
        match self {
            Cond::NZ | Cond::Z => 0x40,
            Cond::NC | Cond::C => 0x01,
            Cond::PO | Cond::PE => 0x04,
            Cond::P | Cond::M => 0x80,
        }
    }
}

/// The addressing modes of the 6502.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// No operand.
    Implied,
    /// `A`
    Accumulator,
    /// `#n`
    Immediate,
    /// `n`
    ZeroPage,
    /// `n,X`
    ZeroPageX,
    /// `n,Y`
    ZeroPageY,
    /// `nn`
    Absolute,
    /// `nn,X`
    AbsoluteX,
    /// `nn,Y`
    AbsoluteY,
    /// `(nn)`
    Indirect,
    /// `(n,X)`
    IndirectX,
    /// `(n),Y`
    IndirectY,
    /// A relative branch of -128 to +127 from the next instruction.
    Relative,
}

//! The operands as data.

/// One operand of a row. The values of the open ones (`Byte`, `Word`, …) are in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// No operand here.
    None,
    /// A register or a pair of them.
    Reg(Reg),
    /// A condition.
    Cond(Cond),
    /// A number that is part of the opcode: bit, restart number of the 8080, interrupt mode, the 0 of `OUT (C),0`.
    Digit(u8),
    /// A restart address of the Z80, part of the opcode.
    Vector(u8),
    /// A byte.
    Byte,
    /// Two bytes, the low one first: a value, or where to go.
    Word,
    /// A branch of -128 to +127 from the next instruction (Z80).
    Relative,
    /// The port whose number is a byte.
    Port,
    /// The memory whose address is in two bytes.
    Memory,
    /// The memory (for C: the port) whose number is in a register. `JP (HL)` has it also, and goes there.
    At(Reg),
    /// The memory at an index register and a displacement of -128 to +127.
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
    /// AF', the other pair.
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
    /// Its flag as a bit of F; the same on both processors.
    pub const fn flag(self) -> u8 {
        match self {
            Cond::NZ | Cond::Z => 0x40,
            Cond::NC | Cond::C => 0x01,
            Cond::PO | Cond::PE => 0x04,
            Cond::P | Cond::M => 0x80,
        }
    }

    /// The value the flag must have.
    pub const fn wants(self) -> bool {
        matches!(self, Cond::Z | Cond::C | Cond::PE | Cond::M)
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
    /// A branch of -128 to +127 from the next instruction.
    Relative,
}

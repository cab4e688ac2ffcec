//! Operands, registers, conditions and addressing modes.

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

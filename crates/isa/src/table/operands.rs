//! The operands in the text of the tables.

use super::byte;
use crate::operand::{Cond, Operand, Reg};

/// The operand syntax of a table.
#[derive(Clone, Copy)]
pub(crate) enum Operands {
    Intel,
    Zilog,
}

impl Operands {
    /// Parses an operand of an instruction with this mnemonic.
    pub(super) const fn operand(self, mnemonic: &str, word: &str) -> Operand {
        match self {
            Operands::Intel => intel(mnemonic, word),
            Operands::Zilog => zilog(mnemonic, word),
        }
    }
}

/// Parses an operand of the 8080's table. B, D and H mean a register pair if the instruction operates on pairs.
const fn intel(mnemonic: &str, word: &str) -> Operand {
    let pairs = matches!(mnemonic.as_bytes(), b"LXI" | b"INX" | b"DCX" | b"DAD" | b"PUSH" | b"POP");
    let at_pair = matches!(mnemonic.as_bytes(), b"LDAX" | b"STAX");
    match word.as_bytes() {
        b"B" if pairs => Operand::Reg(Reg::BC),
        b"D" if pairs => Operand::Reg(Reg::DE),
        b"H" if pairs => Operand::Reg(Reg::HL),
        b"B" if at_pair => Operand::At(Reg::BC),
        b"D" if at_pair => Operand::At(Reg::DE),
        b"A" => Operand::Reg(Reg::A),
        b"B" => Operand::Reg(Reg::B),
        b"C" => Operand::Reg(Reg::C),
        b"D" => Operand::Reg(Reg::D),
        b"E" => Operand::Reg(Reg::E),
        b"H" => Operand::Reg(Reg::H),
        b"L" => Operand::Reg(Reg::L),
        b"M" => Operand::At(Reg::HL),
        b"SP" => Operand::Reg(Reg::SP),
        b"PSW" => Operand::Reg(Reg::AF),
        b"d8" => Operand::Byte,
        b"d16" | b"a16" => Operand::Word,
        b"m16" => Operand::Memory,
        b"p8" => Operand::Port,
        [digit @ b'0'..=b'7'] => Operand::Digit(*digit - b'0'),
        _ => panic!("unknown operand"),
    }
}

/// Parses an operand of the Z80's tables.
const fn zilog(mnemonic: &str, word: &str) -> Operand {
    // C is a condition in jumps, calls and returns.
    let jumps = matches!(mnemonic.as_bytes(), b"JP" | b"JR" | b"CALL" | b"RET");
    match word.as_bytes() {
        b"C" if jumps => Operand::Cond(Cond::C),
        b"NC" => Operand::Cond(Cond::NC),
        b"Z" => Operand::Cond(Cond::Z),
        b"NZ" => Operand::Cond(Cond::NZ),
        b"PO" => Operand::Cond(Cond::PO),
        b"PE" => Operand::Cond(Cond::PE),
        b"P" => Operand::Cond(Cond::P),
        b"M" => Operand::Cond(Cond::M),
        b"A" => Operand::Reg(Reg::A),
        b"B" => Operand::Reg(Reg::B),
        b"C" => Operand::Reg(Reg::C),
        b"D" => Operand::Reg(Reg::D),
        b"E" => Operand::Reg(Reg::E),
        b"F" => Operand::Reg(Reg::F),
        b"H" => Operand::Reg(Reg::H),
        b"L" => Operand::Reg(Reg::L),
        b"I" => Operand::Reg(Reg::I),
        b"R" => Operand::Reg(Reg::R),
        b"AF" => Operand::Reg(Reg::AF),
        b"AF'" => Operand::Reg(Reg::AF2),
        b"BC" => Operand::Reg(Reg::BC),
        b"DE" => Operand::Reg(Reg::DE),
        b"HL" => Operand::Reg(Reg::HL),
        b"SP" => Operand::Reg(Reg::SP),
        b"(C)" => Operand::At(Reg::C),
        b"(BC)" => Operand::At(Reg::BC),
        b"(DE)" => Operand::At(Reg::DE),
        b"(HL)" => Operand::At(Reg::HL),
        b"(SP)" => Operand::At(Reg::SP),
        b"n" => Operand::Byte,
        b"nn" => Operand::Word,
        b"e" => Operand::Relative,
        b"(n)" => Operand::Port,
        b"(nn)" => Operand::Memory,
        [digit @ b'0'..=b'7'] => Operand::Digit(*digit - b'0'),
        [_, _, b'H'] => Operand::Vector(byte(word.split_at(2).0)),
        _ => panic!("unknown operand"),
    }
}

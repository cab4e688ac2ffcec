//! The Zilog Z80.
//!
//! Sources: Zilog Z80 CPU User Manual (UM0080), tables of machine cycles and flags; for undocumented opcodes and flags X
//! and Y Sean Young, The Undocumented Z80 Documented; for the order of opcodes Cristian Dinu, Decoding Z80 Opcodes.
//!
//! Operands in the tables: `n` byte, `nn` word or jump target, `e` relative branch, `(n)` port, `(nn)` memory.

mod base;
mod cb;
mod ed;
mod index;

use crate::code::{Incomplete, Instruction, row_at};
use crate::operand::{Cond, Operand, Reg};
use crate::row::Row;
use crate::table;

/// The letters of the flags from bit 7 down. Y and X are copies of result bits.
pub const FLAGS: &str = "SZYHXPNC";

/// The seven pages: no prefix, CB, ED, DD, FD, DD CB d, FD CB d.
pub static PAGES: [&[Row; 256]; 7] =
    [&base::TABLE, &cb::TABLE, &ed::TABLE, &index::DD, &index::FD, &index::DD_CB, &index::FD_CB];

/// Alternative mnemonics.
pub const ALIASES: &[(&str, &str)] = &[("SLI", "SLL"), ("SL1", "SLL"), ("SLS", "SLL")];

/// Decodes the instruction at the beginning of these bytes.
///
/// A DD or FD before another DD, ED or FD is a separate instruction: it takes four cycles and has no effect, except that
/// no interrupt is accepted after it.
pub fn decode(bytes: &[u8]) -> Result<Instruction, Incomplete> {
    let [base, cb, ed, dd, fd, dd_cb, fd_cb] = PAGES;
    let indexed = |page, page_cb| match bytes.get(1) {
        Some(0xCB) => row_at(page_cb, bytes, 3),
        Some(0xDD | 0xED | 0xFD) => row_at(base, bytes, 0),
        _ => row_at(page, bytes, 1),
    };
    let row = match bytes.first() {
        Some(0xCB) => row_at(cb, bytes, 1),
        Some(0xED) => row_at(ed, bytes, 1),
        Some(0xDD) => indexed(dd, dd_cb),
        Some(0xFD) => indexed(fd, fd_cb),
        _ => row_at(base, bytes, 0),
    };
    row?.decode_operands(bytes)
}

/// Parses an operand of the tables.
pub(crate) const fn operand(mnemonic: &str, word: &str) -> Operand {
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
        [_, _, b'H'] => Operand::Vector(table::byte(word.split_at(2).0)),
        _ => panic!("unknown operand"),
    }
}

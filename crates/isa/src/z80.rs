//! The Zilog Z80.
//!
//! Sources: Zilog Z80 CPU User Manual (UM0080), tables of machine cycles and flags; for undocumented opcodes and flags X
//! and Y Sean Young, The Undocumented Z80 Documented; for the order of opcodes Cristian Dinu, Decoding Z80 Opcodes.
//!
//! Operands in the tables: `n` byte, `nn` word or jump target, `e` relative branch, `(n)` port, `(nn)` memory.
//!
//! The page without prefix is here. It lacks CB and ED, which only select their pages. DD and FD have the meaning they have
//! before another prefix.

mod prefixed;

use crate::{
    code::{Incomplete, Instruction, row_at},
    row::{Page, Row},
    table::{self, Operands},
};

/// The seven pages: no prefix, CB, ED, DD, FD, DD CB d, FD CB d.
pub static PAGES: [&[Row; 256]; 7] =
    [&TABLE, &prefixed::CB, &prefixed::ED, &prefixed::DD, &prefixed::FD, &prefixed::DD_CB, &prefixed::FD_CB];

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

/// The letters of the flags from bit 7 down. Y and X are copies of result bits.
pub const FLAGS: &str = "SZYHXPNC";

static TABLE: [Row; 256] = table::fill(table::empty(Page::Z80), FLAGS, Operands::Zilog, TEXT);

// SCF and CCF take X and Y from A, and also from F if the previous instruction did not change F.
const TEXT: &str = include_str!("tables/z80.txt");

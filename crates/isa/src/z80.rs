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
use crate::row::Row;

pub use base::FLAGS;

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

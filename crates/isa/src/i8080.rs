//! The Intel 8080.
//!
//! Source: Intel 8080 Microcomputer Systems User's Manual (1975), chapters 2 (machine cycles) and 4 (instructions).
//! Opcodes missing there act as the documented opcode with the same low bits; this is community knowledge, confirmed by
//! exercisers that ran on real chips.
//!
//! Operands in the table: `d8` and `d16` immediate values, `a16` jump target, `m16` data address, `p8` port. A
//! conditional call or return has `/` cycles; a conditional jump always takes the same time.

use crate::code::{Incomplete, Instruction, row_at};
use crate::row::{Page, Row};
use crate::table::{self, Operands};

/// The letters of the flags from bit 7 down.
pub const FLAGS: &str = "SZ-A-P-C";

/// All 256 opcodes.
pub static TABLE: [Row; 256] = table::fill(table::empty(Page::I8080), FLAGS, Operands::Intel, TEXT);

/// Its only page.
pub static PAGES: [&[Row; 256]; 1] = [&TABLE];

/// Decodes the instruction at the beginning of these bytes.
pub fn decode(bytes: &[u8]) -> Result<Instruction, Incomplete> {
    row_at(&TABLE, bytes, 0)?.decode_operands(bytes)
}

const TEXT: &str = include_str!("tables/i8080.txt");

//! The Intel 8080.
//!
//! Sources: Intel 8080 Microcomputer Systems User's Manual (1975), chapters 2 and 4. AC after ANA and ANI, and the opcodes
//! that the manual omits, follow exercisers that have run on real chips.

mod alu;
mod execute;
mod state;

pub use alu::flag;
pub use state::I8080;

//! The Intel 8080.
//!
//! Source: Intel 8080 Microcomputer Systems User's Manual (1975), chapters 2 and 4; for AC after AND and for the codes
//! that the manual leaves out the exercisers that ran on real chips.

mod alu;
mod execute;
mod interrupt;
mod state;

pub use alu::flag;
pub use state::I8080;

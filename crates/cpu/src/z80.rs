//! The Zilog Z80: documented and undocumented instructions, the flags X and Y with the latch Q, WZ, R, and interrupts.
//!
//! Sources: Zilog Z80 CPU User Manual (UM0080); Sean Young, The Undocumented Z80 Documented; for WZ (MEMPTR) the notes of
//! Boo-boo and Vladimir Kladov; for Q and the flags of repeating block instructions the measurements of Patrik Rak, David
//! Banks and Peter Helcmanovsky.

mod alu;
mod block;
mod execute;
mod interrupt;
mod prefixed;
mod state;

pub use alu::flag;
pub use state::{After, Refresh, Z80};

//! Games of TACTIX, Halma, Ataxx and ROTATE: what the program plays, levels, hints, moves taken back, records.
//!
//! The rules are in `arcadian-board`, the reference model. A host (the terminal or the web page) draws the board and gives this crate moves;
//! it also decides how long the program may think, because this crate reads no clock.

pub mod ataxx;
pub mod halma;
pub mod level;
pub mod search;

pub use level::Level;

//! TACTIX, Piet Hein's game, on boards whose squares are laid out so that turning one is shifting bytes.
//!
//! The layouts are the figures of BYTE's article on the game. A board in a [`Layout`] is a *word*: its byte 1 is the
//! lowest. A [`Board`] is the same position row by row, without any layout.
//!
//! A move takes a run of counters without a gap from one row or one column. In the normal game who takes the last
//! counter wins, in the misère game he loses.

mod bit_map;
mod board;
mod error;
mod grundy;
mod layout;
mod moves;
mod rules;
mod solution;
mod symmetry;
#[cfg(test)]
mod tests;

pub use bit_map::BitMap;
pub use board::{Board, LARGEST};
pub use error::TactixError;
pub use grundy::{MOST_FOR_GRUNDY, grundy_numbers};
pub use layout::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout};
pub use moves::{Move, all_moves};
pub use rules::{Table, table_1, table_2};
pub use solution::{MOST_SOLVED, Outcome, Rule, Solution};
pub use symmetry::Symmetry;

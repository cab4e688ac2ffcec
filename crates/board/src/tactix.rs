//! TACTIX, Piet Hein's game, with board layouts in which a quarter turn is a byte shift.
//!
//! The layouts are the figures of BYTE's article on the game. A board in a [`Layout`] is a *word* with byte 1 as its
//! least significant byte. A [`Board`] is the same position in row-major order, independent of any layout.
//!
//! A move takes a contiguous run of counters from one row or one column. In the normal game the player who takes the
//! last counter wins; in the misère game that player loses.

mod board;
mod shape;
mod sieve;
mod solution;
#[cfg(test)]
mod tests;

pub use board::{BitMap, Board, FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Table, table_1, table_2};
pub use shape::{
    MAX_FOR_NUMBERS, MAX_SIDE, MAX_SOLVABLE, MAX_SQUARES, Move, Rule, Shape, Symmetry, TactixError, all_moves,
};
pub use sieve::{Sieve, from_bytes, to_bytes};
pub use solution::{Census, Counter, Outcome, Solution, grundy_numbers};

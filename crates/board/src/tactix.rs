//! TACTIX, Piet Hein's game, with board layouts in which a quarter turn is a byte shift.
//!
//! The layouts are the figures of BYTE's article on the game. A board in a [`Layout`] is a *word* with byte 1 as its
//! least significant byte. A [`Board`] is the same position in row-major order, independent of any layout.
//!
//! A move takes a contiguous run of counters from one row or one column. In the normal game the player who takes the
//! last counter wins; in the misère game that player loses.

mod board;
mod error;
mod layout;
mod shape;
mod sieve;
mod solution;
/// The maximum number of squares of a [`Shape`]: 6 × 6, and 2^36 positions.
pub const MAX_SQUARES: usize = 36;

/// The rule for the last counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The player who takes it wins.
    Normal,
    /// The player who takes it loses.
    Misere,
}

#[cfg(test)]
mod tests;

pub use board::{BitMap, Board};
pub use error::TactixError;
pub use layout::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Table, table_1, table_2};
pub use shape::{Move, Shape, Symmetry, all_moves};
pub use sieve::{Sieve, from_bytes, to_bytes};
pub use solution::{Census, Counter, Outcome, Solution, grundy_numbers};

/// The maximum number of squares on a side.
pub const MAX_SIDE: usize = 6;

/// The maximum number of counters of a board to solve: 5 × 5.
pub const MAX_SOLVABLE: u32 = 25;

/// The maximum number of counters for numbers of every position: Grundy numbers, lengths of games.
pub const MAX_FOR_NUMBERS: u32 = 25;

//! Halma on 16 × 16 squares, and its Kangaroo variant.
//!
//! [`Board`] is the corrected data structure of a set of slides: two sets of 256 bits and two piece lists. [`Position`]
//! adds the side to move and the rules. `docs/boards/halma.md` lists the errors of the slides and the rules chosen.
//!
//! ```
//! use arcadian_board::halma::{Position, Variant, perft};
//!
//! let position = Position::start().play("4-21".parse()?, Variant::Standard)?;
//! assert_eq!(position.board.occupied().len(), 38);
//! assert_eq!(perft(&Position::start(), Variant::Kangaroo, 2), 1600);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod position;

pub use board::{Board, Color, Lines, PIECES, SQUARES, Set, Variant};
pub use position::{
    Illegal, Move, MoveError, Position, TextError, chain, destinations, divide, hops, perft, steps,
};

#[cfg(test)]
mod tests;

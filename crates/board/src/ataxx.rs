//! Ataxx on 7 × 7 squares with walls: two bits per cell, fourteen bytes per board.
//!
//! The encodings come from a designer's notes on "Pookie Pookie": walls as 16 bits for one quadrant ([`Walls`]), cells
//! as two bits ([`Packed`]). The rules, the text form of positions and the engine protocol ([`uai`]) are those of
//! current Ataxx programs; `docs/boards/ataxx.md` describes them.
//!
//! ```
//! use arcadian_board::ataxx::{Position, Walls};
//!
//! let start = Position::start(Walls::new(0x7888)?);
//! assert_eq!(start.to_string(), "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1");
//! assert_eq!(start.perft(3), 5180);
//! assert_eq!(start.play("g2".parse()?)?.board.pack()[10..], [0xC0, 0x10, 0xC2, 0x10]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod position;
#[cfg(test)]
mod tests;
pub mod uai;

pub use board::{
    Board, Cell, CornerError, Packed, PackedError, SIDE, Side, Square, SquareError, Squares, SquaresIter,
    Walls,
};
pub use position::{HALF_MOVE_LIMIT, IllegalMove, Move, MoveError, Outcome, Position, Uncounted};
pub use uai::{FenError, FenFault};

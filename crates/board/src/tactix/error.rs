//! What can be wrong with a board.

use std::{error::Error, fmt};

use super::{LARGEST, MOST_FOR_GRUNDY, MOST_SOLVED};

/// What is wrong with a board, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TactixError {
    /// No board has so many squares on a side.
    Size(usize),
    /// Counters outside a board with so many squares on a side.
    Outside(usize),
    /// A row, counted from 1, that is not as long as there are rows.
    RowLength {
        /// The row.
        row: usize,
        /// Its squares.
        squares: usize,
        /// The rows.
        rows: usize,
    },
    /// Something in a row, counted from 1, that is neither a counter nor an empty square.
    Square {
        /// The row.
        row: usize,
        /// What stands there.
        found: char,
    },
    /// A board of one size for a layout of another.
    OtherSize {
        /// The squares on a side of the layout.
        layout: usize,
        /// Those of the board.
        board: usize,
    },
    /// A wrong number of bytes.
    Bytes {
        /// How many the layout has.
        layout: usize,
        /// How many there are.
        found: usize,
    },
    /// Bits of a byte, counted from 1, that are set and stand for no square.
    Unused {
        /// The byte.
        byte: usize,
        /// The bits.
        bits: u8,
    },
    /// A square (row, column) that is kept more than once, and the bits do not agree.
    Copies(usize, usize),
    /// A move that needs counters which are not there.
    Illegal,
    /// More counters than [`Solution`](super::Solution) has room for.
    TooManyToSolve(u32),
    /// More counters than [`grundy_numbers`](super::grundy_numbers) has room for.
    TooManyForGrundy(u32),
}

impl fmt::Display for TactixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TactixError::Size(size) => write!(f, "a board has 1 to {LARGEST} squares on a side, not {size}"),
            TactixError::Outside(size) => write!(f, "there are counters outside the {size} × {size} board"),
            TactixError::RowLength { row, squares, rows } => {
                write!(f, "row {row} has length {squares}, but there are {rows} rows: a board is a square")
            }
            TactixError::Square { row, found } => {
                write!(f, "row {row} has {found:?} in it: x is a counter and . an empty square")
            }
            TactixError::OtherSize { layout, board } => {
                write!(f, "the layout is for {layout} × {layout} squares, the board has {board} × {board}")
            }
            TactixError::Bytes { layout, found } => {
                write!(f, "the number of bytes must be {layout}, byte 1 first, and is {found}")
            }
            TactixError::Unused { byte, bits } => {
                write!(f, "byte {byte} has bits set that stand for no square: {bits:02X}")
            }
            TactixError::Copies(row, column) => {
                write!(
                    f,
                    "the bits for the square in row {row}, column {column} (from 0) must all be the same"
                )
            }
            TactixError::Illegal => f.write_str("the move takes counters that are not there"),
            TactixError::TooManyToSolve(counters) => {
                write!(f, "{counters} counters are too many to solve: the limit is {MOST_SOLVED}")
            }
            TactixError::TooManyForGrundy(counters) => {
                write!(
                    f,
                    "{counters} counters are too many for Grundy numbers: the limit is {MOST_FOR_GRUNDY}"
                )
            }
        }
    }
}

impl Error for TactixError {}

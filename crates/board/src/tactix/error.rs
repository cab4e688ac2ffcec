//! The error type.

use std::{error::Error, fmt};

use super::{MAX_FOR_NUMBERS, MAX_SIDE, MAX_SOLVABLE, MAX_SQUARES};

/// An invalid board, word or move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TactixError {
    /// A number of squares on a side that is not supported.
    Size(usize),
    /// Counters outside a board of this size.
    Outside(usize),
    /// A row whose length differs from the number of rows.
    RowLength {
        /// The row, counted from 1.
        row: usize,
        squares: usize,
        rows: usize,
    },
    /// A character that is neither a counter nor an empty square.
    Square {
        /// The row, counted from 1.
        row: usize,
        /// The character.
        found: char,
    },
    /// A board whose size differs from that of the layout.
    OtherSize {
        /// The size of the layout.
        layout: usize,
        /// The size of the board.
        board: usize,
    },
    /// A wrong number of bytes.
    Bytes {
        /// The number of bytes of the layout.
        layout: usize,
        /// The number of bytes given.
        found: usize,
    },
    /// Bits that are set but represent no square.
    Unused {
        /// The byte, counted from 1.
        byte: usize,
        bits: u8,
    },
    /// A square (row, column) whose copies disagree.
    Copies(usize, usize),
    /// A move that takes counters the board does not have.
    Illegal,
    /// More counters than [`Solution`](super::Solution) supports.
    TooManyToSolve(u32),
    /// More counters than [`grundy_numbers`](super::grundy_numbers) and [`Shape::lengths`](super::Shape::lengths) support.
    TooManyForNumbers(u32),
    /// A table of this number of bytes cannot be allocated.
    Memory(usize),
    /// A number of rows and columns that is not supported.
    Shape { rows: usize, columns: usize },
    /// A text that is not a shape.
    ShapeText(String),
}

impl fmt::Display for TactixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TactixError::Shape { rows, columns } => {
                write!(f, "{rows} × {columns} is not a board of 1 to {MAX_SQUARES} squares")
            }
            TactixError::ShapeText(ref text) => {
                write!(f, "{text:?} is not a size; write 6 for 6 × 6, or 5x7 for five rows and seven columns")
            }
            TactixError::Size(size) => write!(f, "a board has 1 to {MAX_SIDE} squares on a side, not {size}"),
            TactixError::Outside(size) => write!(f, "there are counters outside the {size} × {size} board"),
            TactixError::RowLength { row, squares, rows } => {
                write!(f, "row {row} has length {squares}, but there are {rows} rows; a board is square")
            }
            TactixError::Square { row, found } => {
                write!(f, "row {row} contains {found:?}; use x for a counter and . for an empty square")
            }
            TactixError::OtherSize { layout, board } => {
                write!(f, "the layout has {layout} × {layout} squares, the board {board} × {board}")
            }
            TactixError::Bytes { layout, found } => {
                write!(f, "expected {layout} bytes, byte 1 first, found {found}")
            }
            TactixError::Unused { byte, bits } => {
                write!(f, "bits {bits:02X} of byte {byte} represent no square and must be 0")
            }
            TactixError::Copies(row, column) => {
                write!(f, "the copies of the square in row {row}, column {column} (from 0) must be equal")
            }
            TactixError::Memory(bytes) => {
                write!(f, "{} MB of memory cannot be allocated", bytes.div_ceil(1 << 20))
            }
            TactixError::Illegal => f.write_str("the move takes counters that the board does not have"),
            TactixError::TooManyToSolve(counters) => {
                write!(f, "{counters} counters are too many to solve; the limit is {MAX_SOLVABLE}")
            }
            TactixError::TooManyForNumbers(counters) => write!(
                f,
                "{counters} counters are too many for Grundy numbers and lengths of games; the limit is {MAX_FOR_NUMBERS}"
            ),
        }
    }
}

impl Error for TactixError {}

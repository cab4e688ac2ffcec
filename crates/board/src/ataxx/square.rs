//! Squares of the board.

use std::{error::Error, fmt, str::FromStr};

/// The number of rows and of columns.
pub const SIDE: usize = 7;

/// A square. Row 0 is the top row, rank 7; column 0 is the left one, file a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Creates the square in this row and column, or returns `None` unless both are below 7.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE { Some(Self((SIDE * row + column) as u8)) } else { None }
    }

    /// Returns all 49 squares in row-major order from the top left.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..(SIDE * SIDE) as u8).map(Self)
    }

    /// Returns its number, 7 × row + column.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns its row, 0 at the top.
    pub const fn row(self) -> usize {
        self.number() / SIDE
    }

    /// Returns its column, 0 at the left.
    pub const fn column(self) -> usize {
        self.number() % SIDE
    }

    /// Returns the Chebyshev distance (a chess king's moves): the greater of the differences of rows and columns.
    pub const fn distance(self, other: Self) -> usize {
        let rows = self.row().abs_diff(other.row());
        let columns = self.column().abs_diff(other.column());
        if rows > columns { rows } else { columns }
    }

    /// Creates the square with this number, which must be below 49.
    pub(super) const fn numbered(number: u32) -> Self {
        Self(number as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, SIDE - self.row())
    }
}

/// A text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a to g and a rank 1 to 7, such as g2")
    }
}

impl Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses a file and a rank: `a7` is the top left square.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let [file @ b'a'..=b'g', rank @ b'1'..=b'7'] = *text.as_bytes() else { return Err(SquareError) };
        Self::new(usize::from(b'7' - rank), usize::from(file - b'a')).ok_or(SquareError)
    }
}

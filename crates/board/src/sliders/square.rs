//! Squares of the chess board.

use std::{error::Error, fmt, str::FromStr};

/// A square. Row 0 is rank 8 and column 0 is file a: the upper left corner as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Creates the square in this row and column, both 0 to 7.
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// Creates the square with this index, 8 × row + column.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns every square in row-major order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Returns its index, 8 × row + column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0 for rank 8.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Returns the column, 0 for file a.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns the image of the square when the board turns clockwise by 90 degrees.
    pub const fn turned(self) -> Self {
        Self(self.column() * 8 + 7 - self.row())
    }

    /// Returns the square at an offset of (rows down, columns to the right), or `None` outside the board.
    pub fn step(self, (rows, columns): (i8, i8)) -> Option<Self> {
        Self::new(self.row().checked_add_signed(rows)?, self.column().checked_add_signed(columns)?)
    }
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError(String);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(f, "`{text}` is not a valid square; write a8 to h1, or row and column, 00 for a8 to 77 for h1")
    }
}

impl Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses `a8`, or its row and column, `00`, for the same square.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let square = match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Self::new(b'8' - rank, file - b'a'),
            [file @ b'A'..=b'H', rank @ b'1'..=b'8'] => Self::new(b'8' - rank, file - b'A'),
            [row @ b'0'..=b'7', column @ b'0'..=b'7'] => Self::new(row - b'0', column - b'0'),
            _ => None,
        };
        square.ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column()), 8 - self.row()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{}{}", square.row(), square.column()).parse(), Ok(square));
        }
        assert_eq!("a8".parse(), Ok(Square(0)));
        assert_eq!("H1".parse(), Ok(Square(63)));
    }

    #[test]
    fn invalid_squares() {
        for text in ["", "a", "a9", "i1", "80", "08", "a11", "1a", "ä1", "-1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())));
        }
    }

    #[test]
    fn four_turns() {
        for square in Square::all() {
            assert_eq!(square.turned().turned().turned().turned(), square);
        }
        assert_eq!(Square(0).turned(), Square(7));
        assert_eq!(Square(7).turned(), Square(63));
    }
}

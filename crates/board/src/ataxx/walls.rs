//! Wall layouts: 16 bits for the upper left 4 × 4 squares, mirrored into all quadrants.

use std::{error::Error, fmt};

use super::{
    square::{SIDE, Square},
    squares::Squares,
};

/// A wall layout. Bit 4a + b of the mask represents the square in row a and column b of the upper left quadrant and
/// its mirror images, 1 for a wall. Bit 0, the corners, is 0 because the stones start there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walls(u16);

impl Walls {
    /// Creates the layout of a mask.
    pub const fn new(mask: u16) -> Result<Self, CornerError> {
        if mask & 1 == 0 { Ok(Self(mask)) } else { Err(CornerError) }
    }

    /// Returns all 32,768 layouts in the order of their masks.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX).step_by(2).map(Self)
    }

    /// Returns the mask.
    pub const fn mask(self) -> u16 {
        self.0
    }

    /// Returns the label of a square, that is, its bit of the mask: 4a + b with a = min(row, 6 - row) and
    /// b = min(column, 6 - column).
    pub fn label(square: Square) -> usize {
        let [a, b] = [square.row(), square.column()].map(|at| at.min(SIDE - 1 - at));
        4 * a + b
    }

    /// Returns the squares of an arbitrary 16-bit mask; bit 0 means the corners.
    pub fn expand(mask: u16) -> Squares {
        Square::all().filter(|&square| mask >> Self::label(square) & 1 != 0).collect()
    }

    /// Returns the squares with walls.
    pub fn squares(self) -> Squares {
        Self::expand(self.0)
    }

    /// Returns whether at most six bits are set, the designer's limit for playable boards.
    pub const fn is_playable(self) -> bool {
        self.0.count_ones() <= 6
    }
}

/// A mask with walls on the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerError;

impl fmt::Display for CornerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bit 0 of a wall mask must be 0, because the stones start on the corners")
    }
}

impl Error for CornerError {}

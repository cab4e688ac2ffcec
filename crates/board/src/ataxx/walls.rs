//! Walls: 16 bits for the upper left 4 × 4 squares, mirrored into all quadrants.

use std::{error::Error, fmt};

use super::{
    position::Position,
    square::{SIDE, Square},
    squares::Squares,
};

/// A layout of walls. Bit 4a + b of the mask stands for the square in row a and column b of the upper left
/// quadrant and for its mirror images, 1 for a wall; bit 0, the corners, is 0 because the stones start there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walls(u16);

impl Walls {
    /// The layout of a mask.
    pub const fn new(mask: u16) -> Result<Self, CornerError> {
        if mask & 1 == 0 { Ok(Self(mask)) } else { Err(CornerError) }
    }

    /// All 32,768 layouts, by their masks.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX).step_by(2).map(Self)
    }

    /// The mask.
    pub const fn mask(self) -> u16 {
        self.0
    }

    /// The bit of the mask that a square belongs to, its label: 4a + b with a = min(row, 6 - row) and
    /// b = min(column, 6 - column).
    pub fn label(square: Square) -> usize {
        let [a, b] = [square.row(), square.column()].map(|at| at.min(SIDE - 1 - at));
        4 * a + b
    }

    /// The squares of any 16 bits; bit 0 means the corners.
    pub fn expand(mask: u16) -> Squares {
        Square::all().filter(|&square| mask >> Self::label(square) & 1 != 0).collect()
    }

    /// The squares that are walls.
    pub fn squares(self) -> Squares {
        Self::expand(self.0)
    }

    /// Whether it has at most six bits set, as far as the inventor finds boards worth playing.
    pub const fn is_playable(self) -> bool {
        self.0.count_ones() <= 6
    }

    /// Whether the game is over before its first move: no free square within two of any stone.
    pub fn is_locked(self) -> bool {
        Position::start(self).is_over()
    }
}

/// The mask has a wall on the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerError;

impl fmt::Display for CornerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bit 0 of a wall mask is 0: the stones start on the corners")
    }
}

impl Error for CornerError {}

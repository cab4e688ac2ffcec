//! Sets of squares as bitboards.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::square::{SIDE, Square};

/// A set of squares: bit 7 × row + column of 49.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(u64);

impl Squares {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self((1 << (SIDE * SIDE)) - 1);

    /// The 24 squares on the edge.
    pub const EDGE: Self = {
        let row = (1 << SIDE) - 1;
        Self(Self::LEFT | Self::RIGHT | row | row << (SIDE * (SIDE - 1)))
    };

    const LEFT: u64 = 0x0000_0408_1020_4081;
    const RIGHT: u64 = Self::LEFT << (SIDE - 1);

    /// Creates the set of one square.
    pub const fn one(square: Square) -> Self {
        Self(1 << square.number())
    }

    /// Returns the bits: bit 7 × row + column for each square.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the set contains a square.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.number() & 1 != 0
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the set extended by all adjacent squares, in all eight directions.
    pub const fn grown(self) -> Self {
        let wide = self.0 | (self.0 & !Self::RIGHT) << 1 | (self.0 & !Self::LEFT) >> 1;
        Self((wide | wide << SIDE | wide >> SIDE) & Self::ALL.0)
    }

    /// Returns the squares at distance 1 from a square.
    pub fn near(square: Square) -> Self {
        NEAR[square.number()]
    }

    /// Returns the squares at distance 2 from a square.
    pub fn far(square: Square) -> Self {
        FAR[square.number()]
    }
}

static NEAR: [Squares; SIDE * SIDE] = rings(1);
static FAR: [Squares; SIDE * SIDE] = rings(2);

/// Computes, for each square, the squares at a distance.
const fn rings(distance: usize) -> [Squares; SIDE * SIDE] {
    let mut rings = [Squares::NONE; SIDE * SIDE];
    let mut pair = 0;
    while pair < (SIDE * SIDE) * (SIDE * SIDE) {
        let (from, to) = (pair / (SIDE * SIDE), pair % (SIDE * SIDE));
        if Square::numbered(from as u32).distance(Square::numbered(to as u32)) == distance {
            rings[from].0 |= 1 << to;
        }
        pair += 1;
    }
    rings
}

impl BitAnd for Squares {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Squares {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | Self::one(square))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;
    fn into_iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

/// An iterator over the squares of a set in row-major order from the top left.
#[derive(Clone, Debug)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let lowest = (self.0 != 0).then(|| Square::numbered(self.0.trailing_zeros()))?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

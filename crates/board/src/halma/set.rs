//! A set of squares as 256 bits.

use std::fmt;

/// A set of squares, the slides' `h_bitset`: square s is bit s mod 8 of byte s div 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set([u8; 32]);

impl Set {
    /// Creates a set from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns its bytes.
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Inserts a square.
    pub fn incl(&mut self, square: u8) {
        self.0[usize::from(square / 8)] |= 1 << (square % 8);
    }

    /// Removes a square.
    pub fn excl(&mut self, square: u8) {
        self.0[usize::from(square / 8)] &= !(1 << (square % 8));
    }

    /// Returns whether the set contains a square.
    pub fn is_in(&self, square: u8) -> bool {
        self.0[usize::from(square / 8)] & 1 << (square % 8) != 0
    }

    /// Returns its squares in ascending order.
    pub fn squares(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&square| self.is_in(square))
    }

    /// Returns the number of its squares, 0 to 256.
    pub fn len(self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl Extend<u8> for Set {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.incl(square));
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Self {
        let mut set = Self::default();
        set.extend(squares);
        set
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}

//! How well the program plays.

/// A level from 1, for beginners, to [`Level::HIGHEST`], as well as the program can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    pub const LOWEST: Self = Self(1);
    pub const HIGHEST: Self = Self(5);

    /// Returns the level with a number, if it is 1 to 5.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).contains(&number).then_some(Self(number))
    }

    /// Returns the number, 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }
}

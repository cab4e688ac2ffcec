//! The eight symmetries of a square board.

use std::fmt;

/// A turn about the center or a reflection about an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise.
    Clockwise,
    /// A half turn.
    Half,
    /// A quarter turn counterclockwise.
    CounterClockwise,
    /// A reflection about the vertical axis: left and right change places.
    Vertical,
    /// A reflection about the horizontal axis: top and bottom change places.
    Horizontal,
    /// A reflection about the diagonal from upper left to lower right.
    MainDiagonal,
    /// A reflection about the diagonal from lower left to upper right.
    AntiDiagonal,
}

impl Symmetry {
    /// All eight: the four turns, then the four reflections.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Clockwise,
        Symmetry::Half,
        Symmetry::CounterClockwise,
        Symmetry::Vertical,
        Symmetry::Horizontal,
        Symmetry::MainDiagonal,
        Symmetry::AntiDiagonal,
    ];

    /// The four turns, the identity first.
    pub const TURNS: [Symmetry; 4] =
        [Symmetry::Identity, Symmetry::Clockwise, Symmetry::Half, Symmetry::CounterClockwise];

    /// The four reflections.
    pub const REFLECTIONS: [Symmetry; 4] =
        [Symmetry::Vertical, Symmetry::Horizontal, Symmetry::MainDiagonal, Symmetry::AntiDiagonal];

    /// Returns the image of a square (row, column) on a board with `last + 1` squares on a side.
    pub(super) fn image(self, last: usize, (row, column): (usize, usize)) -> (usize, usize) {
        match self {
            Symmetry::Identity => (row, column),
            Symmetry::Clockwise => (column, last - row),
            Symmetry::Half => (last - row, last - column),
            Symmetry::CounterClockwise => (last - column, row),
            Symmetry::Vertical => (row, last - column),
            Symmetry::Horizontal => (last - row, column),
            Symmetry::MainDiagonal => (column, row),
            Symmetry::AntiDiagonal => (last - column, last - row),
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Identity => "identity",
            Symmetry::Clockwise => "clockwise",
            Symmetry::Half => "half turn",
            Symmetry::CounterClockwise => "counterclockwise",
            Symmetry::Vertical => "vertical axis",
            Symmetry::Horizontal => "horizontal axis",
            Symmetry::MainDiagonal => "diagonal UL-LR",
            Symmetry::AntiDiagonal => "diagonal LL-UR",
        })
    }
}

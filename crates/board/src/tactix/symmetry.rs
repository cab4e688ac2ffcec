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
    pub(super) fn image(self, last: usize, square: (usize, usize)) -> (usize, usize) {
        self.image_in((last, last), square)
    }

    /// Returns the image of a square (row, column) on a board with this last square. Unless it keeps rows, the board must be square.
    pub(super) fn image_in(self, last: (usize, usize), (row, column): (usize, usize)) -> (usize, usize) {
        match self {
            Symmetry::Identity => (row, column),
            Symmetry::Clockwise => (column, last.0 - row),
            Symmetry::Half => (last.0 - row, last.1 - column),
            Symmetry::CounterClockwise => (last.1 - column, row),
            Symmetry::Vertical => (row, last.1 - column),
            Symmetry::Horizontal => (last.0 - row, column),
            Symmetry::MainDiagonal => (column, row),
            Symmetry::AntiDiagonal => (last.1 - column, last.0 - row),
        }
    }

    /// Returns whether rows stay rows, so that a board that is not square has this symmetry.
    pub(super) fn keeps_rows(self) -> bool {
        matches!(self, Symmetry::Identity | Symmetry::Half | Symmetry::Vertical | Symmetry::Horizontal)
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

//! The eight ways to lay a square board on itself.

use std::fmt;

/// A turn about the centre or a reflection about an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise.
    Clockwise,
    /// A half turn.
    Half,
    /// A quarter turn counter-clockwise.
    CounterClockwise,
    /// Reflected about the vertical axis: left and right change places.
    Vertical,
    /// Reflected about the horizontal axis: top and bottom change places.
    Horizontal,
    /// Reflected about the diagonal from upper left to lower right.
    UpperLeft,
    /// Reflected about the diagonal from lower left to upper right.
    LowerLeft,
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
        Symmetry::UpperLeft,
        Symmetry::LowerLeft,
    ];

    /// The four turns, the first of them no turn at all.
    pub const TURNS: [Symmetry; 4] =
        [Symmetry::Identity, Symmetry::Clockwise, Symmetry::Half, Symmetry::CounterClockwise];

    /// The four reflections.
    pub const REFLECTIONS: [Symmetry; 4] =
        [Symmetry::Vertical, Symmetry::Horizontal, Symmetry::UpperLeft, Symmetry::LowerLeft];

    /// Where the square (row, column) of a board with `last + 1` squares on a side goes. Both are at most `last`.
    pub(super) fn image(self, last: usize, (row, column): (usize, usize)) -> (usize, usize) {
        match self {
            Symmetry::Identity => (row, column),
            Symmetry::Clockwise => (column, last - row),
            Symmetry::Half => (last - row, last - column),
            Symmetry::CounterClockwise => (last - column, row),
            Symmetry::Vertical => (row, last - column),
            Symmetry::Horizontal => (last - row, column),
            Symmetry::UpperLeft => (column, row),
            Symmetry::LowerLeft => (last - column, last - row),
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Identity => "as it is",
            Symmetry::Clockwise => "clockwise",
            Symmetry::Half => "half turn",
            Symmetry::CounterClockwise => "counter-clockwise",
            Symmetry::Vertical => "vertical axis",
            Symmetry::Horizontal => "horizontal axis",
            Symmetry::UpperLeft => "diagonal UL-LR",
            Symmetry::LowerLeft => "diagonal LL-UR",
        })
    }
}

//! Runs of counters.

use std::fmt;

/// A run of squares in one row or one column. In text, `00-03`: row and column of its first and its last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    first: (usize, usize),
    last: (usize, usize),
}

impl Move {
    /// Creates the run from the first to the last square (row, column), counted from 0. The last square must equal the
    /// first or lie to its right in the same row or below it in the same column.
    pub fn new(first: (usize, usize), last: (usize, usize)) -> Option<Self> {
        let in_row = first.0 == last.0 && first.1 <= last.1;
        let in_column = first.1 == last.1 && first.0 <= last.0;
        (in_row || in_column).then_some(Move { first, last })
    }

    /// Returns the first square, (row, column).
    pub fn first(&self) -> (usize, usize) {
        self.first
    }

    /// Returns the last square, (row, column).
    pub fn last(&self) -> (usize, usize) {
        self.last
    }

    /// Returns its squares on a board of this size, bit `size × row + column`, or `None` if it leaves the board.
    pub fn squares(&self, size: usize) -> Option<u64> {
        let on_board = self.last.0.max(self.last.1) < size && size <= super::MAX_SIDE;
        on_board.then(|| {
            (self.first.0..=self.last.0)
                .flat_map(|row| (self.first.1..=self.last.1).map(move |column| size * row + column))
                .fold(0, |squares, square| squares | 1 << square)
        })
    }
}

/// Returns every move on a full board: the runs of each row, then the runs of two or more squares of each column.
///
/// Within a row or column they are sorted by first square, then by length. A 4 × 4 board has 64 moves. A size above
/// [`MAX_SIDE`](super::MAX_SIDE) has none.
pub fn all_moves(size: usize) -> Vec<Move> {
    let size = if size <= super::MAX_SIDE { size } else { 0 };
    let in_rows = runs(size, 0).map(|(line, from, to)| Move { first: (line, from), last: (line, to) });
    let in_columns = runs(size, 1).map(|(line, from, to)| Move { first: (from, line), last: (to, line) });
    in_rows.chain(in_columns).collect()
}

/// Returns (line, first, last) of the runs whose ends are at least `apart` squares apart.
fn runs(size: usize, apart: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..size).flat_map(move |line| {
        (0..size).flat_map(move |first| (first + apart..size).map(move |last| (line, first, last)))
    })
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first.0, self.first.1)?;
        if self.first != self.last {
            write!(f, "-{}{}", self.last.0, self.last.1)?;
        }
        Ok(())
    }
}

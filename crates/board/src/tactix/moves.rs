//! Runs of counters.

use std::fmt;

/// A run of squares in one row or one column, as text `00-03`: row and column of its first and its last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    first: (usize, usize),
    last: (usize, usize),
}

impl Move {
    /// The squares (row, column), counted from 0, from the first to the last, which stands right of the first or below
    /// it, or is the same. Anything else is no move.
    pub fn new(first: (usize, usize), last: (usize, usize)) -> Option<Self> {
        let in_row = first.0 == last.0 && first.1 <= last.1;
        let in_column = first.1 == last.1 && first.0 <= last.0;
        (in_row || in_column).then_some(Move { first, last })
    }

    /// The first square, (row, column).
    pub fn first(&self) -> (usize, usize) {
        self.first
    }

    /// The last square, (row, column).
    pub fn last(&self) -> (usize, usize) {
        self.last
    }

    /// Its squares on a board of this size, bit `size × row + column`, if it lies on the board.
    pub fn squares(&self, size: usize) -> Option<u64> {
        let on_board = self.last.0.max(self.last.1) < size && size <= super::LARGEST;
        on_board.then(|| {
            (self.first.0..=self.last.0)
                .flat_map(|row| (self.first.1..=self.last.1).map(move |column| size * row + column))
                .fold(0, |squares, square| squares | 1 << square)
        })
    }
}

/// Every move on a full board: the runs of each row, then the runs of two and more of each column, sorted by their
/// first square and then by their length. There are 64 on 4 × 4. A board has at most [`LARGEST`](super::LARGEST)
/// squares on a side; beyond there are none.
pub fn all_moves(size: usize) -> Vec<Move> {
    let size = if size <= super::LARGEST { size } else { 0 };
    let in_rows = runs(size, 0).map(|(line, from, to)| Move { first: (line, from), last: (line, to) });
    let in_columns = runs(size, 1).map(|(line, from, to)| Move { first: (from, line), last: (to, line) });
    in_rows.chain(in_columns).collect()
}

/// (line, first, last) of the runs whose ends are at least so far apart.
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

//! Rectangles of squares, and the errors of all of TACTIX.

use std::{error::Error, fmt, str::FromStr};

/// The maximum number of squares of a [`Shape`]: 6 × 6, and 2^36 positions.
pub const MAX_SQUARES: usize = 36;

pub const MAX_SIDE: usize = 6;

/// The maximum number of counters of a board to solve: 5 × 5.
pub const MAX_SOLVABLE: u32 = 25;

/// The maximum number of counters for numbers of every position: Grundy numbers, lengths of games.
pub const MAX_FOR_NUMBERS: u32 = 25;

/// The rule for the last counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The player who takes it wins.
    Normal,
    /// The player who takes it loses.
    Misere,
}

/// The squares of a board of any number of rows and columns, with up to [`MAX_SQUARES`] squares.
///
/// Square number `columns × row + column` is bit `columns × row + column` of a position. In text, `6` is 6 × 6 and `5x7` has five
/// rows and seven columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    pub fn new(rows: usize, columns: usize) -> Result<Self, TactixError> {
        match rows.checked_mul(columns) {
            Some(1..=MAX_SQUARES) => Ok(Shape { rows, columns }),
            _ => Err(TactixError::Shape { rows, columns }),
        }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn squares(&self) -> u32 {
        (self.rows * self.columns) as u32
    }

    /// Returns the position with a counter on every square.
    pub fn full(&self) -> u64 {
        (1 << self.squares()) - 1
    }

    /// Returns every move of the full board: the runs of each row, then the runs of two or more squares of each column.
    pub fn moves(&self) -> Vec<Move> {
        let runs = |lines: usize, length: usize, apart: usize| {
            (0..lines).flat_map(move |line| {
                (0..length)
                    .flat_map(move |first| (first + apart..length).map(move |last| (line, first, last)))
            })
        };
        let in_rows =
            runs(self.rows, self.columns, 0).map(|(row, from, to)| Move::new((row, from), (row, to)));
        let in_columns = runs(self.columns, self.rows, 1)
            .map(|(column, from, to)| Move::new((from, column), (to, column)));
        in_rows.chain(in_columns).flatten().collect()
    }

    /// Returns the squares of a move of this board as a position.
    pub fn mask(&self, run: &Move) -> u64 {
        self.mask_of(run.first(), run.last())
    }

    fn mask_of(&self, first: (usize, usize), last: (usize, usize)) -> u64 {
        let (rows, columns) =
            (first.0.min(last.0)..=first.0.max(last.0), first.1.min(last.1)..=first.1.max(last.1));
        rows.flat_map(|row| columns.clone().map(move |column| self.columns * row + column))
            .fold(0, |mask, square| mask | 1 << square)
    }

    /// Returns the symmetries that move the squares differently, the identity first: eight of a square, up to four of another
    /// board.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let keeps_shape = |symmetry: &Symmetry| self.rows == self.columns || symmetry.keeps_rows();
        let mut maps: Vec<Vec<usize>> = Vec::new();
        let is_new = |symmetry: &Symmetry| {
            let map = self.map(*symmetry);
            let is_new = !maps.contains(&map);
            maps.push(map);
            is_new
        };
        Symmetry::ALL.into_iter().filter(keeps_shape).filter(is_new).collect()
    }

    /// Returns the number of the image of each square.
    pub(super) fn map(&self, symmetry: Symmetry) -> Vec<usize> {
        let last = (self.rows - 1, self.columns - 1);
        let squares = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let images = squares.map(|square| symmetry.image_in(last, square));
        images.map(|(row, column)| self.columns * row + column).collect()
    }

    /// Returns the first of each class of moves that symmetries map to each other.
    pub fn representatives(&self, moves: &[Move]) -> Vec<Move> {
        let (symmetries, last) = (self.symmetries(), (self.rows - 1, self.columns - 1));
        let mut seen = Vec::new();
        let is_new = |run: &&Move| {
            let is_new = !seen.contains(&self.mask(run));
            let ends = symmetries
                .iter()
                .map(|map| (map.image_in(last, run.first()), map.image_in(last, run.last())));
            seen.extend(ends.map(|(first, last)| self.mask_of(first, last)));
            is_new
        };
        moves.iter().filter(is_new).copied().collect()
    }

    pub(super) fn masks(&self) -> Vec<u64> {
        self.moves().iter().map(|run| self.mask(run)).collect()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = TactixError;

    fn from_str(text: &str) -> Result<Self, TactixError> {
        let (rows, columns) = text.split_once('x').unwrap_or((text, text));
        let number = |text: &str| match text.bytes().all(|digit| digit.is_ascii_digit()) {
            true => text.parse().ok(),
            false => None,
        };
        match (number(rows), number(columns)) {
            (Some(rows), Some(columns)) => Shape::new(rows, columns),
            _ => Err(TactixError::ShapeText(text.to_owned())),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    Identity,
    /// A quarter turn clockwise.
    Clockwise,
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
        let on_board = self.last.0.max(self.last.1) < size && size <= MAX_SIDE;
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
/// [`MAX_SIDE`](MAX_SIDE) has none.
pub fn all_moves(size: usize) -> Vec<Move> {
    let size = if size <= MAX_SIDE { size } else { 0 };
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TactixError {
    /// A number of squares on a side that is not supported.
    Size(usize),
    /// Counters outside a board of this size.
    Outside(usize),
    /// A row whose length differs from the number of rows.
    RowLength {
        /// The row, counted from 1.
        row: usize,
        squares: usize,
        rows: usize,
    },
    /// A character that is neither a counter nor an empty square.
    Square {
        /// The row, counted from 1.
        row: usize,
        found: char,
    },
    /// A board whose size differs from that of the layout.
    OtherSize {
        layout: usize,
        board: usize,
    },
    /// A wrong number of bytes.
    Bytes {
        layout: usize,
        found: usize,
    },
    /// Bits that are set but represent no square.
    Unused {
        /// The byte, counted from 1.
        byte: usize,
        bits: u8,
    },
    /// A square (row, column) whose copies disagree.
    Copies(usize, usize),
    /// A move that takes counters the board does not have.
    Illegal,
    /// More counters than `Solution` supports.
    TooManyToSolve(u32),
    /// More counters than [`grundy_numbers`](super::grundy_numbers) and [`Shape::lengths`](super::Shape::lengths) support.
    TooManyForNumbers(u32),
    /// A table of this number of bytes cannot be allocated.
    Memory(usize),
    /// A number of rows and columns that is not supported.
    Shape {
        rows: usize,
        columns: usize,
    },
    ShapeText(String),
}

impl fmt::Display for TactixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TactixError::Shape { rows, columns } => {
                write!(f, "{rows} × {columns} is not a board of 1 to {MAX_SQUARES} squares")
            }
            TactixError::ShapeText(ref text) => {
                write!(f, "{text:?} is not a size; write 6 for 6 × 6, or 5x7 for five rows and seven columns")
            }
            TactixError::Size(size) => write!(f, "a board has 1 to {MAX_SIDE} squares on a side, not {size}"),
            TactixError::Outside(size) => write!(f, "there are counters outside the {size} × {size} board"),
            TactixError::RowLength { row, squares, rows } => {
                write!(f, "row {row} has length {squares}, but there are {rows} rows; a board is square")
            }
            TactixError::Square { row, found } => {
                write!(f, "row {row} contains {found:?}; use x for a counter and . for an empty square")
            }
            TactixError::OtherSize { layout, board } => {
                write!(f, "the layout has {layout} × {layout} squares, the board {board} × {board}")
            }
            TactixError::Bytes { layout, found } => {
                write!(f, "expected {layout} bytes, byte 1 first, found {found}")
            }
            TactixError::Unused { byte, bits } => {
                write!(f, "bits {bits:02X} of byte {byte} represent no square and must be 0")
            }
            TactixError::Copies(row, column) => {
                write!(f, "the copies of the square in row {row}, column {column} (from 0) must be equal")
            }
            TactixError::Memory(bytes) => {
                write!(f, "{} MB of memory cannot be allocated", bytes.div_ceil(1 << 20))
            }
            TactixError::Illegal => f.write_str("the move takes counters that the board does not have"),
            TactixError::TooManyToSolve(counters) => {
                write!(f, "{counters} counters are too many to solve; the limit is {MAX_SOLVABLE}")
            }
            TactixError::TooManyForNumbers(counters) => write!(
                f,
                "{counters} counters are too many for Grundy numbers and lengths of games; the limit is {MAX_FOR_NUMBERS}"
            ),
        }
    }
}

impl Error for TactixError {}

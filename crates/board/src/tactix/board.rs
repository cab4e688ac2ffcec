//! A position in row-major order.

use std::{fmt, str::FromStr};

use super::{MAX_SIDE, Move, Symmetry, TactixError, all_moves};

/// The counters on a square board with 1 to 6 squares on a side.
///
/// In text, rows run from the top: `x` is a counter, `.` an empty square, and `/` separates rows, as in `x./..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: usize,
    counters: u64,
}

impl Board {
    /// Creates a board with these counters: bit `size × row + column`, both counted from 0 at the top left.
    pub fn new(size: usize, counters: u64) -> Result<Self, TactixError> {
        let full = Board::full(size)?;
        if counters & !full.counters != 0 {
            return Err(TactixError::Outside(size));
        }
        Ok(Board { size, counters })
    }

    /// Returns the full board, the start of a game.
    pub fn full(size: usize) -> Result<Self, TactixError> {
        if !(1..=MAX_SIDE).contains(&size) {
            return Err(TactixError::Size(size));
        }
        Ok(Board { size, counters: (1 << (size * size)) - 1 })
    }

    /// Returns the number of squares on a side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the counters: bit `size × row + column`.
    pub fn counters(&self) -> u64 {
        self.counters
    }

    /// Returns whether a square has a counter. Squares outside the board have none.
    pub fn has(&self, row: usize, column: usize) -> bool {
        row.max(column) < self.size && self.counters >> (self.size * row + column) & 1 != 0
    }

    /// Returns the board turned or reflected.
    pub fn image(&self, symmetry: Symmetry) -> Board {
        let counters = squares(self.size)
            .filter(|&(row, column)| self.has(row, column))
            .map(|square| symmetry.image(self.size - 1, square))
            .map(|(row, column)| 1 << (self.size * row + column))
            .sum();
        Board { counters, ..*self }
    }

    /// Returns the legal moves in the order of [`all_moves`].
    pub fn moves(&self) -> Vec<Move> {
        all_moves(self.size).into_iter().filter(|run| self.allows(run)).collect()
    }

    /// Returns whether a move is legal: the board has all its counters.
    pub fn allows(&self, run: &Move) -> bool {
        run.squares(self.size).is_some_and(|squares| self.counters & squares == squares)
    }

    /// Returns the board after a move.
    pub fn take(&self, run: &Move) -> Result<Board, TactixError> {
        match run.squares(self.size) {
            Some(squares) if self.counters & squares == squares => {
                Ok(Board { counters: self.counters & !squares, ..*self })
            }
            _ => Err(TactixError::Illegal),
        }
    }
}

/// Returns all squares (row, column) of a board in row-major order.
pub(super) fn squares(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in squares(self.size) {
            if column == 0 && row > 0 {
                f.write_str("/")?;
            }
            f.write_str(if self.has(row, column) { "x" } else { "." })?;
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = TactixError;

    fn from_str(text: &str) -> Result<Self, TactixError> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut board = Board { counters: 0, ..Board::full(rows.len())? };
        for (row, text) in rows.iter().enumerate() {
            let squares = text.chars().count();
            if squares != rows.len() {
                return Err(TactixError::RowLength { row: row + 1, squares, rows: rows.len() });
            }
            for (column, found) in text.chars().enumerate() {
                match found {
                    'x' | 'X' => board.counters |= 1 << (board.size * row + column),
                    '.' => {}
                    _ => return Err(TactixError::Square { row: row + 1, found }),
                }
            }
        }
        Ok(board)
    }
}

/// A permutation of the bits of a word. Bits that no pair names are cleared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMap {
    pairs: Vec<(u32, u32)>,
    /// Bits that move by the same distance move together: a 64-bit rotation to the left and the mask of its bits.
    shifts: Vec<(u32, u64)>,
}

impl BitMap {
    /// Creates a map from pairs (from, to), both below 64.
    pub(super) fn new(mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let mut shifts: Vec<(u32, u64)> = Vec::new();
        for &(from, to) in &pairs {
            let distance = (64 + to - from) % 64;
            match shifts.iter_mut().find(|shift| shift.0 == distance) {
                Some(shift) => shift.1 |= 1 << from,
                None => shifts.push((distance, 1 << from)),
            }
        }
        BitMap { pairs, shifts }
    }

    /// Returns the pairs (from, to) in the order of `from`. Bit n of byte b is bit 8 × (b − 1) + n.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// Returns the permuted word.
    pub fn apply(&self, word: u64) -> u64 {
        self.shifts.iter().fold(0, |moved, &(by, bits)| moved | (word & bits).rotate_left(by))
    }
}

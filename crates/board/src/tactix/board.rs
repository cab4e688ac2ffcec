//! A position in row-major order.

use std::{fmt, str::FromStr};

use super::{
    FIGURE_2, FIGURE_3, Layout, MAX_FOR_NUMBERS, MAX_SIDE, Move, Rule, Symmetry, TactixError, all_moves,
    sieve::with_room, solution::runs,
};

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

/// A permutation of the bits of a byte: bit n moves to `table[n]`.
pub type Table = [u32; 8];

/// Returns Table 1, from figure 2: the permutation of either byte in a reflection about the vertical axis.
pub fn table_1() -> Table {
    within_byte(&FIGURE_2, Symmetry::Vertical)
}

/// Returns Table 2, from figure 3: the permutation of each of bytes 1 to 4 in a reflection about the diagonal from
/// lower left to upper right. The reflection also exchanges bytes 1 and 3.
pub fn table_2() -> Table {
    within_byte(&FIGURE_3, Symmetry::AntiDiagonal)
}

/// Returns the permutation of byte 1, ignoring the byte it moves to.
fn within_byte(layout: &Layout, symmetry: Symmetry) -> Table {
    let mut table = [0; 8];
    for (place, &(_, to)) in table.iter_mut().zip(layout.map(symmetry).pairs()) {
        *place = to % 8;
    }
    table
}

/// The length that marks a P-position while it is computed.
const LOSING: u8 = 1 << 7;

/// Returns the number of moves from each position to the end if one player wins as fast as possible and the other loses as slowly
/// as possible.
pub(super) fn lengths(counters: u32, moves: &[u64], rule: Rule) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut lengths: Vec<u8> = with_room(1 << counters)?;
    lengths.push(if rule == Rule::Normal { LOSING } else { 0 });
    for position in 1..1u64 << counters {
        let after =
            moves.iter().filter(|run| *run & position == **run).map(|run| lengths[(position ^ run) as usize]);
        let (mut fastest, mut slowest) = (None::<u8>, 0);
        for length in after {
            match length & LOSING {
                0 => slowest = slowest.max(length),
                _ => fastest = Some(fastest.map_or(length, |fastest| fastest.min(length))),
            }
        }
        lengths.push(fastest.map_or(LOSING | (slowest + 1), |fastest| (fastest & !LOSING) + 1));
    }
    lengths.iter_mut().for_each(|length| *length &= !LOSING);
    Ok(lengths)
}

/// Returns the Grundy number, in the normal game, of every position that can arise from a board: the minimum
/// excluded value (mex) over all moves.
///
/// The counters of the board are numbered in row-major order; position p has the counters whose bits are set in p.
/// The last element is the board itself.
pub fn grundy_numbers(board: &Board) -> Result<Vec<u8>, TactixError> {
    numbers(board.counters().count_ones(), &runs(board))
}

/// Returns the Grundy numbers of all positions with these moves.
///
/// A Grundy number is at most the length of the longest game, so at most the number of counters, and a word can mark all.
pub(super) fn numbers(counters: u32, moves: &[u64]) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut numbers: Vec<u8> = with_room(1 << counters)?;
    for position in 0..1u64 << counters {
        let possible = moves.iter().filter(|run| *run & position == **run);
        let reached = possible.fold(0u32, |reached, run| reached | 1 << numbers[(position ^ run) as usize]);
        numbers.push(reached.trailing_ones() as u8);
    }
    Ok(numbers)
}

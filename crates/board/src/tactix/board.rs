//! A position in row-major order, and layouts: which bits represent which squares.

use std::{fmt, str::FromStr, sync::LazyLock};

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

    pub fn apply(&self, word: u64) -> u64 {
        self.shifts.iter().fold(0, |moved, &(by, bits)| moved | (word & bits).rotate_left(by))
    }
}

/// Figure 2, 4 × 4 in 2 bytes. Reconstructed: it is the only layout that agrees with the article's text and with
/// figure 5.
pub static FIGURE_2: LazyLock<Layout> = LazyLock::new(|| {
    Layout::parse(
        "0₂ 1₂ 7₂ 4₂
         3₂ 2₂ 6₂ 5₂
         5₁ 6₁ 2₁ 3₁
         4₁ 7₁ 1₁ 0₁",
    )
});

/// Figure 3, 6 × 6 in 5 bytes, as printed.
pub static FIGURE_3: LazyLock<Layout> = LazyLock::new(|| {
    Layout::parse(
        "0₃ 1₃ 2₃ 6₄ 7₄ 0₄
         7₃ 4₃ 3₃ 5₄ 4₄ 1₄
         6₃ 5₃ 2₅ 4₅ 3₄ 2₄
         2₂ 3₂ 0₅ 6₅ 5₁ 6₁
         1₂ 4₂ 5₂ 3₁ 4₁ 7₁
         0₂ 7₂ 6₂ 2₁ 1₁ 0₁",
    )
});

/// Figure 4, 5 × 5 in 4 bytes, as printed. Every byte has a copy of the center.
pub static FIGURE_4: LazyLock<Layout> = LazyLock::new(|| {
    Layout::parse(
        "0₃ 1₃ 2₃    5₄ 0₄
         5₃ 4₃ 3₃    4₄ 1₄
         2₂ 3₂ 6₃₄₂₁ 3₄ 2₄
         1₂ 4₂ 3₁    4₁ 5₁
         0₂ 5₂ 2₁    1₁ 0₁",
    )
});

/// Figure 5, 5 × 5 in 4 bytes, the better form, as printed.
pub static FIGURE_5: LazyLock<Layout> = LazyLock::new(|| {
    Layout::parse(
        "0₂ 1₂ 6₃ 7₂ 4₂
         3₂ 2₂ 7₃ 6₂ 5₂
         4₃ 5₃ 0₄ 1₃ 0₃
         5₁ 6₁ 3₃ 2₁ 3₁
         4₁ 7₁ 2₃ 1₁ 0₁",
    )
});

/// An assignment of bits to the squares of a board.
///
/// A board in a layout is a word with byte 1 as its least significant byte, so bit n of byte b is bit 8 × (b − 1) + n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: usize,
    /// The bits of each square in row-major order.
    squares: Vec<u64>,
    maps: [BitMap; 8],
}

impl Layout {
    /// Creates a layout from the bits of each square in row-major order.
    pub(super) fn new(size: usize, squares: Vec<u64>) -> Self {
        let maps = Symmetry::ALL.map(|symmetry| map(size, &squares, symmetry));
        Layout { size, squares, maps }
    }

    /// Parses a table in the notation of the article: `6₃₄` is bit 6 of bytes 3 and 4.
    fn parse(table: &str) -> Self {
        Layout::new(table.lines().count(), table.split_whitespace().map(bits).collect())
    }

    /// Creates the row-major layout: bit `size × row + column`. At most 6 squares on a side.
    pub fn row_major(size: usize) -> Result<Self, TactixError> {
        let board = Board::full(size)?;
        Ok(Layout::new(size, (0..board.counters().count_ones()).map(|square| 1 << square).collect()))
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn byte_count(&self) -> usize {
        (u64::BITS - self.full().leading_zeros()).div_ceil(8) as usize
    }

    /// Returns the word of the full board: every bit that represents a square.
    pub fn full(&self) -> u64 {
        self.squares.iter().fold(0, |full, bits| full | bits)
    }

    /// Returns the bits of a square: one for each copy, none outside the board.
    pub fn bits(&self, row: usize, column: usize) -> u64 {
        if row.max(column) < self.size { self.squares[self.size * row + column] } else { 0 }
    }

    /// Returns the bit permutation of a turn or reflection. Copies of a square map to the copies of its image in the
    /// order of their bits.
    pub fn map(&self, symmetry: Symmetry) -> &BitMap {
        &self.maps[symmetry as usize]
    }

    pub fn image(&self, word: u64, symmetry: Symmetry) -> u64 {
        self.map(symmetry).apply(word)
    }

    /// Returns the canonical form of a word: the least of its eight images.
    pub fn canonical(&self, word: u64) -> u64 {
        self.maps.iter().fold(u64::MAX, |least, map| least.min(map.apply(word)))
    }

    /// Converts bytes, byte 1 first, to a word.
    pub fn word(&self, bytes: &[u8]) -> Result<u64, TactixError> {
        if bytes.len() != self.byte_count() {
            return Err(TactixError::Bytes { layout: self.byte_count(), found: bytes.len() });
        }
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.check(word)?;
        Ok(word)
    }

    /// The bytes of a word, byte 1 first.
    pub fn bytes(&self, word: u64) -> Vec<u8> {
        word.to_le_bytes().into_iter().take(self.byte_count()).collect()
    }

    /// Converts a word to a board in row-major order.
    pub fn to_rows(&self, word: u64) -> Result<Board, TactixError> {
        self.check(word)?;
        let counters = self.squares.iter().enumerate();
        Board::new(self.size, counters.map(|(square, bits)| u64::from(word & bits != 0) << square).sum())
    }

    /// Converts a board in row-major order to a word.
    pub fn from_rows(&self, board: &Board) -> Result<u64, TactixError> {
        if board.size() != self.size {
            return Err(TactixError::OtherSize { layout: self.size, board: board.size() });
        }
        let counters = self.squares.iter().enumerate();
        Ok(counters.filter(|(square, _)| board.counters() >> square & 1 != 0).map(|(_, bits)| bits).sum())
    }

    /// Checks that a word has only bits of the layout and that copies of a square agree.
    fn check(&self, word: u64) -> Result<(), TactixError> {
        let unused = word & !self.full();
        if let Some((byte, &bits)) = unused.to_le_bytes().iter().enumerate().find(|(_, bits)| **bits != 0) {
            return Err(TactixError::Unused { byte: byte + 1, bits });
        }
        let disagree = |bits: u64| word & bits != 0 && word & bits != bits;
        match squares(self.size).find(|&(row, column)| disagree(self.bits(row, column))) {
            Some((row, column)) => Err(TactixError::Copies(row, column)),
            None => Ok(()),
        }
    }
}

/// Parses the bits of one square: `6₃₄` is bit 6 of bytes 3 and 4.
fn bits(square: &str) -> u64 {
    let bit = square.chars().find_map(|digit| digit.to_digit(8)).unwrap_or(0);
    let bytes = square.chars().filter_map(|digit| "₁₂₃₄₅".chars().position(|byte| byte == digit));
    bytes.map(|byte| 1 << (8 * byte) << bit).sum()
}

/// Maps each bit of a square to a bit of the square's image.
fn map(size: usize, places: &[u64], symmetry: Symmetry) -> BitMap {
    let pairs = squares(size).flat_map(|square| {
        let place = |(row, column): (usize, usize)| positions(places[size * row + column]);
        place(square).zip(place(symmetry.image(size - 1, square)))
    });
    BitMap::new(pairs.collect())
}

/// Returns the indices of the set bits in ascending order.
fn positions(bits: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |bit| bits >> bit & 1 != 0)
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

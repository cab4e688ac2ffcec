//! The cells of the board, the effect of moves on them, boards packed in 14 bytes, and sets of squares as bitboards.

use std::{
    error::Error,
    fmt,
    ops::{BitAnd, BitOr, BitXor, Not},
    str::FromStr,
};

/// A player. x moves first; other programs call it black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    X,
    O,
}

impl Side {
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::O => 'o',
        }
    }
}

/// The content of a square. The discriminants are the two bits of the packed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Free = 0,
    X = 1,
    O = 2,
    Wall = 3,
}

impl Cell {
    /// Decodes a cell from the two low bits.
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::Free,
            1 => Self::X,
            2 => Self::O,
            _ => Self::Wall,
        }
    }
}

impl From<Side> for Cell {
    fn from(side: Side) -> Self {
        match side {
            Side::X => Self::X,
            Side::O => Self::O,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of x and o.
    stones: [Squares; 2],
    walls: Squares,
}

impl Board {
    pub fn get(&self, square: Square) -> Cell {
        let [x, o] = self.stones.map(|stones| u8::from(stones.contains(square)));
        let wall = u8::from(self.walls.contains(square));
        Cell::from_bits(x | (o << 1) | (3 * wall))
    }

    pub fn set(&mut self, square: Square, cell: Cell) {
        let one = Squares::one(square);
        let update = |set: Squares, is_member| if is_member { set | one } else { set & !one };
        self.stones[0] = update(self.stones[0], cell == Cell::X);
        self.stones[1] = update(self.stones[1], cell == Cell::O);
        self.walls = update(self.walls, cell == Cell::Wall);
    }

    pub const fn stones(&self, side: Side) -> Squares {
        self.stones[side as usize]
    }

    pub const fn walls(&self) -> Squares {
        self.walls
    }

    pub fn free(&self) -> Squares {
        !(self.stones[0] | self.stones[1] | self.walls)
    }

    /// Returns the destinations of a player's clones: free squares adjacent to its stones.
    pub fn clones(&self, side: Side) -> Squares {
        self.stones(side).grown() & self.free()
    }

    /// Returns the destinations of all of a player's moves: free squares within distance 2 of its stones.
    pub fn reach(&self, side: Side) -> Squares {
        self.stones(side).grown().grown() & self.free()
    }

    /// Returns the stones of a player that can jump to a free square: those at distance 2.
    pub fn jumpers(&self, side: Side, to: Square) -> Squares {
        Squares::far(to) & self.stones(side)
    }

    /// Returns the opponent's stones that a move to a square captures.
    pub fn captures(&self, side: Side, to: Square) -> Squares {
        Squares::near(to) & self.stones(side.other())
    }

    /// Returns the board after a clone with its captures, or `None` if it is illegal.
    pub fn cloned(&self, side: Side, to: Square) -> Option<Self> {
        self.clones(side).contains(to).then(|| self.with_stone(side, to))
    }

    /// Returns the board after a jump with its captures, or `None` if it is illegal.
    pub fn jumped(&self, side: Side, from: Square, to: Square) -> Option<Self> {
        let is_legal = self.free().contains(to) && self.jumpers(side, to).contains(from);
        is_legal.then(|| self.without_stone(side, from).with_stone(side, to))
    }

    /// Puts a stone on a free square and captures the adjacent stones of the opponent.
    pub(super) fn with_stone(mut self, side: Side, to: Square) -> Self {
        let captured = self.captures(side, to);
        let own = &mut self.stones[side as usize];
        *own = *own | captured | Squares::one(to);
        let opponent = &mut self.stones[side.other() as usize];
        *opponent = *opponent ^ captured;
        self
    }

    pub(super) fn without_stone(mut self, side: Side, from: Square) -> Self {
        let own = &mut self.stones[side as usize];
        *own = *own & !Squares::one(from);
        self
    }
}

/// The packed board: one little-endian word for each row, row 0 first. Column c has bits 2c and 2c + 1; bits 14 and 15
/// are 0. 00 is free, 01 x, 10 o, 11 a wall.
pub type Packed = [u8; 2 * SIDE];

impl Board {
    pub fn pack(&self) -> Packed {
        let mut bytes = [0; 2 * SIDE];
        for square in Square::all() {
            bytes[place(square)] |= (self.get(square) as u8) << shift(square);
        }
        bytes
    }

    /// Unpacks a board. It must have 14 bytes, and the two unused bits of each row must be 0.
    pub fn unpack(bytes: &[u8]) -> Result<Self, PackedError> {
        let bytes: &Packed = bytes.try_into().map_err(|_| PackedError::Length(bytes.len()))?;
        if let Some(row) = bytes.chunks(2).position(|row| row[1] & 0xC0 != 0) {
            return Err(PackedError::Spare { row });
        }
        let mut board = Self::default();
        Square::all()
            .for_each(|square| board.set(square, Cell::from_bits(bytes[place(square)] >> shift(square))));
        Ok(board)
    }
}

/// Returns the index of the byte of a square.
fn place(square: Square) -> usize {
    2 * square.row() + square.column() / 4
}

/// Returns the index of the lower of its two bits.
fn shift(square: Square) -> usize {
    2 * (square.column() % 4)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedError {
    /// The number of bytes is not 14.
    Length(usize),
    /// An unused bit is set.
    Spare {
        /// The row, 0 at the top.
        row: usize,
    },
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => {
                write!(f, "a packed board has 14 bytes, two for each row; found {found}")
            }
            Self::Spare { row } => {
                write!(
                    f,
                    "byte {} (high byte of row {row}) is above 3F; its bits 6 and 7 are unused and must be 0",
                    2 * row + 1
                )
            }
        }
    }
}

impl Error for PackedError {}

/// A set of squares: bit 7 × row + column of 49.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(u64);

impl Squares {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self((1 << (SIDE * SIDE)) - 1);

    pub const EDGE: Self = {
        let row = (1 << SIDE) - 1;
        Self(Self::LEFT | Self::RIGHT | row | row << (SIDE * (SIDE - 1)))
    };

    const LEFT: u64 = 0x0000_0408_1020_4081;
    const RIGHT: u64 = Self::LEFT << (SIDE - 1);

    pub const fn one(square: Square) -> Self {
        Self(1 << square.number())
    }

    /// Returns the bits: bit 7 × row + column for each square.
    pub const fn bits(self) -> u64 {
        self.0
    }

    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.number() & 1 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the set extended by all adjacent squares, in all eight directions.
    pub const fn grown(self) -> Self {
        let wide = self.0 | (self.0 & !Self::RIGHT) << 1 | (self.0 & !Self::LEFT) >> 1;
        Self((wide | wide << SIDE | wide >> SIDE) & Self::ALL.0)
    }

    /// Returns the squares at distance 1 from a square.
    pub fn near(square: Square) -> Self {
        NEAR[square.number()]
    }

    /// Returns the squares at distance 2 from a square.
    pub fn far(square: Square) -> Self {
        FAR[square.number()]
    }
}

static NEAR: [Squares; SIDE * SIDE] = rings(1);
static FAR: [Squares; SIDE * SIDE] = rings(2);

/// Computes, for each square, the squares at a distance.
const fn rings(distance: usize) -> [Squares; SIDE * SIDE] {
    let mut rings = [Squares::NONE; SIDE * SIDE];
    let mut pair = 0;
    while pair < (SIDE * SIDE) * (SIDE * SIDE) {
        let (from, to) = (pair / (SIDE * SIDE), pair % (SIDE * SIDE));
        if Square::numbered(from as u32).distance(Square::numbered(to as u32)) == distance {
            rings[from].0 |= 1 << to;
        }
        pair += 1;
    }
    rings
}

impl BitAnd for Squares {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Squares {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | Self::one(square))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;
    fn into_iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

/// An iterator over the squares of a set in row-major order from the top left.
#[derive(Clone, Debug)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let lowest = (self.0 != 0).then(|| Square::numbered(self.0.trailing_zeros()))?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

pub const SIDE: usize = 7;

/// A square. Row 0 is the top row, rank 7; column 0 is the left one, file a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Creates the square in this row and column, or returns `None` unless both are below 7.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE { Some(Self((SIDE * row + column) as u8)) } else { None }
    }

    /// Returns all 49 squares in row-major order from the top left.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..(SIDE * SIDE) as u8).map(Self)
    }

    /// Returns its number, 7 × row + column.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns its row, 0 at the top.
    pub const fn row(self) -> usize {
        self.number() / SIDE
    }

    /// Returns its column, 0 at the left.
    pub const fn column(self) -> usize {
        self.number() % SIDE
    }

    /// Returns the Chebyshev distance (a chess king's moves): the greater of the differences of rows and columns.
    pub const fn distance(self, other: Self) -> usize {
        let rows = self.row().abs_diff(other.row());
        let columns = self.column().abs_diff(other.column());
        if rows > columns { rows } else { columns }
    }

    /// Creates the square with this number, which must be below 49.
    pub(super) const fn numbered(number: u32) -> Self {
        Self(number as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, SIDE - self.row())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a to g and a rank 1 to 7, such as g2")
    }
}

impl Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses a file and a rank: `a7` is the top left square.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let [file @ b'a'..=b'g', rank @ b'1'..=b'7'] = *text.as_bytes() else { return Err(SquareError) };
        Self::new(usize::from(b'7' - rank), usize::from(file - b'a')).ok_or(SquareError)
    }
}

/// A wall layout. Bit 4a + b of the mask represents the square in row a and column b of the upper left quadrant and
/// its mirror images, 1 for a wall. Bit 0, the corners, is 0 because the stones start there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walls(u16);

impl Walls {
    pub const fn new(mask: u16) -> Result<Self, CornerError> {
        if mask & 1 == 0 { Ok(Self(mask)) } else { Err(CornerError) }
    }

    /// Returns all 32,768 layouts in the order of their masks.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX).step_by(2).map(Self)
    }

    pub const fn mask(self) -> u16 {
        self.0
    }

    /// Returns the label of a square, that is, its bit of the mask: 4a + b with a = min(row, 6 - row) and
    /// b = min(column, 6 - column).
    pub fn label(square: Square) -> usize {
        let [a, b] = [square.row(), square.column()].map(|at| at.min(SIDE - 1 - at));
        4 * a + b
    }

    /// Returns the squares of an arbitrary 16-bit mask; bit 0 means the corners.
    pub fn expand(mask: u16) -> Squares {
        Square::all().filter(|&square| mask >> Self::label(square) & 1 != 0).collect()
    }

    pub fn squares(self) -> Squares {
        Self::expand(self.0)
    }

    /// Returns whether at most six bits are set, the designer's limit for playable boards.
    pub const fn is_playable(self) -> bool {
        self.0.count_ones() <= 6
    }
}

/// A mask with walls on the corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerError;

impl fmt::Display for CornerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bit 0 of a wall mask must be 0, because the stones start on the corners")
    }
}

impl Error for CornerError {}

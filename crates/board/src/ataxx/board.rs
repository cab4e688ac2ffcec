//! The cells of the board, the effect of moves on them, and boards packed in 14 bytes.

use std::{error::Error, fmt};

use super::squares::{SIDE, Square, Squares};

/// A player. x moves first; other programs call it black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// Returns the other player.
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the letter, `x` or `o`.
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
    /// Nothing.
    Free = 0,
    /// A stone of the first player.
    X = 1,
    /// A stone of the second player.
    O = 2,
    /// A wall.
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

/// A board of 49 cells.
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

    /// Returns a player's stones.
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
    /// Packs the board.
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

/// The reason why bytes are not a packed board.
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

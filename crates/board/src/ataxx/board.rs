//! What stands on the squares, and what a move does to it.

use super::{square::Square, squares::Squares};

/// A player. The first to move is x, which other programs call black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// The other player.
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::O => 'o',
        }
    }
}

/// What a square holds. The numbers are the two bits of the packed board.
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
    /// The cell of two bits; the others do not count.
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

/// The 49 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// x, o
    stones: [Squares; 2],
    walls: Squares,
}

impl Board {
    /// The cell of a square.
    pub fn get(&self, square: Square) -> Cell {
        let [x, o] = self.stones.map(|stones| u8::from(stones.contains(square)));
        let wall = u8::from(self.walls.contains(square));
        Cell::from_bits(x | (o << 1) | (3 * wall))
    }

    /// Puts a cell on a square.
    pub fn set(&mut self, square: Square, cell: Cell) {
        let one = Squares::one(square);
        let kept = |set: Squares, holds| if holds { set | one } else { set & !one };
        self.stones[0] = kept(self.stones[0], cell == Cell::X);
        self.stones[1] = kept(self.stones[1], cell == Cell::O);
        self.walls = kept(self.walls, cell == Cell::Wall);
    }

    /// A player's stones.
    pub const fn stones(&self, side: Side) -> Squares {
        self.stones[side as usize]
    }

    /// The walls.
    pub const fn walls(&self) -> Squares {
        self.walls
    }

    /// The free squares.
    pub fn free(&self) -> Squares {
        !(self.stones[0] | self.stones[1] | self.walls)
    }

    /// Where a player can clone a stone to: free squares beside its own.
    pub fn clones(&self, side: Side) -> Squares {
        self.stones(side).grown() & self.free()
    }

    /// Where a player can move to at all: free squares within two of its stones.
    pub fn reach(&self, side: Side) -> Squares {
        self.stones(side).grown().grown() & self.free()
    }

    /// The stones of a player that can jump to a free square: its own at distance 2.
    pub fn jumpers(&self, side: Side, to: Square) -> Squares {
        Squares::far(to) & self.stones(side)
    }

    /// The enemy stones that a move to a square takes over.
    pub fn captures(&self, side: Side, to: Square) -> Squares {
        Squares::near(to) & self.stones(side.other())
    }

    /// A new stone on a free square beside a stone of its own, and what it captures; or `None`, if it is illegal.
    pub fn cloned(&self, side: Side, to: Square) -> Option<Self> {
        self.clones(side).contains(to).then(|| self.with_stone(side, to))
    }

    /// A stone taken to a free square at distance 2, and what it captures; or `None`, if it is illegal.
    pub fn jumped(&self, side: Side, from: Square, to: Square) -> Option<Self> {
        let is_legal = self.free().contains(to) && self.jumpers(side, to).contains(from);
        is_legal.then(|| self.without_stone(side, from).with_stone(side, to))
    }

    /// A stone on a free square, which takes the enemy's beside it.
    pub(super) fn with_stone(mut self, side: Side, to: Square) -> Self {
        let taken = self.captures(side, to);
        let own = &mut self.stones[side as usize];
        *own = *own | taken | Squares::one(to);
        let enemy = &mut self.stones[side.other() as usize];
        *enemy = *enemy ^ taken;
        self
    }

    pub(super) fn without_stone(mut self, side: Side, from: Square) -> Self {
        let own = &mut self.stones[side as usize];
        *own = *own & !Squares::one(from);
        self
    }
}

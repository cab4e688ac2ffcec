//! A position: a board, the side to move and the two counters.

use std::{error::Error, fmt};

use super::{
    board::{Board, Cell, Side},
    moves::Move,
    square::{SIDE, Square},
    walls::Walls,
};

/// The half-move clock at which the game is over.
pub const HALF_MOVE_LIMIT: u16 = 100;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells.
    pub board: Board,
    /// The side to move.
    pub side: Side,
    /// The half-move clock: jumps and passes since the last clone.
    pub half_moves: u16,
    /// The number of the move, from 1; it increases after o's move.
    pub full_moves: u16,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has more stones.
    Won(Side),
    /// Both players have the same number of stones, or a hundred half-moves passed without a clone.
    Drawn,
}

impl Position {
    /// Creates the initial position: x on the upper left and lower right corner, o on the others, x to move.
    pub fn start(walls: Walls) -> Self {
        let mut board = Board::default();
        walls.squares().into_iter().for_each(|square| board.set(square, Cell::Wall));
        let corners =
            [(0, 0, Cell::X), (0, SIDE - 1, Cell::O), (SIDE - 1, 0, Cell::O), (SIDE - 1, SIDE - 1, Cell::X)];
        for (row, column, stone) in corners {
            Square::new(row, column).into_iter().for_each(|corner| board.set(corner, stone));
        }
        Self { board, side: Side::X, half_moves: 0, full_moves: 1 }
    }

    /// Returns whether the game is over: a player has no stones, no stone of either player can move, or a hundred
    /// half-moves passed without a clone.
    pub fn is_over(&self) -> bool {
        self.half_moves >= HALF_MOVE_LIMIT || self.is_decided()
    }

    fn is_decided(&self) -> bool {
        let [x, o] = [Side::X, Side::O].map(|side| self.board.stones(side));
        x.is_empty() || o.is_empty() || ((x | o).grown().grown() & self.board.free()).is_empty()
    }

    /// Returns the result, or `None` while the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        let [x, o] = [Side::X, Side::O].map(|side| self.board.stones(side).len());
        match x.cmp(&o) {
            _ if !self.is_over() => None,
            _ if !self.is_decided() => Some(Outcome::Drawn),
            std::cmp::Ordering::Equal => Some(Outcome::Drawn),
            std::cmp::Ordering::Greater => Some(Outcome::Won(Side::X)),
            std::cmp::Ordering::Less => Some(Outcome::Won(Side::O)),
        }
    }

    /// Returns the legal moves: one clone for each destination, then one jump for each pair of squares; only the pass if
    /// there are none and the game is not over.
    pub fn moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        let jumps = self.board.reach(self.side).into_iter().flat_map(|to| {
            self.board.jumpers(self.side, to).into_iter().map(move |from| Move::Jump { from, to })
        });
        let mut moves: Vec<_> =
            self.board.clones(self.side).into_iter().map(Move::Clone).chain(jumps).collect();
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Returns the number of legal moves.
    pub fn move_count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let jumpers = |to| self.board.jumpers(self.side, to).len();
        let jumps: u32 = self.board.reach(self.side).into_iter().map(jumpers).sum();
        (self.board.clones(self.side).len() + jumps).max(1)
    }

    /// Returns the position after a move, or an error if it is illegal.
    pub fn play(&self, played: Move) -> Result<Self, IllegalMove> {
        let board = match played {
            Move::Clone(to) => self.board.cloned(self.side, to),
            Move::Jump { from, to } => self.board.jumped(self.side, from, to),
            Move::Pass => self.board.reach(self.side).is_empty().then_some(self.board),
        };
        let is_legal = !self.is_over() && board.is_some();
        if is_legal { Ok(self.after(played)) } else { Err(IllegalMove { played, side: self.side }) }
    }

    /// Returns the position after a legal move, without checking that it is: [`Position::play`] does.
    pub fn after(&self, played: Move) -> Self {
        let side = self.side;
        let (board, half_moves) = match played {
            Move::Clone(to) => (self.board.with_stone(side, to), 0),
            Move::Jump { from, to } => {
                (self.board.without_stone(side, from).with_stone(side, to), self.half_moves.saturating_add(1))
            }
            Move::Pass => (self.board, self.half_moves.saturating_add(1)),
        };
        let full_moves = self.full_moves.saturating_add((side == Side::O).into());
        Self { board, side: side.other(), half_moves, full_moves }
    }
}

impl Walls {
    /// Returns whether the game is over before its first move: no free square is within distance 2 of a stone.
    pub fn is_locked(self) -> bool {
        Position::start(self).is_over()
    }
}

/// A move that is illegal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// The side to move.
    pub side: Side,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move of {} here", self.played, self.side.letter())
    }
}

impl Error for IllegalMove {}

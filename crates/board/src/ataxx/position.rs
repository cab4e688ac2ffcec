//! A board, who is to move, and the two counts.

use std::{error::Error, fmt};

use super::{
    board::{Board, Cell, Side},
    moves::Move,
    square::{SIDE, Square},
    walls::Walls,
};

/// At this half-move clock the game is over.
pub const LAST_HALF_MOVE: u16 = 100;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells.
    pub board: Board,
    /// Who moves.
    pub side: Side,
    /// Jumps and passes since the last clone.
    pub half_moves: u16,
    /// The number of the move, from 1; it grows after o's.
    pub full_moves: u16,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has more stones.
    Won(Side),
    /// As many stones each, or a hundred half-moves without a clone.
    Drawn,
}

impl Position {
    /// The start: x on the upper left and lower right corner, o on the others, x to move.
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

    /// Whether no more moves are made: a player has no stones, or no stone of either can move, or a hundred half-moves
    /// went by without a clone.
    pub fn is_over(&self) -> bool {
        self.half_moves >= LAST_HALF_MOVE || self.is_decided()
    }

    fn is_decided(&self) -> bool {
        let [x, o] = [Side::X, Side::O].map(|side| self.board.stones(side));
        x.is_empty() || o.is_empty() || ((x | o).grown().grown() & self.board.free()).is_empty()
    }

    /// How the game ended, if it did.
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

    /// The legal moves: clones once for each square, then jumps once for each pair of squares; the pass alone if
    /// there are none but the game is not over.
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

    /// How many legal moves there are.
    pub fn move_count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let jumpers = |to| self.board.jumpers(self.side, to).len();
        let jumps: u32 = self.board.reach(self.side).into_iter().map(jumpers).sum();
        (self.board.clones(self.side).len() + jumps).max(1)
    }

    /// The position after a move, if it is legal.
    pub fn play(&self, played: Move) -> Result<Self, IllegalMove> {
        let board = match played {
            Move::Clone(to) => self.board.cloned(self.side, to),
            Move::Jump { from, to } => self.board.jumped(self.side, from, to),
            Move::Pass => self.board.reach(self.side).is_empty().then_some(self.board),
        };
        let is_legal = !self.is_over() && board.is_some();
        if is_legal { Ok(self.after(played)) } else { Err(IllegalMove { played, side: self.side }) }
    }

    /// The position after a legal move.
    pub(super) fn after(&self, played: Move) -> Self {
        let side = self.side;
        let (board, half_moves) = match played {
            Move::Clone(to) => (self.board.with_stone(side, to), 0),
            Move::Jump { from, to } => {
                (self.board.without_stone(side, from).with_stone(side, to), self.half_moves + 1)
            }
            Move::Pass => (self.board, self.half_moves + 1),
        };
        let full_moves = self.full_moves.saturating_add((side == Side::O).into());
        Self { board, side: side.other(), half_moves, full_moves }
    }
}

/// The move is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// Who was to make it.
    pub side: Side,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no legal move of {} here", self.played, self.side.letter())
    }
}

impl Error for IllegalMove {}

//! A position: a board, the side to move and the two counters.

use std::{error::Error, fmt, str::FromStr};

use super::board::{Board, Cell, SIDE, Side, Square, Squares, Walls};

pub const HALF_MOVE_LIMIT: u16 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    /// The side to move.
    pub side: Side,
    /// The half-move clock: jumps and passes since the last clone.
    pub half_moves: u16,
    /// The number of the move, from 1; it increases after o's move.
    pub full_moves: u16,
}

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

    pub fn move_count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let jumpers = |to| self.board.jumpers(self.side, to).len();
        let jumps: u32 = self.board.reach(self.side).into_iter().map(jumpers).sum();
        (self.board.clones(self.side).len() + jumps).max(1)
    }

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    pub played: Move,
    pub side: Side,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move of {} here", self.played, self.side.letter())
    }
}

impl Error for IllegalMove {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A new stone next to a stone of the same side, `g2`.
    Clone(Square),
    /// A stone moves to a square at distance 2, `a7a5`.
    Jump { from: Square, to: Square },
    /// A pass, `0000`; legal only if there is no other move.
    Pass,
}

impl Move {
    /// Returns the destination, or `None` for a pass.
    pub const fn to(self) -> Option<Square> {
        match self {
            Self::Clone(to) | Self::Jump { to, .. } => Some(to),
            Self::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clone(to) => to.fmt(f),
            Self::Jump { from, to } => write!(f, "{from}{to}"),
            Self::Pass => f.write_str("0000"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// Neither a square, nor two squares, nor 0000.
    Form,
    /// The distance of the squares is not 2.
    Distance { from: Square, to: Square },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a move is a square (g2), two squares (a7a5) or 0000"),
            Self::Distance { from, to } if from.distance(*to) == 1 => {
                write!(f, "{from} and {to} are adjacent; write {to} for a clone to {to}")
            }
            Self::Distance { from, to } => {
                write!(f, "the distance of a jump is 2 squares; that of {from}{to} is {}", from.distance(*to))
            }
        }
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a move without checking that it is legal.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let square = |text: Option<&str>| text.and_then(|text| text.parse().ok()).ok_or(MoveError::Form);
        match text.len() {
            2 => square(Some(text)).map(Self::Clone),
            4 if text == "0000" => Ok(Self::Pass),
            4 => match (square(text.get(..2))?, square(text.get(2..))?) {
                (from, to) if from.distance(to) == 2 => Ok(Self::Jump { from, to }),
                (from, to) => Err(MoveError::Distance { from, to }),
            },
            _ => Err(MoveError::Form),
        }
    }
}

/// The reason why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    Stopped,
    /// There are more sequences than the limit.
    TooMany,
}

impl Position {
    /// Returns the number of move sequences of this length. Games that end earlier are not counted.
    pub fn perft(&self, depth: u8) -> u64 {
        self.perft_until(depth, u64::MAX, &mut || false).unwrap_or(u64::MAX)
    }

    /// Returns the same number, or an error if it is above `limit` or if `stop` returns true. `stop` is called every few
    /// milliseconds.
    pub fn perft_until(
        &self,
        depth: u8,
        limit: u64,
        stop: &mut impl FnMut() -> bool,
    ) -> Result<u64, Uncounted> {
        let count = match depth {
            0 => 1,
            1 => self.move_count().into(),
            2 => self.pair_count().into(),
            _ if depth > 3 && stop() => return Err(Uncounted::Stopped),
            _ => self.moves().into_iter().try_fold(0, |count, played| {
                let below = self.after(played).perft_until(depth - 1, limit - count, stop)?;
                Ok(count + below)
            })?,
        };
        if count > limit { Err(Uncounted::TooMany) } else { Ok(count) }
    }
}

impl Position {
    /// Returns the number of sequences of two moves.
    fn pair_count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let reach = self.board.reach(self.side);
        if reach.is_empty() {
            return self.after(Move::Pass).move_count();
        }
        let before = Jumps::of(&self.board, self.board.stones(self.side.other()));
        reach.into_iter().map(|to| self.pairs_to(to, &before)).sum()
    }

    /// Returns the number of pairs whose first move leads to a square. The replies to all these moves differ only by those to the square
    /// that a jump leaves.
    fn pairs_to(&self, to: Square, before: &Jumps) -> u32 {
        let own = self.board.stones(self.side);
        let enemy = self.board.stones(self.side.other()) & !Squares::near(to);
        let is_last = self.half_moves + 1 >= HALF_MOVE_LIMIT;
        let origins = if is_last { Squares::NONE } else { Squares::far(to) & own };
        let is_cloned = !(Squares::near(to) & own).is_empty();

        let clones = enemy.grown();
        let free = self.board.free() & !Squares::one(to);
        let captured = self.board.captures(self.side, to);
        let replies = (clones & free).len() + before.without(captured) - (Squares::far(to) & enemy).len();
        if replies == 0 {
            return self.slow_pairs_to(to, is_cloned, origins);
        }
        let more: u32 = origins.into_iter().map(|from| (Squares::far(from) & enemy).len()).sum();
        (u32::from(is_cloned) + origins.len()) * replies + (clones & origins).len() + more
    }

    /// Returns the same where a move may be followed by a pass or by nothing.
    fn slow_pairs_to(&self, to: Square, is_cloned: bool, origins: Squares) -> u32 {
        let jumps = origins.into_iter().map(|from| Move::Jump { from, to });
        let moves = is_cloned.then_some(Move::Clone(to)).into_iter().chain(jumps);
        moves.map(|played| self.after(played).move_count()).sum()
    }
}

/// The number of jumps of each stone of a side.
struct Jumps {
    from: [u8; SQUARES],
    all: u32,
}

const SQUARES: usize = SIDE * SIDE;

impl Jumps {
    fn of(board: &Board, stones: Squares) -> Self {
        let (free, mut jumps) = (board.free(), Self { from: [0; SQUARES], all: 0 });
        for from in stones {
            let count = (Squares::far(from) & free).len();
            jumps.from[from.number()] = count as u8;
            jumps.all += count;
        }
        jumps
    }

    /// Returns the number of jumps of the other stones.
    fn without(&self, captured: Squares) -> u32 {
        self.all - captured.into_iter().map(|from| u32::from(self.from[from.number()])).sum::<u32>()
    }
}

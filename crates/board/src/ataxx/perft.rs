//! Counting the positions after a number of moves. The last two moves are counted together and not made.

use super::{
    board::Board,
    moves::Move,
    position::{HALF_MOVE_LIMIT, Position},
    square::{SIDE, Square},
    squares::Squares,
};

/// The reason why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// The caller stopped it.
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

//! Who wins.

use super::{Board, Move, TactixError};

/// The most counters of a board that is solved: 5 × 5.
pub const MOST_SOLVED: u32 = 25;

/// What the last counter means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Who takes it wins.
    Normal,
    /// Who takes it loses.
    Misere,
}

/// What the player to move can reach against the best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// He wins: an N position.
    Win,
    /// He loses: a P position.
    Loss,
}

/// The outcomes of a board and of every position that can come of it, one bit each: 4 MB for 25 counters.
///
/// The counters of the board are numbered from its upper left, row by row. Position p has those counters whose bits
/// are set in p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    /// Position p is lost if bit p % 64 of word p / 64 is set.
    lost: Vec<u64>,
}

impl Solution {
    /// Solves a board of at most [`MOST_SOLVED`] counters.
    pub fn new(board: Board, rule: Rule) -> Result<Self, TactixError> {
        let counters = board.counters().count_ones();
        if counters > MOST_SOLVED {
            return Err(TactixError::TooManyToSolve(counters));
        }
        Ok(Solution { board, lost: sieve(counters, &runs(&board), rule) })
    }

    /// The board that was solved.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The outcome of a position, if it can come of the board.
    pub fn outcome(&self, position: &Board) -> Option<Outcome> {
        let comes_of_it =
            position.size() == self.board.size() && position.counters() & !self.board.counters() == 0;
        comes_of_it.then(|| self.of(squeeze(position.counters(), self.board.counters())))
    }

    /// The moves that win, in the order of [`all_moves`](super::all_moves). A position that cannot come of the board
    /// has none.
    pub fn winning_moves(&self, position: &Board) -> Vec<Move> {
        if self.outcome(position) != Some(Outcome::Win) {
            return Vec::new();
        }
        let wins =
            |run: &Move| position.take(run).ok().and_then(|left| self.outcome(&left)) == Some(Outcome::Loss);
        position.moves().into_iter().filter(wins).collect()
    }

    /// The first move that wins; if none does, the first there is. None on the empty board.
    pub fn best_move(&self, position: &Board) -> Option<Move> {
        let winning = self.winning_moves(position).into_iter().next();
        winning.or_else(|| position.moves().into_iter().next())
    }

    /// How many positions are lost, by the number of their counters: 0, 1, 2, …
    pub fn lost_by_counters(&self) -> Vec<u64> {
        let mut lost = vec![0; self.board.counters().count_ones() as usize + 1];
        for position in self.lost() {
            lost[position.count_ones() as usize] += 1;
        }
        lost
    }

    /// The lost positions.
    pub fn lost(&self) -> impl Iterator<Item = u64> {
        (0..1u64 << self.board.counters().count_ones()).filter(|&position| self.of(position) == Outcome::Loss)
    }

    fn of(&self, position: u64) -> Outcome {
        if self.lost[(position / 64) as usize] >> (position % 64) & 1 != 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }
}

/// The moves of a board, in the numbering of its counters.
pub(super) fn runs(board: &Board) -> Vec<u64> {
    let squares = board.moves().into_iter().filter_map(|run| run.squares(board.size()));
    squares.map(|squares| squeeze(squares, board.counters())).collect()
}

/// Those bits of `bits` that are set in `of`, moved together.
fn squeeze(bits: u64, of: u64) -> u64 {
    let kept = (0..u64::BITS).filter(|bit| of >> bit & 1 != 0);
    kept.enumerate().fold(0, |squeezed, (place, bit)| squeezed | (bits >> bit & 1) << place)
}

/// The positions that are lost. As in the sieve of Eratosthenes: all are, until one that leads to a lost position is
/// struck out. Whatever a move leaves is a smaller number, so going upwards, what is left when it is reached is lost.
///
/// A block is the 64 positions that differ in the counters 0 to 5. A move strikes out of a whole block at once.
fn sieve(counters: u32, runs: &[u64], rule: Rule) -> Vec<u64> {
    let blocks = (1u64 << counters).div_ceil(64);
    let mut lost = vec![u64::MAX; blocks as usize];
    if rule == Rule::Misere {
        lost[0] &= !1; // On the empty board the last counter has been taken by the other one.
    }
    let (inside, across): (Vec<u64>, Vec<u64>) = runs.iter().partition(|run| **run < 64);
    let across: Vec<Strike> = across.into_iter().map(Strike::new).collect();
    for block in 0..blocks as usize {
        let settled = settle(lost[block], &inside);
        lost[block] = settled;
        for strike in across.iter().filter(|strike| strike.blocks & block == 0) {
            lost[block | strike.blocks] &= !((settled & strike.without) << strike.by);
        }
    }
    lost
}

/// A move from one block to another.
struct Strike {
    /// What it adds to the block's number.
    blocks: usize,
    /// The positions of a block that do not have its counters below 6.
    without: u64,
    /// How far these go when the counters are added.
    by: u64,
}

impl Strike {
    fn new(run: u64) -> Self {
        let by = run % 64;
        let without =
            (0..64).filter(|position| position & by == 0).fold(0, |without, bit| without | 1 << bit);
        Strike { blocks: (run / 64) as usize, without, by }
    }
}

/// The sieve inside one block.
fn settle(mut lost: u64, runs: &[u64]) -> u64 {
    for position in 0..64 {
        if lost >> position & 1 != 0 {
            let above = runs.iter().filter(|run| *run & position == 0);
            lost = above.fold(lost, |lost, run| lost & !(1 << (position | run)));
        }
    }
    lost
}

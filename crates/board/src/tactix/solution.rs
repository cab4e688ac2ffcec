//! Solving a board: which positions the player to move wins.

use super::{Board, MAX_SOLVABLE, Move, Sieve, TactixError};

/// The rule for the last counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The player who takes it wins.
    Normal,
    /// The player who takes it loses.
    Misere,
}

/// The result for the player to move, with best play on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins: an N-position.
    Win,
    /// The player to move loses: a P-position.
    Loss,
}

/// The outcomes of a board and of every position that can arise from it, one bit each: 4 MB for 25 counters.
///
/// The counters of the board are numbered in row-major order. Position p has the counters whose bits are set in p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    /// Position p is a P-position if bit p % 64 of word p / 64 is set.
    losing: Vec<u64>,
}

impl Solution {
    /// Solves a board with at most [`MAX_SOLVABLE`] counters.
    pub fn new(board: Board, rule: Rule) -> Result<Self, TactixError> {
        let counters = board.counters().count_ones();
        if counters > MAX_SOLVABLE {
            return Err(TactixError::TooManyToSolve(counters));
        }
        Ok(Solution { board, losing: Sieve::new(counters, &runs(&board), rule).solve()? })
    }

    /// Returns the solved board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the outcome of a position, or `None` if it cannot arise from the board.
    pub fn outcome(&self, position: &Board) -> Option<Outcome> {
        let can_arise =
            position.size() == self.board.size() && position.counters() & !self.board.counters() == 0;
        can_arise.then(|| self.outcome_of(compress(position.counters(), self.board.counters())))
    }

    /// Returns the winning moves in the order of [`all_moves`](super::all_moves); none for a position that cannot arise
    /// from the board.
    pub fn winning_moves(&self, position: &Board) -> Vec<Move> {
        if self.outcome(position) != Some(Outcome::Win) {
            return Vec::new();
        }
        let wins =
            |run: &Move| position.take(run).ok().and_then(|left| self.outcome(&left)) == Some(Outcome::Loss);
        position.moves().into_iter().filter(wins).collect()
    }

    /// Returns the first winning move, else the first legal move, or `None` on the empty board.
    pub fn best_move(&self, position: &Board) -> Option<Move> {
        let winning = self.winning_moves(position).into_iter().next();
        winning.or_else(|| position.moves().into_iter().next())
    }

    /// Returns the number of P-positions for each number of counters: 0, 1, 2, …
    pub fn losses_by_counters(&self) -> Vec<u64> {
        let mut counts = vec![0; self.board.counters().count_ones() as usize + 1];
        for position in self.losses() {
            counts[position.count_ones() as usize] += 1;
        }
        counts
    }

    /// Returns the P-positions.
    pub fn losses(&self) -> impl Iterator<Item = u64> {
        let positions = 0..1u64 << self.board.counters().count_ones();
        positions.filter(|&position| self.outcome_of(position) == Outcome::Loss)
    }

    fn outcome_of(&self, position: u64) -> Outcome {
        if self.losing[(position / 64) as usize] >> (position % 64) & 1 != 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }
}

/// Returns the moves of a board as masks in the numbering of its counters.
pub(super) fn runs(board: &Board) -> Vec<u64> {
    let squares = board.moves().into_iter().filter_map(|run| run.squares(board.size()));
    squares.map(|squares| compress(squares, board.counters())).collect()
}

/// Extracts the bits selected by a mask into the low bits (x86 `PEXT`).
fn compress(bits: u64, mask: u64) -> u64 {
    let selected = (0..u64::BITS).filter(|bit| mask >> bit & 1 != 0);
    selected.enumerate().fold(0, |compressed, (place, bit)| compressed | (bits >> bit & 1) << place)
}

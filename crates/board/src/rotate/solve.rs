//! Shortest solutions by bidirectional search.
//!
//! A solution is two halves that meet in the middle: the first half transforms the given board into some board, the second
//! half transforms that one into the solved board. The effect of moves does not depend on the names of the letters, so one
//! list of layers around the solved board serves both ends of every search.

use std::{error::Error, fmt};

use super::{
    Board, Move,
    packed::{Layers, Packed, SWAPS, TURNS, partnered},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether one of the moves may be special.
    pub special: bool,
    /// The maximum number of moves.
    pub limit: usize,
}

/// The shortest solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The lexicographically first solution; turns sort before special moves.
    pub moves: Vec<Move>,
    /// The number of solutions of this length, saturating.
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// A lower bound for the number of moves of a solution.
    pub at_least: usize,
    pub bound: Bound,
}

/// A limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number of moves, [`Rules::limit`].
    Moves(usize),
    /// The memory given to the solver, in bytes.
    Memory(usize),
    /// The host, which has stopped the search.
    Stopped,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_least, bound } = self;
        write!(f, "no solution has fewer than {at_least} moves; ")?;
        match bound {
            Bound::Stopped => f.write_str("the search was stopped"),
            Bound::Moves(_) | Bound::Memory(_) => write!(f, "the limit of {bound} is reached"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(limit) => write!(f, "{limit} moves"),
            Self::Memory(bytes) => write!(f, "{} MB", bytes >> 20),
            Self::Stopped => f.write_str("the host"),
        }
    }
}

impl Error for Unsolved {}

/// A solver that finds shortest solutions and keeps its layers for the next search.
#[derive(Debug)]
pub struct Solver {
    layers: Layers,
    memory: usize,
}

impl Solver {
    /// Creates a solver with a memory limit in bytes.
    pub fn new(memory: usize) -> Self {
        Self { layers: Layers::new(memory), memory }
    }

    /// Returns the number of boards at this distance, in regular moves, from the solved board.
    pub fn new_boards(&mut self, depth: usize) -> Result<usize, Bound> {
        if self.layers.reach(depth) {
            Ok(self.layers.regular[depth].len())
        } else {
            Err(Bound::Memory(self.memory))
        }
    }

    /// Finds the shortest solutions of a board. Calls `progress` with each number of moves before trying it.
    pub fn solve(
        &mut self,
        board: &Board,
        rules: Rules,
        mut progress: impl FnMut(usize),
    ) -> Result<Solution, Unsolved> {
        let board = Packed::from(board);
        // Every move is an odd permutation, so all solutions have the same parity.
        let mut moves = usize::from(board.is_odd());
        while moves <= rules.limit {
            progress(moves);
            if !self.reach(moves, rules.special) {
                return Err(Unsolved { at_least: moves, bound: Bound::Memory(self.memory) });
            }
            if let Some(solution) = self.search(board, moves, rules.special) {
                return Ok(solution);
            }
            moves += 2;
        }
        Err(Unsolved { at_least: moves, bound: Bound::Moves(rules.limit) })
    }

    /// Checks exhaustively that no sequence of at most `2 × depth` turns solves a board: no board within `depth` turns of
    /// it is also within `depth` turns of the solved board. Also returns the number of boards within `depth` turns of
    /// either end. The check does not rely on parity.
    pub fn is_farther(&mut self, board: &Board, depth: usize) -> Result<(bool, usize), Bound> {
        let boards = (0..=depth).map(|d| self.new_boards(d)).sum::<Result<usize, _>>()?;
        let board = Packed::from(board);
        let near = &self.layers.regular[..=depth];
        let meets = |first: &Vec<Packed>, last: &Vec<Packed>| {
            !partnered(first.iter().copied(), |first| rest(board, first), last).is_empty()
        };
        Ok((!near.iter().any(|first| near.iter().any(|last| meets(first, last))), boards))
    }
}

/// A half of a solution, stored as the board that its moves make from the solved one.
#[derive(Clone, Copy)]
struct Half {
    board: Packed,
    length: usize,
    special: bool,
}

/// The search.
impl Solver {
    /// Computes the layers for solutions of this length.
    fn reach(&mut self, moves: usize, special: bool) -> bool {
        let (first, last) = halves(moves);
        if special {
            self.layers.reach(first) && self.layers.reach_special(first.saturating_sub(1))
        } else {
            self.layers.reach(last)
        }
    }

    /// Returns the solutions with exactly this many moves, provided that none is shorter.
    fn search(&self, board: Packed, moves: usize, special: bool) -> Option<Solution> {
        let mut pairs = self.pairs(board, moves);
        if special && moves > 0 {
            pairs.extend(self.special_pairs(board, moves));
        }
        let count = |(first, last): &(Half, Half)| self.count(*first).saturating_mul(self.count(*last));
        let least = |(first, last): &(Half, Half)| Some([self.least(*first)?, self.least(*last)?].concat());
        Some(Solution {
            moves: pairs.iter().filter_map(least).min()?,
            count: pairs.iter().map(count).fold(0, u64::saturating_add),
        })
    }

    /// Returns the pairs of halves that form a solution without a special move.
    fn pairs(&self, board: Packed, moves: usize) -> Vec<(Half, Half)> {
        let (first, last) = halves(moves);
        let boards: Box<dyn Iterator<Item = Packed>> = match first {
            0 => Box::new([Packed::SOLVED].into_iter()),
            _ => Box::new(self.layers.regular_after(first - 1)),
        };
        let found = partnered(boards, |first| rest(board, first), &self.layers.regular[last]);
        let pair = |found| (half(start(board, found), first, false), half(found, last, false));
        found.into_iter().map(pair).collect()
    }

    /// Returns the pairs of halves that form a solution with the special move in either half.
    fn special_pairs(&self, board: Packed, moves: usize) -> Vec<(Half, Half)> {
        let (first, last) = halves(moves);
        let regular = &self.layers.regular;
        let in_first =
            partnered(self.layers.special_after(first - 1), |first| rest(board, first), &regular[last]);
        let in_last = match last {
            0 => Vec::new(),
            _ => partnered(self.layers.special_after(last - 1), |last| start(board, last), &regular[first]),
        };
        let with_first = |found| (half(start(board, found), first, true), half(found, last, false));
        let with_last = |found| (half(found, first, false), half(rest(board, found), last, true));
        in_first.into_iter().map(with_first).chain(in_last.into_iter().map(with_last)).collect()
    }

    /// Returns the halves that are one move shorter, each with its missing last move.
    fn shorter(&self, half: Half) -> impl Iterator<Item = (Half, Move)> {
        let length = half.length.wrapping_sub(1);
        let turns = TURNS.map(|p| (Half { board: half.board.unturn(p), length, ..half }, Move::Turn(p)));
        let swaps =
            SWAPS.map(|p| (Half { board: half.board.swap(p), length, special: false }, Move::Special(p)));
        let swaps = swaps.into_iter().filter(move |_| half.special);
        turns.into_iter().chain(swaps).filter(|(shorter, _)| self.is_known(shorter))
    }

    fn is_known(&self, half: &Half) -> bool {
        let layers = if half.special { &self.layers.special } else { &self.layers.regular };
        layers.get(half.length).is_some_and(|layer| layer.binary_search(&half.board).is_ok())
    }

    /// Returns the number of move sequences that make a half.
    fn count(&self, half: Half) -> u64 {
        match half.length {
            0 => 1,
            _ => self.shorter(half).map(|(shorter, _)| self.count(shorter)).fold(0, u64::saturating_add),
        }
    }

    /// Returns the lexicographically first move sequence that makes a half.
    fn least(&self, half: Half) -> Option<Vec<Move>> {
        if half.length == 0 {
            return Some(Vec::new());
        }
        let sequences = self.shorter(half).filter_map(|(shorter, step)| {
            let mut sequence = self.least(shorter)?;
            sequence.push(step);
            Some(sequence)
        });
        sequences.min()
    }
}

const fn half(board: Packed, length: usize, special: bool) -> Half {
    Half { board, length, special }
}

const fn halves(moves: usize) -> (usize, usize) {
    (moves.div_ceil(2), moves / 2)
}

/// Returns the last half of the solution of a board with this first half.
fn rest(board: Packed, first: Packed) -> Packed {
    board.then(first).inverse()
}

/// Returns the first half of the solution of a board with this last half.
fn start(board: Packed, last: Packed) -> Packed {
    last.then(board).inverse()
}

/// The equivalent of a special move in regular moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The position of the left letter.
    pub position: usize,
    /// The shortest sequences of turns with the same effect on every board.
    pub words: Solution,
    /// Whether an exhaustive search found no shorter sequence: [`Solver::is_farther`] with this depth.
    pub is_least: bool,
    /// Half the length of the longest sequence excluded.
    pub depth: usize,
    /// The number of boards within that depth of either end.
    pub boards: usize,
}

/// The positions where a special move is legal: all except multiples of 4.
pub const PAIRS: [usize; 12] = SWAPS;

impl Solver {
    /// Returns the equivalent of the special move at a position, or `None` where it is not legal.
    ///
    /// The special move is its own inverse, so the equivalent sequences are those that solve the board it makes from the
    /// solved one.
    pub fn worth(&mut self, position: usize) -> Result<Option<Worth>, Unsolved> {
        if !Board::can_swap(position) {
            return Ok(None);
        }
        let mut board = Board::SOLVED;
        board.swap(position);
        let words = self.solve(&board, Rules { special: false, limit: usize::MAX }, |_| {})?;
        let depth = words.moves.len() / 2;
        let unsolved = |bound: Bound| Unsolved { at_least: words.moves.len(), bound };
        let (is_least, boards) = self.is_farther(&board, depth).map_err(unsolved)?;
        Ok(Some(Worth { position, words, is_least, depth, boards }))
    }
}

//! Shortest solutions.
//!
//! Two halves of a solution are looked for together: the boards behind the first half are those that so many moves
//! make of the given board, and from each of them the second half leads to the ordered one. What moves make of a
//! board depends on its letters by name only, so one list of layers, from the ordered board, serves both ends of
//! every search.

use std::{error::Error, fmt};

use super::{
    Board, Move,
    layers::{Layers, SWAPS, TURNS, partnered},
    packed::Packed,
};

/// What a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether one of the moves may be special.
    pub special: bool,
    /// The most moves to look for.
    pub limit: usize,
}

/// The shortest solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The one whose moves come first, compared from the first on; turns come before special moves.
    pub moves: Vec<Move>,
    /// How many there are of this length, as far as a `u64` counts.
    pub count: u64,
}

/// No solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// A solution has this many moves at least.
    pub fewest: usize,
    /// Why the search ended.
    pub bound: Bound,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number of moves, [`Rules::limit`].
    Moves(usize),
    /// The memory given to the solver, in bytes.
    Memory(usize),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no solution of fewer than {} moves; the bound of {} is reached", self.fewest, self.bound)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(limit) => write!(f, "{limit} moves"),
            Self::Memory(bytes) => write!(f, "{} MB", bytes >> 20),
        }
    }
}

impl Error for Unsolved {}

/// Finds shortest solutions, and keeps what it learns about the ordered board for the next.
#[derive(Debug)]
pub struct Solver {
    layers: Layers,
    memory: usize,
}

/// Knowing the game.
impl Solver {
    /// A solver whose lists take no more than so many bytes.
    pub fn new(memory: usize) -> Self {
        Self { layers: Layers::new(memory), memory }
    }

    /// How many boards regular moves first reach from the ordered board after so many moves.
    pub fn new_boards(&mut self, depth: usize) -> Result<usize, Bound> {
        match self.layers.reach(depth) {
            true => Ok(self.layers.regular[depth].len()),
            false => Err(Bound::Memory(self.memory)),
        }
    }

    /// The shortest solutions of a board. `told` hears each number of moves before it is tried.
    pub fn solve(
        &mut self,
        board: &Board,
        rules: Rules,
        mut told: impl FnMut(usize),
    ) -> Result<Solution, Unsolved> {
        let board = Packed::from(board);
        // All solutions have an odd number of moves, or all an even one.
        let mut moves = usize::from(board.is_odd());
        while moves <= rules.limit {
            told(moves);
            if !self.reach(moves, rules.special) {
                return Err(Unsolved { fewest: moves, bound: Bound::Memory(self.memory) });
            }
            if let Some(solution) = self.search(board, moves, rules.special) {
                return Ok(solution);
            }
            moves += 2;
        }
        Err(Unsolved { fewest: moves, bound: Bound::Moves(rules.limit) })
    }

    /// Whether no word of at most `2 × depth` turns solves a board: none of the boards that up to `depth` turns make
    /// of it is among those from which up to `depth` turns lead to the ordered one. With it, how many boards there
    /// are at either end. Nothing is assumed about odd and even.
    pub fn is_apart(&mut self, board: &Board, depth: usize) -> Result<(bool, usize), Bound> {
        let boards = (0..=depth).map(|d| self.new_boards(d)).sum::<Result<usize, _>>()?;
        let board = Packed::from(board);
        let near = &self.layers.regular[..=depth];
        let meets = |first: &Vec<Packed>, last: &Vec<Packed>| {
            !partnered(first.iter().copied(), |first| rest(board, first), last).is_empty()
        };
        Ok((!near.iter().any(|first| near.iter().any(|last| meets(first, last))), boards))
    }
}

/// A half of a solution, as the board that its moves make from the ordered one.
#[derive(Clone, Copy)]
struct Half {
    board: Packed,
    length: usize,
    special: bool,
}

/// Searching.
impl Solver {
    /// Makes the layers that solutions of this length need.
    fn reach(&mut self, moves: usize, special: bool) -> bool {
        let (first, last) = halves(moves);
        match special {
            true => self.layers.reach(first) && self.layers.reach_special(first.saturating_sub(1)),
            false => self.layers.reach(last),
        }
    }

    /// The solutions of exactly this many moves, when fewer do not do.
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

    /// Halves that are solutions together, none with the special move.
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

    /// Halves that are solutions together, with the special move in the first or in the last.
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

    /// The halves that are one move shorter, each with the move that it lacks.
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

    /// How many words make a half.
    fn count(&self, half: Half) -> u64 {
        match half.length {
            0 => 1,
            _ => self.shorter(half).map(|(shorter, _)| self.count(shorter)).fold(0, u64::saturating_add),
        }
    }

    /// The first of the words that make a half.
    fn least(&self, half: Half) -> Option<Vec<Move>> {
        if half.length == 0 {
            return Some(Vec::new());
        }
        let words = self.shorter(half).filter_map(|(shorter, step)| {
            let mut word = self.least(shorter)?;
            word.push(step);
            Some(word)
        });
        words.min()
    }
}

const fn half(board: Packed, length: usize, special: bool) -> Half {
    Half { board, length, special }
}

/// The lengths of the two halves of so many moves.
const fn halves(moves: usize) -> (usize, usize) {
    (moves.div_ceil(2), moves / 2)
}

/// The last half of the solution of a board, to its first.
fn rest(board: Packed, first: Packed) -> Packed {
    board.then(first).inverse()
}

/// The first half of the solution of a board, to its last.
fn start(board: Packed, last: Packed) -> Packed {
    last.then(board).inverse()
}

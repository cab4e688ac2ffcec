//! Shortest solutions of any board, by iterative deepening with pattern databases.
//!
//! The distances of the database are lower bounds for the board itself, for the board turned, and for its inverse, reflected:
//! the moves of a solution, in the opposite order and direction, solve the inverse, and a reflection makes them clockwise again.

use std::collections::HashMap;

use super::{
    Board, Move,
    layers::{SWAPS, TURNS},
    packed::Packed,
    patterns::Patterns,
    solve::{Bound, Unsolved},
};

/// The moves that a solution can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    /// Turns in both directions. The game has clockwise ones only.
    pub both: bool,
    /// One move can be special.
    pub special: bool,
}

/// The number of boards after which counting solutions is given up. A board takes about 40 bytes.
const MOST_COUNTED: usize = 2_000_000;

/// The numbers of solutions of boards, by the word of the board, whether it has the special move, and the moves left.
type Counts = HashMap<(u64, bool, usize), u64>;

/// A solver of any board.
#[derive(Debug)]
pub struct Search {
    patterns: Patterns,
    views: Vec<View>,
    steps: Vec<Move>,
}

/// A symmetry under which the database gives another bound.
#[derive(Debug)]
struct View {
    /// The letters of the board, or the positions of its inverse, that stand for the first letters of the database.
    letters: Vec<u8>,
    /// The position in the database for each position of the board.
    images: [u8; 16],
    is_inverse: bool,
    /// Whether neighbors in a row stay in a row, so that special moves are special moves.
    keeps_rows: bool,
}

/// A board, and its inverse, which has the position of each letter.
#[derive(Clone, Copy)]
struct State {
    board: Packed,
    inverse: Packed,
    /// Whether a special move can still be made.
    has_special: bool,
}

impl Search {
    /// Creates a solver for the moves of a database.
    pub fn new(patterns: Patterns) -> Self {
        let moves = patterns.moves();
        let maps = (0..8).map(|number| (symmetry(number), number >= 4));
        let views = maps.flat_map(|(images, is_reflection)| {
            let ways = [false, true].into_iter().filter(move |way| moves.both || *way == is_reflection);
            ways.map(move |is_inverse| (images, is_inverse))
        });
        let views =
            views.map(|(images, is_inverse)| View::new(patterns.letters(), images, is_inverse)).collect();
        let turns = TURNS.iter().flat_map(|&p| [Some(Move::Turn(p)), moves.both.then_some(Move::Unturn(p))]);
        let specials = SWAPS.iter().map(|&p| moves.special.then_some(Move::Special(p)));
        let steps = turns.chain(specials).flatten().collect();
        Self { patterns, views, steps }
    }

    /// Returns the moves that its solutions can have.
    pub fn moves(&self) -> Moves {
        self.patterns.moves()
    }

    /// Finds the first of the shortest solutions, in the order of positions. Calls `progress` with each number of moves before
    /// trying it.
    pub fn solve(
        &self,
        board: &Board,
        limit: usize,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<Move>, Unsolved> {
        let state = self.start(board);
        // Every move is an odd permutation, so all solutions have the same parity.
        let mut length = self.bound(&state);
        length += usize::from(length.is_multiple_of(2) == state.board.is_odd());
        while length <= limit {
            progress(length);
            let mut path = Vec::with_capacity(length);
            if self.finds(&state, length, &mut path) {
                return Ok(path);
            }
            length += 2;
        }
        Err(Unsolved { at_least: length, bound: Bound::Moves(limit) })
    }

    /// Returns the number of solutions of a board with exactly this many moves, saturating, or `None` if too many boards are
    /// between.
    pub fn count(&self, board: &Board, moves: usize) -> Option<u64> {
        self.count_from(&self.start(board), moves, &mut Counts::new())
    }

    fn start(&self, board: &Board) -> State {
        let board = Packed::from(board);
        State { board, inverse: board.inverse(), has_special: self.moves().special }
    }

    /// Finds the first solution with exactly this many moves and appends it to a path.
    fn finds(&self, state: &State, left: usize, path: &mut Vec<Move>) -> bool {
        if left == 0 {
            return state.board == Packed::SOLVED;
        }
        for &step in &self.steps {
            if is_needless(path, step) {
                continue;
            }
            let Some(next) = self.after(state, step, left) else { continue };
            path.push(step);
            if self.finds(&next, left - 1, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// Counts the solutions with exactly this many moves. `known` has the counts of boards that were met before.
    fn count_from(&self, state: &State, left: usize, known: &mut Counts) -> Option<u64> {
        if left == 0 {
            return Some(u64::from(state.board == Packed::SOLVED));
        }
        let key = (state.board.word(), state.has_special, left);
        if let Some(&count) = known.get(&key) {
            return Some(count);
        }
        let mut count = 0_u64;
        for next in self.steps.iter().filter_map(|&step| self.after(state, step, left)) {
            count = count.saturating_add(self.count_from(&next, left - 1, known)?);
        }
        if known.len() == MOST_COUNTED {
            return None;
        }
        known.insert(key, count);
        Some(count)
    }

    /// Makes the first of some moves, unless the others cannot solve the board then.
    fn after(&self, state: &State, step: Move, left: usize) -> Option<State> {
        let (board, has_special) = match step {
            Move::Turn(position) => (state.board.turn(position), state.has_special),
            Move::Unturn(position) => (state.board.unturn(position), state.has_special),
            Move::Special(_) if !state.has_special => return None,
            Move::Special(position) => (state.board.swap(position), false),
        };
        let next = State { board, inverse: board.inverse(), has_special };
        let is_too_far = |view: &View| self.distance(&next, view) >= left;
        (!self.views(has_special).any(is_too_far)).then_some(next)
    }

    /// Returns a lower bound for the number of moves.
    fn bound(&self, state: &State) -> usize {
        self.views(state.has_special).map(|view| self.distance(state, view)).max().unwrap_or(0)
    }

    fn views(&self, has_special: bool) -> impl Iterator<Item = &View> {
        self.views.iter().filter(move |view| view.keeps_rows || !has_special)
    }

    fn distance(&self, state: &State, view: &View) -> usize {
        let word = if view.is_inverse { state.board } else { state.inverse };
        let positions = view.letters.iter().map(|&letter| view.images[word.at(letter.into()) as usize]);
        self.patterns.distance(positions, state.has_special).into()
    }
}

impl View {
    fn new(letters: usize, images: [u8; 16], is_inverse: bool) -> Self {
        let original = |image| images.iter().position(|&found| found == image).unwrap_or(0) as u8;
        Self {
            letters: (0..letters as u8).map(original).collect(),
            images,
            is_inverse,
            keeps_rows: images[0] / 4 == images[1] / 4,
        }
    }
}

/// Returns where a symmetry of the board brings each position: quarter turns 0 to 3, then the same after a reflection.
fn symmetry(number: u8) -> [u8; 16] {
    std::array::from_fn(|position| {
        let (mut row, mut column) = (position as u8 / 4, position as u8 % 4);
        if number >= 4 {
            column = 3 - column;
        }
        for _ in 0..number % 4 {
            (row, column) = (column, 3 - row);
        }
        4 * row + column
    })
}

/// Returns whether other moves do the same as a path and one more move, with an earlier first difference or fewer moves: turns of
/// groups without a common position can change places, and four turns of a group are none.
fn is_needless(path: &[Move], step: Move) -> bool {
    let Some(&last) = path.last() else { return false };
    match (last, step) {
        (Move::Special(_), _) | (_, Move::Special(_)) => false,
        (Move::Turn(a), Move::Unturn(b)) | (Move::Unturn(a), Move::Turn(b)) if a == b => true,
        (Move::Unturn(a), Move::Unturn(b)) if a == b => true,
        (Move::Turn(a), Move::Turn(b)) if a == b => {
            let equal = path.iter().rev().take_while(|before| **before == step).count();
            equal >= 3
        }
        (last, step) => {
            let (a, b) = (last.position() - 1, step.position() - 1);
            b < a && (a % 4).abs_diff(b % 4).max((a / 4).abs_diff(b / 4)) > 1
        }
    }
}

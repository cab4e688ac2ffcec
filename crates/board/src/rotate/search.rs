//! Shortest solutions of any board, by iterative deepening with pattern databases.
//!
//! The distances of the database are lower bounds for the board itself, for the board turned, and for its inverse, reflected:
//! the moves of a solution, in the opposite order and direction, solve the inverse, and a reflection makes them clockwise again.

use std::collections::HashMap;

use super::{
    Board, Move, Moves,
    packed::{Packed, SWAPS, TURNS},
    patterns::Patterns,
    solve::{Bound, Rules, Unsolved},
};

/// The number of boards after which counting solutions is given up. A board takes about 40 bytes.
const MOST_COUNTED: usize = 2_000_000;

/// The number of boards between two questions whether the search is to be stopped: less than a millisecond.
const INTERVAL: u32 = 1 << 12;
/// The most symmetries that give bounds: eight, each for the board and for its inverse.
const MOST_VIEWS: usize = 16;

/// The numbers of solutions of boards, by the word of the board, whether it has the special move, and the moves left.
type Counts = HashMap<(u64, bool, usize), u64>;

/// A solver of any board.
#[derive(Debug)]
pub struct Search {
    patterns: Patterns,
    views: Vec<View>,
    steps: Vec<Move>,
    /// The most by which a turn increases a distance: one that the opposite turn undoes, or else three more of it.
    growth: u8,
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
    /// For each view the distance of the database, or a number that is not less.
    most: [u8; MOST_VIEWS],
}

/// The search for a solution with a certain number of moves.
struct Attempt<'a> {
    search: &'a Search,
    length: usize,
    path: Vec<Move>,
    /// The number of boards since the last question.
    boards: u32,
    is_enough: &'a mut dyn FnMut(usize) -> bool,
}

/// The host has stopped the search.
struct Stopped;

impl Search {
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
        Self { patterns, views, steps, growth: if moves.both { 1 } else { 3 } }
    }

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
        let mut tried = None;
        let rules = Rules { special: true, limit };
        self.solve_until(board, rules, &mut |moves| {
            if tried.replace(moves) != Some(moves) {
                progress(moves);
            }
            false
        })
    }

    /// Finds the first of the shortest solutions that the rules allow, among those that the database is for. Calls `is_enough` with
    /// each number of moves before trying it, and again every few boards; `true` ends the search with [`Bound::Stopped`].
    pub fn solve_until(
        &self,
        board: &Board,
        rules: Rules,
        is_enough: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Vec<Move>, Unsolved> {
        let mut state = self.start(board);
        state.has_special &= rules.special;
        // Every move is an odd permutation, so all solutions have the same parity.
        let mut length = self.bound(&state);
        length += usize::from(length.is_multiple_of(2) == state.board.is_odd());
        while length <= rules.limit {
            let mut attempt = Attempt {
                search: self,
                length,
                path: Vec::with_capacity(length),
                boards: INTERVAL,
                is_enough,
            };
            match attempt.finds(&state, length) {
                Ok(true) => return Ok(attempt.path),
                Ok(false) => length += 2,
                Err(Stopped) => return Err(Unsolved { at_least: length, bound: Bound::Stopped }),
            }
        }
        Err(Unsolved { at_least: length, bound: Bound::Moves(rules.limit) })
    }

    /// Returns the number of solutions of a board with exactly this many moves, saturating, or `None` if too many boards are
    /// between.
    pub fn count(&self, board: &Board, moves: usize) -> Option<u64> {
        self.count_from(&self.start(board), moves, &mut Counts::new())
    }

    fn start(&self, board: &Board) -> State {
        let board = Packed::from(board);
        let has_special = self.moves().special;
        State { board, inverse: board.inverse(), has_special, most: [u8::MAX; MOST_VIEWS] }
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

    /// Returns the moves to try first: all, or one if the board is in reverse order.
    ///
    /// The half turn of the whole board makes turns of turns. So a solution of the reversed board stays one if its first move becomes
    /// its last one, at the opposite group, and also if the whole solution is turned or, with both directions, reflected. Each solution
    /// turns a group at a corner, whose letter must leave it. One of these solutions therefore begins with the first group, clockwise.
    fn first_steps(&self, state: &State) -> &[Move] {
        let is_symmetric = state.board == Packed::REVERSED && !state.has_special;
        if is_symmetric { &self.steps[..1] } else { &self.steps }
    }

    /// Makes the first of some moves, unless the others cannot solve the board then.
    fn after(&self, state: &State, step: Move, left: usize) -> Option<State> {
        let State { board, inverse, has_special, .. } = *state;
        let mut next = match step {
            Move::Turn(position) => State {
                board: board.turn(position),
                inverse: inverse.inverse_turned(board, position, true),
                ..*state
            },
            Move::Unturn(position) => State {
                board: board.unturn(position),
                inverse: inverse.inverse_turned(board, position, false),
                ..*state
            },
            Move::Special(_) if !has_special => return None,
            Move::Special(position) => {
                let board = board.swap(position);
                State { board, inverse: board.inverse(), has_special: false, most: [u8::MAX; MOST_VIEWS] }
            }
        };
        for (index, view) in self.views.iter().enumerate() {
            let most = next.most[index].saturating_add(self.growth);
            next.most[index] = most;
            // A lookup is a random access to memory. Most are not needed.
            if usize::from(most) < left || !view.is_for(next.has_special) {
                continue;
            }
            let distance = self.distance(&next, view);
            if usize::from(distance) >= left {
                return None;
            }
            next.most[index] = distance;
        }
        Some(next)
    }

    /// Returns a lower bound for the number of moves.
    fn bound(&self, state: &State) -> usize {
        let views = self.views.iter().filter(|view| view.is_for(state.has_special));
        views.map(|view| self.distance(state, view).into()).max().unwrap_or(0)
    }

    fn distance(&self, state: &State, view: &View) -> u8 {
        let word = if view.is_inverse { state.board } else { state.inverse };
        let positions = view.letters.iter().map(|&letter| view.images[word.at(letter.into()) as usize]);
        self.patterns.distance(positions, state.has_special)
    }
}

impl Attempt<'_> {
    /// Finds the first solution with exactly this many moves and appends it to the path.
    fn finds(&mut self, state: &State, left: usize) -> Result<bool, Stopped> {
        if left == 0 {
            return Ok(state.board == Packed::SOLVED);
        }
        self.ask()?;
        let search = self.search;
        let steps = if self.path.is_empty() { search.first_steps(state) } else { &search.steps };
        for &step in steps {
            if is_needless(&self.path, step) {
                continue;
            }
            let Some(next) = search.after(state, step, left) else { continue };
            self.path.push(step);
            if self.finds(&next, left - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// Asks from time to time whether the search is to be stopped.
    fn ask(&mut self) -> Result<(), Stopped> {
        self.boards += 1;
        if self.boards <= INTERVAL {
            return Ok(());
        }
        self.boards = 0;
        if (self.is_enough)(self.length) { Err(Stopped) } else { Ok(()) }
    }
}

impl View {
    /// Returns whether it holds while a special move can or cannot be made.
    fn is_for(&self, has_special: bool) -> bool {
        self.keeps_rows || !has_special
    }

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

//! The next move of a shortest solution.

use std::sync::OnceLock;

use arcadian_board::rotate::{Board, Move, Moves, Patterns, Rules, Search, Solver};

use crate::Choice;

/// Solutions with at most this many moves are found from both ends of the game, in a second at most.
const NEAR: usize = 14;
/// The memory for these searches, in bytes.
const MEMORY: usize = 64 << 20;
/// The letters of the pattern database for longer solutions, which takes 3 MB and a second.
const LETTERS: usize = 6;

/// The search for longer solutions: the host's, or one that is made when it is first needed.
static FAR: OnceLock<Option<Search>> = OnceLock::new();

/// Sets the search for solutions of more than 14 moves, before the first of them is needed. Its database must be for clockwise turns.
/// Without it one of six letters is made, for turns alone.
pub fn use_search(search: Search) {
    let is_of_the_game = !search.moves().both;
    debug_assert!(is_of_the_game, "the game has clockwise turns only");
    if is_of_the_game {
        FAR.get_or_init(|| Some(search));
    }
}

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    pub(super) moves: Vec<Move>,
    /// Whether solutions with the special move were left out, which can be shorter.
    pub(super) is_by_turns_alone: bool,
}

impl Solution {
    /// Returns the number of moves, such as `7 moves`.
    pub(super) fn length(&self) -> String {
        match self.moves.len() {
            1 => "1 move".to_owned(),
            number => format!("{number} moves"),
        }
    }
}

/// Returns a shortest solution, or `None` if the search was stopped.
pub(super) fn solution(
    board: &Board,
    has_special: bool,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Solution> {
    let near = Rules { special: has_special, limit: NEAR };
    if let Ok(found) = Solver::new(MEMORY).solve(board, near, |_| {}) {
        return Some(Solution { moves: found.moves, is_by_turns_alone: false });
    }
    if is_enough() {
        return None;
    }
    let patterns = || Patterns::build(LETTERS, Moves::default(), |_, _| {}).ok();
    let search = FAR.get_or_init(|| patterns().map(Search::new)).as_ref()?;
    let rules = Rules { special: has_special, limit: usize::MAX };
    let moves = search.solve_until(board, rules, &mut |_| is_enough()).ok()?;
    Some(Solution { moves, is_by_turns_alone: has_special && !search.moves().special })
}

/// Returns the next move, or `None` if the board is solved or the search was stopped.
pub(super) fn next(board: &Board, has_special: bool, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
    let solution = solution(board, has_special, is_enough)?;
    let by = if solution.is_by_turns_alone { " by turns alone" } else { "" };
    Some(Choice {
        text: solution.moves.first()?.keys(board),
        reason: format!("begins a shortest solution{by}: {}", solution.length()),
    })
}

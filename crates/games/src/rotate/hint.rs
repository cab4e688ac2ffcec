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

/// The search with the database, made when it is first needed.
static FAR: OnceLock<Option<Search>> = OnceLock::new();

/// Returns the next move, or `None` if the board is solved or the search is stopped between its parts.
pub(super) fn next(board: &Board, has_special: bool, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
    let near = Rules { special: has_special, limit: NEAR };
    if let Ok(solution) = Solver::new(MEMORY).solve(board, near, |_| {}) {
        return choice(board, &solution.moves, "");
    }
    if is_enough() {
        return None;
    }
    let patterns = || Patterns::build(LETTERS, Moves::default(), |_, _| {}).ok();
    let search = FAR.get_or_init(|| patterns().map(Search::new)).as_ref()?;
    let moves = search.solve(board, usize::MAX, |_| {}).ok()?;
    choice(board, &moves, " by turns alone")
}

fn choice(board: &Board, moves: &[Move], by: &str) -> Option<Choice> {
    let plural = if moves.len() == 1 { "" } else { "s" };
    Some(Choice {
        text: moves.first()?.keys(board),
        reason: format!("begins a shortest solution{by}: {} move{plural}", moves.len()),
    })
}

//! Hints: the next move of a shortest solution, for the game here and for the program of 1982.

use std::{str::FromStr, sync::OnceLock};

use arcadian_board::rotate::{Board, BoardError, Move, Moves, Patterns, Rules, Search, Solver};

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
        crate::search::moves(self.moves.len() as u32)
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

/// A puzzle at `MOVE # n?`.
///
/// ```
/// use arcadian_games::rotate::Puzzle;
///
/// let puzzle: Puzzle = "BCDHFGEPIJKLAMNO special".parse()?;
/// assert_eq!(puzzle.hint(&mut || false).as_deref(), Some("hint: E (8 moves left)"));
/// # Ok::<(), arcadian_board::rotate::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Board,
    special: Special,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// The special move can be made.
    Left,
    /// S was pressed: the next letter makes the special move.
    Pressed,
    Made,
}

impl FromStr for Puzzle {
    type Err = BoardError;

    /// Parses the letters, followed by `special` if the special move can be made, and by `pressed` if S was pressed.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let (letters, special) = text.split_once(' ').unwrap_or((text, ""));
        let special = match special {
            "" => Special::Made,
            "special" => Special::Left,
            "special pressed" => Special::Pressed,
            _ => return Err(BoardError),
        };
        Ok(Self { board: letters.parse()?, special })
    }
}

impl Puzzle {
    /// Returns the next keys of a shortest solution as a line of text, or `None` if `is_enough` has stopped the search.
    pub fn hint(&self, is_enough: &mut dyn FnMut() -> bool) -> Option<String> {
        let solution = solution(&self.board, self.special != Special::Made, is_enough)?;
        Some(match solution.moves.first() {
            Some(&step) => self.begins(step, &solution),
            None => self.in_order(),
        })
    }

    /// Returns the least number of moves, or `None` if `is_enough` has stopped the search.
    pub fn shortest(&self, is_enough: &mut dyn FnMut() -> bool) -> Option<usize> {
        Some(solution(&self.board, self.special != Special::Made, is_enough)?.moves.len())
    }

    fn begins(&self, step: Move, solution: &Solution) -> String {
        let (keys, length) = (step.keys(&self.board), solution.length());
        let by = if solution.is_by_turns_alone { ", by turns alone" } else { "" };
        match (self.special, step) {
            (Special::Pressed, Move::Special(_)) => {
                format!("hint: {} after the S ({length} left{by})", keys.trim_start_matches('S'))
            }
            (Special::Pressed, _) => {
                format!("hint: {}, which cancels the S, then {keys} ({length} left{by})", self.canceling())
            }
            _ => format!("hint: {keys} ({length} left{by})"),
        }
    }

    /// Says what to do if the letters are in order. The program looks at them only after a move.
    fn in_order(&self) -> String {
        let why = "the letters are in order, which the program sees after a move";
        let letter = char::from(self.board.letters()[0]);
        match self.special {
            Special::Pressed => format!("hint: {}, then {letter} four times: {why}", self.canceling()),
            _ => format!("hint: {letter} four times: {why}"),
        }
    }

    /// Returns a letter that cancels an S: one of the last column.
    fn canceling(&self) -> char {
        self.board.letters()[3].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(text: &str) -> String {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        puzzle.hint(&mut || false).expect("it is not stopped")
    }

    #[test]
    fn keys_of_each_prompt() {
        for (puzzle, expected) in [
            ("BCDHFGEPIJKLAMNO", "hint: E (8 moves left)"),
            ("BCDHFGEPIJKLAMNO special", "hint: E (8 moves left)"),
            ("BCDHFGEPIJKLAMNO special pressed", "hint: H, which cancels the S, then E (8 moves left)"),
            ("ABCDEGFHIJKLMNOP", "hint: G (9 moves left)"),
            ("ABCDEGFHIJKLMNOP special", "hint: SG (1 move left)"),
            ("ABCDEGFHIJKLMNOP special pressed", "hint: G after the S (1 move left)"),
            (
                "ABCDEFGHIJKLMNOP special",
                "hint: A four times: the letters are in order, which the program sees after a move",
            ),
            (
                "ABCDEFGHIJKLMNOP special pressed",
                "hint: D, then A four times: the letters are in order, which the program sees after a move",
            ),
        ] {
            assert_eq!(hint(puzzle), expected, "{puzzle}");
        }
    }

    #[test]
    fn far_puzzles_are_solved_by_turns_and_can_be_stopped() {
        let far = "PONMLKJIHGFEDCBA special";
        assert_eq!(far.parse::<Puzzle>().expect("a puzzle").hint(&mut || true), None);
        let mut asked = 0;
        let stops = &mut || {
            asked += 1;
            asked > 5
        };
        assert_eq!(far.parse::<Puzzle>().expect("a puzzle").hint(stops), None);
        assert_eq!(asked, 6);
        assert!(hint("FBMCIAGDNEJHKOLP special").ends_with("moves left, by turns alone)"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "ABCD", "ABCDEFGHIJKLMNOO", "ABCDEFGHIJKLMNOP S", "ABCDEFGHIJKLMNOP special twice"] {
            assert_eq!(text.parse::<Puzzle>(), Err(BoardError), "{text}");
        }
    }
}

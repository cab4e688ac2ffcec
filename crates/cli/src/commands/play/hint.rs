//! Hints for ROTATE of 1982. The program that runs is not altered: the puzzle is read from its memory.

use arcadian_basic::Basic;
use arcadian_games::rotate::Puzzle;
use arcadian_play::{rotate, session::BasicSession};

use crate::background::Background;

/// What is said while a hint is searched for.
pub const SEARCHING: &str = "Looking for a hint … Esc cancels.";
const CANCELED: &str = "The hint was canceled.";
const OTHER_PROGRAM: &str = "There are hints for ROTATE of 1982 only, and its program must be unchanged.";
const NO_MOVE: &str = "There is a hint where ROTATE asks for a move.";
const NOT_FOUND: &str = "The search found no hint.";

/// The search for a hint, if there is one.
#[derive(Debug, Default)]
pub struct Hint {
    search: Option<(String, Background<String>)>,
}

impl Hint {
    /// Returns whether a hint is being searched for.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Handles the key for hints: starts a search, or ends it. Returns what to say besides that a search is running.
    pub fn toggle(&mut self, session: &BasicSession) -> Option<String> {
        match self.search.take() {
            Some(_) => Some(CANCELED.to_owned()),
            None => self.start(session).err(),
        }
    }

    fn start(&mut self, session: &BasicSession) -> Result<(), String> {
        let asked = asked(session).ok_or_else(|| refusal(session.basic()).to_owned())?;
        let puzzle: Puzzle = asked.parse().map_err(|_| NO_MOVE.to_owned())?;
        let search = Background::start(move |is_enough| puzzle.hint(is_enough));
        self.search = Some((asked, search.map_err(|error| format!("cannot start a thread: {error}"))?));
        Ok(())
    }

    /// Returns what was found, once. A hint for a puzzle that has changed is not wanted.
    pub fn take(&mut self, session: &BasicSession) -> Option<String> {
        let (puzzle, search) = self.search.as_ref()?;
        if asked(session).as_ref() != Some(puzzle) {
            self.search = None;
            return None;
        }
        let found = search.result()?;
        self.search = None;
        Some(found.unwrap_or_else(|| NOT_FOUND.to_owned()))
    }
}

/// Returns the puzzle if a move is asked for.
fn asked(session: &BasicSession) -> Option<String> {
    rotate::puzzle(session.basic(), session.pause())
}

fn refusal(basic: &Basic) -> &'static str {
    if rotate::is_loaded(basic) { NO_MOVE } else { OTHER_PROGRAM }
}

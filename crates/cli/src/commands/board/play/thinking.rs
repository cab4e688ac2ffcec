//! The program's thinking about a move or a hint.

use std::{
    io,
    time::{Duration, Instant},
};

use arcadian_games::{Choice, Task};

use crate::background::Background;

/// A search that is running. Dropping it stops the search.
#[derive(Debug)]
pub struct Thinking {
    search: Background<Choice>,
    /// Whether a hint is wanted, not a move of the program.
    pub is_hint: bool,
    start: Instant,
}

/// The time for a hint. A move of the program has none: the same game must be the same on every machine.
const HINT: Duration = Duration::from_secs(3);

impl Thinking {
    /// Starts a search.
    pub fn start(task: Task, is_hint: bool) -> io::Result<Self> {
        let search = Background::start(move |is_enough| task.choose(is_enough))?;
        Ok(Self { search, is_hint, start: Instant::now() })
    }

    /// Returns the answer if the search has ended. It has none if it failed.
    pub fn answer(&self) -> Option<Option<Choice>> {
        self.search.result()
    }

    /// Returns whether the time for a hint is over.
    pub fn is_overdue(&self) -> bool {
        self.is_hint && self.start.elapsed() > HINT
    }

    /// Ends the search soon, with the best move so far.
    pub fn hurry(&self) {
        self.search.hurry();
    }
}

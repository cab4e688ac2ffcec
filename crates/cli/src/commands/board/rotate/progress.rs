//! A line that says how far a long search is, if somebody looks.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// Searches shorter than this need no word.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error, there only if that is a terminal.
pub struct Progress {
    since: Instant,
    is_seen: bool,
}

impl Progress {
    /// Begins to count the time.
    pub fn new() -> Self {
        Self { since: Instant::now(), is_seen: io::stderr().is_terminal() }
    }

    /// Says which solutions are looked for.
    pub fn tell(&self, moves: usize) {
        self.write(&format!("\rlooking for solutions of {moves} moves "));
    }

    /// Wipes the line.
    pub fn end(&self) {
        self.write("\r\x1b[K");
    }

    /// If standard error is gone there is nobody to tell.
    fn write(&self, text: &str) {
        if self.is_seen && self.since.elapsed() > PATIENCE {
            let mut err = io::stderr().lock();
            let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
        }
    }
}

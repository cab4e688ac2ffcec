//! The progress line of a long search.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// The time after which the line is shown.
const DELAY: Duration = Duration::from_secs(1);

/// A line on standard error, shown only on a terminal.
pub struct Progress {
    start: Instant,
    is_seen: bool,
}

impl Progress {
    /// Starts the delay.
    pub fn new() -> Self {
        Self { start: Instant::now(), is_seen: io::stderr().is_terminal() }
    }

    /// Shows the length of the solutions being searched.
    pub fn show(&self, moves: usize) {
        self.write(&format!("\rsearching for solutions of {moves} moves "));
    }

    /// Shows how far a pattern database is.
    pub fn show_patterns(&self, distance: u8, count: usize) {
        self.write(&format!("\rmaking a pattern database: {count} placements at distance {distance} "));
    }

    /// Erases the line.
    pub fn erase(&self) {
        self.write("\r\x1b[K");
    }

    /// Writes to standard error. Ignores errors.
    fn write(&self, text: &str) {
        if self.is_seen && self.start.elapsed() > DELAY {
            let mut err = io::stderr().lock();
            let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
        }
    }
}

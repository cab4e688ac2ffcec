//! The progress line of a long computation.

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

    /// Shows what is being done.
    pub fn show(&self, text: &str) {
        self.write(&format!("\r\x1b[K{text} "));
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

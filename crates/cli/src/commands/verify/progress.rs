//! The progress line of a verification. It is shown only if standard error is a terminal.

use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

use arcadian_proof::Routine;
use indicatif::{ProgressBar, ProgressStyle};

use arcadian_desk::escape;

/// The time between redraws, also during a stage without a counter.
const TICK: Duration = Duration::from_millis(100);
const COUNTED: &str = "{prefix} {msg} {wide_bar} {percent}% {eta} left";
const UNCOUNTED: &str = "{prefix} {msg} {spinner} {elapsed}";

/// The progress line.
pub struct Progress {
    bar: ProgressBar,
    routines: usize,
}

impl Progress {
    /// Creates the line for a number of routines.
    pub fn new(routines: usize) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        bar.enable_steady_tick(TICK);
        Progress { bar, routines }
    }

    /// Starts a routine. Numbers count from 1.
    pub fn start(&self, number: usize, routine: &Routine) {
        let name = escape::line(&routine.name);
        self.bar.set_prefix(format!("{number}/{} {name} {}", self.routines, routine.processor()));
        self.wait("symbolic");
    }

    /// Starts a stage of unknown length.
    pub fn wait(&self, what: &'static str) {
        self.bar.reset_elapsed();
        self.stage(what, UNCOUNTED);
    }

    /// Starts a stage of `count` items.
    pub fn count(&self, what: &'static str, count: u64) {
        self.bar.set_length(count);
        self.bar.set_position(0);
        self.bar.reset_eta();
        self.stage(what, COUNTED);
    }

    fn stage(&self, what: &'static str, template: &str) {
        self.bar.set_message(what);
        self.bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
    }

    /// Adds `count` completed items.
    pub fn advance(&self, count: u64) {
        self.bar.inc(count);
    }

    /// Hides the line while `print` runs.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

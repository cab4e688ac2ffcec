//! The line that says that a command works. It is shown only if standard error is a terminal.

use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use super::is_dumb;

/// The time between redraws.
const TICK: Duration = Duration::from_millis(100);

/// A line with a template of its own.
pub fn line(template: &str) -> ProgressBar {
    let is_seen = stderr().is_terminal() && !is_dumb();
    let bar = if is_seen { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(TICK);
    bar
}

/// A line for work of which nothing can be counted. It disappears when it is dropped.
pub struct Waiting(ProgressBar);

impl Waiting {
    /// Shows what is done.
    pub fn new(what: &str) -> Self {
        let bar = line("{msg} {spinner} {elapsed}");
        bar.set_message(what.to_owned());
        Waiting(bar)
    }

    /// Shows what is done now.
    pub fn set(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

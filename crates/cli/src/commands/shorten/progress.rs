//! The progress line of a search. It is shown only if standard error is a terminal.

use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

use arcadian_files::escape;
use arcadian_shorten::{Searched, Shortener};
use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(100);
const TEMPLATE: &str = "{prefix} {msg} {wide_bar} {elapsed}";

/// The progress line.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Creates the line.
    pub fn new(search: &Shortener) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new(1) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template(TEMPLATE);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        bar.set_prefix(escape::line(&search.given().name).into_owned());
        Progress { bar }
    }

    /// Shows the state of the search.
    pub fn show(&self, search: &Shortener) {
        let Searched { progress, max_instructions, .. } = search.searched();
        let best = search.best().map_or(String::new(), |found| {
            format!(", best {} bytes, {} cycles", found.cost.bytes, found.cost.cycles)
        });
        self.bar.set_message(format!("{} of {max_instructions} instructions{best}", progress.length));
        self.bar.set_length(progress.prefixes as u64);
        self.bar.set_position(progress.expanded as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

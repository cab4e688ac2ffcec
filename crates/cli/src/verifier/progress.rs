//! The progress line of a verification. It is shown only if standard error is a terminal.

use std::{
    io::{IsTerminal, stderr},
    sync::Mutex,
    time::Duration,
};

use arcadian_proof::Routine;
use indicatif::{ProgressBar, ProgressStyle};

use arcadian_files::escape;

/// The time between redraws, also during a stage without a counter.
const TICK: Duration = Duration::from_millis(100);
const COUNTED: &str = "{prefix} {msg} {wide_bar} {percent}% {eta} left";
const UNCOUNTED: &str = "{prefix} {msg} {spinner} {elapsed}";
const SEVERAL: &str = "{pos}/{len} {msg} {wide_bar} {elapsed}, about {eta} left";

/// The progress line: the stage of one routine at a time, or the number of routines verified if there are several at once.
pub struct Progress {
    bar: ProgressBar,
    routines: usize,
    /// The routines being verified, if there are several at once.
    running: Option<Mutex<Vec<String>>>,
}

impl Progress {
    /// Creates the line for a number of routines.
    pub fn new(routines: usize, at_once: usize) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        bar.enable_steady_tick(TICK);
        let progress = Progress { bar, routines, running: (at_once > 1).then(Mutex::default) };
        if progress.running.is_some() {
            progress.bar.set_length(routines as u64);
            progress.set_style(SEVERAL);
        }
        progress
    }

    /// Starts a routine. Numbers count from 1.
    pub fn start(&self, number: usize, routine: &Routine) {
        let name = name(routine);
        match &self.running {
            Some(_) => self.list_running(|running| running.push(name)),
            None => {
                self.bar.set_prefix(format!("{number}/{} {name}", self.routines));
                self.wait("symbolic");
            }
        }
    }

    /// Ends a routine.
    pub fn finish(&self, routine: &Routine) {
        if self.running.is_some() {
            self.list_running(|running| running.retain(|other| *other != name(routine)));
            self.bar.inc(1);
        }
    }

    fn list_running(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Some(Ok(mut running)) = self.running.as_ref().map(Mutex::lock) {
            change(&mut running);
            self.bar.set_message(running.join(", "));
        }
    }

    /// Starts a stage of unknown length.
    pub fn wait(&self, what: &'static str) {
        if self.running.is_some() {
            return;
        }
        self.bar.reset_elapsed();
        self.stage(what, UNCOUNTED);
    }

    /// Starts a stage of `count` items.
    pub fn count(&self, what: &'static str, count: u64) {
        if self.running.is_some() {
            return;
        }
        self.bar.set_length(count);
        self.bar.set_position(0);
        self.bar.reset_eta();
        self.stage(what, COUNTED);
    }

    fn stage(&self, what: &'static str, template: &str) {
        self.bar.set_message(what);
        self.set_style(template);
    }

    fn set_style(&self, template: &str) {
        let style = ProgressStyle::with_template(template);
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    }

    /// Adds `count` completed items.
    pub fn advance(&self, count: u64) {
        if self.running.is_none() {
            self.bar.inc(count);
        }
    }

    /// Hides the line while `print` runs.
    pub fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

fn name(routine: &Routine) -> String {
    format!("{} {}", escape::line(&routine.name), routine.processor())
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

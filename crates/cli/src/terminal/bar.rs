//! A progress bar on standard error, which a short computation does not show.

use std::{
    fmt::Write,
    ops::Deref,
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{deadline::DELAY, shows_progress};

/// The time between redraws, also during a stage without a counter.
const TICK: Duration = Duration::from_millis(100);

/// A bar that is shown after a delay if standard error is a terminal, and erased at the end.
pub struct Bar {
    bar: ProgressBar,
    /// Closing the channel keeps the bar from being shown later.
    _delay: Sender<()>,
}

impl Bar {
    pub fn new(length: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let (delay, is_over) = mpsc::channel();
        if shows_progress() {
            let bar = bar.clone();
            let show = move || {
                if is_over.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            };
            // Without memory for another thread, there is no bar.
            let _ = thread::Builder::new().spawn(show);
        }
        let bar = Self { bar, _delay: delay };
        bar.set_template(template);
        bar
    }

    pub fn set_template(&self, template: &str) {
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.set_style(style.with_key("left", left));
    }
}

/// Writes the time that is left, if it is at least a second.
fn left(state: &ProgressState, text: &mut dyn Write) {
    let seconds = state.eta().as_secs();
    if seconds > 0 {
        let _ = write!(text, ", about {:#} left", HumanDuration(Duration::from_secs(seconds)));
    }
}

impl Deref for Bar {
    type Target = ProgressBar;

    fn deref(&self) -> &ProgressBar {
        &self.bar
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

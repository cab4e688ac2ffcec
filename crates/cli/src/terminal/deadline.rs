//! Long computations: a time limit that sets a flag, as Ctrl-C does, and a progress line.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::is_dumb;
use crate::{files::output, memory};

/// A running time limit. Dropping it stops the clock.
pub struct Deadline {
    is_expired: Arc<AtomicBool>,
    /// Closing the channel ends the thread that waits.
    _running: Sender<()>,
}

/// The time between two looks at Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(50);

impl Deadline {
    /// Starts a time limit, or only waits for Ctrl-C, which sets `interrupted`. The flag is also set, with a note, when most of the
    /// memory is used: a process that cannot allocate ends without its results.
    pub fn after(limit: Option<Duration>, interrupted: &Arc<AtomicBool>) -> io::Result<Self> {
        // What begins after Ctrl-C has no time.
        let is_expired = Arc::new(AtomicBool::new(interrupted.load(Ordering::Relaxed)));
        let (running, stopped) = mpsc::channel();
        let (flag, interrupted) = (Arc::clone(&is_expired), Arc::clone(interrupted));
        let start = Instant::now();
        let memory = memory::Watch::new();
        thread::Builder::new().spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let is_late = limit.is_some_and(|limit| start.elapsed() >= limit);
                let is_short = memory.is_short();
                if is_short {
                    output::note(
                        "little memory is left, so this ends early; allow more memory, or ask for less",
                    );
                }
                if is_late || is_short || interrupted.load(Ordering::Relaxed) {
                    flag.store(true, Ordering::Relaxed);
                    break;
                }
            }
        })?;
        Ok(Deadline { is_expired, _running: running })
    }

    /// Returns the flag, for `arcadian_proof::cancellable`.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.is_expired
    }
}

/// Parses a number of seconds, such as `10` or `0.5`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let limit = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit
        .filter(|limit| !limit.is_zero())
        .ok_or_else(|| "a time limit is a number of seconds, as in 10 or 0.5".to_owned())
}

/// The time after which the line is shown.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two lines.
const REDRAWN: Duration = Duration::from_millis(100);
const ERASE: &str = "\r\x1b[K";

/// A line on standard error, shown only on a terminal. A thread draws it, so that it is there in time however rarely a computation says
/// how far it is.
pub struct Progress(Option<Ticker>);

struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    line: Mutex<Line>,
    is_over: Condvar,
}

#[derive(Default)]
struct Line {
    text: String,
    is_shown: bool,
    is_over: bool,
}

impl Progress {
    /// Starts the delay.
    pub fn new() -> Self {
        let is_seen = io::stderr().is_terminal() && !is_dumb();
        Self(is_seen.then(Ticker::start))
    }

    /// A line that is never shown, because something else is on the terminal.
    pub fn hidden() -> Self {
        Self(None)
    }

    pub fn show(&self, text: impl FnOnce() -> String) {
        if let Some(ticker) = &self.0 {
            ticker.shared.line().text = text();
        }
    }

    /// Erases the line before other output, until something is said again.
    pub fn erase(&self) {
        if let Some(ticker) = &self.0 {
            ticker.shared.line().erase();
        }
    }
}

impl Ticker {
    fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let drawn = Arc::clone(&shared);
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(move || drawn.draw()).ok();
        Self { shared, thread }
    }
}

impl Shared {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self) {
        let start = Instant::now();
        let mut line = self.line();
        while !line.is_over {
            let waited = self.is_over.wait_timeout(line, REDRAWN);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
            if start.elapsed() >= DELAY && !line.is_over && !line.text.is_empty() {
                line.is_shown = true;
                let text = format!("{}, {} s", line.text, start.elapsed().as_secs());
                // A line that wraps could not be erased.
                let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
                let text: String = text.chars().take(columns.saturating_sub(1)).collect();
                write(&format!("{ERASE}{text}"));
            }
        }
    }
}

impl Line {
    fn erase(&mut self) {
        self.text.clear();
        if std::mem::take(&mut self.is_shown) {
            write(ERASE);
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        let mut line = self.shared.line();
        line.is_over = true;
        line.erase();
        drop(line);
        self.shared.is_over.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes to standard error. Ignores errors.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seconds() {
        assert_eq!(
            (seconds("10"), seconds("0.5")),
            (Ok(Duration::from_secs(10)), Ok(Duration::from_millis(500)))
        );
        for wrong in ["", "0", "-1", "x", "NaN", "inf", "1e300", "5s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}

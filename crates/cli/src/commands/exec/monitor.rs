//! Monitoring of a run: Ctrl-C and progress.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_machine::Stop;

use crate::{number::grouped, terminal};

/// The time after which a run shows progress.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);
/// The time between two progress lines.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
const ERASE: &str = "\r\x1b[K";

/// Listens for Ctrl-C and shows progress.
pub struct Monitor {
    interrupted: Arc<AtomicBool>,
    /// The time of the next progress line; `None` without a terminal.
    due: Option<Instant>,
    is_shown: bool,
}

impl Monitor {
    /// Starts to listen for Ctrl-C. Shows no progress if `is_traced`, because the trace is on the terminal.
    pub fn new(is_traced: bool) -> Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
        let due = (!is_traced && io::stderr().is_terminal()).then(|| Instant::now() + PROGRESS_DELAY);
        Ok(Self { interrupted, due, is_shown: false })
    }

    /// Returns whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Shows the progress line if it is due.
    pub fn progress(&mut self, total: &Stop, pc: u16) {
        let now = Instant::now();
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.due = Some(now + PROGRESS_INTERVAL);
        self.is_shown = true;
        let (instructions, cycles) = (grouped(total.instructions), grouped(total.cycles));
        let line = format!("{instructions} instructions, {cycles} cycles, PC={pc:04X}; Ctrl-C stops");
        // A line that wraps could not be erased.
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        write(&format!("{ERASE}{}", line.chars().take(columns.saturating_sub(1)).collect::<String>()));
    }

    /// Erases the progress line before other output.
    pub fn erase(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write(ERASE);
        }
    }
}

/// Writes to standard error. Ignores errors.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

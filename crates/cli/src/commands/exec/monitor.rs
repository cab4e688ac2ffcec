//! What happens beside a run: Ctrl-C ends it, and a person sees how far it is.

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

use super::report::grouped;

/// A run that takes longer says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two such lines.
const PAUSE: Duration = Duration::from_millis(100);
const ERASE: &str = "\r\x1b[K";

/// Listens for Ctrl-C and shows progress.
pub struct Attention {
    interrupted: Arc<AtomicBool>,
    /// When the next line of progress is due; none where nobody sees it.
    due: Option<Instant>,
    is_shown: bool,
}

impl Attention {
    /// Begins to listen. `quiet` is a run whose own lines are on the terminal.
    pub fn new(quiet: bool) -> Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        listen(&interrupted).context("cannot listen for Ctrl-C")?;
        let due = (!quiet && io::stderr().is_terminal()).then(|| Instant::now() + PATIENCE);
        Ok(Self { interrupted, due, is_shown: false })
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Shows how far the run is, if it is time.
    pub fn progress(&mut self, total: &Stop, pc: u16) {
        let now = Instant::now();
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.due = Some(now + PAUSE);
        self.is_shown = true;
        let (instructions, cycles) = (grouped(total.instructions), grouped(total.cycles));
        let line = format!("{instructions} instructions, {cycles} cycles, PC={pc:04X}; Ctrl-C stops");
        // A line that is broken could not be erased.
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
        write(&format!("{ERASE}{}", line.chars().take(columns.saturating_sub(1)).collect::<String>()));
    }

    /// Erases the line before something else is shown.
    pub fn erase(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write(ERASE);
        }
    }
}

/// Writes to standard error; if that is gone there is nobody to tell.
fn write(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// The first Ctrl-C sets the flag, a second one ends the process.
#[cfg(unix)]
fn listen(interrupted: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::{consts::SIGINT, flag};
    flag::register_conditional_default(SIGINT, Arc::clone(interrupted))?;
    flag::register(SIGINT, Arc::clone(interrupted)).map(drop)
}

#[cfg(not(unix))]
fn listen(_interrupted: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Ends the process as Ctrl-C does, so that a shell stops its script too.
pub fn end_interrupted() {
    #[cfg(unix)]
    crate::terminal::die(signal_hook::consts::SIGINT);
}

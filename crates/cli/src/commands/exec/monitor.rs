//! Monitoring of a run: Ctrl-C and progress.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result};
use arcadian_machine::Stop;

use crate::{
    number::grouped,
    terminal::{self, Progress},
};

/// Listens for Ctrl-C and shows progress.
pub struct Monitor {
    interrupted: Arc<AtomicBool>,
    progress: Progress,
}

impl Monitor {
    /// Starts to listen for Ctrl-C. Shows no progress if `is_traced`, because the trace is on the terminal.
    pub fn new(is_traced: bool) -> Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
        let progress = if is_traced { Progress::hidden() } else { Progress::new() };
        Ok(Self { interrupted, progress })
    }

    /// Returns whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Says how far the run is.
    pub fn progress(&self, total: &Stop, pc: u16) {
        self.progress.show(|| {
            let (instructions, cycles) = (grouped(total.instructions), grouped(total.cycles));
            format!("{instructions} instructions, {cycles} cycles, PC={pc:04X}; Ctrl-C stops")
        });
    }

    /// Erases the progress line before other output.
    pub fn erase(&self) {
        self.progress.erase();
    }
}

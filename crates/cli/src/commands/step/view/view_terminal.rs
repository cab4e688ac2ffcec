//! The terminal of the view: input, output and progress.

use std::{
    collections::VecDeque,
    io,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_debugger::State;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    backend::{Backend, CrosstermBackend},
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::progress::{Base, Running};
use crate::terminal::{
    Terminal,
    events::{Events, Input},
};

/// The time between two progress updates of a run.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The terminal of the view: its screen and its input.
pub struct ViewTerminal {
    terminal: Terminal,
    events: Events,
    /// Input that arrived during a run.
    waiting: VecDeque<Input>,
    shown: Buffer,
    /// The screen on which progress is drawn.
    base: Base,
    running: Running,
    /// The time of the next progress update.
    next: Instant,
}

impl ViewTerminal {
    /// Takes over the terminal.
    pub fn enter(running: Running) -> Result<Self> {
        let terminal = Terminal::enter().context("cannot use the terminal")?;
        let events = Events::listen(Vec::new())?;
        let shown = Buffer::empty(Rect::ZERO);
        let base = Base { buffer: shown.clone(), ..Base::default() };
        let (waiting, next) = (VecDeque::new(), Instant::now());
        Ok(ViewTerminal { terminal, events, waiting, shown, base, running, next })
    }

    /// Waits for the next input.
    pub fn next(&mut self) -> Option<Input> {
        self.waiting.pop_front().or_else(|| self.events.wait(None))
    }

    /// Returns whether more input is available.
    pub fn is_busy(&mut self) -> bool {
        let next = || self.events.wait(Some(Duration::ZERO));
        self.waiting.extend(next());
        !self.waiting.is_empty()
    }

    /// Returns the size of the terminal.
    pub fn size() -> Rect {
        let (width, height) = crossterm::terminal::size().unwrap_or((80, 24));
        Rect::new(0, 0, width, height)
    }

    /// Discards the record of the screen, so that the next [`ViewTerminal::paint`] redraws everything.
    pub fn forget(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
    }

    /// Writes the differences to the current screen.
    pub fn paint(&mut self, next: Buffer, cursor: Option<Position>) -> Result<()> {
        let mut bytes = Vec::new();
        if self.shown.area != next.area {
            bytes.extend_from_slice(b"\x1b[2J");
            self.shown = Buffer::empty(next.area);
        }
        CrosstermBackend::new(&mut bytes).draw(self.shown.diff(&next).into_iter())?;
        let mut text = with_eight_colors(&String::from_utf8_lossy(&bytes));
        text += &match cursor {
            Some(Position { x, y }) => format!("\x1b[{};{}H\x1b[?25h", y + 1, x + 1),
            None => "\x1b[?25l".to_owned(),
        };
        self.terminal.show(&text)?;
        self.shown = next;
        Ok(())
    }

    /// Suspends the process until it is continued.
    pub fn suspend(&mut self) -> Result<()> {
        self.terminal.suspend().context("cannot use the terminal")?;
        self.forget();
        Ok(())
    }

    /// Restarts the progress interval before a key, which may start a run.
    pub fn start_interval(&mut self) {
        self.next = Instant::now() + PROGRESS_INTERVAL;
    }

    /// Sets the screen on which progress is drawn.
    pub fn set_base(&mut self, base: Base) {
        self.base = base;
    }

    /// Returns whether input interrupts a run, and draws progress. The debugger calls this regularly during a run. Keys with
    /// another meaning stay queued and take effect after the run.
    pub fn is_interrupted(&mut self, state: &dyn State) -> bool {
        let known = self.waiting.iter().any(interrupts);
        while let Some(input) = self.events.wait(Some(Duration::ZERO)) {
            if only_interrupts(&input) {
                return true;
            }
            self.waiting.push_back(input);
        }
        let now = Instant::now();
        if now >= self.next {
            self.next = now + PROGRESS_INTERVAL;
            let next = self.running.drawn(&self.base, Self::size(), state);
            // A write error is reported by the first write after the run.
            let _ = self.paint(next, None);
        }
        known || self.waiting.iter().any(interrupts)
    }
}

/// Replaces the 256-color sequences that crossterm writes by SGR 30 to 37 (ECMA-48), which every terminal supports. The text
/// itself contains no escape characters.
fn with_eight_colors(text: &str) -> String {
    (0..8).fold(text.to_owned(), |text, color| {
        let text = text.replace(&format!("\x1b[38;5;{color};"), &format!("\x1b[3{color};"));
        text.replace(&format!("\x1b[38;5;{color}m"), &format!("\x1b[3{color}m"))
    })
}

/// Returns whether an input interrupts a run.
fn interrupts(input: &Input) -> bool {
    !matches!(input, Input::Resize | Input::Release(_))
}

/// Returns whether an input only interrupts a run and has no other effect.
fn only_interrupts(input: &Input) -> bool {
    let Input::Key(KeyEvent { code, modifiers, .. }) = input else { return false };
    matches!(code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char(' '))
        || (*code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL))
}

/// Adds context to an error of the terminal.
pub fn unreadable(error: io::Error) -> anyhow::Error {
    anyhow::Error::from(error).context("cannot read from the terminal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_colors_for_every_terminal() {
        let text = "\x1b[38;5;6;49mA\x1b[38;5;1mB 38;5;2m\x1b[38;5;16m";
        assert_eq!(with_eight_colors(text), "\x1b[36;49mA\x1b[31mB 38;5;2m\x1b[38;5;16m");
    }

    #[test]
    fn keys_that_only_interrupt_are_discarded() {
        let key = |code| Input::Key(KeyEvent::from(code));
        assert!([KeyCode::Esc, KeyCode::Enter, KeyCode::Char(' ')].map(key).iter().all(only_interrupts));
        assert!(!only_interrupts(&key(KeyCode::Char('c'))) && interrupts(&key(KeyCode::Char('c'))));
        assert!(!only_interrupts(&Input::End(15)) && interrupts(&Input::End(15)));
        assert!(!interrupts(&Input::Resize));
    }
}

//! The terminal, what comes from it, and what it shows.

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

/// A run that takes longer says how far it is, and again after each of these.
const PROGRESS: Duration = Duration::from_millis(100);

/// The terminal.
pub struct Host {
    terminal: Terminal,
    events: Events,
    /// What came while the program ran.
    waiting: VecDeque<Input>,
    shown: Buffer,
    /// The screen over which progress is shown.
    base: Base,
    running: Running,
    /// When progress is shown next.
    next: Instant,
}

impl Host {
    /// Takes the terminal over, for a program.
    pub fn enter(running: Running) -> Result<Self> {
        let terminal = Terminal::enter().context("the terminal cannot be used")?;
        let events = Events::listen(Vec::new())?;
        let shown = Buffer::empty(Rect::ZERO);
        let base = Base { buffer: shown.clone(), ..Base::default() };
        let (waiting, next) = (VecDeque::new(), Instant::now());
        Ok(Host { terminal, events, waiting, shown, base, running, next })
    }

    /// The next thing that happens.
    pub fn next(&mut self) -> Option<Input> {
        self.waiting.pop_front().or_else(|| self.events.wait(None))
    }

    /// Whether more has happened already.
    pub fn is_busy(&mut self) -> bool {
        let next = || self.events.wait(Some(Duration::ZERO));
        self.waiting.extend(next());
        !self.waiting.is_empty()
    }

    /// The terminal's size.
    pub fn size() -> Rect {
        let (width, height) = crossterm::terminal::size().unwrap_or((80, 24));
        Rect::new(0, 0, width, height)
    }

    /// Nothing that was written stands any more.
    pub fn forget(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
    }

    /// Writes what differs from what is shown.
    pub fn paint(&mut self, next: Buffer, cursor: Option<Position>) -> Result<()> {
        let mut bytes = Vec::new();
        if self.shown.area != next.area {
            bytes.extend_from_slice(b"\x1b[2J");
            self.shown = Buffer::empty(next.area);
        }
        CrosstermBackend::new(&mut bytes).draw(self.shown.diff(&next).into_iter())?;
        let mut text = with_eight_colours(&String::from_utf8_lossy(&bytes));
        text += &match cursor {
            Some(Position { x, y }) => format!("\x1b[{};{}H\x1b[?25h", y + 1, x + 1),
            None => "\x1b[?25l".to_owned(),
        };
        self.terminal.show(&text)?;
        self.shown = next;
        Ok(())
    }

    /// Puts the process aside until it is told to go on.
    pub fn suspend(&mut self) -> Result<()> {
        self.terminal.suspend().context("the terminal cannot be used")?;
        self.forget();
        Ok(())
    }

    /// A run may begin.
    pub fn begin(&mut self) {
        self.next = Instant::now() + PROGRESS;
    }

    /// Keeps the screen over which progress is shown.
    pub fn keep(&mut self, base: Base) {
        self.base = base;
    }

    /// Asked now and then while a program runs: whether somebody wants it to stop. Keys that do more than stop it are
    /// kept, and obeyed when it has.
    pub fn is_interrupted(&mut self, state: &dyn State) -> bool {
        let known = self.waiting.iter().any(interrupts);
        while let Some(input) = self.events.wait(Some(Duration::ZERO)) {
            if stops(&input) {
                return true;
            }
            self.waiting.push_back(input);
        }
        let now = Instant::now();
        if now >= self.next {
            self.next = now + PROGRESS;
            let next = self.running.drawn(&self.base, Self::size(), state);
            // A terminal that cannot be written to is found out when the run is over.
            let _ = self.paint(next, None);
        }
        known || self.waiting.iter().any(interrupts)
    }
}

/// Names the first eight colours as every terminal knows them (ECMA-48, SGR 30 to 37): crossterm writes their numbers
/// among 256, which older ones do not. What is shown has no escape characters of its own.
fn with_eight_colours(text: &str) -> String {
    (0..8).fold(text.to_owned(), |text, colour| {
        let text = text.replace(&format!("\x1b[38;5;{colour};"), &format!("\x1b[3{colour};"));
        text.replace(&format!("\x1b[38;5;{colour}m"), &format!("\x1b[3{colour}m"))
    })
}

/// Whether an input ends a run.
fn interrupts(input: &Input) -> bool {
    !matches!(input, Input::Resize | Input::Release(_))
}

/// Whether it only ends the run, and means nothing more.
fn stops(input: &Input) -> bool {
    let Input::Key(KeyEvent { code, modifiers, .. }) = input else { return false };
    matches!(code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char(' '))
        || (*code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL))
}

/// Whether an error is one of the terminal.
pub fn lost(error: io::Error) -> anyhow::Error {
    anyhow::Error::from(error).context("the terminal can no longer be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_every_terminal() {
        let text = "\x1b[38;5;6;49mA\x1b[38;5;1mB 38;5;2m\x1b[38;5;16m";
        assert_eq!(with_eight_colours(text), "\x1b[36;49mA\x1b[31mB 38;5;2m\x1b[38;5;16m");
    }

    #[test]
    fn keys_that_only_stop_are_not_obeyed() {
        let key = |code| Input::Key(KeyEvent::from(code));
        assert!([KeyCode::Esc, KeyCode::Enter, KeyCode::Char(' ')].map(key).iter().all(stops));
        assert!(!stops(&key(KeyCode::Char('c'))) && interrupts(&key(KeyCode::Char('c'))));
        assert!(!stops(&Input::End(15)) && interrupts(&Input::End(15)));
        assert!(!interrupts(&Input::Resize));
    }
}

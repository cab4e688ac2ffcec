//! The terminal of the view: input, output and progress.

use std::{
    collections::VecDeque,
    io,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_debugger::{State, debuggee::Language, notation::Notation};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::Line,
    widgets::{Clear, Widget},
};

use super::{draw, layout::Theme, panels};
use crate::{
    number::grouped,
    terminal::{
        Screen, Terminal,
        events::{Events, Input},
    },
};

/// The time between two progress updates of a run.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The terminal of the view: its screen and its input.
pub struct ViewTerminal {
    terminal: Terminal,
    events: Events,
    /// Input that arrived during a run.
    waiting: VecDeque<Input>,
    screen: Screen,
    /// The screen on which progress is drawn.
    base: Base,
    running: RunningProgram,
    /// The time of the next progress update.
    next: Instant,
}

impl ViewTerminal {
    /// Uses a terminal that is taken over, and its input.
    pub fn new(terminal: Terminal, events: Events, running: RunningProgram) -> Self {
        let (screen, base) = (Screen::default(), Base::default());
        let (waiting, next) = (VecDeque::new(), Instant::now());
        ViewTerminal { terminal, events, waiting, screen, base, running, next }
    }

    /// Returns the terminal and its input. Keys that were typed and not used are lost.
    pub fn close(self) -> (Terminal, Events) {
        (self.terminal, self.events)
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

    /// Discards the record of the screen, so that the next [`ViewTerminal::paint`] redraws everything.
    pub fn forget(&mut self) {
        self.screen.forget();
    }

    /// Writes the differences to the current screen.
    pub fn paint(&mut self, next: Buffer, cursor: Option<Position>) -> Result<()> {
        self.screen.paint(&mut self.terminal, next, cursor)
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
            let next = self.running.drawn(&self.base, Screen::size(), state);
            // A write error is reported by the first write after the run.
            let _ = self.paint(next, None);
        }
        known || self.waiting.iter().any(interrupts)
    }
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

/// The screen before a run.
#[derive(Clone, Debug, Default)]
pub struct Base {
    /// The screen without an overlay.
    pub buffer: Buffer,
    /// The parts that change.
    pub parts: draw::Parts,
}

/// The running program.
#[derive(Clone, Debug)]
pub struct RunningProgram {
    /// The name of the program.
    pub name: String,
    /// The language of the program.
    pub language: &'static Language,
    /// The styles.
    pub theme: Theme,
}

impl RunningProgram {
    /// Draws the screen during a run: the current state in the title, the program's screen, and a hint in place of the keys. If the
    /// size of the terminal has changed, the rest is blank.
    pub fn drawn(&self, base: &Base, area: Rect, state: &dyn State) -> Buffer {
        let is_resized = base.buffer.area != area;
        let blank = || Base { buffer: Buffer::empty(area), ..Base::default() };
        let Base { mut buffer, parts } = if is_resized { blank() } else { base.clone() };
        if let (Some(place), Some(screen)) = (parts.screen, state.screen()) {
            Clear.render(place, &mut buffer);
            let lines = panels::screen::lines(&screen, self.theme, place.width.into(), place.height.into());
            draw::put(lines, place, &mut buffer);
        }
        let rows = parts.below.clamp(1, area.height.max(1)).min(area.height);
        let footer = Rect { y: area.bottom() - rows, height: rows, ..area };
        Clear.render(footer, &mut buffer);
        let line = if draw::has_header(area) {
            let header = Rect { height: 1, ..area };
            Clear.render(header, &mut buffer);
            draw::draw_header(&self.title(state), self.theme, header, &mut buffer);
            " running; any key stops ".to_owned()
        } else {
            format!("{} steps; any key stops", grouped(state.steps()))
        };
        draw::put([Line::styled(line, self.theme.header())], footer, &mut buffer);
        buffer
    }

    fn title(&self, state: &dyn State) -> String {
        let location = state.location().0;
        let place = match self.language.notation {
            Notation::Hexadecimal => format!("at {location:04X}"),
            Notation::Decimal => format!("in line {}", location >> 16),
        };
        draw::title(&self.name, self.language, state, &place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_only_interrupt_are_discarded() {
        let key = |code| Input::Key(KeyEvent::from(code));
        assert!([KeyCode::Esc, KeyCode::Enter, KeyCode::Char(' ')].map(key).iter().all(only_interrupts));
        assert!(!only_interrupts(&key(KeyCode::Char('c'))) && interrupts(&key(KeyCode::Char('c'))));
        assert!(!only_interrupts(&Input::End(15)) && interrupts(&Input::End(15)));
        assert!(!interrupts(&Input::Resize));
    }
}

//! A screen of cells, of which only what has changed is written.

use anyhow::Result;
use ratatui::{
    backend::{Backend, CrosstermBackend},
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::Terminal;

/// What the terminal shows.
#[derive(Debug, Default)]
pub struct Screen(Buffer);

impl Screen {
    /// Returns the size of the terminal.
    pub fn size() -> Rect {
        let (width, height) = crossterm::terminal::size().unwrap_or((80, 24));
        Rect::new(0, 0, width, height)
    }

    /// Discards the record of the screen, so that the next [`Screen::paint`] redraws everything.
    pub fn forget(&mut self) {
        self.0 = Buffer::empty(Rect::ZERO);
    }

    /// Writes the differences to the current screen.
    pub fn paint(&mut self, terminal: &mut Terminal, next: Buffer, cursor: Option<Position>) -> Result<()> {
        let mut bytes = Vec::new();
        if self.0.area != next.area {
            bytes.extend_from_slice(b"\x1b[2J");
            self.0 = Buffer::empty(next.area);
        }
        CrosstermBackend::new(&mut bytes).draw(self.0.diff(&next).into_iter())?;
        let mut text = with_eight_colors(&String::from_utf8_lossy(&bytes));
        text += &match cursor {
            Some(Position { x, y }) => format!("\x1b[{};{}H\x1b[?25h", y + 1, x + 1),
            None => "\x1b[?25l".to_owned(),
        };
        terminal.show(&text)?;
        self.0 = next;
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_colors_for_every_terminal() {
        let text = "\x1b[38;5;6;49mA\x1b[38;5;1mB 38;5;2m\x1b[38;5;16m";
        assert_eq!(with_eight_colors(text), "\x1b[36;49mA\x1b[31mB 38;5;2m\x1b[38;5;16m");
    }
}

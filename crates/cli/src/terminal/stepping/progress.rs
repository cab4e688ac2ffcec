//! The screen during a run: progress and the program's screen, drawn over the last screen.

use arcadian_debugger::{State, debuggee::Language, notation::Notation};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use super::{draw, panels, theme::Theme};
use crate::number::grouped;

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
pub struct Running {
    /// The name of the program.
    pub name: String,
    /// The language of the program.
    pub language: &'static Language,
    /// The styles.
    pub theme: Theme,
}

impl Running {
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

//! What is shown while the program runs: how far it is, over the screen as it was before.

use arcadian_debugger::{State, debuggee::Language, notation::Notation};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use super::{draw, theme::Theme};

/// The screen before a run.
#[derive(Clone, Debug)]
pub struct Base {
    /// What was drawn, without what lies over it.
    pub buffer: Buffer,
    /// The rows below the panels: messages and keys.
    pub below: u16,
}

/// What runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// What the program is called.
    pub name: String,
    /// How it is written and counted.
    pub language: &'static Language,
    /// How things look.
    pub theme: Theme,
}

impl Running {
    /// The screen, with the state that the run has reached in the title, and what stops it in the place of the keys. On
    /// another size than before there is nothing else.
    pub fn drawn(&self, base: &Base, area: Rect, state: &dyn State) -> Buffer {
        let (mut buffer, below) = match base.buffer.area == area {
            true => (base.buffer.clone(), base.below),
            false => (Buffer::empty(area), 0),
        };
        let rows = below.clamp(1, area.height.max(1)).min(area.height);
        let footer = Rect { y: area.bottom() - rows, height: rows, ..area };
        Clear.render(footer, &mut buffer);
        let line = match draw::has_header(area) {
            true => {
                let header = Rect { height: 1, ..area };
                Clear.render(header, &mut buffer);
                draw::draw_header(&self.title(state), self.theme, header, &mut buffer);
                " running; any key stops ".to_owned()
            }
            false => format!("{} steps; any key stops", draw::thousands(state.steps())),
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

//! What is shown while the program runs: how far it is and its own screen, over what was shown before.

use arcadian_debugger::{State, debuggee::Language, notation::Notation};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use super::{draw, panels, theme::Theme};

/// What was shown before a run.
#[derive(Clone, Debug, Default)]
pub struct Base {
    /// What was drawn, without what lies over it.
    pub buffer: Buffer,
    /// The parts that change.
    pub parts: draw::Parts,
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
    /// Returns what is shown: in the title the state that the run has reached, the program's screen, and what stops the run
    /// in the place of the keys. If the terminal has another size than before, there is nothing else.
    pub fn drawn(&self, base: &Base, area: Rect, state: &dyn State) -> Buffer {
        let Base { mut buffer, parts } = match base.buffer.area == area {
            true => base.clone(),
            false => Base { buffer: Buffer::empty(area), ..Base::default() },
        };
        if let (Some(place), Some(frame)) = (parts.screen, state.screen()) {
            Clear.render(place, &mut buffer);
            let lines = panels::screen::lines(&frame, place.width.into(), place.height.into());
            draw::put(lines.into_iter().map(Line::from), place, &mut buffer);
        }
        let rows = parts.below.clamp(1, area.height.max(1)).min(area.height);
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

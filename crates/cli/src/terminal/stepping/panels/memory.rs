//! The panel of memory.

use arcadian_debugger::debuggee::Space;
use ratatui::text::{Line, Span};

use super::Content;
use crate::terminal::stepping::{app::App, layout::Panel};

pub(super) fn content(app: &App, width: usize, height: usize) -> Content {
    let address = app.stepping.session.debugger().evaluate(&app.memory);
    let first = match &address {
        Ok(address) => *address as u16,
        Err(error) => {
            return Content {
                title: "Memory".to_owned(),
                lines: vec![Line::from(error.to_string())],
                is_part: true,
            };
        }
    };
    // A byte takes three columns, and one more for its character if there is room.
    let bytes = [16, 8, 4, 2].into_iter().find(|bytes| 5 + 3 * bytes <= width).unwrap_or(1);
    let has_letters = 7 + 4 * bytes <= width;
    let scrolled = app.scrolled[Panel::Memory as usize].wrapping_mul(bytes as isize) as u16;
    let start = first.wrapping_add(scrolled) & !(bytes as u16 - 1);
    let row = |n: usize| line(app, start.wrapping_add((n * bytes) as u16), bytes, has_letters);
    let title = if app.memory.eq_ignore_ascii_case(&format!("{first:04X}")) {
        format!("Memory at {first:04X}")
    } else {
        format!("Memory at {} = {first:04X}", app.memory)
    };
    Content { title, lines: (0..height.min(64)).map(row).collect(), is_part: true }
}

fn line(app: &App, address: u16, bytes: usize, has_letters: bool) -> Line<'static> {
    let mut spans = vec![Span::styled(format!("{address:04X} "), app.theme.quiet())];
    let places = (0..bytes as u16).map(|n| address.wrapping_add(n));
    let value = |place: u16| app.program().load(Space::Byte, place.into()).unwrap_or(0) as u8;
    for place in places.clone() {
        let mark = app.stepping.past.byte(place, value(place));
        spans.push(Span::styled(format!("{}{:02X}", mark.sign(), value(place)), app.theme.mark(mark)));
    }
    if has_letters {
        let letter = |place| Some(char::from(value(place))).filter(|c| c.is_ascii_graphic() || *c == ' ');
        let letters: String = places.map(|place| letter(place).unwrap_or('·')).collect();
        spans.push(Span::styled(format!("  {letters}"), app.theme.quiet()));
    }
    Line::from(spans)
}

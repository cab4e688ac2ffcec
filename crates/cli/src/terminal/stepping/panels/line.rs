//! The panel of the bytes of a BASIC line.

use ratatui::{
    style::{Style, Stylize},
    text::{Line, Span},
};

use super::Content;
use crate::terminal::stepping::app::App;

/// The size of the line number at the start of a line in bytes.
const NUMBER: usize = 2;

pub(super) fn content(app: &App, width: usize) -> Content {
    let location = app.at();
    let row = app.program().rows(location, 0, 0).into_iter().next().unwrap_or_default();
    // The statement ends where the next one of its line starts.
    let at = (location.0 & 0xFFFF) as usize;
    let next = app
        .program()
        .all_locations()
        .into_iter()
        .filter(|other| *other > location && other.0 >> 16 == location.0 >> 16);
    let end = next.min().map_or(row.bytes.len(), |next| NUMBER + (next.0 & 0xFFFF) as usize);
    let statement = NUMBER + at..end.min(row.bytes.len().saturating_sub(1));
    let bytes = (width / 3).clamp(1, 16);
    let byte = |(n, byte): (usize, &u8)| {
        let style = if n < NUMBER { app.theme.quiet() } else { Style::new() };
        let span = Span::styled(format!("{byte:02X}"), style);
        [if statement.contains(&n) { span.reversed() } else { span }, Span::raw(" ")]
    };
    let spans: Vec<Span> = row.bytes.iter().enumerate().flat_map(byte).collect();
    let lines = spans.chunks(2 * bytes).map(|chunk| Line::from(chunk.to_vec())).collect();
    let title = format!("Bytes of line {}: {}", location.0 >> 16, row.bytes.len());
    Content { title, lines, is_part: false }
}

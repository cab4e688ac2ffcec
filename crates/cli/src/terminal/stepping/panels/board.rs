//! The panel of a routine's boards.

use ratatui::text::{Line, Span};

use super::Content;
use arcadian_debugger::step::figure::{Drawing, LEGEND, Piece};

use crate::terminal::stepping::app::App;

pub(super) fn content(app: &App) -> Content {
    let drawn = drawn(app);
    let title = drawn.first().map_or("board".to_owned(), |board| board.title.clone());
    let mut lines = Vec::new();
    for (nth, board) in drawn.iter().enumerate() {
        if nth > 0 {
            lines.extend([Line::default(), Line::styled(board.title.clone(), app.theme.title(false))]);
        }
        lines.extend(board.lines().iter().map(|line| line.iter().map(|piece| span(app, piece)).collect()));
    }
    lines.push(Line::styled(LEGEND, app.theme.quiet()));
    Content { title, lines, is_part: false }
}

/// Returns the number of columns that the boards and their titles need.
pub(super) fn width(app: &App) -> u16 {
    let content = content(app);
    let lines = content.lines.iter().map(Line::width);
    lines.chain([content.title.chars().count() + 4]).max().unwrap_or(0) as u16
}

fn drawn(app: &App) -> Vec<Drawing> {
    let Some(figures) = &app.stepping.figures else { return Vec::new() };
    figures.draw(&figures.read(app.program()), &app.stepping.past.before.boards)
}

fn span(app: &App, piece: &Piece) -> Span<'static> {
    Span::styled(piece.text.clone(), app.theme.mark(piece.mark))
}

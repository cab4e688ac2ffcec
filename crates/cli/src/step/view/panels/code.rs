//! The code around the place where the program stands, or around the cursor.

use arcadian_debugger::{
    Kind, Spot,
    debuggee::{End, Row},
    debugger::Condition,
    text,
};
use ratatui::{
    style::{Style, Stylize},
    text::{Line, Span},
};

use super::{Content, either};
use crate::step::view::app::App;

/// A line, and the row it belongs to; none for labels.
type Shown = (Option<Spot>, Line<'static>);

pub(super) fn content(app: &App, width: usize, height: usize) -> Content {
    let title = either(app, "Code", "Listing");
    // Whoever only asks how high it could be has no use for thousands of lines.
    let height = height.min(200);
    let focus = focus(app);
    let has_source = app.program().source(focus).is_some();
    let rows = app.program().code(focus, height, height);
    let rows = rows.into_iter().filter(|row| !has_source || app.program().source(row.spot).is_some());
    let shown: Vec<Shown> = rows.flat_map(|row| lines(app, &row, width)).collect();
    let at = shown.iter().position(|(spot, _)| spot.is_some_and(|spot| is_in(app, spot, focus))).unwrap_or(0);
    let top = top(app, &shown, at, height);
    let lines: Vec<Shown> = shown.into_iter().skip(top).take(height).collect();
    app.top.set(lines.iter().find_map(|(spot, _)| *spot));
    Content { title, lines: lines.into_iter().map(|(_, line)| line).collect(), is_part: true }
}

/// The place to be seen: the cursor's, else the program's; a routine that has returned stands nowhere.
fn focus(app: &App) -> Spot {
    let program = app.program();
    if program.end() != Some(End::Returned) {
        app.last.set(program.spot());
    }
    app.cursor.unwrap_or(app.last.get())
}

/// The first line: the same as before if the place is among its lines then.
fn top(app: &App, shown: &[Shown], at: usize, height: usize) -> usize {
    let most = shown.len().saturating_sub(height);
    let before = app.top.get().and_then(|top| shown.iter().position(|(spot, _)| *spot == Some(top)));
    // The labels of the first row belong to it.
    let labels = |at: usize| shown[..at].iter().rev().take_while(|(spot, _)| spot.is_none()).count();
    let before = before.map(|top| top - labels(top));
    match before.filter(|top| (*top..top + height.max(1)).contains(&at)) {
        Some(top) => top.min(most),
        None => at.saturating_sub(height / 3).min(most),
    }
}

fn is_in(app: &App, row: Spot, spot: Spot) -> bool {
    text::is_in(&Row { spot: row, ..Row::default() }, spot, app.kind())
}

fn lines(app: &App, row: &Row, width: usize) -> Vec<Shown> {
    match app.kind() {
        Kind::Code(_) => instruction(app, row),
        Kind::Basic => statement_line(app, row, width),
    }
}

/// The signs at the left: a breakpoint, and the place or the cursor.
fn gutter(app: &App, row: &Row) -> (String, bool, bool) {
    let is_here = app.program().end() != Some(End::Returned) && is_in(app, row.spot, app.program().spot());
    let is_cursor = app.cursor.is_some_and(|cursor| is_in(app, row.spot, cursor));
    let mut stops = app.session.debugger().stops().iter();
    let stop = stops.find(|stop| match stop.condition() {
        Condition::At(at) => is_in(app, row.spot, at.spot),
        _ => false,
    });
    let stop = stop.map_or(' ', |stop| if stop.enabled { '●' } else { '○' });
    let place = if is_here {
        '▶'
    } else if is_cursor {
        '›'
    } else {
        ' '
    };
    (format!("{stop}{place}"), is_here, is_cursor)
}

fn style(app: &App, is_here: bool, is_cursor: bool) -> Style {
    let style = if is_here { app.theme.here() } else { Style::new() };
    if is_cursor { style.patch(app.theme.cursor()) } else { style }
}

fn instruction(app: &App, row: &Row) -> Vec<Shown> {
    let (signs, is_here, is_cursor) = gutter(app, row);
    let mut lines: Vec<Shown> = row
        .labels
        .iter()
        .map(|label| (None, Line::styled(format!("  {label}:"), app.theme.label())))
        .collect();
    let bytes = text::hex(&row.bytes);
    let text = if row.text == bytes { "" } else { &row.text };
    let style = style(app, is_here, is_cursor);
    let mut line =
        vec![Span::raw(signs), Span::styled(format!("{:04X}  {bytes:<8}  {text:<13}", row.spot.0), style)];
    if !row.comment.is_empty() {
        line.push(Span::styled(format!("  ; {}", row.comment), app.theme.quiet()));
    }
    lines.push((Some(row.spot), Line::from(line)));
    lines
}

/// A line of BASIC, broken where the panel ends, with the current statement marked.
fn statement_line(app: &App, row: &Row, width: usize) -> Vec<Shown> {
    const MARGIN: usize = 8;
    let (signs, is_here, is_cursor) = gutter(app, row);
    let plain = style(app, false, is_cursor);
    let marked = row.statement.clone().filter(|_| is_here).unwrap_or(0..0);
    let letters: Vec<char> = row.text.chars().collect();
    let room = width.saturating_sub(MARGIN).max(8);
    let pieces = letters.chunks(room).enumerate().map(|(nth, piece)| {
        let margin = if nth == 0 { format!("{signs}{:>5} ", row.spot.0 >> 16) } else { " ".repeat(MARGIN) };
        let spans = piece.iter().zip(nth * room..).map(|(letter, at)| {
            let span = Span::styled(letter.to_string(), plain);
            if marked.contains(&at) { span.reversed() } else { span }
        });
        let line: Vec<Span> = std::iter::once(Span::raw(margin)).chain(spans).collect();
        ((nth == 0).then_some(row.spot), Line::from(line))
    });
    pieces.collect()
}

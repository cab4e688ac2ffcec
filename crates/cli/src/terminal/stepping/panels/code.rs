//! The panel of the code around the cursor or the program counter.

use std::ops::RangeInclusive;

use arcadian_debugger::{
    Location,
    debuggee::{CodeRow, End},
    step::stepping::ViewKind,
};
use arcadian_isa::hex;
use ratatui::{
    style::{Style, Stylize},
    text::{Line, Span},
};

use super::{Content, either, filled};
use crate::terminal::stepping::app::App;

/// A line with the location of its row; `None` for a label.
type ShownLine = (Option<Location>, Line<'static>);

/// The minimum width of a comment next to its instruction. A narrower one is shown below.
const LEAST: usize = 24;
/// The indentation of a comment below its instruction.
const INDENT: usize = 8;

pub(super) fn content(app: &App, width: usize, height: usize) -> Content {
    let title = either(app, "Code", "Listing");
    // The layout asks for an unlimited height to measure the panel.
    let height = height.min(200);
    let focus = focus(app);
    let has_source = app.program().source_line(focus).is_some();
    let rows = app.program().rows(focus, height, height);
    let rows: Vec<CodeRow> = rows
        .into_iter()
        .filter(|row| !has_source || app.program().source_line(row.location).is_some())
        .collect();
    // Comments are wrapped if all of them fit, otherwise only the comment at the focus.
    let all: Vec<ShownLine> = rows.iter().flat_map(|row| lines(app, row, width, true)).collect();
    let some =
        || rows.iter().flat_map(|row| lines(app, row, width, is_in(app, row.location, focus))).collect();
    let shown = if all.len() <= height { all } else { some() };
    let is_focus = |(location, _): &ShownLine| location.is_some_and(|location| is_in(app, location, focus));
    let at = shown.iter().position(is_focus).unwrap_or(0);
    let last = shown.iter().rposition(is_focus).unwrap_or(at).min(at + height.saturating_sub(1));
    let top = top(app, &shown, at..=last, height);
    let lines: Vec<ShownLine> = shown.into_iter().skip(top).take(height).collect();
    app.top.set(lines.iter().find_map(|(location, _)| *location));
    Content { title, lines: lines.into_iter().map(|(_, line)| line).collect(), is_part: true }
}

/// Returns the location to show: the cursor, otherwise the program counter, or its last value before the routine returned.
fn focus(app: &App) -> Location {
    let program = app.program();
    if program.end() != Some(End::Returned) {
        app.last.set(program.location());
    }
    app.cursor.unwrap_or(app.last.get())
}

/// Returns the index of the first visible line. It does not change while the focused lines stay visible.
fn top(app: &App, shown: &[ShownLine], focused: RangeInclusive<usize>, height: usize) -> usize {
    let most = shown.len().saturating_sub(height);
    let before = app.top.get().and_then(|top| shown.iter().position(|(location, _)| *location == Some(top)));
    // The labels of the first row belong to it.
    let labels = |at: usize| shown[..at].iter().rev().take_while(|(location, _)| location.is_none()).count();
    let before = before.map(|top| top - labels(top));
    match before.filter(|top| top <= focused.start() && *focused.end() < top + height.max(1)) {
        Some(top) => top.min(most),
        None => focused.start().saturating_sub(height / 3).min(most),
    }
}

fn is_in(app: &App, row: Location, location: Location) -> bool {
    app.program().is_same_row(row, location)
}

fn lines(app: &App, row: &CodeRow, width: usize, is_whole: bool) -> Vec<ShownLine> {
    if app.stepping.kind() == ViewKind::Basic {
        statement_line(app, row, width)
    } else {
        instruction(app, row, width, is_whole)
    }
}

/// Returns the signs in the left margin: a breakpoint, and the program counter or the cursor.
fn gutter(app: &App, row: &CodeRow) -> (String, bool, bool) {
    let is_here =
        app.program().end() != Some(End::Returned) && is_in(app, row.location, app.program().location());
    let is_cursor = app.cursor.is_some_and(|cursor| is_in(app, row.location, cursor));
    let stop = app.stepping.breakpoint_in_row(row.location);
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
    let style = if is_here { app.theme.current() } else { Style::new() };
    if is_cursor { style.patch(app.theme.cursor()) } else { style }
}

fn instruction(app: &App, row: &CodeRow, width: usize, is_whole: bool) -> Vec<ShownLine> {
    let (signs, is_here, is_cursor) = gutter(app, row);
    let label = |label: &String| (None, Line::styled(format!("  {label}:"), app.theme.label()));
    let bytes = hex::bytes(&row.bytes).to_string();
    let text = if row.text == bytes { "" } else { &row.text };
    let style = style(app, is_here, is_cursor);
    let code = format!("{:04X}  {bytes:<8}  {text:<13}", row.location.0);
    let indent = signs.chars().count() + code.chars().count();
    let (beside, below) = comment(&row.comment, width, indent, is_whole);
    let quiet = |text: String| Span::styled(text, app.theme.quiet());
    let first = Line::from(vec![Span::raw(signs), Span::styled(code, style), quiet(beside)]);
    let below = below.into_iter().map(|text| Line::from(quiet(text)));
    let own = std::iter::once(first).chain(below).map(|line| (Some(row.location), line));
    row.labels.iter().map(label).chain(own).collect()
}

/// Formats a comment: the text next to the instruction, and the lines below it.
fn comment(comment: &str, width: usize, indent: usize, is_whole: bool) -> (String, Vec<String>) {
    const SIGN: &str = "  ; ";
    let room = width.saturating_sub(indent + SIGN.len());
    if comment.is_empty() {
        return Default::default();
    }
    if comment.chars().count() <= room {
        return (format!("{SIGN}{comment}"), Vec::new());
    }
    if !is_whole {
        let start: String = comment.chars().take(room.saturating_sub(1)).collect();
        return (format!("{SIGN}{}…", start.trim_end()), Vec::new());
    }
    if room >= LEAST {
        let mut rows = filled(comment, room).into_iter();
        let beside = format!("{SIGN}{}", rows.next().unwrap_or_default());
        let margin = " ".repeat(indent + SIGN.len());
        return (beside, rows.map(|row| margin.clone() + &row).collect());
    }
    let rows = filled(comment, width.saturating_sub(INDENT + 2).max(1));
    let sign = |nth| if nth == 0 { "; " } else { "  " };
    let below = rows.into_iter().enumerate().map(|(nth, row)| format!("{:INDENT$}{}{row}", "", sign(nth)));
    (String::new(), below.collect())
}

/// Formats a line of BASIC, wrapped to the panel, with the current statement marked.
fn statement_line(app: &App, row: &CodeRow, width: usize) -> Vec<ShownLine> {
    const MARGIN: usize = 8;
    let (signs, is_here, is_cursor) = gutter(app, row);
    let plain = style(app, false, is_cursor);
    let marked = row.statement.clone().filter(|_| is_here).unwrap_or(0..0);
    let letters: Vec<char> = row.text.chars().collect();
    let room = width.saturating_sub(MARGIN).max(8);
    let pieces = letters.chunks(room).enumerate().map(|(nth, piece)| {
        let margin =
            if nth == 0 { format!("{signs}{:>5} ", row.location.0 >> 16) } else { " ".repeat(MARGIN) };
        let spans = piece.iter().zip(nth * room..).map(|(letter, at)| {
            let span = Span::styled(letter.to_string(), plain);
            if marked.contains(&at) { span.reversed() } else { span }
        });
        let line: Vec<Span> = std::iter::once(Span::raw(margin)).chain(spans).collect();
        ((nth == 0).then_some(row.location), Line::from(line))
    });
    pieces.collect()
}

//! Drawing of the whole screen, and its colors.

use arcadian_debugger::{State, debuggee::Language};
use arcadian_files::escape;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};

use super::{
    app::{App, MESSAGE_LINES, Overlay},
    keys,
    layout::{self, Panel, Request, Theme},
    panels,
};
use crate::number::grouped;

/// Draws the screen. Returns the cursor position if the command line is open.
#[cfg(test)]
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    draw_base(app, area, buffer);
    draw_over(app, area, buffer)
}

/// The parts of the screen drawn by [`draw_base`] that change during a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// The number of rows below the panels, for messages and keys.
    pub below: u16,
    /// The area of the program's screen, without the panel title.
    pub screen: Option<Rect>,
}

/// Draws title, panels, messages and keys.
pub fn draw_base(app: &App, area: Rect, buffer: &mut Buffer) -> Parts {
    let footer = footer(app, area.width.into(), (area.height / 8).clamp(1, 4).into());
    let message = wrapped(&app.message.text, area.width.into());
    // On the smallest terminals the code panel has priority.
    let room = area.height.saturating_sub(5);
    let below = room.min(footer.len() as u16);
    let messages = (room - below).min(message.len().clamp(1, MESSAGE_LINES) as u16);
    let header = u16::from(has_header(area));
    let middle = area.height - header - below - messages;
    let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    if header == 1 {
        draw_header(&title_of(app), app.theme, row(0, 1), buffer);
    }
    let screen = draw_panels(app, row(header, middle), buffer);
    let style = if app.message.failed { app.theme.error() } else { app.theme.key() };
    let message = message.into_iter().map(|text| Line::styled(text, style));
    put(message, row(header + middle, messages), buffer);
    put(footer, row(area.height - below, below), buffer);
    Parts { below: below + messages, screen }
}

/// Draws the overlay and the command line. Returns the cursor position if the command line is open.
pub fn draw_over(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let header = u16::from(has_header(area));
    if let Some(overlay) = &app.overlay {
        let below = Rect { y: area.y + header, height: area.height - header, ..area };
        draw_overlay(app, overlay, below, buffer);
    }
    prompt(app, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer)
}

/// Returns whether there is room for the title.
pub fn has_header(area: Rect) -> bool {
    area.height > 3
}

/// Writes lines from the top of an area.
pub fn put(lines: impl IntoIterator<Item = Line<'static>>, area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.into_iter().zip(area.top()..area.bottom()) {
        write_line(line, Rect { y, height: 1, ..area }, buffer);
    }
}

/// Writes one line. All text of the view passes through here, so that hidden characters are escaped.
fn write_line(mut line: Line<'_>, area: Rect, buffer: &mut Buffer) {
    for span in &mut line.spans {
        span.content = escape::line(&span.content).into_owned().into();
    }
    buffer.set_line(area.x, area.y, &line, area.width);
}

/// Wraps the lines of a text between words. Continuation rows are indented to the last column of the line.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrapped_line(line, width)).collect()
}

fn wrapped_line(line: &str, width: usize) -> Vec<String> {
    /// The minimum width of an indented row in characters.
    const LEAST: usize = 20;
    let line = &*escape::line(line);
    // The blanks between columns stay.
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let (head, rest) = line.split_at(line.rfind("  ").map_or(0, |blanks| blanks + 2));
    let indent = head.chars().count();
    let (head, rest, indent) = if indent + LEAST > width { ("", line, 0) } else { (head, rest, indent) };
    let rows = panels::filled(rest, width - indent.min(width));
    let row = |(nth, row)| if nth == 0 { format!("{head}{row}") } else { format!("{:indent$}{row}", "") };
    rows.into_iter().enumerate().map(row).collect()
}

pub fn draw_header(title: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, theme.header());
    put([Line::from(title.to_owned())], area, buffer);
}

fn title_of(app: &App) -> String {
    let program = app.program();
    let place = match program.end() {
        Some(end) => end.to_string(),
        None if program.is_halted() => format!("halted before {}", program.location_name(program.location())),
        None => format!("at {}", program.location_name(program.location())),
    };
    title(&app.name, program.language(), program, &place)
}

/// Returns the text of the title for a state.
pub fn title(name: &str, language: &Language, state: &dyn State, place: &str) -> String {
    let step = format!("step {}", grouped(state.steps()));
    let clock = format!("{} {}", grouped(state.cycles()), language.cycles);
    format!(" {}", [name, language.name, &step, place, &clock].join("  "))
}

/// Draws the panels. Returns the area of the program's screen.
fn draw_panels(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Rect> {
    let request = Request {
        kind: app.stepping.kind(),
        panels: &app.panels(),
        focus: app.focus,
        width: &|panel| panels::width(app, panel),
        height: &|panel, width| panels::height(app, panel, width),
    };
    let mut screen = None;
    for (panel, place) in layout::panels(area, &request) {
        if !place.is_empty() {
            draw_panel(app, panel, place, buffer);
            screen = screen.or((panel == Panel::Screen).then(|| inner(place)));
        }
    }
    screen
}

/// Returns the area of a panel's content: all of it if there is only one row.
fn inner(area: Rect) -> Rect {
    let title = u16::from(area.height > 1);
    Rect { y: area.y + title, height: area.height - title, ..area }
}

/// Draws a panel with its title. A panel of one row has no title.
fn draw_panel(app: &App, panel: Panel, area: Rect, buffer: &mut Buffer) {
    let inner = inner(area);
    let content = panels::content(app, panel, inner.width, inner.height);
    let height = usize::from(inner.height);
    let most = content.lines.len().saturating_sub(height);
    let scrolled = app.scrolled[panel as usize].max(0) as usize;
    // Output shows its end.
    let first = match panel {
        Panel::Output => most - scrolled.min(most),
        _ if content.is_part => 0,
        _ => scrolled.min(most),
    };
    let has_focus = app.focus == panel;
    if has_focus {
        app.page.set(height);
        app.most.set(most);
    }
    if inner != area {
        let more = if !content.is_part && most > 0 {
            format!(" {}/{}", first + height, content.lines.len())
        } else {
            String::new()
        };
        draw_title(app, &format!("{}{more}", content.title), has_focus, area, buffer);
    }
    put(content.lines.into_iter().skip(first), inner, buffer);
}

fn draw_title(app: &App, title: &str, has_focus: bool, area: Rect, buffer: &mut Buffer) {
    let sign = if has_focus { "▸" } else { " " };
    let text = format!("─{sign}{title} ");
    let rest = usize::from(area.width).saturating_sub(text.chars().count());
    write_line(Line::styled(text + &"─".repeat(rest), app.theme.title(has_focus)), area, buffer);
}

/// Returns the lines of keys, at most `most`. They always include help and quit.
fn footer(app: &App, width: usize, most: usize) -> Vec<Line<'static>> {
    let keys: Vec<_> = keys::table(app.stepping.kind()).filter(|key| !key.brief.is_empty()).collect();
    let (others, last) = keys.split_at(keys.len().saturating_sub(2));
    let item =
        |key: &&keys::Key| [Span::styled(key.shown, app.theme.key()), Span::raw(format!(" {}  ", key.brief))];
    let size = |item: &[Span]| item.iter().map(Span::width).sum::<usize>();
    let kept: usize = last.iter().map(|key| size(&item(key))).sum();
    let mut lines: Vec<(usize, Vec<Span>)> = vec![(0, Vec::new())];
    for key in others {
        let item = item(key);
        let is_last = lines.len() == most;
        let Some((used, line)) = lines.last_mut() else { break };
        if *used + size(&item) + if is_last { kept } else { 0 } <= width {
            *used += size(&item);
            line.extend(item);
        } else if !is_last {
            lines.push((size(&item), item.to_vec()));
        }
    }
    let Some((used, _)) = lines.last() else { return Vec::new() };
    if used + kept > width && lines.len() < most {
        lines.push((0, Vec::new()));
    }
    if let Some((_, line)) = lines.last_mut() {
        line.extend(last.iter().flat_map(item));
    }
    lines.into_iter().map(|(_, spans)| Line::from(spans)).collect()
}

fn draw_overlay(app: &App, overlay: &Overlay, area: Rect, buffer: &mut Buffer) {
    let widest = overlay.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 4;
    let width = area.width.min(widest.max(24) as u16);
    let lines: Vec<String> = overlay
        .lines
        .iter()
        .flat_map(|line| wrapped_line(line, usize::from(width).saturating_sub(4)))
        .collect();
    let height = area.height.min(lines.len() as u16 + 2);
    let place =
        Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let shown = usize::from(height.saturating_sub(2));
    let most = lines.len().saturating_sub(shown);
    app.page.set(shown);
    app.most.set(most);
    let keys = if most > 0 { " ↑↓ PgUp PgDn   Esc closes " } else { " Esc closes " };
    let block = Block::bordered()
        .title(escape::line(&format!(" {} ", overlay.title)).into_owned())
        .title_bottom(keys);
    let inner = block.inner(place);
    block.border_style(app.theme.title(true)).render(place, buffer);
    let seen = lines.into_iter().skip(overlay.scrolled.min(most));
    put(seen.map(|line| Line::from(format!(" {line}"))), inner, buffer);
}

/// Draws the command line over the last row, scrolled to keep its cursor visible.
fn prompt(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let prompt = app.prompt.as_ref()?;
    let before = prompt.question.label.to_owned() + &escape::line(&prompt.line[..prompt.cursor]);
    let at = Line::from(before.as_str()).width();
    let hidden = (at + 1).saturating_sub(area.width.into());
    let after = escape::line(&prompt.line[prompt.cursor..]);
    let text: String = (before + &after).chars().skip(hidden).collect();
    Clear.render(area, buffer);
    write_line(Line::from(text), area, buffer);
    Some(Position::new(area.x + ((at - hidden) as u16).min(area.width - 1), area.y))
}

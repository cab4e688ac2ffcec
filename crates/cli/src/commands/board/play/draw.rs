//! Drawing a game on the screen, and its terminal. Everything is visible without colors, too: sides by letters,
//! marks by signs beside them.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context, Result};
use arcadian_files::escape;
use arcadian_games::{Cell, Grid, Mark, Side, Square};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Color, Modifier, Style},
};

use super::{
    Setup,
    app::{App, Flow},
    geometry::{BELOW, Geometry, TooSmall},
    keys,
    records::Records,
};
use crate::{
    files::{ExitStatus, output},
    terminal::{
        self, Charset, Screen, Terminal,
        events::{Events, Input},
    },
};

/// An empty square that is shaded.
const SHADED: char = ',';

/// Draws the screen. Returns the place of the cursor while a text is typed.
pub fn draw(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let area = buffer.area;
    let grid = app.game().position().grid();
    let geometry = match Geometry::new(&grid, area) {
        Ok(geometry) => geometry,
        Err(needed) => {
            too_small(needed, area, buffer);
            return None;
        }
    };
    if geometry.top > 0 {
        let title = format!(" {:<width$}", app.title(), width = area.width.into());
        put(buffer, (0, 0), &title, Style::new().add_modifier(Modifier::REVERSED));
    }
    if app.shows_help {
        help(app, buffer);
    } else {
        board(app, &grid, &geometry, buffer);
        geometry.side().into_iter().for_each(|side| moves(app, side, buffer));
    }
    below(app, area, buffer)
}

fn put(buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
    if x < buffer.area.width && y < buffer.area.height {
        let width = usize::from(buffer.area.width - x);
        buffer.set_stringn(x, y, escape::line(text), width, style);
    }
}

fn too_small(TooSmall { width, height }: TooSmall, area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "The board needs {width} × {height}; this terminal has {} × {}. Enlarge it, or q leaves.",
        area.width, area.height
    );
    for (line, y) in wrapped(&text, area.width.into()).iter().zip(0..) {
        put(buffer, (0, y), line, Style::new());
    }
}

fn board(app: &App, grid: &Grid, geometry: &Geometry, buffer: &mut Buffer) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let middle = geometry.cell.0 / 2;
    for (column, label) in grid.columns.iter().enumerate() {
        let (x, _) = geometry.place(Square::new(0, column));
        let length = label.chars().count() as u16;
        put(buffer, (x + middle + 1 - length, geometry.top), label, dim);
    }
    for (row, label) in grid.rows.iter().enumerate() {
        let (_, y) = geometry.place(Square::new(row, 0));
        put(buffer, (0, y), &format!("{label:>width$}", width = usize::from(geometry.labels) - 1), dim);
    }
    let marks = app.game().marks();
    for (square, cell) in grid.squares().zip(&grid.cells) {
        let (x, y) = geometry.place(square);
        let (left, right, style) = signs(app, square, &marks);
        let signed = format!("{left}{}{right}", letter(cell));
        put(buffer, (x + middle - 1, y), &signed, style);
        put(buffer, (x + middle, y), &letter(cell).to_string(), look(cell, app.has_colors).patch(style));
    }
}

fn letter(cell: &Cell) -> char {
    if cell.is_shaded && cell.is_empty() { SHADED } else { cell.letter }
}

/// Returns the signs beside a square, and the style of the marked square.
fn signs(app: &App, square: Square, marks: &BTreeMap<Square, Mark>) -> (char, char, Style) {
    let color = |color| if app.has_colors { Style::new().fg(color) } else { Style::new() };
    let (left, right, style) = match marks.get(&square) {
        Some(Mark::Selected) => ('(', ')', color(Color::Magenta).add_modifier(Modifier::BOLD)),
        Some(Mark::Target) => (':', ':', color(Color::Magenta)),
        Some(Mark::Hint) => ('!', '!', color(Color::Red).add_modifier(Modifier::BOLD)),
        Some(Mark::Last) => ('-', '-', Style::new()),
        None => (' ', ' ', Style::new()),
    };
    match square == app.cursor && !app.is_stepping {
        // The right sign still tells what the square is marked for.
        true => ('[', if right == ' ' { ']' } else { right }, style.add_modifier(Modifier::REVERSED)),
        false => (left, right, style),
    }
}

fn look(cell: &Cell, has_colors: bool) -> Style {
    let color = |color| if has_colors { Style::new().fg(color) } else { Style::new() };
    let style = match (cell.side, cell.letter) {
        (Some(Side::First), _) => color(Color::Yellow).add_modifier(Modifier::BOLD),
        (Some(Side::Second), _) => color(Color::Cyan).add_modifier(Modifier::BOLD),
        (None, Cell::EMPTY | Cell::WALL) => Style::new().add_modifier(Modifier::DIM),
        (None, _) => color(Color::Green).add_modifier(Modifier::BOLD),
    };
    if cell.is_shaded && !cell.is_empty() { style.add_modifier(Modifier::UNDERLINED) } else { style }
}

/// Draws the players and the last moves that fit.
fn moves(app: &App, area: Rect, buffer: &mut Buffer) {
    let game = app.game();
    let across = game.start().kind().sides.len();
    let players: Vec<String> =
        app.players().iter().flat_map(|line| wrapped(line, area.width.into())).collect();
    let rows: Vec<String> = game
        .steps()
        .chunks(across)
        .zip((1..).step_by(across))
        .map(|(steps, number)| {
            let shown = (0..).zip(steps).map(|(offset, played)| {
                let sign = if number + offset == game.at() { '>' } else { ' ' };
                format!("{sign}{:<9}", played.text)
            });
            format!("{number:>4}.{}", shown.collect::<String>())
        })
        .collect();
    let space = usize::from(area.height).saturating_sub(players.len() + 1);
    let current = game.at().div_ceil(across);
    let skipped = current.max(space).min(rows.len().max(space)) - space;
    let lines = players.into_iter().chain([String::new()]).chain(rows.into_iter().skip(skipped).take(space));
    for (line, y) in lines.zip(area.y..area.bottom()) {
        put(buffer, (area.x, y), line.trim_end(), Style::new());
    }
}

/// Draws status, typed move or question, message and keys.
fn below(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let top = area.height - BELOW;
    put(buffer, (0, top), &app.status(), bold);
    let error = if app.has_colors { bold.fg(Color::Red) } else { bold };
    let style = if app.message.is_error { error } else { Style::new() };
    let input = app.input();
    // A long message has the row of the typed move as well, if that is empty.
    let lines = wrapped(&app.text(), area.width.into());
    let first = if input.is_none() && lines.len() > 1 { top + 1 } else { top + 2 };
    for (line, y) in lines.iter().zip(first..top + 3) {
        put(buffer, (0, y), line, style);
    }
    put(
        buffer,
        (0, top + 3),
        &keys::fitting(&app.footer(), area.width.into()),
        Style::new().add_modifier(Modifier::DIM),
    );
    input.map(|input| {
        put(buffer, (0, top + 1), &input, bold);
        let end = input.chars().count().min(usize::from(area.width) - 1) as u16;
        Position { x: end, y: top + 1 }
    })
}

fn help(app: &App, buffer: &mut Buffer) {
    let width = buffer.area.width.into();
    let lines = keys::help(app.game().start().kind(), app.has_machine()).into_iter().flat_map(|line| {
        match line.is_empty() {
            true => vec![line],
            false => wrapped(&line, width),
        }
    });
    for (line, y) in lines.zip(1..buffer.area.height - BELOW) {
        put(buffer, (0, y), &line, Style::new());
    }
}

/// Breaks a text into lines at blanks. Blanks at the beginning of a line and between words stay.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + length <= width => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The time between two looks at the program's answer.
const INTERVAL: Duration = Duration::from_millis(30);

/// Plays until the user leaves or a signal ends the process. The record is written however the game ends.
pub fn play(setup: Setup, records: Records) -> Result<ExitStatus> {
    let mut app = App::new(setup, records, !terminal::no_color());
    let ended = session(&mut app);
    // Who leaves was asked about the game; a signal or an error does not ask.
    let rescued = if matches!(ended, Ok(None)) { None } else { app.rescue() };
    rescued.iter().for_each(|message| output::note(message));
    let finished = app.finish();
    if let Err(error) = &finished
        && !matches!(ended, Ok(None))
    {
        output::note(&format!("error: {error:#}"));
    }
    ended?.into_iter().for_each(terminal::die);
    finished?;
    Ok(ExitStatus::Holds)
}

/// Handles input until the user leaves, or returns the signal that ends the process.
fn session(app: &mut App) -> Result<Option<i32>> {
    let mut terminal = Terminal::enter(Charset::of_environment()).context("cannot use the terminal")?;
    terminal.request_mouse().context("cannot use the terminal")?;
    let mut events = Events::listen(Vec::new())?;
    let mut screen = Screen::default();
    let mut is_pressed = false;
    loop {
        app.think()?;
        let mut buffer = Buffer::empty(Screen::size());
        let cursor = draw(app, &mut buffer);
        screen.paint(&mut terminal, buffer, cursor)?;
        let Some(input) = events.wait(app.is_thinking().then_some(INTERVAL)) else { continue };
        let flow = match input {
            Input::Key(key) => app.key(&key),
            Input::Paste(text) => app.paste(&text),
            Input::Point(place) => {
                // Moving with the button down is not another click.
                let was_pressed = std::mem::replace(&mut is_pressed, place.is_some());
                place.filter(|_| !was_pressed).map_or(Flow::Stay, |place| app.click(Screen::size(), place))
            }
            Input::Release(_) => Flow::Stay,
            // A terminal that was smaller for a moment has lost text, even if the size is the one of before.
            Input::Resize => Flow::Redraw,
            Input::Suspend => Flow::Suspend,
            Input::End(signal) => return Ok(Some(signal)),
            Input::Error(error) => return Err(error).context("cannot read from the terminal"),
        };
        match flow {
            Flow::Stay => {}
            Flow::Quit => return Ok(None),
            Flow::Redraw => screen.forget(),
            Flow::Debug(number) => {
                let (stepping, name) = app.stepping(number)?;
                let left = terminal::stepping::within(terminal, events, stepping, name)?;
                if left.signal.is_some() {
                    return Ok(left.signal);
                }
                (terminal, events) = (left.terminal, left.events);
                screen.forget();
            }
            Flow::Suspend => {
                terminal.suspend().context("cannot use the terminal")?;
                screen.forget();
            }
        }
    }
}

//! The content of the panels.

mod code;
pub mod screen;

use arcadian_debugger::{
    debuggee::{Group, Variable},
    debugger::Stoppoint,
    step::{
        figure::{LEGEND, Mark, Piece},
        stepping::{MarkedByte, ViewKind},
    },
};
use ratatui::{
    style::{Style, Stylize},
    text::{Line, Span},
};

use crate::terminal::stepping::{app::App, layout::Panel};

/// The content of a panel.
#[derive(Debug, Default)]
pub struct Content {
    pub title: String,
    pub lines: Vec<Line<'static>>,
    /// Whether the lines are only the visible part.
    pub is_part: bool,
}

/// Returns the content of a panel; `height` is without the title.
pub fn content(app: &App, panel: Panel, width: u16, height: u16) -> Content {
    let (width, height) = (usize::from(width), usize::from(height));
    match panel {
        Panel::Code => code::content(app, width, height),
        Panel::Values => values(app, width),
        Panel::Hardware => hardware(app, width),
        Panel::Board => board(app),
        Panel::Memory => memory(app, width, height),
        Panel::Stack => stack(app),
        Panel::Watches => watches(app),
        Panel::Output => output(app),
        Panel::Screen => screen::content(app, width, height),
        Panel::Line => bytes(app, width),
    }
}

/// Returns the number of columns that a panel needs.
pub fn width(app: &App, panel: Panel) -> u16 {
    match panel {
        Panel::Values | Panel::Hardware => 34,
        Panel::Board => board_width(app).max(34),
        _ => 0,
    }
}

/// Returns the number of rows that a panel of a width needs, without its title.
pub fn height(app: &App, panel: Panel, width: u16) -> u16 {
    content(app, panel, width, u16::MAX >> 4).lines.len() as u16
}

/// Returns the printed output.
fn output(app: &App) -> Content {
    let lines = app.program().output().into_iter().map(Line::from).collect();
    Content { title: "Output".to_owned(), lines, is_part: false }
}

/// Returns the title for machine code or for BASIC.
fn either(app: &App, code: &str, basic: &str) -> String {
    if app.stepping.kind() == ViewKind::Basic { basic } else { code }.to_owned()
}

/// Fills rows with words. A word longer than the width gets its own row.
pub fn filled(text: &str, width: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.is_empty() => row.push_str(word),
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

pub(super) fn board(app: &App) -> Content {
    let drawn = app.stepping.boards();
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
pub(super) fn board_width(app: &App) -> u16 {
    let content = board(app);
    let lines = content.lines.iter().map(Line::width);
    lines.chain([content.title.chars().count() + 4]).max().unwrap_or(0) as u16
}

fn span(app: &App, piece: &Piece) -> Span<'static> {
    Span::styled(piece.text.clone(), app.theme.mark(piece.mark))
}

/// The size of the line number at the start of a line in bytes.
const NUMBER: usize = 2;

pub(super) fn bytes(app: &App, width: usize) -> Content {
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

pub(super) fn memory(app: &App, width: usize, height: usize) -> Content {
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
    let row = |n: usize| memory_line(app, start.wrapping_add((n * bytes) as u16), bytes, has_letters);
    let title = if app.memory.eq_ignore_ascii_case(&format!("{first:04X}")) {
        format!("Memory at {first:04X}")
    } else {
        format!("Memory at {} = {first:04X}", app.memory)
    };
    Content { title, lines: (0..height.min(64)).map(row).collect(), is_part: true }
}

fn memory_line(app: &App, address: u16, bytes: usize, has_letters: bool) -> Line<'static> {
    let mut spans = vec![Span::styled(format!("{address:04X} "), app.theme.quiet())];
    let bytes = (0..bytes as u16).map(|n| app.stepping.byte(address.wrapping_add(n)));
    spans.extend(bytes.clone().map(|MarkedByte { value, mark }| {
        Span::styled(format!("{}{value:02X}", mark.sign()), app.theme.mark(mark))
    }));
    if has_letters {
        let letter = |byte: u8| Some(char::from(byte)).filter(|c| c.is_ascii_graphic() || *c == ' ');
        let letters: String = bytes.map(|byte| letter(byte.value).unwrap_or('·')).collect();
        spans.push(Span::styled(format!("  {letters}"), app.theme.quiet()));
    }
    Line::from(spans)
}

/// The maximum number of words shown.
const WORDS: i64 = 16;

pub(super) fn stack(app: &App) -> Content {
    let mut lines: Vec<Line> = app.stepping.frames().into_iter().map(Line::from).collect();
    lines.extend(words(app));
    Content { title: either(app, "Calls and stack", "Subroutines and loops"), lines, is_part: false }
}

/// Returns the words from the top of the stack, with change marks.
fn words(app: &App) -> Vec<Line<'static>> {
    let program = app.program();
    let (Some(stack), Some(pointer)) = (program.stack(), program.resolve("SP")) else {
        return Vec::new();
    };
    let pointer = program.value(pointer);
    let (first, end) = (i64::from(stack.start), i64::from(stack.end));
    // The words pushed before the start are not shown, except the return address of the program.
    let start = app.stepping.past.start.value("SP");
    let end = if start >= pointer { start + 2 } else { end };
    let addresses = (0..WORDS).map(|n| first + 2 * n).take_while(|address| address + 1 < end);
    addresses.map(|address| word(app, address as u16)).collect()
}

fn word(app: &App, address: u16) -> Line<'static> {
    let [low, high] = [address, address.wrapping_add(1)].map(|at| app.stepping.byte(at));
    let mark = low.mark.max(high.mark);
    Line::from(vec![
        Span::styled(format!("{address:04X} "), app.theme.quiet()),
        Span::styled(format!("{}{:02X}{:02X}", mark.sign(), high.value, low.value), app.theme.mark(mark)),
    ])
}

/// The groups of values of the processor. The others are those of the hardware.
const PROCESSOR: [&str; 2] = ["Registers", "Flags"];

/// Returns the registers and flags, or the variables.
pub(super) fn values(app: &App, width: usize) -> Content {
    let groups = app.program().groups().into_iter();
    let is_shown =
        |group: &Group| app.stepping.kind() != ViewKind::Cartridge || PROCESSOR.contains(&group.name);
    let lines = lines(app, groups.filter(is_shown), width);
    Content { title: either(app, "Registers", "Variables"), lines, is_part: false }
}

/// Returns the values of the hardware.
pub(super) fn hardware(app: &App, width: usize) -> Content {
    let groups = app.program().groups().into_iter();
    let lines = lines(app, groups.filter(|group| !PROCESSOR.contains(&group.name)), width);
    Content { title: "Video, sound, inputs".to_owned(), lines, is_part: false }
}

fn lines(app: &App, groups: impl Iterator<Item = Group>, width: usize) -> Vec<Line<'static>> {
    let rows_of = |group: Group| -> Vec<Line<'static>> {
        by_size(&group)
            .iter()
            .filter(|block| !block.is_empty())
            .flat_map(|block| rows(app, block, width))
            .collect()
    };
    groups.flat_map(rows_of).collect()
}

/// Splits the values of a group by size.
fn by_size(group: &Group) -> Vec<Vec<&Variable>> {
    let of = |bits: u32| group.values.iter().filter(|value| value.bits == bits).collect();
    [8, 16, 32, 1].map(of).into_iter().collect()
}

/// Arranges values in rows.
fn rows(app: &App, block: &[&Variable], width: usize) -> Vec<Line<'static>> {
    let values: Vec<Span> = block.iter().map(|value| value_span(app, value)).collect();
    let widest = values.iter().map(Span::width).max().unwrap_or(0) + 1;
    let rows = values.chunks((width / widest).max(1));
    let padded = |row: &[Span<'static>]| -> Line<'static> {
        row.iter().flat_map(|value| [value.clone(), Span::raw(" ".repeat(widest - value.width()))]).collect()
    };
    rows.map(padded).collect()
}

fn value_span(app: &App, variable: &Variable) -> Span<'static> {
    let mark = app.stepping.past.value(&variable.name, variable.value);
    let value = app.program().language().notation.value(variable.value, variable.bits);
    let style = match (mark, variable.value) {
        (Mark::Unchanged, 0) => app.theme.quiet(),
        _ => app.theme.mark(mark),
    };
    Span::styled(format!("{}{} {value}", mark.sign(), variable.name), style)
}

pub(super) fn watches(app: &App) -> Content {
    let shown = app.stepping.session.displayed().into_iter().map(Line::from);
    let stops = app.stepping.session.debugger().stoppoints().iter().map(|stop| Line::from(line(stop)));
    let mut lines: Vec<Line> = shown.chain(stops).collect();
    if lines.is_empty() {
        let hints = ["w displays a value", "Space sets a breakpoint"];
        lines.extend(hints.map(|hint| Line::styled(hint, app.theme.quiet())));
    }
    Content { title: "Watches and stops".to_owned(), lines, is_part: false }
}

fn line(Stoppoint { id, text, enabled, hits, .. }: &Stoppoint) -> String {
    let sign = if *enabled { '●' } else { '○' };
    let hits = arcadian_files::count(*hits, "time");
    format!("{sign} {id}: {text}, hit {hits}")
}

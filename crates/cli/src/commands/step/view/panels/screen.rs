//! The panel of a program's screen, in characters.

mod beam;

use arcadian_debugger::debuggee::Screen;
use arcadian_screen::{
    Frame, HEIGHT, WIDTH,
    blocks::{Grid, Layout},
    palette::Scale,
    recognize::{Found, characters},
};
use ratatui::text::Line;

use super::Content;
use crate::commands::step::view::{app::App, theme::Theme};

pub(super) fn content(app: &App, width: usize, height: usize) -> Content {
    let screen = app.program().screen();
    let title = match &screen {
        Some(Screen::Beam(screen)) => screen.place.clone(),
        Some(Screen::Basic(_)) | None => "Screen".to_owned(),
    };
    let lines = screen.map_or(Vec::new(), |screen| lines(&screen, app.theme, width, height));
    Content { title, lines, is_part: false }
}

/// Returns the largest picture that fits, or one at half size.
pub fn lines(screen: &Screen, theme: Theme, width: usize, height: usize) -> Vec<Line<'static>> {
    match screen {
        Screen::Basic(frame) => basic(frame, width, height).into_iter().map(Line::from).collect(),
        Screen::Beam(screen) => beam::lines(screen, theme, width, height),
    }
}

fn basic(frame: &Frame, width: usize, height: usize) -> Vec<String> {
    let fits = |layout: &Layout| layout.columns() <= width && layout.rows() <= height;
    match [Layout::Half, Layout::Braille].into_iter().find(fits) {
        Some(layout) => plain(&Grid::new(frame, layout, Scale::default())),
        None => half(frame).into_iter().map(String::from_iter).collect(),
    }
}

/// Returns the rows of a grid without colors.
fn plain(grid: &Grid) -> Vec<String> {
    grid.rows().map(|row| row.iter().map(|cell| cell.plain).collect()).collect()
}

/// The size of a cell at half size in pixels: a braille character has 2 × 4 dots of 2 × 2 pixels.
const CELL: (usize, usize) = (4, 8);
/// The distance between characters of a line in pixels.
const STEP: usize = 6;
/// The height of a character in pixels.
const TALL: usize = 8;
/// The column and row of each dot of a braille character, in bit order (Unicode 2800–28FF).
const DOTS: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

/// Draws a frame at half size: recognized text as characters at its position, all other pixels as dots.
fn half(frame: &Frame) -> Vec<Vec<char>> {
    let found = characters(&frame.picture);
    let mut is_text = vec![false; WIDTH * HEIGHT];
    for one in &found {
        for row in one.row..(one.row + TALL).min(HEIGHT) {
            let end = (one.column + STEP).min(WIDTH);
            is_text[row * WIDTH..][one.column..end].fill(true);
        }
    }
    let is_ink = |column: usize, row: usize| frame.picture.at(column, row) && !is_text[row * WIDTH + column];
    let row = |row: usize| (0..WIDTH / CELL.0).map(|column| braille(&is_ink, column, row)).collect();
    let mut cells: Vec<Vec<char>> = (0..HEIGHT / CELL.1).map(row).collect();
    found.chunk_by(is_next).for_each(|run| write(&mut cells, run));
    cells
}

/// Returns a braille character. A dot is set if one of its pixels is set.
fn braille(is_ink: &impl Fn(usize, usize) -> bool, column: usize, row: usize) -> char {
    let dot = |(x, y): (usize, usize)| {
        let (left, top) = (CELL.0 * column + 2 * x, CELL.1 * row + 2 * y);
        [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().any(|(right, down)| is_ink(left + right, top + down))
    };
    let bits = DOTS.into_iter().zip(0..).fold(0, |bits, (place, bit)| bits | u32::from(dot(place)) << bit);
    if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).unwrap_or(' ') }
}

/// Returns whether one character follows another in a line, with at most one blank between them.
fn is_next(one: &Found, next: &Found) -> bool {
    let distance = next.column.wrapping_sub(one.column);
    one.row == next.row && (distance == STEP || distance == 2 * STEP)
}

fn write(cells: &mut [Vec<char>], run: &[Found]) {
    let Some(first) = run.first() else { return };
    let Some(row) = cells.get_mut((first.row + CELL.1 / 2) / CELL.1) else { return };
    for one in run {
        let at = first.column / CELL.0 + (one.column - first.column) / STEP;
        row.get_mut(at).into_iter().for_each(|cell| *cell = one.character());
    }
}

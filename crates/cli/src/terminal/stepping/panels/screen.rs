//! The panel of a program's screen, in characters, or as a picture that a beam draws. A mark is beside the row of the beam,
//! and what the last frame left is shown below it.

use arcadian_debugger::debuggee::{BEAM, BeamScreen, Screen};
use arcadian_screen::{
    Frame, Raster,
    blocks::{Grid, Layout},
    palette::Scale,
};
use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::Content;
use crate::terminal::{
    Charset,
    stepping::{app::App, layout::Theme},
};

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
        Screen::Basic(frame) => basic(frame, theme, width, height).into_iter().map(Line::from).collect(),
        Screen::Beam(screen) => beam_lines(screen, theme, width, height),
    }
}

fn basic(frame: &Frame, theme: Theme, width: usize, height: usize) -> Vec<String> {
    let fits = |layout: &Layout| layout.columns() <= width && layout.rows() <= height;
    let (layouts, least) = match theme.charset {
        Charset::Unicode => (&[Layout::Half, Layout::Braille][..], Layout::Small),
        Charset::Ascii => (&[Layout::Ascii][..], Layout::AsciiSmall),
    };
    let layout = layouts.iter().copied().find(fits).unwrap_or(least);
    plain(&Grid::new(frame, layout, Scale::default()))
}

/// Returns the rows of a grid without colors.
fn plain(grid: &Grid) -> Vec<String> {
    grid.rows().map(|row| row.iter().map(|cell| cell.plain).collect()).collect()
}

/// Sizes of a picture, largest first: the pixels of a dot, in columns and rows, and the characters.
const SIZES: [(usize, Layout); 3] = [(1, Layout::Half), (1, Layout::Braille), (2, Layout::Braille)];
const ASCII_SIZES: [(usize, Layout); 2] = [(1, Layout::Ascii), (2, Layout::Ascii)];

/// Returns the largest picture that fits, else the smallest one.
pub(super) fn beam_lines(
    screen: &BeamScreen,
    theme: Theme,
    width: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let size = |(scale, layout): (usize, Layout)| {
        let (columns, rows) = layout.pixels();
        let pixels = &screen.pixels;
        (pixels.width().div_ceil(scale * columns) + 1, pixels.height().div_ceil(scale * rows))
    };
    let fits = |choice: &(usize, Layout)| size(*choice).0 <= width && size(*choice).1 <= height;
    let sizes = if theme.charset == Charset::Ascii { &ASCII_SIZES[..] } else { &SIZES };
    let chosen = sizes.iter().find(|choice| fits(choice)).or(sizes.last());
    let (scale, layout) = chosen.copied().unwrap_or(SIZES[2]);
    let grid = Grid::of_raster(&reduced(&screen.pixels, scale), layout, Scale::default());
    let beam = screen.row.map(|row| row / (scale * layout.pixels().1));
    let line = |(row, text): (usize, String)| {
        let style = if beam.is_some_and(|beam| row > beam) { theme.quiet() } else { Style::new() };
        let mark = if beam == Some(row) { BEAM } else { " " };
        Line::from(vec![Span::raw(mark), Span::styled(text, style)])
    };
    plain(&grid).into_iter().enumerate().map(line).collect()
}

/// Returns the picture with `scale` times `scale` pixels merged into one, which shows what differs from the background.
fn reduced(pixels: &Raster, scale: usize) -> Raster {
    if scale == 1 {
        return pixels.clone();
    }
    let background = pixels.background();
    let (width, height) = (pixels.width() / scale, pixels.height() / scale);
    let merged = |(column, row): (usize, usize)| {
        let mut all =
            (0..scale * scale).map(|n| pixels.color(scale * column + n % scale, scale * row + n / scale));
        all.find(|color| *color != background).unwrap_or(background)
    };
    let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    Raster::new(width, places.map(merged).collect())
}

//! A picture that a beam draws. A mark is beside the row of the beam, and what the last frame left below it is dim.

use arcadian_debugger::debuggee::{BEAM, BeamScreen};
use arcadian_screen::{
    Raster,
    blocks::{Grid, Layout},
    palette::Scale,
};
use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::plain;
use crate::terminal::stepping::draw::Theme;

/// How a picture is drawn: the pixels of a dot, in columns and rows, and the characters.
const SIZES: [(usize, Layout); 3] = [(1, Layout::Half), (1, Layout::Braille), (2, Layout::Braille)];

/// Returns the largest picture that fits, else the smallest one.
pub(super) fn lines(screen: &BeamScreen, theme: Theme, width: usize, height: usize) -> Vec<Line<'static>> {
    let size = |(scale, layout): (usize, Layout)| {
        let (columns, rows) = layout.pixels();
        let pixels = &screen.pixels;
        (pixels.width().div_ceil(scale * columns) + 1, pixels.height().div_ceil(scale * rows))
    };
    let fits = |choice: &(usize, Layout)| size(*choice).0 <= width && size(*choice).1 <= height;
    let (scale, layout) = SIZES.into_iter().find(fits).unwrap_or(SIZES[2]);
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

//! The screen of a BASIC program, in characters.

use arcadian_screen::{
    Frame, HEIGHT, WIDTH,
    blocks::{Grid, Layout},
    palette::Scale,
};
use ratatui::text::Line;

use super::Content;
use crate::step::view::app::App;

pub(super) fn content(app: &App, width: usize, height: usize) -> Content {
    let lines = app.program().screen().map_or(Vec::new(), |frame| lines(&frame, width, height));
    Content { title: "Screen".to_owned(), lines: lines.into_iter().map(Line::from).collect(), is_part: false }
}

/// The largest picture that fits, or else one at half its size.
fn lines(frame: &Frame, width: usize, height: usize) -> Vec<String> {
    let fits = |layout: &Layout| layout.columns() <= width && layout.rows() <= height;
    match [Layout::Half, Layout::Braille].into_iter().find(fits) {
        Some(layout) => {
            let grid = Grid::new(frame, layout, Scale::default());
            grid.rows().map(|row| row.iter().map(|cell| cell.plain).collect()).collect()
        }
        None => half(frame),
    }
}

/// The dots of a braille character: column, row, in the order of their bits (Unicode 2800–28FF).
const DOTS: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];

/// Braille whose dots are two pixels wide and high: set if one of them is.
fn half(frame: &Frame) -> Vec<String> {
    let pixel = |column: usize, row: usize| frame.picture.at(column, row);
    let dot = |x: usize, y: usize| {
        [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().any(|(right, down)| pixel(2 * x + right, 2 * y + down))
    };
    let cell = |column: usize, row: usize| {
        let dots = DOTS.iter().map(|(x, y)| dot(2 * column + x, 4 * row + y));
        let bits = dots.zip(0..).fold(0, |bits, (set, bit)| bits | u32::from(set) << bit);
        if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).unwrap_or(' ') }
    };
    (0..HEIGHT / 8).map(|row| (0..WIDTH / 4).map(|column| cell(column, row)).collect()).collect()
}

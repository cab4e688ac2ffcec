//! The panel of a program's screen, in characters.

mod beam;

use arcadian_debugger::debuggee::Screen;
use arcadian_screen::{
    Frame,
    blocks::{Grid, Layout},
    palette::Scale,
};
use ratatui::text::Line;

use super::Content;
use crate::terminal::stepping::{app::App, draw::Theme};

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
    let layout = [Layout::Half, Layout::Braille].into_iter().find(fits).unwrap_or(Layout::Small);
    plain(&Grid::new(frame, layout, Scale::default()))
}

/// Returns the rows of a grid without colors.
fn plain(grid: &Grid) -> Vec<String> {
    grid.rows().map(|row| row.iter().map(|cell| cell.plain).collect()).collect()
}

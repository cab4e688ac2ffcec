//! A picture in the terminal with lines below it, by block characters, sixel or kitty graphics. Only what changes is written.

mod footer;
mod graphics;
mod layout;
mod query;
mod view;

use clap::ValueEnum;

pub use footer::{fitted, wrapped};
pub use graphics::{ask, method};
pub use layout::{Shape, Size};
pub use view::{Scene, View};

/// A graphics method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Graphics {
    /// Best method that the terminal supports
    #[default]
    Auto,
    /// Block or braille characters
    Blocks,
    /// Sixel graphics
    Sixel,
    /// Kitty graphics protocol
    Kitty,
}

/// Returns the size of the terminal according to the system.
pub fn size() -> Size {
    match crossterm::terminal::window_size() {
        Ok(window) => Size { columns: window.columns, rows: window.rows, cell: cell(&window) },
        Err(_) => {
            let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
            Size { columns, rows, cell: None }
        }
    }
}

/// Returns the size of a character cell in dots. A terminal that does not know its size in dots reports 0.
fn cell(window: &crossterm::terminal::WindowSize) -> Option<(u16, u16)> {
    let cell = (window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?);
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

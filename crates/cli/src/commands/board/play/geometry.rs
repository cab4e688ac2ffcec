//! Geometry of the board on the screen.

use anyhow::Result;
use arcadian_games::{Grid, Square};
use ratatui::layout::Rect;

/// The rows below the board: status, typed move or question, message, keys.
pub const BELOW: u16 = 4;

/// The width of the text at the right of the board, with the gap before it.
const SIDE: u16 = 27;

/// The places of a board's squares on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The width and height of a square.
    pub cell: (u16, u16),
    /// The width of the labels of rows, with a blank after them.
    pub labels: u16,
    /// The row of the labels of columns. The squares begin below it.
    pub top: u16,
    rows: u16,
    columns: u16,
    area: Rect,
}

impl Geometry {
    /// Finds the places on a screen: with squares of two rows if there is room, and a title if there is room.
    pub fn new(grid: &Grid, area: Rect) -> Result<Self, TooSmall> {
        let longest = grid.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let labels = longest as u16 + 1;
        let (rows, columns) = (grid.rows.len() as u16, grid.columns.len() as u16);
        let new = |cell: (u16, u16), top| Self { cell, labels, top, rows, columns, area };
        let fits = |places: &Self| places.right() <= area.width && places.bottom() + BELOW <= area.height;
        let [large, small, smallest] = [new((5, 2), 2), new((3, 1), 1), new((3, 1), 0)];
        let found = [large, small, smallest].into_iter().find(fits);
        found.ok_or(TooSmall { width: smallest.right(), height: smallest.bottom() + BELOW })
    }

    /// Returns the column after the board.
    pub fn right(&self) -> u16 {
        self.labels + self.cell.0 * self.columns
    }

    /// Returns the row after the board.
    pub fn bottom(&self) -> u16 {
        self.top + 1 + self.cell.1 * self.rows
    }

    /// Returns the area at the right of the board, if there is room for text.
    pub fn side(&self) -> Option<Rect> {
        let x = self.right() + 2;
        let width = self.area.width.saturating_sub(x);
        let y = self.top.min(1);
        (width + 2 >= SIDE).then(|| Rect { x, y, width, height: self.area.height.saturating_sub(y + BELOW) })
    }

    /// Returns the upper left place of a square.
    pub fn place(&self, square: Square) -> (u16, u16) {
        let (width, height) = self.cell;
        (self.labels + width * square.column as u16, self.top + 1 + height * square.row as u16)
    }

    pub fn square_at(&self, (x, y): (u16, u16)) -> Option<Square> {
        let column = x.checked_sub(self.labels)? / self.cell.0;
        let row = y.checked_sub(self.top + 1)? / self.cell.1;
        (row < self.rows && column < self.columns).then(|| Square::new(row.into(), column.into()))
    }
}

/// A screen that is too small, and the size that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooSmall {
    pub width: u16,
    pub height: u16,
}

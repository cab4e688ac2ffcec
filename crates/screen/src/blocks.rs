//! The picture as terminal characters: half blocks, or braille for small terminals.

mod cell;
mod color;
mod pen;

use crate::{Frame, HEIGHT, WIDTH, palette::Scale};
use color::Tints;
use pen::Pen;

pub use cell::Cell;
pub use color::Color;

/// The number of pixels in a terminal cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Two pixels, an upper and a lower one: 160 × 44 cells.
    #[default]
    Half,
    /// Eight pixels, 2 × 4 dots: 80 × 22 cells, which fit the classic 80 × 24 terminal.
    Braille,
}

impl Layout {
    /// Returns the width of the picture in terminal columns.
    pub const fn columns(self) -> usize {
        match self {
            Layout::Half => WIDTH,
            Layout::Braille => WIDTH / 2,
        }
    }

    /// Returns the height of the picture in terminal rows.
    pub const fn rows(self) -> usize {
        match self {
            Layout::Half => HEIGHT / 2,
            Layout::Braille => HEIGHT / 4,
        }
    }
}

/// The colors that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Depth {
    /// 24 bits: exact colors.
    #[default]
    TrueColor,
    /// The 16 standard colors. Different colors stay different.
    Ansi16,
    /// No colors: foreground is ink, background is blank.
    None,
}

/// A frame as terminal cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: Layout,
    cells: Vec<Cell>,
}

impl Grid {
    /// Converts a frame to cells.
    pub fn new(frame: &Frame, layout: Layout, scale: Scale) -> Self {
        let tints = Tints::new(&frame.colors, scale);
        let cell = match layout {
            Layout::Half => cell::half,
            Layout::Braille => cell::braille,
        };
        let places =
            (0..layout.rows()).flat_map(|row| (0..layout.columns()).map(move |column| (column, row)));
        Grid { layout, cells: places.map(|(column, row)| cell(frame, &tints, column, row)).collect() }
    }

    /// Returns the rows of cells from top to bottom, each of [`Layout::columns`] cells.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.layout.columns())
    }

    /// Returns the picture as lines of text; with colors, each line ends with a reset.
    pub fn lines(&self, depth: Depth) -> Vec<String> {
        self.rows().map(|row| line(row, depth)).collect()
    }

    /// Returns the text that makes a terminal show this grid in place of `previous`, or of anything if that is `None`.
    ///
    /// It contains only the cells that change, each run of them after a cursor movement, and is empty if there are
    /// none. `origin` is the terminal's row and column of the upper left cell, counted from 1.
    pub fn update(&self, previous: Option<&Grid>, depth: Depth, origin: (u16, u16)) -> String {
        let previous = previous.filter(|previous| previous.layout == self.layout);
        let mut pen = Pen::default();
        for (number, row) in self.rows().enumerate() {
            let at = number * self.layout.columns();
            let shown = previous.map(|previous| &previous.cells[at..at + row.len()]);
            update_row(
                &mut pen,
                shown,
                row,
                depth,
                (u32::from(origin.0) + number as u32, u32::from(origin.1)),
            );
        }
        pen.finish()
    }
}

fn line(row: &[Cell], depth: Depth) -> String {
    let mut pen = Pen::default();
    row.iter().for_each(|cell| pen.put(&cell.painted(depth)));
    pen.finish()
}

fn update_row(pen: &mut Pen, shown: Option<&[Cell]>, row: &[Cell], depth: Depth, origin: (u32, u32)) {
    let mut cursor = None;
    for (column, cell) in row.iter().enumerate() {
        let painted = cell.painted(depth);
        if shown.is_some_and(|shown| shown[column].painted(depth) == painted) {
            continue;
        }
        if cursor != Some(column) {
            pen.move_to(origin.0, origin.1 + column as u32);
        }
        pen.put(&painted);
        cursor = Some(column + 1);
    }
}

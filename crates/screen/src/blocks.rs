//! The picture in terminal characters: half blocks, or braille where the terminal is small.

mod cell;
mod color;
mod pen;

use crate::{Frame, HEIGHT, WIDTH, palette::Scale};
use color::Tints;
use pen::Pen;

pub use cell::Cell;
pub use color::Color;

/// How many pixels a terminal cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Two pixels, one above the other: 160 × 44 cells.
    #[default]
    Half,
    /// Eight pixels, 2 × 4 dots: 80 × 22 cells, which fit the classic 80 × 24 terminal.
    Braille,
}

impl Layout {
    /// Terminal columns of the picture.
    pub const fn columns(self) -> usize {
        match self {
            Layout::Half => WIDTH,
            Layout::Braille => WIDTH / 2,
        }
    }

    /// Terminal rows of the picture.
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
    /// 24 bits: the colors as they are.
    #[default]
    TrueColor,
    /// The 16 standard colors: the nearest, though never one for two colors that differ.
    Ansi16,
    /// No colors and no escape sequences: foreground is ink, background blank.
    None,
}

/// A frame as terminal cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: Layout,
    cells: Vec<Cell>,
}

impl Grid {
    /// The cells of a frame, row after row.
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

    /// How many pixels each cell holds.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The cells from top to bottom, a row of [`Layout::columns`] at a time.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.layout.columns())
    }

    /// The picture as lines of text; where colors are used each line ends with a reset.
    pub fn lines(&self, depth: Depth) -> Vec<String> {
        self.rows().map(|row| line(row, depth)).collect()
    }

    /// What to write to a terminal that shows `previous`, or anything if there is none, so that it shows this grid.
    ///
    /// Only cells that changed are written, each run of them after a cursor movement; `origin` is the terminal's row
    /// and column, counted from 1, of the upper left cell. Empty if nothing changed.
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

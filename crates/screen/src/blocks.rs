//! The picture as terminal characters: half blocks, or braille and text for small terminals.

mod cell;
mod reduced;

use crate::{Colors, Frame, Raster, palette::Scale};
use cell::{Pen, Tints};
use reduced::Reduced;

pub use cell::{Cell, Color, Depth};
pub use reduced::Layout;

/// A frame as terminal cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: Layout,
    /// The cells of a row.
    columns: usize,
    cells: Vec<Cell>,
}

impl Grid {
    pub fn new(frame: &Frame, layout: Layout, scale: Scale) -> Self {
        let Colors { left, right, .. } = frame.colors;
        let tints = Tints::new(left.into_iter().chain(right), scale);
        let size = (layout.columns(), layout.rows());
        let cells = match layout {
            Layout::Half => cells(size, |(column, row)| cell::half(frame, &tints, column, row)),
            Layout::Braille => cells(size, |(column, row)| cell::braille(frame, &tints, column, row)),
            Layout::Small | Layout::Text => {
                let reduced = Reduced::of_frame(frame, layout);
                cells(size, |place| reduced.cell(place, &tints))
            }
        };
        Grid { layout, columns: size.0, cells }
    }

    /// Converts a raster to cells. The most common color is the background.
    pub fn of_raster(raster: &Raster, layout: Layout, scale: Scale) -> Self {
        let background = raster.background();
        let mut used = [false; 256];
        raster.colors().iter().for_each(|color| used[usize::from(*color)] = true);
        let others = (0..=255).filter(|color| used[usize::from(*color)]);
        let tints = Tints::new(std::iter::once(background).chain(others), scale);
        let (width, height) = layout.pixels();
        let size = (raster.width().div_ceil(width), raster.height().div_ceil(height));
        let cells = match layout {
            Layout::Half => cells(size, |place| cell::raster_half(raster, background, &tints, place)),
            Layout::Braille => cells(size, |place| cell::raster_braille(raster, background, &tints, place)),
            Layout::Small | Layout::Text => {
                let reduced = Reduced::of_raster(raster, background, layout);
                cells(size, |place| reduced.cell(place, &tints))
            }
        };
        Grid { layout, columns: size.0, cells }
    }

    /// Returns the rows of cells from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns)
    }

    /// Returns the picture as lines of text; with colors, each line ends with a reset.
    pub fn lines(&self, depth: Depth) -> Vec<String> {
        self.rows().map(|row| line(row, depth)).collect()
    }

    /// Returns the text that makes a terminal show this grid in place of `previous`, or of anything if that is `None`.
    ///
    /// The text contains only the cells that change, each run of them after a cursor movement, and is empty if there
    /// are none. `origin` is the terminal's row and column of the upper left cell, counted from 1.
    pub fn update(&self, previous: Option<&Grid>, depth: Depth, origin: (u16, u16)) -> String {
        let previous = previous.filter(|previous| previous.has_shape_of(self));
        let mut pen = Pen::default();
        for (number, row) in self.rows().enumerate() {
            let at = number * self.columns;
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

    fn has_shape_of(&self, other: &Grid) -> bool {
        (self.layout, self.columns, self.cells.len()) == (other.layout, other.columns, other.cells.len())
    }
}

fn cells((columns, rows): (usize, usize), cell: impl Fn((usize, usize)) -> Cell) -> Vec<Cell> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).map(cell).collect()
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

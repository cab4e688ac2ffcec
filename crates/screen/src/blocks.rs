//! The picture as terminal characters: half blocks; or, if the picture has more pixels than dots in the cells of a small
//! terminal, recognized characters as text and all other pixels as braille dots. In ASCII, text is always text.

mod cell;

use crate::{
    Colors, Frame, HEIGHT, Picture, Raster, WIDTH, ascii,
    font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL},
    palette::Scale,
    recognize::{self, Found},
};
use cell::{DOTS, Pen, Tints, dots};

pub use cell::{Cell, Color, Depth};

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
            _ => {
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
            _ => {
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

/// The number of pixels in a terminal cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Two pixels, an upper and a lower one: 160 × 44 cells.
    #[default]
    Half,
    /// Eight pixels, 2 × 4 dots: 80 × 22 cells, which fit the classic 80 × 24 terminal.
    Braille,
    /// 4 × 8 pixels: 40 × 11 cells. Recognized characters are text at about their position, other pixels are dots.
    Small,
    /// 6 × 8 pixels, the cell of a character: 27 × 11 cells. As [`Small`](Layout::Small), but all text is on the grid of
    /// [`recognize`].
    Text,
    /// 2 × 4 pixels in ASCII: 80 × 22 cells. As [`Small`](Layout::Small), with characters of about the shape of the dots.
    Ascii,
    /// [`Small`](Layout::Small) in ASCII.
    AsciiSmall,
    /// [`Text`](Layout::Text) in ASCII.
    AsciiText,
}

impl Layout {
    /// Returns the pixels of a cell, in columns and rows.
    pub const fn pixels(self) -> (usize, usize) {
        match self {
            Layout::Half => (1, 2),
            Layout::Braille | Layout::Ascii => (2, 4),
            Layout::Small | Layout::AsciiSmall => (4, 8),
            Layout::Text | Layout::AsciiText => (CELL_WIDTH, CELL_HEIGHT),
        }
    }

    /// Returns the width of the picture in terminal columns.
    pub const fn columns(self) -> usize {
        WIDTH.div_ceil(self.pixels().0)
    }

    /// Returns the height of the picture in terminal rows.
    pub const fn rows(self) -> usize {
        HEIGHT / self.pixels().1
    }

    /// Returns whether all characters are ASCII.
    pub const fn is_ascii(self) -> bool {
        matches!(self, Layout::Ascii | Layout::AsciiSmall | Layout::AsciiText)
    }
}

/// A picture that is shown in larger cells.
struct Reduced<'a> {
    source: Source<'a>,
    layout: Layout,
    /// The foreground without the recognized characters.
    rest: Picture,
    /// The characters by row and column of cells.
    text: Vec<Option<Found>>,
}

enum Source<'a> {
    Frame(&'a Frame),
    /// A raster and its background.
    Raster(&'a Raster, u8),
}

impl<'a> Reduced<'a> {
    fn of_frame(frame: &'a Frame, layout: Layout) -> Self {
        Self::new(Source::Frame(frame), &frame.picture.upper(frame.colors.rows()), layout)
    }

    /// The foreground of a raster is what differs from the background.
    fn of_raster(raster: &'a Raster, background: u8, layout: Layout) -> Self {
        let source = Source::Raster(raster, background);
        let is_ink = |row, column| column < raster.width() && source.is_ink(column, row);
        let bits: Vec<bool> = (0..HEIGHT)
            .flat_map(|row| (0..WIDTH).map(move |column| (row, column)))
            .map(|(row, column)| is_ink(row, column))
            .collect();
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        let picture = Picture::from_bits(&bits.chunks(8).map(byte).collect::<Vec<_>>());
        Self::new(source, &picture, layout)
    }

    fn new(source: Source<'a>, picture: &Picture, layout: Layout) -> Self {
        let mut rest = picture.clone();
        let (columns, rows) = (layout.columns(), layout.rows());
        let mut text = vec![None; columns * rows];
        for (row, column, found) in place(picture, layout) {
            // What has no cell stays as dots.
            let cell = text.get_mut(row * columns + column).filter(|_| column < columns);
            if let Some(cell) = cell.filter(|cell| cell.is_none()) {
                rest.put_cell(found.column as i64, found.row as i64, WHOLE_CELL, 0);
                *cell = Some(found);
            }
        }
        Self { source, layout, rest, text }
    }

    fn cell(&self, (column, row): (usize, usize), tints: &Tints) -> Cell {
        let (width, height) = self.layout.pixels();
        let columns = self.layout.columns();
        let found = self.text.get(row * columns + column).copied().flatten().filter(|_| column < columns);
        let (ink, paper) = match found {
            Some(found) => self.source.colors((found.column, found.row), (CELL_WIDTH, CELL_HEIGHT)),
            None => self.source.colors((column * width, row * height), (width, height)),
        };
        let (ink, paper) = if found.is_some_and(|found| found.inverse) { (paper, ink) } else { (ink, paper) };
        let character = found.map_or_else(|| self.dots(column * width, row * height), shown);
        let ascii = ascii::of(character).filter(|_| self.layout.is_ascii());
        let character = ascii.unwrap_or(character);
        Cell { colored: character, plain: character, ink: tints.of(ink), paper: tints.of(paper) }
    }

    /// Returns the braille character of the cell at these pixels. A dot is set if one of its pixels is.
    fn dots(&self, left: usize, top: usize) -> char {
        let (width, height) = self.layout.pixels();
        let (across, down) = (width / 2, height / 4);
        let is_set = |(x, y): (usize, usize)| {
            let (left, top) = (left + x * across, top + y * down);
            (top..top + down).any(|row| (left..left + across).any(|column| self.is_ink(column, row)))
        };
        dots(DOTS.map(is_set))
    }

    fn is_ink(&self, column: usize, row: usize) -> bool {
        if row < HEIGHT && column < WIDTH {
            self.rest.at(column, row)
        } else {
            self.source.is_ink(column, row)
        }
    }
}

impl Source<'_> {
    fn is_ink(&self, column: usize, row: usize) -> bool {
        match self {
            Source::Frame(frame) => frame.picture.at(column, row),
            Source::Raster(raster, background) => raster.color(column, row) != *background,
        }
    }

    /// Returns the colors of foreground and background in a part of the picture: the most common ones.
    fn colors(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> (u8, u8) {
        match self {
            Source::Frame(frame) => {
                let registers = frame.colors.at(left);
                let paper = if top < frame.colors.rows() { 0 } else { frame.colors.border() };
                (registers[2], registers[paper])
            }
            Source::Raster(raster, background) => {
                let mut counts = [0_usize; 256];
                for row in top..top + height {
                    (left..left + width)
                        .for_each(|column| counts[usize::from(raster.color(column, row))] += 1);
                }
                let inks = (0..=255).filter(|color| color != background && counts[usize::from(*color)] > 0);
                (inks.max_by_key(|color| counts[usize::from(*color)]).unwrap_or(*background), *background)
            }
        }
    }
}

/// Returns the recognized characters with the row and column of their cells.
fn place(picture: &Picture, layout: Layout) -> Vec<(usize, usize, Found)> {
    if matches!(layout, Layout::Text | Layout::AsciiText) {
        return recognize::grid(picture).into_iter().map(|one| (one.row, one.column, one.found)).collect();
    }
    let found = recognize::characters(picture);
    let runs = found.chunk_by(is_next).map(|run| [run, cursor(picture, run).as_slice()].concat());
    runs.flat_map(|run| place_run(&run, layout).collect::<Vec<_>>()).collect()
}

/// The pixels of the line that marks the next character: the last row of a cell, below its glyph.
const CURSOR: u64 = 0b11_1110;

/// Returns the cursor after the last character of a line, as a blank.
fn cursor(picture: &Picture, run: &[Found]) -> Option<Found> {
    let last = run.last()?;
    let columns = (last.column + CELL_WIDTH..WIDTH).step_by(CELL_WIDTH);
    let (column, cell) =
        columns.map(|column| (column, picture.cell(column, last.row))).find(|(_, cell)| *cell != 0)?;
    (cell == CURSOR).then_some(Found { column, code: font::FIRST, inverse: false, ..*last })
}

/// Returns the character that shows a recognized one, or the cursor.
fn shown(found: Found) -> char {
    if found.code == font::FIRST { '_' } else { found.character() }
}

/// Returns whether one character follows another in a line, with at most one blank between them.
fn is_next(one: &Found, next: &Found) -> bool {
    let distance = next.column.wrapping_sub(one.column);
    one.row == next.row && (distance == CELL_WIDTH || distance == 2 * CELL_WIDTH)
}

/// Places a run of characters side by side. It needs less room than on the picture, because a cell is narrower than a character.
fn place_run(run: &[Found], layout: Layout) -> impl Iterator<Item = (usize, usize, Found)> {
    let (width, height) = layout.pixels();
    let (left, top) = run.first().map_or((0, 0), |first| (first.column, first.row));
    let row = (top + height / 2) / height;
    run.iter().map(move |one| (row, left / width + (one.column - left) / CELL_WIDTH, *one))
}

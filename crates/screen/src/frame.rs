//! Pictures in colors: a picture of BASIC with its color bytes, and a raster of any size.

use crate::{HEIGHT, Picture, WIDTH};

/// The screen bytes of a row, of four pixels each. With a boundary of 40 or more, the whole screen is left of it.
const BYTES: u8 = 40;

/// The eight color registers, and the boundary between the two sides of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colors {
    /// The color bytes of the pixel values 0..=3 left of the boundary: `&(4)` to `&(7)`.
    pub left: [u8; 4],
    /// The color bytes of the pixel values 0..=3 right of the boundary: `&(0)` to `&(3)`.
    pub right: [u8; 4],
    /// `&(9)`, HORCB: the low six bits are the boundary in bytes of four pixels. With 40 or more, the whole screen is
    /// left of it. The upper two bits are the pixel value of the border.
    pub boundary: u8,
    /// `&(10)`, VERBL: the television lines that show data, two for each row. Below them is border.
    pub lines: u8,
}

/// The lines of the whole picture.
const ALL_LINES: u8 = 2 * HEIGHT as u8;

impl Colors {
    /// Returns the registers as BASIC sets them: BC, the background, for the values 0 and 1, and FC for 2 and 3.
    pub const fn basic(bc: u8, fc: u8) -> Self {
        Colors { left: [bc, bc, fc, fc], right: [0; 4], boundary: 41, lines: ALL_LINES }
    }

    /// Returns the four registers of a raster column.
    pub fn at(&self, column: usize) -> &[u8; 4] {
        let boundary = self.boundary & 63;
        let is_left = boundary >= BYTES || column / 4 < usize::from(boundary);
        if is_left { &self.left } else { &self.right }
    }

    /// Returns the rows that show data.
    pub(crate) fn rows(&self) -> usize {
        usize::from(self.lines).div_ceil(2)
    }

    /// Returns the pixel value of the border.
    pub(crate) fn border(&self) -> usize {
        usize::from(self.boundary >> 6)
    }

    /// Returns whether bit 0 of the pixels, the program, is invisible.
    fn hides_program(&self) -> bool {
        let hides = |[a, b, c, d]: [u8; 4]| a == b && c == d;
        hides(self.left) && (self.boundary & 63 >= BYTES || hides(self.right))
    }
}

impl Default for Colors {
    /// Returns the registers at power-up of BASIC: black on white.
    fn default() -> Self {
        Colors::basic(7, 0)
    }
}

/// Everything that the television shows: the two bits of every pixel, and the colors.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frame {
    /// Bit 1 of every pixel: what BASIC draws.
    pub picture: Picture,
    /// Bit 0 of every pixel: the bytes of the program, invisible while each pair of colors is equal.
    pub program: Picture,
    pub colors: Colors,
}

impl Frame {
    /// Returns a picture with colors and without a program.
    pub const fn new(picture: Picture, colors: Colors) -> Self {
        Frame { picture, program: Picture::new(), colors }
    }

    /// Returns whether it shows the same as `other`. An invisible program does not matter.
    pub fn looks_like(&self, other: &Frame) -> bool {
        self.picture == other.picture
            && self.colors == other.colors
            && (self.colors.hides_program() || self.program == other.program)
    }

    /// Returns the color byte of the pixel at a raster column and row; below the lines with data, that of the border.
    pub fn color(&self, column: usize, row: usize) -> u8 {
        let value = if row < self.colors.rows() {
            2 * usize::from(self.picture.at(column, row)) + usize::from(self.program.at(column, row))
        } else {
            self.colors.border()
        };
        self.colors.at(column)[value]
    }

    /// Returns the color bytes of all pixels, row by row.
    pub(crate) fn raster(&self) -> Vec<u8> {
        (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| self.color(column, row))).collect()
    }
}

/// Rows of color bytes, which can have all 256 colors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raster {
    width: usize,
    colors: Vec<u8>,
    border: Border,
    /// The upper rows inside the border that a small screen must show completely if it can.
    content: usize,
}

/// The pixels around a picture that a small screen can omit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Border {
    /// The columns at the left, and the same number at the right.
    pub sides: usize,
    pub top: usize,
    pub bottom: usize,
}

impl Border {
    pub const NONE: Border = Border { sides: 0, top: 0, bottom: 0 };

    /// Returns the largest part of the border in an area with columns and rows to spare.
    pub fn fitted(self, columns: usize, rows: usize) -> Border {
        let top = self.top.min(rows - self.bottom.min(rows / 2));
        Border { sides: self.sides.min(columns / 2), top, bottom: self.bottom.min(rows - top) }
    }
}

impl Raster {
    /// Returns a raster of complete rows; an incomplete last row is removed. A width of 0 counts as 1.
    pub fn new(width: usize, mut colors: Vec<u8>) -> Self {
        let width = width.max(1);
        colors.truncate(colors.len() / width * width);
        let content = colors.len() / width;
        Raster { width, colors, border: Border::NONE, content }
    }

    pub fn with_border(self, border: Border) -> Self {
        Raster { border, ..self }
    }

    /// Sets the number of upper rows inside the border with content. The rows below them are the first that a small screen
    /// omits.
    pub fn with_content(self, rows: usize) -> Self {
        Raster { content: rows.min(self.height()), ..self }
    }

    /// Returns the raster with a part of its border.
    pub fn bordered(&self, shown: Border) -> Raster {
        let omitted = |all: usize, shown: usize| all.saturating_sub(shown);
        let sides = omitted(self.border.sides, shown.sides);
        let top = omitted(self.border.top, shown.top);
        let bottom = self.height().saturating_sub(omitted(self.border.bottom, shown.bottom));
        let columns = sides..self.width.saturating_sub(sides).max(sides);
        let rows = self.colors.chunks(self.width).take(bottom).skip(top);
        let colors = rows.flat_map(|row| row.get(columns.clone()).unwrap_or_default());
        let border =
            Border { sides: self.border.sides - sides, top: self.border.top - top, bottom: shown.bottom };
        Raster::new(columns.len(), colors.copied().collect())
            .with_border(border)
            .with_content(border.top + self.content)
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.colors.len() / self.width
    }

    /// Returns the color bytes, row by row.
    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// Returns the color byte at a column and row; outside, that of the nearest pixel.
    pub fn color(&self, column: usize, row: usize) -> u8 {
        let (column, row) = (column.min(self.width - 1), row.min(self.height().saturating_sub(1)));
        self.colors.get(row * self.width + column).copied().unwrap_or(0)
    }

    /// Returns the color byte that most pixels have.
    pub fn background(&self) -> u8 {
        let mut counts = [0_usize; 256];
        self.colors.iter().for_each(|color| counts[usize::from(*color)] += 1);
        (0..=255).max_by_key(|color| counts[usize::from(*color)]).unwrap_or(0)
    }

    /// Returns the raster in at most `rows` rows: without rows that have no content, and, if that is not enough, with some
    /// pairs of rows merged. A merged row shows what differs from the background.
    pub fn fitted(&self, rows: usize) -> Raster {
        if rows >= self.height() {
            return self.clone();
        }
        let background = self.background();
        let merged = (0..rows).flat_map(|row| {
            let first = self.row_of_fitted(row, rows);
            let range = first..self.row_of_fitted(row + 1, rows).max(first + 1);
            (0..self.width).map(move |column| self.merged(column, range.clone(), background))
        });
        Raster::new(self.width, merged.collect())
    }

    /// Returns the first row that is merged to a row of the raster in `rows` rows, as [`fitted`](Self::fitted) makes it.
    pub fn row_of_fitted(&self, row: usize, rows: usize) -> usize {
        if rows >= self.height() {
            return row;
        }
        row * self.content.max(rows) / rows.max(1)
    }

    fn merged(&self, column: usize, rows: std::ops::Range<usize>, background: u8) -> u8 {
        rows.map(|row| self.color(column, row)).find(|color| *color != background).unwrap_or(background)
    }
}

impl From<&Frame> for Raster {
    fn from(frame: &Frame) -> Self {
        Raster::new(WIDTH, frame.raster())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_content_are_omitted_first() {
        let raster = Raster::new(2, vec![1, 0, 0, 2, 3, 3, 0, 0, 0, 0]).with_content(3);
        assert_eq!((raster.height(), raster.background()), (5, 0));
        assert_eq!(raster.fitted(5), raster);
        assert_eq!(raster.fitted(3).colors(), [1, 0, 0, 2, 3, 3]);
        let rows = |rows: usize| (0..rows).map(|row| raster.row_of_fitted(row, rows)).collect::<Vec<_>>();
        assert_eq!((rows(5), rows(3), rows(2)), (vec![0, 1, 2, 3, 4], vec![0, 1, 2], vec![0, 1]));
        assert_eq!(raster.fitted(2).colors(), [1, 0, 3, 2]);
    }

    #[test]
    fn a_part_of_the_border_is_omitted() {
        let border = Border { sides: 1, top: 1, bottom: 2 };
        #[rustfmt::skip]
        let raster = Raster::new(4, vec![
            1, 1, 1, 1,
            2, 5, 6, 2,
            3, 3, 3, 3,
            4, 4, 4, 4,
        ]).with_border(border);
        assert_eq!(raster.bordered(border).colors(), raster.colors());
        assert_eq!(raster.bordered(Border::NONE).colors(), [5, 6]);
        let below = raster.bordered(Border { bottom: 1, ..Border::NONE });
        assert_eq!((below.width(), below.colors()), (2, &[5, 6, 3, 3][..]));
        assert_eq!(below.bordered(Border::NONE).colors(), [5, 6]);
        let narrow = Raster::new(1, vec![1, 2]).with_border(Border { sides: 3, top: 3, bottom: 0 });
        assert_eq!(narrow.bordered(Border::NONE).colors(), []);
    }

    #[test]
    fn a_border_takes_the_room_that_is_left() {
        let border = Border { sides: 8, top: 11, bottom: 7 };
        let rows = |rows| (border.fitted(40, rows).top, border.fitted(40, rows).bottom);
        assert_eq!((rows(0), rows(3), rows(13), rows(15)), ((0, 0), (2, 1), (7, 6), (8, 7)));
        assert_eq!((rows(18), rows(100)), ((11, 7), (11, 7)));
        assert_eq!([0, 1, 5, 16, 30].map(|columns| border.fitted(columns, 0).sides), [0, 0, 2, 8, 8]);
    }

    #[test]
    fn incomplete_rows_are_removed() {
        assert_eq!(Raster::new(3, vec![1, 2, 3, 4]).colors(), [1, 2, 3]);
        let empty = Raster::new(0, Vec::new());
        assert_eq!((empty.width(), empty.height(), empty.color(5, 5)), (1, 0, 0));
    }
}

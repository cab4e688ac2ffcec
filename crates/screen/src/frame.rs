//! A picture with its colors.

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
    /// The colors of the four pixel values.
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

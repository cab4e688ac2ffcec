//! The picture as the color registers show it.

use crate::{HEIGHT, Picture, WIDTH};

/// Screen bytes in a row, of four pixels each; a boundary from here on leaves the whole screen to the left.
const BYTES: u8 = 40;

/// The eight color registers and the boundary between their two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colors {
    /// The color bytes of the pixel values 0..=3 left of the boundary: `&(4)` to `&(7)`.
    pub left: [u8; 4],
    /// The color bytes of the pixel values 0..=3 right of the boundary: `&(0)` to `&(3)`.
    pub right: [u8; 4],
    /// `&(9)`, HORCB: its low six bits are the boundary in bytes of four pixels; 40 or more: the whole screen is left.
    pub boundary: u8,
}

impl Colors {
    /// BASIC's own use: the background color BC for the values 0 and 1, the foreground FC for 2 and 3.
    pub const fn basic(bc: u8, fc: u8) -> Self {
        Colors { left: [bc, bc, fc, fc], right: [0; 4], boundary: 41 }
    }

    /// The four registers that a raster column is shown with.
    pub fn at(&self, column: usize) -> &[u8; 4] {
        let boundary = self.boundary & 63;
        let left = boundary >= BYTES || column / 4 < usize::from(boundary);
        if left { &self.left } else { &self.right }
    }
}

impl Colors {
    /// Whether bit 0 of the pixels cannot be seen.
    fn hide_the_program(&self) -> bool {
        let hide = |[a, b, c, d]: [u8; 4]| a == b && c == d;
        hide(self.left) && (self.boundary & 63 >= BYTES || hide(self.right))
    }
}

impl Default for Colors {
    /// BASIC's power-up: black on white.
    fn default() -> Self {
        Colors::basic(7, 0)
    }
}

/// All that is to be seen: the two bits of every pixel and the colors.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frame {
    /// Bit 1 of every pixel: what BASIC draws.
    pub picture: Picture,
    /// Bit 0 of every pixel: the bytes of the program, which hide there while each pair of colors is equal.
    pub program: Picture,
    /// What the four pixel values look like.
    pub colors: Colors,
}

impl Frame {
    /// A picture in given colors, with no program hidden in it.
    pub const fn new(picture: Picture, colors: Colors) -> Self {
        Frame { picture, program: Picture::new(), colors }
    }

    /// Whether it shows the same as `other`. The bytes of a hidden program do not count.
    pub fn looks_like(&self, other: &Frame) -> bool {
        self.picture == other.picture
            && self.colors == other.colors
            && (self.colors.hide_the_program() || self.program == other.program)
    }

    /// The color byte of the pixel at a raster column and row; outside as pixel value 0.
    pub fn color(&self, column: usize, row: usize) -> u8 {
        let value = 2 * usize::from(self.picture.at(column, row)) + usize::from(self.program.at(column, row));
        self.colors.at(column)[value]
    }

    /// The color bytes of all pixels, row after row.
    pub(crate) fn raster(&self) -> Vec<u8> {
        (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| self.color(column, row))).collect()
    }
}

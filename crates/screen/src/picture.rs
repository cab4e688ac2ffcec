//! The pixels of the screen, and as text.

use std::{fmt, ops::Range};

use crate::{
    HEIGHT, Ink, WIDTH,
    row::{self, BLANK, Row},
};

/// The nibbles in a word of a row.
const NIBBLES: usize = 8;

/// 160 × 88 pixels, each foreground (`true`) or background. The size is 1760 bytes, so copies and comparisons are
/// cheap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    rows: [Row; HEIGHT],
}

impl Picture {
    /// Returns a picture in which every pixel is background.
    pub const fn new() -> Self {
        Picture { rows: [BLANK; HEIGHT] }
    }

    /// Returns a picture from the bits of its pixels, row by row, with the leftmost pixel in the highest bit. Missing
    /// pixels are background.
    pub fn from_bits(bytes: &[u8]) -> Self {
        let mut picture = Picture::new();
        for (word, bytes) in picture.rows.as_flattened_mut().iter_mut().zip(bytes.chunks(4)) {
            let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
            *word = u32::from_be_bytes(std::array::from_fn(byte));
        }
        picture
    }

    /// Makes every pixel background.
    pub fn clear(&mut self) {
        self.rows.fill(BLANK);
    }

    /// Returns whether the pixel at BASIC's x (−80..=79) and y (−44..=43) is foreground; false outside the picture.
    pub fn pixel(&self, x: i16, y: i16) -> bool {
        let raster = (usize::try_from(row::column_of(x.into())), usize::try_from(row::row_of(y.into())));
        matches!(raster, (Ok(column), Ok(row)) if self.at(column, row))
    }

    /// Returns whether the pixel at a raster column and row is foreground; false outside the picture.
    pub fn at(&self, column: usize, row: usize) -> bool {
        self.rows.get(row).is_some_and(|row| row::get(row, column))
    }

    /// Moves everything up by `rows`; the rows below become background.
    pub fn scroll_up(&mut self, rows: usize) {
        let rows = rows.min(HEIGHT);
        self.rows.copy_within(rows.., 0);
        self.rows[HEIGHT - rows..].fill(BLANK);
    }

    /// Returns the four pixels of screen byte `index`, the leftmost in bit 3; 0 after the last byte. A row has 40
    /// bytes.
    pub fn nibble(&self, index: usize) -> u8 {
        let word = self.rows.as_flattened().get(index / NIBBLES).copied().unwrap_or(0);
        (word >> shift(index) & 15) as u8
    }

    /// Sets the four pixels of screen byte `index` from the low half of `bits`; does nothing after the last byte.
    pub fn set_nibble(&mut self, index: usize, bits: u8) {
        if let Some(word) = self.rows.as_flattened_mut().get_mut(index / NIBBLES) {
            *word = *word & !(15 << shift(index)) | u32::from(bits & 15) << shift(index);
        }
    }

    /// Returns the rows, from top to bottom.
    pub(crate) fn rows(&self) -> &[Row; HEIGHT] {
        &self.rows
    }

    /// Draws a rectangle of the raster with `ink`; both ranges are inside the picture.
    pub(crate) fn cover(&mut self, rows: Range<usize>, columns: Range<usize>, ink: Ink) {
        let mask = row::span(columns);
        for row in &mut self.rows[rows] {
            row::cover(row, &mask, ink);
        }
    }

    /// Returns the row at a raster position, which may be outside the picture.
    pub(crate) fn row_mut(&mut self, row: i64) -> Option<&mut Row> {
        self.rows.get_mut(usize::try_from(row).ok()?)
    }

    /// Returns the picture with all rows from `height` on blank.
    pub(crate) fn upper(&self, height: usize) -> Picture {
        let mut picture = self.clone();
        picture.rows[height.min(HEIGHT)..].fill(BLANK);
        picture
    }

    /// Returns the picture with foreground and background exchanged.
    pub(crate) fn reversed(&self) -> Picture {
        Picture { rows: self.rows.map(|row| row.map(|word| !word)) }
    }
}

/// Returns the position of the nibble of screen byte `index` in its word.
const fn shift(index: usize) -> usize {
    28 - 4 * (index % NIBBLES)
}

impl Default for Picture {
    fn default() -> Self {
        Picture::new()
    }
}

/// Returns 88 rows from the top, each of 160 characters: `#` is foreground, `.` background.
pub fn pixels(picture: &Picture) -> Vec<String> {
    (0..HEIGHT).map(|row| (0..WIDTH).map(|column| mark(picture.at(column, row))).collect()).collect()
}

fn mark(foreground: bool) -> char {
    if foreground { '#' } else { '.' }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pixels(self).iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

//! The pixels, and how they are addressed.

use crate::{
    HEIGHT, Ink, geometry,
    row::{self, BLANK, Row},
    text,
};
use std::{fmt, ops::Range};

/// Nibbles in a word of a row.
const NIBBLES: usize = 8;

/// 160 × 88 pixels, each foreground (`true`) or background. 1760 bytes, so a clone or a comparison is cheap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    rows: [Row; HEIGHT],
}

impl Picture {
    /// A picture of background only.
    pub const fn new() -> Self {
        Picture { rows: [BLANK; HEIGHT] }
    }

    /// A picture from the bits of its pixels, row after row, the leftmost pixel of eight in the highest bit. Pixels
    /// without a bit are background.
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

    /// Whether the pixel at BASIC's x (−80..=79) and y (−44..=43) is foreground; outside there is none.
    pub fn pixel(&self, x: i16, y: i16) -> bool {
        let raster = (usize::try_from(geometry::column(x.into())), usize::try_from(geometry::row(y.into())));
        matches!(raster, (Ok(column), Ok(row)) if self.at(column, row))
    }

    /// Whether the pixel at a raster column and row is foreground; outside there is none.
    pub fn at(&self, column: usize, row: usize) -> bool {
        self.rows.get(row).is_some_and(|row| row::get(row, column))
    }

    /// Moves everything up by `rows`; background comes in below.
    pub fn scroll_up(&mut self, rows: usize) {
        let rows = rows.min(HEIGHT);
        self.rows.copy_within(rows.., 0);
        self.rows[HEIGHT - rows..].fill(BLANK);
    }

    /// The four pixels of screen byte `index`, 40 to a row, the leftmost in bit 3; past the last byte 0.
    pub fn nibble(&self, index: usize) -> u8 {
        let word = self.rows.as_flattened().get(index / NIBBLES).copied().unwrap_or(0);
        (word >> shift(index) & 15) as u8
    }

    /// Sets the four pixels of screen byte `index` from the low half of `bits`; past the last byte nothing.
    pub fn set_nibble(&mut self, index: usize, bits: u8) {
        if let Some(word) = self.rows.as_flattened_mut().get_mut(index / NIBBLES) {
            *word = *word & !(15 << shift(index)) | u32::from(bits & 15) << shift(index);
        }
    }

    /// The words of every row, from top to bottom.
    pub(crate) fn rows(&self) -> &[Row; HEIGHT] {
        &self.rows
    }

    /// Covers a rectangle of the raster with `ink`; both ranges lie inside the picture.
    pub(crate) fn cover(&mut self, rows: Range<usize>, columns: Range<usize>, ink: Ink) {
        let mask = row::span(columns);
        for row in &mut self.rows[rows] {
            row::cover(row, &mask, ink);
        }
    }

    /// The row at a raster position that may be outside.
    pub(crate) fn row_mut(&mut self, row: i64) -> Option<&mut Row> {
        self.rows.get_mut(usize::try_from(row).ok()?)
    }

    /// The picture with foreground and background exchanged.
    pub(crate) fn reversed(&self) -> Picture {
        Picture { rows: self.rows.map(|row| row.map(|word| !word)) }
    }
}

/// How far left the nibble of screen byte `index` stands in its word.
const fn shift(index: usize) -> usize {
    28 - 4 * (index % NIBBLES)
}

impl Default for Picture {
    fn default() -> Self {
        Picture::new()
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::pixels(self).iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

//! The pixels of the screen, and as text. A row of the raster is five words, the leftmost pixel the highest bit of the
//! first word.

use std::{array, fmt, ops::Range};

pub const WIDTH: usize = 160;

pub const HEIGHT: usize = 88;

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
            *word = u32::from_be_bytes(array::from_fn(byte));
        }
        picture
    }

    pub fn clear(&mut self) {
        self.rows.fill(BLANK);
    }

    /// Returns whether the pixel at BASIC's x (−80..=79) and y (−44..=43) is foreground; false outside the picture.
    pub fn pixel(&self, x: i16, y: i16) -> bool {
        let raster = (usize::try_from(column_of(x.into())), usize::try_from(row_of(y.into())));
        matches!(raster, (Ok(column), Ok(row)) if self.at(column, row))
    }

    /// Returns whether the pixel at a raster column and row is foreground; false outside the picture.
    pub fn at(&self, column: usize, row: usize) -> bool {
        self.rows.get(row).is_some_and(|row| get(row, column))
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
        let mask = span(columns);
        for row in &mut self.rows[rows] {
            cover(row, &mask, ink);
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

const BITS: usize = u32::BITS as usize;

/// The words of a row. 160 pixels fill them, so equal pictures are equal words.
pub(crate) const WORDS: usize = WIDTH / BITS;

/// A row of 160 pixels.
pub(crate) type Row = [u32; WORDS];

/// A row of background.
pub(crate) const BLANK: Row = [0; WORDS];

/// Returns a row in which exactly `columns` are set.
pub(crate) fn span(columns: Range<usize>) -> Row {
    array::from_fn(|word| left_of(columns.end, word) & !left_of(columns.start, word))
}

/// Returns a mask of the pixels of word `word` that are left of `column`.
fn left_of(column: usize, word: usize) -> u32 {
    let kept = column.saturating_sub(word * BITS).min(BITS);
    u32::MAX.checked_shl((BITS - kept) as u32).unwrap_or(0)
}

pub(crate) fn cover(row: &mut Row, mask: &Row, ink: Ink) {
    for (word, mask) in row.iter_mut().zip(mask) {
        *word = ink.over(*word, *mask);
    }
}

/// Returns the pixel at `column`; outside the row it is background.
pub(crate) fn get(row: &Row, column: usize) -> bool {
    row.get(column / BITS).is_some_and(|word| word << (column % BITS) >> (BITS - 1) == 1)
}

/// Replaces the pixels in `mask` by `bits`, both with their highest bit at `column`, clipped at both edges.
pub(crate) fn splice(row: &mut Row, column: i64, mask: u32, bits: u32) {
    let shift = column.rem_euclid(BITS as i64) as u32;
    let first = column.div_euclid(BITS as i64);
    let [mask, bits] = [mask, bits].map(|word| (u64::from(word) << BITS) >> shift);
    replace(row, first, (mask >> BITS) as u32, (bits >> BITS) as u32);
    replace(row, first + 1, mask as u32, bits as u32);
}

fn replace(row: &mut Row, index: i64, mask: u32, bits: u32) {
    if let Some(word) = usize::try_from(index).ok().and_then(|index| row.get_mut(index)) {
        *word = *word & !mask | bits & mask;
    }
}

/// Returns the 6 pixels that start at `column`, the leftmost in bit 5; beyond the right edge they are background.
pub(crate) fn six(row: &Row, column: usize) -> u64 {
    let word = |index: usize| u64::from(row.get(index).copied().unwrap_or(0));
    let pair = word(column / BITS) << BITS | word(column / BITS + 1);
    pair << (column % BITS) >> (u64::BITS - 6)
}

/// Returns a row moved `by` columns to the left; `by` is 1..=31.
pub(crate) fn shifted(row: &Row, by: u32) -> Row {
    array::from_fn(|word| row[word] << by | row.get(word + 1).copied().unwrap_or(0) >> (u32::BITS - by))
}

/// Returns the columns that are set, from left to right.
pub(crate) fn columns(row: &Row) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| index * BITS + bit))
}

fn ones(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.leading_zeros();
        word &= !(1 << 31_u32.checked_sub(bit)?);
        Some(bit as usize)
    })
}

/// Returns the raster column of BASIC's x; outside 0..160 it is off the screen.
pub(crate) const fn column_of(x: i64) -> i64 {
    x + 80
}

/// Returns the raster row of BASIC's y; outside 0..88 it is off the screen. The inverse is the same function.
pub(crate) const fn row_of(y: i64) -> i64 {
    43 - y
}

/// Returns the part of `first..=last` that is in `0..limit`.
pub(crate) fn clip(first: i64, last: i64, limit: usize) -> Range<usize> {
    let inside = |edge: i64| usize::try_from(edge).unwrap_or(0).min(limit);
    inside(first)..inside(last.saturating_add(1))
}

/// A drawing mode, the last number of BOX and LINE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Mode 1: pixels become foreground.
    Foreground,
    /// Mode 2: pixels become background.
    Background,
    /// Mode 3: pixels are reversed.
    Reverse,
    /// Mode 4: nothing is drawn; LINE only moves its point.
    None,
}

impl Ink {
    /// Returns the ink of a mode number 1..=4.
    pub const fn from_mode(mode: i16) -> Option<Ink> {
        match mode {
            1 => Some(Ink::Foreground),
            2 => Some(Ink::Background),
            3 => Some(Ink::Reverse),
            4 => Some(Ink::None),
            _ => None,
        }
    }

    /// Returns `word` with the pixels in `mask` drawn.
    pub(crate) const fn over(self, word: u32, mask: u32) -> u32 {
        match self {
            Ink::Foreground => word | mask,
            Ink::Background => word & !mask,
            Ink::Reverse => word ^ mask,
            Ink::None => word,
        }
    }
}

//! The pixels of the screen, and as text; BOX, LINE and characters on a picture. A row of the raster is five words, the leftmost
//! pixel the highest bit of the first word.

use std::{array, fmt, ops::Range};

use crate::font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL};

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

/// The part of the screen that a box covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// The screen bytes, of four pixels each.
    pub bytes: u32,
    pub rows: u32,
}

impl Picture {
    /// Fills a box of `w` × `h` pixels centered at `x`, `y` in BASIC's coordinates, clipped to the screen.
    ///
    /// An even width has its extra column on the left, and an even height its extra row below: ROTATE's
    /// `BOX -19,14,106,31,2` must not reach the column x = 34. A size below 1 draws nothing.
    ///
    /// Returns what was touched.
    pub fn fill_box(&mut self, x: i16, y: i16, w: i16, h: i16, ink: Ink) -> Touched {
        if ink == Ink::None {
            return Touched::default();
        }
        let columns = across(x, w);
        let rows = down(y, h);
        let bytes = bytes(&columns) * rows.len();
        let touched = Touched { bytes: bytes as u32, rows: if bytes == 0 { 0 } else { rows.len() as u32 } };
        self.cover(rows, columns, ink);
        touched
    }
}

fn across(x: i16, w: i16) -> Range<usize> {
    let left = column_of(x.into()) - i64::from(w / 2);
    clip(left, left + extent(w), WIDTH)
}

fn down(y: i16, h: i16) -> Range<usize> {
    let bottom = row_of(y.into()) + i64::from(h / 2);
    clip(bottom - extent(h), bottom, HEIGHT)
}

/// Returns the distance from the first pixel to the last; −1 for an empty range.
fn extent(size: i16) -> i64 {
    i64::from(size.max(0)) - 1
}

/// Returns the number of screen bytes that `columns` touch. A screen byte has four 2-bit pixels.
fn bytes(columns: &Range<usize>) -> usize {
    if columns.is_empty() { 0 } else { columns.end.div_ceil(4) - columns.start / 4 }
}

impl Picture {
    /// Draws the character of `code` (32..=99) at BASIC's CX, CY, clipped to the screen; other codes draw nothing.
    ///
    /// A character overwrites its whole cell, x CX−3..=CX+2 and y CY−4..=CY+3. The 5 × 7 glyph is in the left five
    /// columns and upper seven rows, which follows from ROTATE's centered texts and framed letters.
    pub fn draw_code(&mut self, cx: i16, cy: i16, code: u8) {
        if let Some(cell) = font::cell(code) {
            let column = column_of(i64::from(cx) - 3);
            let row = row_of(i64::from(cy) + 3);
            self.put_cell(column, row, WHOLE_CELL, cell);
        }
    }

    /// Returns the number of pixels on the screen of a character at a cursor position, of [`CELL_PIXELS`](font::CELL_PIXELS).
    pub fn visible_pixels(cx: i16, cy: i16) -> u32 {
        let column = column_of(i64::from(cx) - 3);
        let row = row_of(i64::from(cy) + 3);
        let columns = clip(column, column + CELL_WIDTH as i64 - 1, WIDTH);
        let rows = clip(row, row + CELL_HEIGHT as i64 - 1, HEIGHT);
        (columns.len() * rows.len()) as u32
    }

    /// Replaces the pixels in `mask` by those of `bits` in the cell with this top left corner.
    pub(crate) fn put_cell(&mut self, column: i64, row: i64, mask: u64, bits: u64) {
        for line in 0..CELL_HEIGHT {
            if let Some(words) = self.row_mut(row + line as i64) {
                splice(words, column, cell_row(mask, line), cell_row(bits, line));
            }
        }
    }

    /// Returns the cell with this top left corner; pixels beyond the right and bottom edges are background.
    pub(crate) fn cell(&self, column: usize, row: usize) -> u64 {
        let line = |line: usize| self.rows().get(row + line).map_or(0, |words| six(words, column));
        (0..CELL_HEIGHT).fold(0, |cell, at| cell << CELL_WIDTH | line(at))
    }
}

/// Returns row `line` of a cell in the highest bits of a word.
fn cell_row(cell: u64, line: usize) -> u32 {
    let top = (cell << (u64::BITS as usize - CELL_WIDTH * (CELL_HEIGHT - line))) >> 32;
    top as u32 & 0xFC00_0000
}

impl Picture {
    /// Draws a straight line between two points in BASIC's coordinates, including both ends, clipped to the screen.
    /// The time is bounded by the rows of the screen, wherever the points are.
    ///
    /// The line has one pixel per step along its longer direction; the other coordinate is rounded to the nearest, a
    /// half upward or to the right. So the line is the same from either end, and [`Ink::Reverse`] undoes itself.
    ///
    /// Returns the number of pixels drawn on the screen.
    pub fn line(&mut self, from: (i16, i16), to: (i16, i16), ink: Ink) -> u32 {
        if ink == Ink::None {
            return 0;
        }
        let line = Line::between(from, to);
        let rows = clip(row_of(line.y + line.dy), row_of(line.y), HEIGHT);
        rows.map(|row| self.run(&line, row, ink)).sum()
    }

    /// Draws the pixels of `line` in one row; returns their number.
    fn run(&mut self, line: &Line, row: usize, ink: Ink) -> u32 {
        let (first, last) = line.pixels(row_of(row as i64));
        let columns = clip(column_of(first), column_of(last), WIDTH);
        let count = columns.len() as u32;
        self.cover(row..row + 1, columns, ink);
        count
    }
}

/// A line from its lower end `x`, `y`; `dy` is not negative.
struct Line {
    x: i64,
    y: i64,
    dx: i64,
    dy: i64,
}

impl Line {
    fn between(a: (i16, i16), b: (i16, i16)) -> Line {
        let (low, high) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let [x, y, to_x, to_y] = [low.0, low.1, high.0, high.1].map(i64::from);
        Line { x, y, dx: to_x - x, dy: to_y - y }
    }

    /// Returns the first and last x of the line's pixels at height `y`, which is between its ends.
    fn pixels(&self, y: i64) -> (i64, i64) {
        let rise = y - self.y;
        if self.dx.abs() > self.dy { self.flat(rise) } else { self.steep(rise) }
    }

    fn steep(&self, rise: i64) -> (i64, i64) {
        let height = self.dy.max(1);
        let x = self.x + (2 * rise * self.dx + height).div_euclid(2 * height);
        (x, x)
    }

    /// Returns the range of x for which the exact height is in `rise - ½ .. rise + ½`.
    fn flat(&self, rise: i64) -> (i64, i64) {
        let length = self.dx.abs();
        let step = |half: i64| div_ceil(half * length, 2 * self.dy);
        let (first, last) = match self.dy {
            0 => (0, length),
            _ => (step(2 * rise - 1).max(0), (step(2 * rise + 1) - 1).min(length)),
        };
        if self.dx > 0 { (self.x + first, self.x + last) } else { (self.x - last, self.x - first) }
    }
}

/// Returns a / b rounded up, for b > 0.
fn div_ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

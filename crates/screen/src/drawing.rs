//! BOX, LINE and characters on a picture.

use std::ops::Range;

use crate::{
    HEIGHT, Ink, Picture, WIDTH,
    font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL},
    picture,
};

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
    let left = picture::column_of(x.into()) - i64::from(w / 2);
    picture::clip(left, left + extent(w), WIDTH)
}

fn down(y: i16, h: i16) -> Range<usize> {
    let bottom = picture::row_of(y.into()) + i64::from(h / 2);
    picture::clip(bottom - extent(h), bottom, HEIGHT)
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
            let column = picture::column_of(i64::from(cx) - 3);
            let row = picture::row_of(i64::from(cy) + 3);
            self.put_cell(column, row, WHOLE_CELL, cell);
        }
    }

    /// Returns the number of pixels on the screen of a character at a cursor position, of [`CELL_PIXELS`](font::CELL_PIXELS).
    pub fn visible_pixels(cx: i16, cy: i16) -> u32 {
        let column = picture::column_of(i64::from(cx) - 3);
        let row = picture::row_of(i64::from(cy) + 3);
        let columns = picture::clip(column, column + CELL_WIDTH as i64 - 1, WIDTH);
        let rows = picture::clip(row, row + CELL_HEIGHT as i64 - 1, HEIGHT);
        (columns.len() * rows.len()) as u32
    }

    /// Replaces the pixels in `mask` by those of `bits` in the cell with this top left corner.
    pub(crate) fn put_cell(&mut self, column: i64, row: i64, mask: u64, bits: u64) {
        for line in 0..CELL_HEIGHT {
            if let Some(words) = self.row_mut(row + line as i64) {
                picture::splice(words, column, cell_row(mask, line), cell_row(bits, line));
            }
        }
    }

    /// Returns the cell with this top left corner; pixels beyond the right and bottom edges are background.
    pub(crate) fn cell(&self, column: usize, row: usize) -> u64 {
        let line = |line: usize| self.rows().get(row + line).map_or(0, |words| picture::six(words, column));
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
        let rows = picture::clip(picture::row_of(line.y + line.dy), picture::row_of(line.y), HEIGHT);
        rows.map(|row| self.run(&line, row, ink)).sum()
    }

    /// Draws the pixels of `line` in one row; returns their number.
    fn run(&mut self, line: &Line, row: usize, ink: Ink) -> u32 {
        let (first, last) = line.pixels(picture::row_of(row as i64));
        let columns = picture::clip(picture::column_of(first), picture::column_of(last), WIDTH);
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

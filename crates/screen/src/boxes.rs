//! BOX: filled boxes.

use crate::{HEIGHT, Ink, Picture, WIDTH, geometry};
use std::ops::Range;

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
    let left = geometry::column(x.into()) - i64::from(w / 2);
    geometry::clip(left, left + extent(w), WIDTH)
}

fn down(y: i16, h: i16) -> Range<usize> {
    let bottom = geometry::row(y.into()) + i64::from(h / 2);
    geometry::clip(bottom - extent(h), bottom, HEIGHT)
}

/// Returns the distance from the first pixel to the last; −1 for an empty range.
fn extent(size: i16) -> i64 {
    i64::from(size.max(0)) - 1
}

/// Returns the number of screen bytes that `columns` touch. A screen byte has four 2-bit pixels.
fn bytes(columns: &Range<usize>) -> usize {
    if columns.is_empty() { 0 } else { columns.end.div_ceil(4) - columns.start / 4 }
}

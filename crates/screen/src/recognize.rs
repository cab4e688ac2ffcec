//! Reading a picture: the characters that stand on it, wherever they stand.
//!
//! A character is found where its whole 6 × 8 cell is there, pixel for pixel, or where all 48 pixels are reversed, as
//! BOX with mode 3 leaves them. What the right or bottom edge of the screen cuts off a cell counts as blank.

mod grid;
mod search;

use crate::{Picture, character::WHOLE_CELL, font};
use std::cmp::Reverse;

pub use grid::Placed;

/// A character that stands on a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found {
    /// The raster column of the left edge of its cell.
    pub column: usize,
    /// The raster row of the upper edge of its cell.
    pub row: usize,
    /// Its code, 33..=99: a blank is not to be seen.
    pub code: u8,
    /// Whether it stands in reverse video.
    pub inverse: bool,
}

impl Found {
    /// The character itself, as in [`font::char_of`].
    pub fn character(&self) -> char {
        font::char_of(self.code).unwrap_or(' ')
    }

    fn shape(&self) -> u64 {
        font::cell(self.code).unwrap_or(0)
    }

    /// The pixels that no other character may use.
    fn footprint(&self) -> u64 {
        if self.inverse { WHOLE_CELL } else { self.shape() }
    }

    /// Those with more ink come first, so that `÷` is not taken for a `-`.
    fn precedence(&self) -> (Reverse<u32>, usize, usize) {
        (Reverse(self.shape().count_ones()), self.row, self.column)
    }
}

/// The characters on a picture, none sharing ink with another, from top to bottom and left to right.
pub fn characters(picture: &Picture) -> Vec<Found> {
    let mut found = search::cells(picture, false);
    found.extend(search::cells(&picture.reversed(), true));
    found.sort_unstable_by_key(Found::precedence);
    let mut claimed = Picture::new();
    found.retain(|one| claim(&mut claimed, one));
    found.sort_unstable_by_key(|one| (one.row, one.column));
    found
}

/// Takes the pixels of a character, if all are free.
fn claim(claimed: &mut Picture, found: &Found) -> bool {
    let footprint = found.footprint();
    let free = claimed.cell(found.column, found.row) & footprint == 0;
    if free {
        claimed.put_cell(found.column as i64, found.row as i64, footprint, footprint);
    }
    free
}

/// The characters on a picture with their places in its text.
pub fn grid(picture: &Picture) -> Vec<Placed> {
    grid::place(&characters(picture))
}

/// The text on a picture: a grid of 26 columns and 11 rows, one for each character cell.
///
/// Rows come from the top of the screen, blank ones included, to the last that has text; blanks at the end of a row are
/// left out. Characters off the cell grid go to the nearest row and column in their order: board letters 10 pixels apart
/// read `B C D H`. The [`grid`] module's rules are in docs/bally-basic.md.
pub fn text(picture: &Picture) -> Vec<String> {
    grid::spell(&grid(picture))
}

//! Recognition of characters on a picture, at any position.
//!
//! A character is recognized if all 48 pixels of its 6 × 8 cell match, or if all are reversed, as by BOX with mode 3.
//! Pixels beyond the right or bottom edge of the screen count as blank.

mod grid;
mod search;

use crate::{
    Picture,
    font::{self, WHOLE_CELL},
};
use std::cmp::Reverse;

pub use grid::Placed;

/// A character on a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found {
    /// The raster column of the left edge of its cell.
    pub column: usize,
    /// The raster row of the upper edge of its cell.
    pub row: usize,
    /// Its code, 33..=99. Blanks are not recognized.
    pub code: u8,
    /// Whether it is in reverse video.
    pub inverse: bool,
}

impl Found {
    /// Returns the character, as in [`font::char_of`].
    pub fn character(&self) -> char {
        font::char_of(self.code).unwrap_or(' ')
    }

    fn shape(&self) -> u64 {
        font::cell(self.code).unwrap_or(0)
    }

    /// Returns the pixels that no other character may use.
    fn footprint(&self) -> u64 {
        if self.inverse { WHOLE_CELL } else { self.shape() }
    }

    /// Returns the sort key: more ink comes first, so that `÷` is not recognized as `-`.
    fn precedence(&self) -> (Reverse<u32>, usize, usize) {
        (Reverse(self.shape().count_ones()), self.row, self.column)
    }
}

/// Returns the characters on a picture, from top to bottom and left to right. No two share ink.
pub fn characters(picture: &Picture) -> Vec<Found> {
    let mut found = search::cells(picture, false);
    found.extend(search::cells(&picture.reversed(), true));
    found.sort_unstable_by_key(Found::precedence);
    let mut claimed = Picture::new();
    found.retain(|one| claim(&mut claimed, one));
    found.sort_unstable_by_key(|one| (one.row, one.column));
    found
}

/// Claims the pixels of a character if all are free.
fn claim(claimed: &mut Picture, found: &Found) -> bool {
    let footprint = found.footprint();
    let free = claimed.cell(found.column, found.row) & footprint == 0;
    if free {
        claimed.put_cell(found.column as i64, found.row as i64, footprint, footprint);
    }
    free
}

/// Returns the characters on a picture with their positions in its text.
pub fn grid(picture: &Picture) -> Vec<Placed> {
    grid::place(&characters(picture))
}

/// Returns the text on a picture: a grid of 26 columns and 11 rows, one for each character cell.
///
/// The rows extend from the top of the screen to the last that has text, without trailing blanks. Characters off the
/// cell grid move to the nearest row and column and keep their order: the letters of a board, 10 pixels apart, give
/// `B C D H`. The rules are in docs/bally-basic.md.
pub fn text(picture: &Picture) -> Vec<String> {
    grid::spell(&grid(picture))
}

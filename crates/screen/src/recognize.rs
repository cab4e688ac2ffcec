//! Recognition of characters on a picture, at any position.
//!
//! A character is recognized if all 48 pixels of its 6 × 8 cell match, or if all are reversed, as by BOX with mode 3.
//! Pixels beyond the right or bottom edge of the screen count as blank.

mod grid;

use std::{array, cmp::Reverse};

use crate::{
    HEIGHT, Picture,
    font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL},
    row::{self, BLANK, Row},
};

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
    let mut found = cells(picture, false);
    found.extend(cells(&picture.reversed(), true));
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

/// The cells of all characters except the blank, with their codes, sorted by cell.
static BY_CELL: [(u64, u8); font::COUNT - 1] = sorted();

/// Returns all matches on a picture, including overlapping ones. For reverse video, `picture` is already reversed.
pub(super) fn cells(picture: &Picture, inverse: bool) -> Vec<Found> {
    let mut found = Vec::new();
    for row in 0..HEIGHT {
        for column in row::columns(&candidates(picture.rows(), row)) {
            found.extend(known(picture.cell(column, row)).map(|code| Found { column, row, code, inverse }));
        }
    }
    found
}

/// Returns the columns at which a cell with this top row has ink, but none in its sixth column and eighth row.
fn candidates(rows: &[Row; HEIGHT], top: usize) -> Row {
    let bottom = (top + CELL_HEIGHT).min(HEIGHT);
    let any = rows[top..bottom].iter().fold(BLANK, |any, row| zip(any, *row, |a, b| a | b));
    let foot = rows.get(top + CELL_HEIGHT - 1).copied().unwrap_or(BLANK);
    let blank_margin = zip(row::shifted(&any, CELL_WIDTH as u32 - 1), spread(foot), |a, b| !(a | b));
    zip(spread(any), blank_margin, |a, b| a & b)
}

/// Sets each column for which one of the six columns starting there is set.
fn spread(row: Row) -> Row {
    (1..CELL_WIDTH as u32).fold(row, |spread, by| zip(spread, row::shifted(&row, by), |a, b| a | b))
}

fn zip(a: Row, b: Row, join: impl Fn(u32, u32) -> u32) -> Row {
    array::from_fn(|word| join(a[word], b[word]))
}

fn known(cell: u64) -> Option<u8> {
    BY_CELL.binary_search_by_key(&cell, |entry| entry.0).ok().map(|at| BY_CELL[at].1)
}

const fn sorted() -> [(u64, u8); font::COUNT - 1] {
    let mut table = [(0, 0); font::COUNT - 1];
    let mut count = 0;
    while count < table.len() {
        let code = font::FIRST + 1 + count as u8;
        table[count] = (font::CELLS[count + 1], code);
        sink(&mut table, count);
        count += 1;
    }
    table
}

/// Moves the entry at `at` to its position among the sorted ones before it.
const fn sink(table: &mut [(u64, u8)], mut at: usize) {
    while at > 0 && table[at - 1].0 > table[at].0 {
        table.swap(at - 1, at);
        at -= 1;
    }
}

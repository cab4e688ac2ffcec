//! Search for all matching character cells.

use super::Found;
use crate::{
    HEIGHT, Picture,
    font::{self, CELL_HEIGHT, CELL_WIDTH},
    row::{self, BLANK, Row},
};
use std::array;

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

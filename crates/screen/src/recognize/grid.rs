//! Recognized characters on a grid of text rows and columns, one for each cell of 6 × 8 pixels.
//!
//! What stands on the cell grid keeps its row and column exactly. Everything else follows four rules:
//!
//! 1. A character goes to the row and column in which the middle of its 5 × 7 shape lies.
//! 2. Characters side by side whose heights differ by less than half a cell share a row.
//! 3. Three or more words of a row at equal distances, such as the letters of a board, stay at equal distances: their
//!    distance is rounded to whole columns, and their common middle stays where it is.
//! 4. What has no room left moves right or down, so that no two characters overlap or change places.

use super::Found;
use crate::character::{CELL_HEIGHT, CELL_WIDTH};
use std::collections::BTreeMap;

/// Words that make a series.
const SERIES: usize = 3;

/// A character and its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The text row, from 0 at the top.
    pub row: usize,
    /// The text column, from 0 at the left.
    pub column: usize,
    /// The character and its place on the picture.
    pub found: Found,
}

/// Places characters that come from top to bottom and left to right.
pub(super) fn place(found: &[Found]) -> Vec<Placed> {
    let mut columns = Columns::default();
    rows(found).iter().flat_map(|row| columns.place(row)).collect()
}

/// The text of placed characters: rows from the top of the screen to the last that has text.
pub(super) fn spell(placed: &[Placed]) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for one in placed {
        let count = rows.len().max(one.row + 1);
        rows.resize_with(count, String::new);
        let row = &mut rows[one.row];
        let blanks = one.column.saturating_sub(row.chars().count());
        row.extend(std::iter::repeat_n(' ', blanks));
        row.push(one.found.character());
    }
    rows
}

/// Characters of one height, each a cell to the right of the one before.
type Word<'a> = &'a [Found];

/// The columns of pixels that a word covers.
fn covers(word: Word) -> std::ops::Range<usize> {
    let left = word.first().map_or(0, |first| first.column);
    left..left + CELL_WIDTH * word.len()
}

/// A row of text.
struct Row<'a> {
    number: usize,
    /// The height of its uppermost characters, in pixels from the top.
    top: usize,
    words: Vec<Word<'a>>,
}

impl Row<'_> {
    /// Whether words of another height, not above `top`, belong to this row.
    fn takes(&self, height: usize, words: &[Word]) -> bool {
        let near = height - self.top < CELL_HEIGHT / 2 || nearest_row(height) <= self.number;
        let beside = |word: &Word| self.words.iter().all(|other| are_apart(&covers(word), &covers(other)));
        near && height - self.top < CELL_HEIGHT && words.iter().all(beside)
    }
}

fn are_apart(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.end <= b.start || b.end <= a.start
}

fn rows(found: &[Found]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for line in found.chunk_by(|a, b| a.row == b.row) {
        let words: Vec<_> = line.chunk_by(|a, b| a.column + CELL_WIDTH == b.column).collect();
        let top = line[0].row;
        match rows.last_mut().filter(|row| row.takes(top, &words)) {
            Some(row) => row.words.extend(words),
            None => {
                let free = rows.last().map_or(0, |row| row.number + 1);
                rows.push(Row { number: nearest_row(top).max(free), top, words });
            }
        }
    }
    rows.iter_mut().for_each(|row| row.words.sort_by_key(|word| covers(word).start));
    rows
}

/// The row in which the middle of a shape lies, 3½ pixels below the top of its cell.
fn nearest_row(top: usize) -> usize {
    (2 * top + 7) / (2 * CELL_HEIGHT)
}

/// The column in which the middle of a shape lies, 2½ pixels right of the left edge of its cell.
fn nearest_column(left: usize) -> usize {
    (2 * left + 5) / (2 * CELL_WIDTH)
}

/// Words at equal distances that do not fit the cell grid.
struct Series {
    /// Index of the first word in its row.
    first: usize,
    count: usize,
    /// The distance in pixels.
    pitch: usize,
}

impl Series {
    /// The distance in columns.
    fn step(&self) -> usize {
        ((self.pitch + CELL_WIDTH / 2) / CELL_WIDTH).max(1)
    }

    /// The column of the first word, which begins at pixel `left`, with the middle of the series in its place.
    fn start(&self, left: usize) -> usize {
        let wider = self.pitch as i64 - (CELL_WIDTH * self.step()) as i64;
        let doubled = 2 * left as i64 + (self.count as i64 - 1) * wider + 5;
        usize::try_from(doubled.div_euclid(2 * CELL_WIDTH as i64)).unwrap_or(0)
    }
}

/// The series of a row, from left to right.
fn series(words: &[Word]) -> Vec<Series> {
    let lefts: Vec<usize> = words.iter().map(|word| covers(word).start).collect();
    let gaps: Vec<usize> = lefts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut first = 0;
    let mut found = Vec::new();
    for run in gaps.chunk_by(|a, b| a == b) {
        let (count, pitch) = (run.len() + 1, run[0]);
        if count >= SERIES && !pitch.is_multiple_of(CELL_WIDTH) {
            found.push(Series { first, count, pitch });
        }
        first += run.len();
    }
    found
}

/// The columns that series gave to places on the picture, so that all rows of a board agree.
#[derive(Default)]
struct Columns(BTreeMap<usize, (usize, usize)>);

impl Columns {
    fn place(&mut self, row: &Row) -> Vec<Placed> {
        let mut wanted: Vec<usize> = row.words.iter().map(|word| self.wanted(word)).collect();
        for series in series(&row.words) {
            let columns = self.agree(&series, &row.words);
            wanted[series.first..series.first + series.count].copy_from_slice(&columns);
        }
        let mut placed: Vec<Placed> = Vec::new();
        let mut before: Option<(usize, usize)> = None;
        for (word, wanted) in row.words.iter().zip(wanted) {
            let pixels = covers(word);
            let blank = |end: usize| usize::from(pixels.start >= end + CELL_WIDTH);
            let column = before.map_or(wanted, |(column, end)| wanted.max(column + blank(end)));
            let letters = (column..).zip(word.iter());
            placed.extend(letters.map(|(column, &found)| Placed { row: row.number, column, found }));
            before = Some((column + word.len(), pixels.end));
        }
        placed
    }

    /// Where a word would go by itself. A single character off the cell grid may be part of a board that has gaps in
    /// this row.
    fn wanted(&self, word: Word) -> usize {
        let left = covers(word).start;
        let known = self.0.get(&left).filter(|_| word.len() == 1 && !left.is_multiple_of(CELL_WIDTH));
        known.map_or(nearest_column(left), |(column, _)| *column)
    }

    /// The columns of a series, the same as those of an earlier one where both have a place in common.
    fn agree(&mut self, series: &Series, words: &[Word]) -> Vec<usize> {
        let lefts = words[series.first..][..series.count].iter().map(|word| covers(word).start);
        let lefts: Vec<usize> = lefts.collect();
        let step = series.step();
        let same = (0..).zip(&lefts).find_map(|(index, left)| {
            let (column, pitch) = self.0.get(left)?;
            (*pitch == series.pitch).then(|| column.checked_sub(index * step))?
        });
        let start = same.unwrap_or_else(|| series.start(lefts[0]));
        let columns: Vec<usize> = (0..series.count).map(|index| start + index * step).collect();
        for (left, column) in lefts.iter().zip(&columns) {
            self.0.entry(*left).or_insert((*column, series.pitch));
        }
        columns
    }
}

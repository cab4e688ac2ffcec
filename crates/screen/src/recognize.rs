//! Recognition of characters on a picture, at any position.
//!
//! A character is recognized if all 48 pixels of its 6 × 8 cell match, or if all are reversed, as by BOX with mode 3.
//!
//! [`grid`] places them on text rows and columns, one for each cell of 6 × 8 pixels. Characters on the cell grid keep their row
//! and column. Others follow four rules:
//!
//! 1. A character moves to the row and column that contain the center of its 5 × 7 glyph.
//! 2. Characters next to each other whose vertical positions differ by less than half a cell share a row.
//! 3. Three or more words of a row at equal distances, such as the letters of a board, stay at equal distances: the
//!    distance is rounded to whole columns, and the center of the series does not move.
//! 4. A character without room moves right or down, so that no two overlap or change their order.

use std::{array, cmp::Reverse, collections::BTreeMap};

use crate::{
    HEIGHT, Picture,
    font::{self, CELL_HEIGHT, CELL_WIDTH, WHOLE_CELL},
    picture::{self, BLANK, Row},
};

/// A character on a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found {
    /// The raster column of the left edge of its cell.
    pub column: usize,
    /// The raster row of the upper edge of its cell.
    pub row: usize,
    /// Its code, 33..=99. Blanks are not recognized.
    pub code: u8,
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
    place(&characters(picture))
}

/// Returns the text on a picture: a grid of 26 columns and 11 rows, one for each character cell.
///
/// The rows extend from the top of the screen to the last that has text, without trailing blanks. Characters off the
/// cell grid move to the nearest row and column and keep their order: the letters of a board, 10 pixels apart, give
/// `B C D H`. The rules are in docs/bally-basic.md.
pub fn text(picture: &Picture) -> Vec<String> {
    spell(&grid(picture))
}

/// The cells of all characters except the blank, with their codes, sorted by cell.
static BY_CELL: [(u64, u8); font::COUNT - 1] = sorted();

/// Returns all matches on a picture, including overlapping ones. For reverse video, `picture` is already reversed.
pub(super) fn cells(picture: &Picture, inverse: bool) -> Vec<Found> {
    let mut found = Vec::new();
    for row in 0..HEIGHT {
        for column in picture::columns(&candidates(picture.rows(), row)) {
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
    let blank_margin = zip(picture::shifted(&any, CELL_WIDTH as u32 - 1), spread(foot), |a, b| !(a | b));
    zip(spread(any), blank_margin, |a, b| a & b)
}

/// Sets each column for which one of the six columns starting there is set.
fn spread(row: Row) -> Row {
    (1..CELL_WIDTH as u32).fold(row, |spread, by| zip(spread, picture::shifted(&row, by), |a, b| a | b))
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

/// The fewest words of a series.
const SERIES: usize = 3;

/// A character with its position in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The text row, from 0 at the top.
    pub row: usize,
    /// The text column, from 0 at the left.
    pub column: usize,
    pub found: Found,
}

/// Places characters, which are sorted from top to bottom and left to right.
pub(super) fn place(found: &[Found]) -> Vec<Placed> {
    let mut columns = Columns::default();
    rows(found).iter().flat_map(|row| columns.place(row)).collect()
}

/// Returns the text of placed characters: the rows from the top of the screen to the last that has text.
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

/// Characters in a row of cells, at the same height.
type Word<'a> = &'a [Found];

/// Returns the columns of pixels that a word covers.
fn covers(word: Word) -> std::ops::Range<usize> {
    let left = word.first().map_or(0, |first| first.column);
    left..left + CELL_WIDTH * word.len()
}

struct TextRow<'a> {
    number: usize,
    /// The top of its uppermost characters, in pixels from the top of the screen.
    top: usize,
    words: Vec<Word<'a>>,
}

impl TextRow<'_> {
    /// Returns whether words at another height, not above `top`, belong to this row.
    fn takes(&self, height: usize, words: &[Word]) -> bool {
        let is_near = height - self.top < CELL_HEIGHT / 2 || nearest_row(height) <= self.number;
        let has_room = |word: &Word| self.words.iter().all(|other| are_apart(&covers(word), &covers(other)));
        is_near && height - self.top < CELL_HEIGHT && words.iter().all(has_room)
    }
}

fn are_apart(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.end <= b.start || b.end <= a.start
}

fn rows(found: &[Found]) -> Vec<TextRow<'_>> {
    let mut rows: Vec<TextRow> = Vec::new();
    for line in found.chunk_by(|a, b| a.row == b.row) {
        let words: Vec<_> = line.chunk_by(|a, b| a.column + CELL_WIDTH == b.column).collect();
        let top = line[0].row;
        match rows.last_mut().filter(|row| row.takes(top, &words)) {
            Some(row) => row.words.extend(words),
            None => {
                let free = rows.last().map_or(0, |row| row.number + 1);
                rows.push(TextRow { number: nearest_row(top).max(free), top, words });
            }
        }
    }
    rows.iter_mut().for_each(|row| row.words.sort_by_key(|word| covers(word).start));
    rows
}

/// Returns the row that contains the center of a glyph, 3½ pixels below the top of its cell.
fn nearest_row(top: usize) -> usize {
    (2 * top + 7) / (2 * CELL_HEIGHT)
}

/// Returns the column that contains the center of a glyph, 2½ pixels right of the left edge of its cell.
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
    /// Returns the distance in columns.
    fn step(&self) -> usize {
        ((self.pitch + CELL_WIDTH / 2) / CELL_WIDTH).max(1)
    }

    /// Returns the column of the first word, which begins at pixel `left`, so that the center of the series does not
    /// move.
    fn start(&self, left: usize) -> usize {
        let wider = self.pitch as i64 - (CELL_WIDTH * self.step()) as i64;
        let doubled = 2 * left as i64 + (self.count as i64 - 1) * wider + 5;
        usize::try_from(doubled.div_euclid(2 * CELL_WIDTH as i64)).unwrap_or(0)
    }
}

/// Returns the series of a row, from left to right.
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

/// The columns that series assigned to pixel positions, so that all rows of a board agree.
#[derive(Default)]
struct Columns(BTreeMap<usize, (usize, usize)>);

impl Columns {
    fn place(&mut self, row: &TextRow) -> Vec<Placed> {
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

    /// Returns the column of a word outside a series. A single character off the cell grid may belong to a board that
    /// has gaps in this row.
    fn wanted(&self, word: Word) -> usize {
        let left = covers(word).start;
        let known = self.0.get(&left).filter(|_| word.len() == 1 && !left.is_multiple_of(CELL_WIDTH));
        known.map_or(nearest_column(left), |(column, _)| *column)
    }

    /// Returns the columns of a series, equal to those of an earlier series that shares a position.
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

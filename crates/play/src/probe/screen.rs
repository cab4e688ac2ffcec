//! The picture of a television as cells of characters, whatever their shapes are.

use std::collections::HashMap;

use arcadian_bally::Bally;
use arcadian_screen::{Picture, font};

/// The columns and rows of text.
pub(crate) const COLUMNS: usize = 26;
pub(crate) const ROWS: usize = 11;
const WIDTH: usize = 6;
const HEIGHT: usize = 8;
/// The pixels of the screen of BASIC.
const PIXELS: (usize, usize) = (160, 88);

/// The pixels of a cell, a row in each byte, the leftmost pixel in bit 5.
pub(crate) type Cell = [u8; HEIGHT];

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shown {
    /// A character, by its code.
    Character(u8),
    /// Pixels that are no known character.
    Pixels(Cell),
}

/// A picture in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen(Vec<Cell>);

impl Screen {
    /// Reads what the television shows: what differs from the most frequent color is ink.
    pub(crate) fn of_bally(bally: &Bally) -> Self {
        let color = |x: usize, y: usize| bally.frame().pixel_color(x, y);
        let mut counts = [0_usize; 256];
        (0..PIXELS.1).for_each(|y| (0..PIXELS.0).for_each(|x| counts[usize::from(color(x, y))] += 1));
        let paper = (0..=255_u8).max_by_key(|color| counts[usize::from(*color)]).unwrap_or(0);
        Self::read(|x, y| color(x, y) != paper)
    }

    /// Reads a picture of the interpreter.
    pub(crate) fn of_picture(picture: &Picture) -> Self {
        Self::read(|x, y| picture.at(x, y))
    }

    fn read(is_ink: impl Fn(usize, usize) -> bool) -> Self {
        let cell = |column: usize, row: usize| -> Cell {
            std::array::from_fn(|y| {
                let ink = |x: usize| is_ink(column * WIDTH + x, row * HEIGHT + y);
                (0..WIDTH).fold(0, |bits, x| bits << 1 | u8::from(ink(x)))
            })
        };
        Self((0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| cell(column, row))).collect())
    }

    pub(crate) fn cell(&self, column: usize, row: usize) -> Cell {
        self.0[row * COLUMNS + column]
    }

    /// Returns the cells that differ from those of another screen, as column and row.
    pub(crate) fn changes(&self, other: &Screen) -> Vec<(usize, usize)> {
        let differs = |index: &usize| self.0[*index] != other.0[*index];
        (0..self.0.len()).filter(differs).map(|index| (index % COLUMNS, index / COLUMNS)).collect()
    }

    /// Returns the place after the last cell that is not blank.
    pub(crate) fn end(&self) -> Option<(usize, usize)> {
        let last = self.0.iter().rposition(|cell| *cell != [0; HEIGHT])?;
        Some((last % COLUMNS + 1, last / COLUMNS))
    }

    /// Returns the rows without their trailing blanks.
    pub(crate) fn rows(&self, glyphs: &Glyphs) -> Vec<Vec<Shown>> {
        self.0
            .chunks(COLUMNS)
            .map(|row| trimmed(row.iter().map(|cell| glyphs.shown(*cell)).collect()))
            .collect()
    }
}

/// Returns a row without its trailing blanks.
pub(crate) fn trimmed(mut row: Vec<Shown>) -> Vec<Shown> {
    let length = row.iter().rposition(|shown| *shown != Shown::Character(b' ')).map_or(0, |last| last + 1);
    row.truncate(length);
    row
}

/// Returns the text of a row; `▒` stands for pixels that are no character.
pub(crate) fn text(row: &[Shown]) -> String {
    row.iter()
        .map(|shown| match shown {
            Shown::Character(code) => font::char_of(*code).unwrap_or('▒'),
            Shown::Pixels(_) => '▒',
        })
        .collect()
}

/// The shapes of characters, by their pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyphs(HashMap<Cell, u8>);

impl Glyphs {
    /// Returns the shapes of this project's font.
    pub(crate) fn own() -> Self {
        let mut glyphs = Self::default();
        for code in 33..=99 {
            let mut picture = Picture::new();
            picture.draw_code(-77, 40, code);
            glyphs.learn(Screen::of_picture(&picture).cell(0, 0), code);
        }
        glyphs
    }

    /// Learns a shape. Of two characters with the same shape the first one is kept; then it returns false.
    pub(crate) fn learn(&mut self, cell: Cell, code: u8) -> bool {
        cell != [0; HEIGHT] && *self.0.entry(cell).or_insert(code) == code
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn shown(&self, cell: Cell) -> Shown {
        if cell == [0; HEIGHT] {
            return Shown::Character(b' ');
        }
        self.0.get(&cell).map_or(Shown::Pixels(cell), |code| Shown::Character(*code))
    }
}

//! Drawing a board as lines of text with marks on changes.

use arcadian_proof::FixedPlace;

use super::shape::{Below, Shape, Square};

/// The time of a value's last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum Mark {
    /// Not changed since the start.
    #[serde(rename = "")]
    Unchanged,
    /// Changed since the start, but not last.
    #[serde(rename = "start")]
    SinceStart,
    /// Changed last.
    #[serde(rename = "last")]
    Last,
}

impl Mark {
    /// Returns the mark of a value that was `start` at the start and `before` before the last change.
    pub fn of<T: PartialEq>(start: &T, before: &T, now: &T) -> Self {
        if before != now {
            Mark::Last
        } else if start != now {
            Mark::SinceStart
        } else {
            Mark::Unchanged
        }
    }

    /// Returns the character before a changed value.
    pub fn sign(self) -> char {
        match self {
            Mark::Unchanged => ' ',
            Mark::SinceStart => '\'',
            Mark::Last => '>',
        }
    }
}

/// A part of a line with its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text, with the sign of the mark.
    pub text: String,
    /// The time of the value's last change.
    pub mark: Mark,
}

impl Piece {
    fn plain(text: impl Into<String>) -> Self {
        Piece { text: text.into(), mark: Mark::Unchanged }
    }

    fn marked(text: impl std::fmt::Display, mark: Mark) -> Self {
        Piece { text: format!("{}{text}", mark.sign()), mark }
    }
}

/// A line of a drawing.
pub type Line = Vec<Piece>;

/// The bytes of a board in three states of the program.
pub(super) struct States<'a> {
    pub start: &'a [u8],
    pub before: &'a [u8],
    pub now: &'a [u8],
}

impl States<'_> {
    fn mark<T: PartialEq>(&self, value: impl Fn(&[u8]) -> T) -> Mark {
        Mark::of(&value(self.start), &value(self.before), &value(self.now))
    }

    fn byte(&self, byte: usize) -> Piece {
        let value = |bytes: &[u8]| bytes.get(byte).copied().unwrap_or(0);
        Piece::marked(format_args!("{:02X}", value(self.now)), self.mark(value))
    }
}

/// The squares of a board, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The names of the columns; empty if they have none.
    pub head: Vec<String>,
    /// The rows from top to bottom.
    pub rows: Vec<Row>,
    /// Whether there are letters on the squares, not pieces.
    pub has_letters: bool,
}

/// A row of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name; empty if the rows have none.
    pub name: String,
    /// The squares from left to right.
    pub cells: Vec<Cell>,
    /// The bytes that encode only this row.
    pub beside: Vec<Piece>,
}

/// A square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The symbol on it; `·` for nothing.
    pub symbol: char,
    /// Its name in the layout, such as `0₂` for bit 0 of byte 2; empty if the squares have none.
    pub name: String,
    /// The time of its last change.
    pub mark: Mark,
}

impl Squares {
    /// Reads the squares of a board.
    pub(super) fn of(shape: &Shape, states: &States) -> Self {
        let row = |(nth, squares): (usize, &[Square])| Row {
            name: shape.rows.get(nth).cloned().unwrap_or_default(),
            cells: squares.iter().map(|square| cell(shape, square, states)).collect(),
            beside: shape.beside.get(nth).into_iter().flatten().map(|byte| states.byte(*byte)).collect(),
        };
        Squares {
            has_letters: shape.has_letters,
            head: shape.head.clone(),
            rows: shape.squares.chunks(shape.columns).enumerate().map(row).collect(),
        }
    }

    /// Returns the rows as text, the bytes beside them.
    pub(super) fn lines(&self) -> Vec<Line> {
        let widths = self.widths();
        let margin = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let gap = if widths.iter().any(|width| *width > 0) { " " } else { "" };
        let mut lines = Vec::new();
        if !self.head.is_empty() {
            let names =
                self.head.iter().zip(&widths).map(|(name, width)| format!(" {name}{:width$}{gap}", ""));
            lines.push(vec![Piece::plain(format!("{:margin$}{}", "", names.collect::<String>()))]);
        }
        lines.extend(self.rows.iter().map(|row| row.line(&widths, margin, gap)));
        lines
    }

    /// Returns the length of the longest name in each column.
    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, |row| row.cells.len());
        let names = |column: usize| self.rows.iter().filter_map(move |row| row.cells.get(column));
        (0..columns)
            .map(|column| names(column).map(|cell| cell.name.chars().count()).max().unwrap_or(0))
            .collect()
    }
}

impl Row {
    fn line(&self, widths: &[usize], margin: usize, gap: &str) -> Line {
        let mut line = Line::new();
        if !self.name.is_empty() {
            line.push(Piece::plain(format!("{:margin$}", self.name)));
        }
        for (Cell { symbol, name, mark }, width) in self.cells.iter().zip(widths) {
            line.push(Piece::marked(format_args!("{symbol}{name:<width$}"), *mark));
            line.extend((!gap.is_empty()).then(|| Piece::plain(gap)));
        }
        line.extend((!self.beside.is_empty()).then(|| Piece::plain(" ")));
        line.extend(self.beside.iter().cloned());
        line
    }
}

fn cell(shape: &Shape, square: &Square, states: &States) -> Cell {
    let value = |bytes: &[u8]| {
        let bit = |bit: usize| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
        square.bits.iter().rev().fold(0, |value, number| value << 1 | u32::from(bit(*number)))
    };
    Cell { symbol: (shape.symbol)(value(states.now)), name: square.name.clone(), mark: states.mark(value) }
}

/// Draws the bytes that are not beside a row of squares.
pub(super) fn below(shape: &Shape, places: &[FixedPlace], states: &States) -> Vec<Line> {
    match shape.below {
        Below::Nothing => Vec::new(),
        Below::Bits => bits(places, states),
        Below::Lines(rows) => rows.iter().map(|row| bytes(*row, places, states)).collect(),
    }
}

/// Draws a line with the bits of each byte, last byte first.
fn bits(places: &[FixedPlace], states: &States) -> Vec<Line> {
    let names: Vec<String> = places.iter().map(|place| name(*place)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |(byte, name): (usize, &String)| {
        let bit = |n: u32| {
            let value = move |bytes: &[u8]| bytes.get(byte).map_or(0, |byte| byte >> n & 1);
            Piece::marked(value(states.now), states.mark(value))
        };
        let mut line = vec![Piece::plain(format!("{} {name:width$}", byte + 1)), states.byte(byte)];
        line.push(Piece::plain(" "));
        line.extend((0..8).rev().map(bit));
        line
    };
    let head = Piece::plain(format!("  {:width$}     7 6 5 4 3 2 1 0", ""));
    std::iter::once(vec![head]).chain(names.iter().enumerate().rev().map(line)).collect()
}

/// Draws a line of bytes after a name or the place of the first byte.
fn bytes((name, first, count): (&str, usize, usize), places: &[FixedPlace], states: &States) -> Line {
    let place = places.get(first).map_or(String::new(), |place| self::name(*place));
    let title = if name.is_empty() { place } else { name.to_owned() };
    let all = (first..first + count).map(|byte| states.byte(byte));
    std::iter::once(Piece::plain(format!("{title:5}"))).chain(all).collect()
}

fn name(place: FixedPlace) -> String {
    match place {
        FixedPlace::Register(name) => name.to_owned(),
        FixedPlace::Flag(register, bit) => format!("{register}.{bit}"),
        FixedPlace::Memory(address) => format!("{address:04X}"),
    }
}

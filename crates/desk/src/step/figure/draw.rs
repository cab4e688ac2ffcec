//! Drawing a board as lines of text with marks on changes.

use arcadian_proof::FixedPlace;

use super::shape::{Below, Shape, Square};

/// When a value last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Not changed since the start.
    Unchanged,
    /// Changed since the start, but not last.
    SinceStart,
    /// Changed last.
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
    /// When the value last changed.
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

/// Draws the squares with the bytes of each row beside them, then the other bytes.
pub(super) fn lines(shape: &Shape, places: &[FixedPlace], states: &States) -> Vec<Line> {
    let mut lines = squares(shape, states);
    let below = match shape.below {
        Below::Nothing => Vec::new(),
        Below::Bits => bits(places, states),
        Below::Lines(rows) => rows.iter().map(|row| bytes(*row, places, states)).collect(),
    };
    if !below.is_empty() {
        lines.push(Vec::new());
        lines.extend(below);
    }
    lines
}

fn squares(shape: &Shape, states: &States) -> Vec<Line> {
    let widest = |nth: usize| {
        let column = shape.squares.iter().skip(nth).step_by(shape.columns);
        column.map(|square| square.name.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..shape.columns).map(widest).collect();
    let margin = shape.rows.iter().map(String::len).max().unwrap_or(0);
    let gap = if widths.iter().any(|width| *width > 0) { " " } else { "" };
    let mut lines = Vec::new();
    if !shape.head.is_empty() {
        let names = shape.head.iter().zip(&widths).map(|(name, width)| format!(" {name}{:width$}{gap}", ""));
        lines.push(vec![Piece::plain(format!("{:margin$}{}", "", names.collect::<String>()))]);
    }
    for (nth, row) in shape.squares.chunks(shape.columns).enumerate() {
        let mut line = Line::new();
        line.extend(shape.rows.get(nth).map(|name| Piece::plain(format!("{name:margin$}"))));
        for (square, width) in row.iter().zip(&widths) {
            line.push(self::square(shape, square, *width, states));
            line.extend((!gap.is_empty()).then(|| Piece::plain(gap)));
        }
        let beside = shape.beside.get(nth).into_iter().flatten();
        line.extend(beside.clone().next().map(|_| Piece::plain(" ")));
        line.extend(beside.map(|byte| states.byte(*byte)));
        lines.push(line);
    }
    lines
}

fn square(shape: &Shape, square: &Square, width: usize, states: &States) -> Piece {
    let value = |bytes: &[u8]| {
        let bit = |bit: usize| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
        square.bits.iter().rev().fold(0, |value, number| value << 1 | u32::from(bit(*number)))
    };
    let symbol = (shape.symbol)(value(states.now));
    Piece::marked(format_args!("{symbol}{:<width$}", square.name), states.mark(value))
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

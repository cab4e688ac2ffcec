//! Boards as lines of pieces, each with a mark if it changed.

use arcadian_proof::Location;

use super::shape::{Below, Shape, Square};

/// When something changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Not since the start.
    Same,
    /// Since the start.
    Since,
    /// Last.
    Now,
}

impl Mark {
    /// Of a value that was, was again, and is.
    pub fn of<T: PartialEq>(start: &T, before: &T, now: &T) -> Self {
        if before != now {
            Mark::Now
        } else if start != now {
            Mark::Since
        } else {
            Mark::Same
        }
    }

    /// The sign that stands before what changed.
    pub fn sign(self) -> char {
        match self {
            Mark::Same => ' ',
            Mark::Since => '\'',
            Mark::Now => '>',
        }
    }
}

/// Some characters of a line, with the sign of their mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The characters.
    pub text: String,
    /// Whether they changed.
    pub mark: Mark,
}

impl Piece {
    fn plain(text: impl Into<String>) -> Self {
        Piece { text: text.into(), mark: Mark::Same }
    }

    fn marked(text: impl std::fmt::Display, mark: Mark) -> Self {
        Piece { text: format!("{}{text}", mark.sign()), mark }
    }
}

/// A line.
pub type Line = Vec<Piece>;

/// The bytes of a board at three moments.
pub(super) struct Moments<'a> {
    pub start: &'a [u8],
    pub before: &'a [u8],
    pub now: &'a [u8],
}

impl Moments<'_> {
    fn mark<T: PartialEq>(&self, value: impl Fn(&[u8]) -> T) -> Mark {
        Mark::of(&value(self.start), &value(self.before), &value(self.now))
    }

    fn byte(&self, byte: usize) -> Piece {
        let value = |bytes: &[u8]| bytes.get(byte).copied().unwrap_or(0);
        Piece::marked(format_args!("{:02X}", value(self.now)), self.mark(value))
    }
}

/// A board: its squares with the bytes of each row beside them, then the other bytes.
pub(super) fn lines(shape: &Shape, places: &[Location], moments: &Moments) -> Vec<Line> {
    let mut lines = squares(shape, moments);
    let below = match shape.below {
        Below::Nothing => Vec::new(),
        Below::Bits => bits(places, moments),
        Below::Lines(rows) => rows.iter().map(|row| bytes(*row, places, moments)).collect(),
    };
    if !below.is_empty() {
        lines.push(Vec::new());
        lines.extend(below);
    }
    lines
}

fn squares(shape: &Shape, moments: &Moments) -> Vec<Line> {
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
            line.push(self::square(shape, square, *width, moments));
            line.extend((!gap.is_empty()).then(|| Piece::plain(gap)));
        }
        let beside = shape.beside.get(nth).into_iter().flatten();
        line.extend(beside.clone().next().map(|_| Piece::plain(" ")));
        line.extend(beside.map(|byte| moments.byte(*byte)));
        lines.push(line);
    }
    lines
}

fn square(shape: &Shape, square: &Square, width: usize, moments: &Moments) -> Piece {
    let value = |bytes: &[u8]| {
        let bit = |bit: usize| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0);
        square.bits.iter().rev().fold(0, |value, place| value << 1 | u32::from(bit(*place)))
    };
    let symbol = (shape.symbol)(value(moments.now));
    Piece::marked(format_args!("{symbol}{:<width$}", square.name), moments.mark(value))
}

/// A line for each byte with its bits, the last byte first.
fn bits(places: &[Location], moments: &Moments) -> Vec<Line> {
    let names: Vec<String> = places.iter().map(|place| name(*place)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |(byte, name): (usize, &String)| {
        let bit = |n: u32| {
            let value = move |bytes: &[u8]| bytes.get(byte).map_or(0, |byte| byte >> n & 1);
            Piece::marked(value(moments.now), moments.mark(value))
        };
        let mut line = vec![Piece::plain(format!("{} {name:width$}", byte + 1)), moments.byte(byte)];
        line.push(Piece::plain(" "));
        line.extend((0..8).rev().map(bit));
        line
    };
    let head = Piece::plain(format!("  {:width$}     7 6 5 4 3 2 1 0", ""));
    std::iter::once(vec![head]).chain(names.iter().enumerate().rev().map(line)).collect()
}

/// A line of bytes, under a name or the first one's place.
fn bytes((name, first, count): (&str, usize, usize), places: &[Location], moments: &Moments) -> Line {
    let place = places.get(first).map_or(String::new(), |place| self::name(*place));
    let title = if name.is_empty() { place } else { name.to_owned() };
    let all = (first..first + count).map(|byte| moments.byte(byte));
    std::iter::once(Piece::plain(format!("{title:5}"))).chain(all).collect()
}

fn name(place: Location) -> String {
    match place {
        Location::Register(name) => name.to_owned(),
        Location::Flag(register, bit) => format!("{register}.{bit}"),
        Location::Memory(address) => format!("{address:04X}"),
    }
}

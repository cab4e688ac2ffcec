//! The encoding of a board's squares in bytes.

use arcadian_board::{ataxx, sliders, tactix::Layout};

/// The encoding of a board in bytes.
pub(super) struct Shape {
    /// A short description.
    pub caption: &'static str,
    pub bytes: usize,
    /// The number of squares in a row.
    pub columns: usize,
    /// The squares, row by row.
    pub squares: Vec<Square>,
    /// Returns the symbol of a square from the value of its bits.
    pub symbol: fn(u32) -> char,
    /// Whether the symbols are the characters of a game with letters.
    pub has_letters: bool,
    /// The names of the columns; empty if they have none.
    pub head: Vec<String>,
    /// The names of the rows; empty if they have none.
    pub rows: Vec<String>,
    /// For each row, the bytes drawn beside it, which encode only this row.
    pub beside: Vec<Vec<usize>>,
    /// The bytes drawn below the squares.
    pub below: Below,
}

/// The encoding of a square.
pub(super) struct Square {
    /// The bits, lowest first: 8 × byte + bit.
    pub bits: Vec<usize>,
    /// The name in the layout.
    pub name: String,
}

/// The bytes drawn below the squares.
pub(super) enum Below {
    /// No bytes.
    Nothing,
    /// All bytes with their bits, one per line, last byte first as in a number.
    Bits,
    /// Lines of bytes: a name, the index of the first byte, and the number of bytes.
    Lines(&'static [(&'static str, usize, usize)]),
}

const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

fn subscript(number: usize) -> String {
    let digits = number.to_string();
    digits.chars().filter_map(|digit| SUBSCRIPTS.get(digit.to_digit(10)? as usize)).collect()
}

fn stone(bits: u32) -> char {
    if bits == 0 { '·' } else { '●' }
}

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{number:X}")).collect()
}

impl Shape {
    fn new(caption: &'static str, bytes: usize, columns: usize, squares: Vec<Square>) -> Self {
        let (head, rows, beside) = (Vec::new(), Vec::new(), Vec::new());
        let below = Below::Nothing;
        Shape {
            caption,
            bytes,
            columns,
            squares,
            symbol: stone,
            has_letters: false,
            head,
            rows,
            beside,
            below,
        }
    }

    /// Returns the shape of a TACTIX board. Each square has the name of its bit, as in the figure.
    pub(super) fn tactix(caption: &'static str, layout: &Layout) -> Self {
        let coordinates =
            (0..layout.size()).flat_map(|row| (0..layout.size()).map(move |column| (row, column)));
        let squares = coordinates.map(|(row, column)| {
            let bits = layout.bits(row, column);
            Square { bits: (0..64).filter(|bit| bits >> bit & 1 != 0).collect(), name: bit_name(bits) }
        });
        let shape = Shape::new(caption, layout.byte_count(), layout.size(), squares.collect());
        Shape { below: Below::Bits, ..shape }
    }

    /// Returns the shape of a set of 256 squares.
    pub(super) fn set() -> Self {
        let squares = (0..256).map(|square| Square { bits: vec![square], name: String::new() });
        let shape = Shape::new("two bytes a row", 32, 16, squares.collect());
        let beside = (0..16).map(|row| vec![2 * row, 2 * row + 1]).collect();
        Shape { head: numbers(16), rows: first_squares(), beside, ..shape }
    }

    /// Returns the shape of a Halma board: occupied squares, colors, and piece lists.
    pub(super) fn halma() -> Self {
        let squares = (0..256).map(|square| Square { bits: vec![square, 256 + square], name: String::new() });
        let shape = Shape::new("w White, b Black", 102, 16, squares.collect());
        let symbol = |bits| match bits {
            0 => '·',
            1 => 'w',
            3 => 'b',
            _ => '?',
        };
        let beside = (0..16).map(|row| [0, 1, 32, 33].map(|byte| 2 * row + byte).to_vec()).collect();
        let below = Below::Lines(&[("White", 64, 10), (" ", 74, 9), ("Black", 83, 10), (" ", 93, 9)]);
        Shape { symbol, head: numbers(16), rows: first_squares(), beside, below, ..shape }
    }

    /// Returns the shape of an Ataxx board: two bits per cell, two bytes per row.
    pub(super) fn ataxx() -> Self {
        let squares = ataxx::Square::all().map(|square| {
            let low = 16 * square.row() + 2 * square.column();
            Square { bits: vec![low, low + 1], name: String::new() }
        });
        let shape = Shape::new("x, o, # a wall", 14, 7, squares.collect());
        let symbol = |bits| match bits {
            0 => '·',
            1 => 'x',
            2 => 'o',
            _ => '#',
        };
        let head = ('a'..='g').map(String::from).collect();
        let rows = (1..=7).rev().map(|rank: usize| rank.to_string()).collect();
        let beside = (0..7).map(|row| vec![2 * row, 2 * row + 1]).collect();
        Shape { symbol, head, rows, beside, ..shape }
    }

    /// Returns the shape of a wall mask: the upper left quadrant, which is mirrored into the others.
    pub(super) fn walls() -> Self {
        let squares = (0..16).map(|bit| Square { bits: vec![bit], name: format!("{bit:X}") });
        let shape = Shape::new("the upper left quadrant, by bits", 2, 4, squares.collect());
        Shape { symbol: |bits| if bits == 0 { '·' } else { '#' }, below: Below::Bits, ..shape }
    }

    /// Returns the shape of a chess board in the W system.
    pub(super) fn rook() -> Self {
        let squares = sliders::Square::all().map(|square| {
            let bit = square.bit();
            Square { bits: vec![bit as usize], name: bit.to_string() }
        });
        let shape = Shape::new("W system, by bits", 8, 8, squares.collect());
        let head = ('a'..='h').map(String::from).collect();
        let rows = (1..=8).rev().map(|rank: usize| rank.to_string()).collect();
        Shape { head, rows, below: Below::Lines(&[("", 0, 8)]), ..shape }
    }

    /// Returns the shape of a ROTATE board: one byte per letter, by positions.
    pub(super) fn letters() -> Self {
        let squares = (0..16)
            .map(|byte| Square { bits: (8 * byte..8 * byte + 8).collect(), name: subscript(byte + 1) });
        let shape = Shape::new("by positions", 16, 4, squares.collect());
        let letter = |bits| char::from_u32(bits).filter(char::is_ascii_graphic).unwrap_or('?');
        let below = Below::Lines(&[("", 0, 8), ("", 8, 8)]);
        Shape { symbol: letter, has_letters: true, below, ..shape }
    }
}

/// Returns the names of the rows of a 16 × 16 board: the number of the first square.
fn first_squares() -> Vec<String> {
    (0..16).map(|row: usize| format!("{row:X}0")).collect()
}

/// Returns the name of a bit as BYTE prints it, such as `0₂`, with a subscript for each byte that contains a copy; `-` for no bits.
pub fn bit_name(bits: u64) -> String {
    if bits == 0 {
        return "-".to_owned();
    }
    let bytes = bits.to_le_bytes().into_iter().zip(&SUBSCRIPTS[1..]).filter(|(byte, _)| *byte != 0);
    format!("{}{}", bits.trailing_zeros() % 8, bytes.map(|(_, subscript)| subscript).collect::<String>())
}

//! Squares of the chess board, the bit number of each, and the groups and rings of bits.

use std::{error::Error, fmt, str::FromStr};

/// A square. Row 0 is rank 8 and column 0 is file a: the upper left corner as White sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Creates the square in this row and column, both 0 to 7.
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// Creates the square with this index, 8 × row + column.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Returns every square in row-major order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Returns its index, 8 × row + column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0 for rank 8.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Returns the column, 0 for file a.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns the image of the square when the board turns clockwise by 90 degrees.
    pub const fn turned(self) -> Self {
        Self(self.column() * 8 + 7 - self.row())
    }

    /// Returns the square at an offset of (rows down, columns to the right), or `None` outside the board.
    pub fn step(self, (rows, columns): (i8, i8)) -> Option<Self> {
        Self::new(self.row().checked_add_signed(rows)?, self.column().checked_add_signed(columns)?)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError(String);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(f, "`{text}` is not a valid square; write a8 to h1, or row and column, 00 for a8 to 77 for h1")
    }
}

impl Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses `a8`, or its row and column, `00`, for the same square.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let square = match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Self::new(b'8' - rank, file - b'a'),
            [file @ b'A'..=b'H', rank @ b'1'..=b'8'] => Self::new(b'8' - rank, file - b'A'),
            [row @ b'0'..=b'7', column @ b'0'..=b'7'] => Self::new(row - b'0', column - b'0'),
            _ => None,
        };
        square.ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'a' + self.column()), 8 - self.row()))
    }
}

/// The bit numbers in row-major order, as printed (H. G. Muller, "the W system").
const BITS: [[u8; 8]; 8] = [
    [63, 23, 22, 21, 0, 1, 2, 60],
    [11, 38, 16, 56, 29, 19, 50, 35],
    [10, 55, 37, 15, 18, 49, 28, 34],
    [9, 17, 54, 36, 48, 27, 20, 33],
    [57, 44, 51, 24, 12, 30, 41, 3],
    [58, 52, 25, 42, 39, 13, 31, 4],
    [59, 26, 43, 53, 32, 40, 14, 5],
    [62, 8, 7, 6, 45, 46, 47, 61],
];

const SQUARES: [Square; 64] = {
    let mut squares = [Square::from_index(0).unwrap(); 64];
    let mut index = 0;
    while index < 64 {
        squares[BITS[index / 8][index % 8] as usize] = Square::from_index(index as u8).unwrap();
        index += 1;
    }
    squares
};

/// A group of three adjacent bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name: `1` to `4` or `1'` to `4'` for a half edge, a letter for three inner squares.
    pub name: &'static str,
    /// The lowest bit.
    pub first: u32,
}

/// The groups, the lowest bits first. The four corners follow as bits 60 to 63.
pub const GROUPS: [Group; 20] = {
    let names = [
        "1'", "2'", "3'", "4'", "o", "A", "a", "1", "p", "B", "b", "2", "s", "C", "c", "3", "t", "D", "d",
        "4",
    ];
    let mut groups = [Group { name: "", first: 0 }; 20];
    let mut n = 0;
    while n < 20 {
        groups[n] = Group { name: names[n], first: 3 * n as u32 };
        n += 1;
    }
    groups
};

/// The lowest bit of the corners.
pub const CORNERS: u32 = 60;

/// A ring: bits that a quarter turn rotates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The lowest bit.
    pub first: u32,
    pub length: u32,
    /// The rotation of a quarter turn, in bits upward.
    pub step: u32,
}

/// The rings: the four primed half edges; all other groups; the corners.
pub const RINGS: [Ring; 3] = [
    Ring { first: 0, length: 12, step: 3 },
    Ring { first: 12, length: 48, step: 12 },
    Ring { first: 60, length: 4, step: 1 },
];

impl Square {
    /// Returns its bit, 0 to 63.
    pub const fn bit(self) -> u32 {
        BITS[self.row() as usize][self.column() as usize] as u32
    }

    /// Returns the square of a bit, or `None` above 63.
    pub fn of_bit(bit: u32) -> Option<Self> {
        SQUARES.get(usize::try_from(bit).ok()?).copied()
    }
}

pub fn bits(squares: impl IntoIterator<Item = Square>) -> u64 {
    squares.into_iter().fold(0, |set, square| set | 1 << square.bit())
}

/// Returns the squares of a set, the lowest bit first.
pub fn squares(set: u64) -> impl Iterator<Item = Square> {
    SQUARES.into_iter().filter(move |square| set >> square.bit() & 1 != 0)
}

/// Returns the group of a square, or `None` for a corner.
pub fn group(square: Square) -> Option<Group> {
    GROUPS.get(square.bit() as usize / 3).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{}{}", square.row(), square.column()).parse(), Ok(square));
        }
        assert_eq!("a8".parse(), Ok(Square(0)));
        assert_eq!("H1".parse(), Ok(Square(63)));
    }

    #[test]
    fn invalid_squares() {
        for text in ["", "a", "a9", "i1", "80", "08", "a11", "1a", "ä1", "-1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())));
        }
    }

    #[test]
    fn four_turns() {
        for square in Square::all() {
            assert_eq!(square.turned().turned().turned().turned(), square);
        }
        assert_eq!(Square(0).turned(), Square(7));
        assert_eq!(Square(7).turned(), Square(63));
    }
}

#[cfg(test)]
mod numbering_tests {
    use super::*;

    /// The letters printed next to the numbers.
    const LETTERS: &str = "- 1 1 1 1' 1' 1' -  4' s A d B a t 2  4' d s A a t B 2  4' A d s t B a 2
        4 c D p o b C 2'  4 D p c C o b 2'  4 p c D b C o 2'  - 3' 3' 3' 3 3 3 -";

    #[test]
    fn every_bit_once() {
        assert_eq!(bits(Square::all()), u64::MAX);
        assert!((0..64).all(|bit| Square::of_bit(bit).is_some_and(|square| square.bit() == bit)));
        assert_eq!(Square::of_bit(64), None);
    }

    #[test]
    fn letters_as_printed() {
        let names = Square::all().map(|square| group(square).map_or("-", |group| group.name));
        assert!(names.eq(LETTERS.split_whitespace()));
    }

    #[test]
    fn groups_as_printed() {
        let printed = "1' 0, 2' 3, 3' 6, 4' 9, o 12, A 15, a 18, 1 21, p 24, B 27, b 30, 2 33, s 36, C 39, c 42, \
                       3 45, t 48, D 51, d 54, 4 57";
        assert_eq!(GROUPS.map(|Group { name, first }| format!("{name} {first}")).join(", "), printed);
    }

    #[test]
    fn an_inner_group_is_in_one_quadrant_with_three_rows_and_columns() {
        let inner = |name: &str| name.starts_with(char::is_alphabetic);
        for Group { name, first } in GROUPS.into_iter().filter(|group| inner(group.name)) {
            let members: Vec<_> = squares(7 << first).collect();
            let [a, b, c] = *members else { panic!("{name} does not have three squares") };
            for (x, y) in [(a, b), (b, c), (a, c)] {
                assert!(x.row() != y.row() && x.column() != y.column(), "{name}");
                assert_eq!((x.row() / 4, x.column() / 4), (y.row() / 4, y.column() / 4), "{name}");
            }
        }
    }

    #[test]
    fn sets() {
        let set = 0x8000_0040_0000_0001;
        assert_eq!(bits(squares(set)), set);
        assert!(squares(set).map(Square::bit).eq([0, 38, 63]));
    }
}

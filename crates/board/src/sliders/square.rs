//! Squares of the chess board.

use std::{error::Error, fmt, iter::successors, str::FromStr};

use super::bits;

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

/// A text that does not name a square.
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

/// A piece that moves any number of squares in its directions, up to the first occupied one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Moves along ranks and files.
    Rook,
    /// Moves along diagonals.
    Bishop,
}

impl Piece {
    /// Both pieces.
    pub const ALL: [Self; 2] = [Self::Rook, Self::Bishop];

    /// Returns the directions of its moves, each as rows down and columns to the right.
    pub const fn directions(self) -> [(i8, i8); 4] {
        match self {
            Self::Rook => [(-1, 0), (0, 1), (1, 0), (0, -1)],
            Self::Bishop => [(-1, 1), (1, 1), (1, -1), (-1, -1)],
        }
    }

    fn rays(self, square: Square) -> impl Iterator<Item = impl Iterator<Item = Square> + Clone> {
        self.directions().into_iter().map(move |direction| {
            let next = move |square: &Square| square.step(direction);
            successors(next(&square), next)
        })
    }

    /// Returns its occupancy mask: its rays, each without its last square, which never affects the attacks.
    pub fn mask(self, square: Square) -> u64 {
        self.rays(square).fold(0, |mask, ray| {
            let next = ray.clone().skip(1);
            mask | bits(ray.zip(next).map(|(square, _)| square))
        })
    }

    /// Returns the squares that it attacks: each ray up to and including the first occupied square.
    pub fn attacks(self, square: Square, occupied: u64) -> u64 {
        self.rays(square).fold(0, |attacked, ray| attacked | walk(ray, occupied))
    }

    /// Returns every possible attack set in ascending order: at most 144 of a rook, 108 of a bishop.
    pub fn attack_sets(self, square: Square) -> Vec<u64> {
        let occupancies = subsets(self.mask(square));
        let mut sets: Vec<_> = occupancies.map(|occupied| self.attacks(square, occupied)).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

fn walk(ray: impl Iterator<Item = Square>, occupied: u64) -> u64 {
    let mut attacked = 0;
    for square in ray {
        let here = 1 << square.bit();
        attacked |= here;
        if occupied & here != 0 {
            break;
        }
    }
    attacked
}

/// Returns every subset of a set, the empty one first.
pub fn subsets(set: u64) -> impl Iterator<Item = u64> {
    successors(Some(0_u64), move |subset| Some(subset.wrapping_sub(set) & set).filter(|&next| next != 0))
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
mod rays_tests {
    use super::super::{Axis, reflect, squares, turn};
    use super::{Piece::*, *};
    use proptest::prelude::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn set(texts: &str) -> u64 {
        bits(texts.split_whitespace().map(square))
    }

    #[test]
    fn masks() {
        assert_eq!(Rook.mask(square("h8")), set("b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2"));
        assert_eq!(Rook.mask(square("d5")), set("d7 d6 d4 d3 d2 b5 c5 e5 f5 g5"));
        assert_eq!(Bishop.mask(square("h8")), set("g7 f6 e5 d4 c3 b2"));
        assert_eq!(Bishop.mask(square("a4")), set("b5 c6 d7 b3 c2"));
        let on_edges =
            |square: Square| [square.row(), square.column()].iter().filter(|n| [0, 7].contains(n)).count();
        assert!(Square::all().all(|square| Rook.mask(square).count_ones() as usize == 10 + on_edges(square)));
    }

    #[test]
    fn attacked() {
        assert_eq!(Rook.attacks(square("a1"), 0), set("a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"));
        assert_eq!(
            Rook.attacks(square("d5"), set("d5 d6 b5 d1 e4")),
            set("d6 b5 c5 e5 f5 g5 h5 d4 d3 d2 d1")
        );
        assert_eq!(Rook.attacks(square("e4"), u64::MAX), set("e5 e3 d4 f4"));
        assert_eq!(Bishop.attacks(square("a1"), set("d4 a8")), set("b2 c3 d4"));
        assert_eq!(Bishop.attacks(square("d5"), set("c6 d6 g2 a2")), set("c6 e6 f7 g8 e4 f3 g2 c4 b3 a2"));
    }

    #[test]
    fn counts() {
        // (piece, pairs of square and relevant occupancy, attack sets, the most of a square)
        for (piece, pairs, sets, most) in [(Rook, 102_400, 4_900, 144), (Bishop, 5_248, 1_428, 108)] {
            let occupancies = |square| 1 << piece.mask(square).count_ones();
            assert_eq!(Square::all().map(occupancies).sum::<u32>(), pairs, "{piece:?}");
            let of_squares = || Square::all().map(|square| piece.attack_sets(square).len());
            assert_eq!((of_squares().sum::<usize>(), of_squares().max()), (sets, Some(most)), "{piece:?}");
        }
        assert_eq!(subsets(0).count(), 1);
        assert_eq!(subsets(0x8001).collect::<Vec<_>>(), [0, 1, 0x8000, 0x8001]);
    }

    fn any_square() -> impl Strategy<Value = Square> {
        (0..64_u8).prop_map(|n| Square::from_index(n).unwrap())
    }

    fn any_piece() -> impl Strategy<Value = Piece> {
        prop_oneof![Just(Rook), Just(Bishop)]
    }

    proptest! {
        #[test]
        fn attacks_turn_with_the_board(piece in any_piece(), square in any_square(), occupied: u64) {
            prop_assert_eq!(piece.attacks(square.turned(), turn(occupied)), turn(piece.attacks(square, occupied)));
            for axis in Axis::ALL {
                let image = piece.attacks(axis.reflect(square), reflect(occupied, axis));
                prop_assert_eq!(image, reflect(piece.attacks(square, occupied), axis));
            }
        }

        #[test]
        fn only_the_mask_matters(piece in any_piece(), square in any_square(), occupied: u64) {
            prop_assert_eq!(piece.attacks(square, occupied), piece.attacks(square, occupied & piece.mask(square)));
        }

        #[test]
        fn attacks_are_mutual(piece in any_piece(), square in any_square(), occupied: u64) {
            let seen = piece.attacks(square, occupied);
            prop_assert!(squares(seen).all(|other| piece.attacks(other, occupied) >> square.bit() & 1 != 0));
        }
    }
}

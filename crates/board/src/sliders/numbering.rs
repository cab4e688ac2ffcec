//! The bit number of each square, and the groups and rings of bits.

use std::cmp::Reverse;

use super::{Family, Found, Piece, Shared, Square, Symmetry};

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
    /// The number of bits.
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

/// Returns the set of these squares as a word.
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

/// A square and its three rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    base: Square,
}

impl Orbit {
    /// The maximum key width of the search.
    pub const MAX_WIDTH: u32 = 13;

    /// Returns all sixteen orbits.
    pub fn all() -> impl Iterator<Item = Self> {
        Square::all().filter(|&square| Self::of(square).base == square).map(Self::of)
    }

    /// Returns the orbit of a square.
    pub fn of(square: Square) -> Self {
        let turned = |turns| Symmetry::turn(turns).apply(square);
        Self { base: (0..4).map(turned).min().unwrap_or(square) }
    }

    /// Returns its base square: the first in row-major order.
    pub fn base(self) -> Square {
        self.base
    }

    /// Returns the minimum key width, which gives every relevant occupancy a distinct key.
    pub fn min_width(self, piece: Piece) -> u32 {
        piece.mask(self.base).count_ones()
    }

    /// Finds the narrowest key that these turns can share, up to [`MAX_WIDTH`](Self::MAX_WIDTH) bits, and its magics.
    pub fn narrowest(self, piece: Piece, turns: &[u8]) -> Option<(u32, Found)> {
        let family = Family::of_turns(piece, self.base, turns);
        (self.min_width(piece)..=Self::MAX_WIDTH).find_map(|width| Some((width, family.search(width).found?)))
    }

    /// Finds the tables of the four squares: greedily, the most turns that can share one table, then the rest.
    pub fn tables(self, piece: Piece) -> Vec<Shared> {
        let mut left = vec![0, 1, 2, 3];
        let mut tables = Vec::new();
        while let Some((turns, table)) = self.largest(piece, &left) {
            left.retain(|turn| !turns.contains(turn));
            tables.push(table);
        }
        tables
    }

    fn largest(self, piece: Piece, left: &[u8]) -> Option<(Vec<u8>, Shared)> {
        subsets(left).into_iter().find_map(|turns| {
            let (width, found) = self.narrowest(piece, &turns)?;
            let mut magics = [None; 4];
            for (&turn, magic) in turns.iter().zip(found.magics) {
                magics[usize::from(turn % 4)] = Some(magic);
            }
            Some((turns, Shared { piece, base: self.base, width, magics }))
        })
    }
}

/// Returns every nonempty subset of the turns, the largest first.
fn subsets(turns: &[u8]) -> Vec<Vec<u8>> {
    let subset = |set: u8| turns.iter().copied().filter(|turn| set >> turn & 1 != 0).collect();
    let mut subsets: Vec<Vec<u8>> =
        (1..16).map(subset).filter(|subset: &Vec<u8>| !subset.is_empty()).collect();
    subsets.sort_by_key(|subset| Reverse(subset.len()));
    subsets
}

#[cfg(test)]
mod tests {
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

#[cfg(test)]
mod orbit_tests {
    use super::{Piece::*, *};

    fn orbit(text: &str) -> Orbit {
        Orbit::of(text.parse().unwrap())
    }

    #[test]
    fn sixteen_orbits() {
        let bases = Orbit::all().map(|orbit| format!("{}{}", orbit.base.row(), orbit.base.column()));
        let listed = "00 01 02 03 04 05 06 11 12 13 14 15 22 23 24 33";
        assert_eq!(bases.collect::<Vec<_>>().join(" "), listed);
        assert_eq!(orbit("h1"), orbit("a8"));
    }

    /// Orbits whose four squares can share one table, with the width of its key.
    #[test]
    fn one_table_for_four_turns() {
        let listed = [(12, "00 01 13"), (11, "04 05 06 24 33"), (10, "11 12 14 15 22 23")];
        for (width, squares) in listed {
            for square in squares.split(' ') {
                let found = orbit(square).narrowest(Rook, &[0, 1, 2, 3]);
                assert_eq!(found.map(|(width, _)| width), Some(width), "{square}");
            }
        }
    }

    #[test]
    fn two_orbits_need_two_tables() {
        for square in ["02", "03"] {
            let orbit = orbit(square);
            assert_eq!(orbit.narrowest(Rook, &[0, 1, 2, 3]), None);
            assert_eq!(orbit.narrowest(Rook, &[0, 1, 2]).unwrap().0, 11);
            for turns in [[0, 1, 3], [0, 2, 3], [1, 2, 3]] {
                assert_eq!(orbit.narrowest(Rook, &turns), None);
            }
            assert_eq!(orbit.narrowest(Rook, &[3]).unwrap().0, 11);
        }
    }

    #[test]
    fn no_orbit_of_eight_shares_one_table() {
        for square in ["01", "02", "03", "12", "13", "23"] {
            let family = Family::of_all(Rook, square.parse().unwrap());
            for width in orbit(square).min_width(Rook)..=Orbit::MAX_WIDTH {
                assert_eq!(family.search(width).found, None, "{square} {width}");
            }
        }
    }

    #[test]
    fn the_search_finds_the_stored_magics() {
        for piece in Piece::ALL {
            let found: Vec<_> = Orbit::all().flat_map(|orbit| orbit.tables(piece)).collect();
            assert_eq!(found, piece.tables());
        }
    }

    /// The magics of a bishop can share more: eight squares one table, at the narrowest width.
    #[test]
    fn eight_squares_of_a_bishop_share_one_table() {
        for square in ["01", "02", "03", "12", "13", "23"] {
            let family = Family::of_all(Bishop, square.parse().unwrap());
            assert!(family.search(orbit(square).min_width(Bishop)).found.is_some(), "{square}");
        }
    }

    /// The search terminates for every width.
    #[test]
    fn any_width() {
        for width in [0, 1, 9, 14, 16, 17, u32::MAX] {
            let found = Family::of_turns(Rook, "d5".parse().unwrap(), &[0, 1, 2, 3]).search(width).found;
            assert_eq!(found.is_some(), width >= 14, "{width}");
        }
    }
}

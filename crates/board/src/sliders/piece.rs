//! The sliding pieces: rays, attacks, and the occupancy that matters for them. Turns and reflections: of squares by their
//! coordinates, of sets by rotating rings and exchanging groups.

use std::iter::successors;

use super::{CORNERS, GROUPS, Group, RINGS, Ring, Square, bits};

/// A piece that moves any number of squares in its directions, up to the first occupied one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    Rook,
    Bishop,
}

impl Piece {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Left and right change places.
    Vertical,
    /// Top and bottom change places.
    Horizontal,
    /// The diagonal from upper left to lower right.
    MainDiagonal,
    /// The diagonal from lower left to upper right.
    AntiDiagonal,
}

impl Axis {
    pub const ALL: [Self; 4] = [Self::Vertical, Self::Horizontal, Self::MainDiagonal, Self::AntiDiagonal];

    pub fn reflect(self, square: Square) -> Square {
        let (row, column) = (square.row(), square.column());
        let (row, column) = match self {
            Self::Vertical => (row, 7 - column),
            Self::Horizontal => (7 - row, column),
            Self::MainDiagonal => (column, row),
            Self::AntiDiagonal => (7 - column, 7 - row),
        };
        Square::new(row, column).unwrap_or(square)
    }

    /// Returns the image of a group. The order of its bits stays the same.
    pub fn partner(self, group: Group) -> Group {
        let image = Square::of_bit(group.first).map(|square| self.reflect(square));
        image.and_then(super::group).unwrap_or(group)
    }
}

/// One of the eight symmetries of the board: optionally a reflection about the main diagonal, then quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether the symmetry begins with the reflection.
    pub reflected: bool,
    /// The number of clockwise quarter turns that follow.
    pub turns: u8,
}

impl Symmetry {
    /// Returns all eight symmetries, the four turns first.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|reflected| (0..4).map(move |turns| Self { reflected, turns }))
    }

    pub fn turn(turns: u8) -> Self {
        Self { reflected: false, turns }
    }

    pub fn apply(self, square: Square) -> Square {
        let first = if self.reflected { Axis::MainDiagonal.reflect(square) } else { square };
        (0..self.turns % 4).fold(first, |square, _| square.turned())
    }
}

/// Turns a set clockwise by 90 degrees: every ring rotates.
pub fn turn(set: u64) -> u64 {
    RINGS.into_iter().fold(0, |turned, ring| turned | ring.shift(set))
}

/// Turns a set clockwise by a number of quarter turns.
pub fn turns(set: u64, times: u8) -> u64 {
    (0..times % 4).fold(set, |set, _| turn(set))
}

/// Reflects a set: groups are exchanged, and so are corners.
pub fn reflect(set: u64, axis: Axis) -> u64 {
    let groups = GROUPS.into_iter().map(|group| (set >> group.first & 7) << axis.partner(group).first);
    let corners = (CORNERS..64).map(|bit| (set >> bit & 1) << corner(bit, axis));
    groups.chain(corners).fold(0, |reflected, bits| reflected | bits)
}

fn corner(bit: u32, axis: Axis) -> u32 {
    Square::of_bit(bit).map_or(bit, |square| axis.reflect(square).bit())
}

impl Ring {
    /// Rotates its bits of a set. All other bits of the result are 0.
    pub fn shift(self, set: u64) -> u64 {
        let all = (1 << self.length) - 1;
        let ring = set >> self.first & all;
        ((ring << self.step | ring >> (self.length - self.step)) & all) << self.first
    }
}

#[cfg(test)]
mod tests {
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

#[cfg(test)]
mod symmetry_tests {
    use super::super::{bits, squares};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_square_turns_with_its_bit() {
        for square in Square::all() {
            assert_eq!(turn(1 << square.bit()), 1 << square.turned().bit(), "{square}");
        }
    }

    #[test]
    fn every_square_is_reflected_with_its_bit() {
        for axis in Axis::ALL {
            for square in Square::all() {
                assert_eq!(
                    reflect(1 << square.bit(), axis),
                    1 << axis.reflect(square).bit(),
                    "{square} {axis:?}"
                );
            }
        }
    }

    /// The exchanges of groups; groups that are not listed stay.
    #[test]
    fn exchanges_as_listed() {
        let listed = [
            "1-1' 2-4' 4-2' 3-3' A-a B-d b-D C-c o-p s-t",
            "1-3' 3-1' 2-2' 4-4' A-c a-C B-b D-d s-p t-o",
            "1-4' 4-1' 2-3' 3-2' A-d a-D B-c b-C p-t o-o s-s",
            "1-2' 2-1' 3-4' 4-3' A-b a-B C-d c-D o-s p-p t-t",
        ];
        for (axis, pairs) in Axis::ALL.into_iter().zip(listed) {
            for pair in pairs.split(' ') {
                let (one, other) = pair.split_once('-').unwrap();
                let named = |name| GROUPS.into_iter().find(|group| group.name == name).unwrap();
                assert_eq!(axis.partner(named(one)), named(other), "{axis:?} {pair}");
                assert_eq!(axis.partner(named(other)), named(one), "{axis:?} {pair}");
            }
        }
    }

    /// The images of h8, h1, a1, a8, which are bits 60 to 63.
    #[test]
    fn corners_as_listed() {
        let listed = [[63, 62, 61, 60], [61, 60, 63, 62], [62, 61, 60, 63], [60, 63, 62, 61]];
        for (axis, partners) in Axis::ALL.into_iter().zip(listed) {
            assert_eq!([60, 61, 62, 63].map(|bit| corner(bit, axis)), partners, "{axis:?}");
        }
        assert_eq!([60, 61, 62, 63].map(|bit| turn(1 << bit)), [61, 62, 63, 60].map(|bit| 1 << bit));
    }

    #[test]
    fn eight_symmetries() {
        let images: Vec<Vec<_>> = Symmetry::all()
            .map(|symmetry| Square::all().map(|square| symmetry.apply(square)).collect())
            .collect();
        assert!((0..8).all(|one| (0..one).all(|other| images[one] != images[other])));
    }

    proptest! {
        #[test]
        fn four_turns_change_nothing(set: u64) {
            prop_assert_eq!(turns(turn(set), 3), set);
            prop_assert_eq!(turns(set, 4), set);
        }

        #[test]
        fn two_reflections_change_nothing(set: u64) {
            for axis in Axis::ALL {
                prop_assert_eq!(reflect(reflect(set, axis), axis), set);
                prop_assert_eq!(reflect(turn(set), axis), turns(reflect(set, axis), 3));
            }
        }

        #[test]
        fn sets_turn_square_by_square(set: u64) {
            prop_assert_eq!(turn(set), bits(squares(set).map(Square::turned)));
        }
    }
}

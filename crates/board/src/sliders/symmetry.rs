//! Turns and reflections: of squares by their coordinates, of sets by rotating rings and exchanging groups.

use super::{CORNERS, GROUPS, Group, RINGS, Ring, Square};

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

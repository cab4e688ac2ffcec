//! The shared tables: a key gives an index, and the index gives the set of attacked squares.

use std::cmp::Reverse;

use super::{Family, Found, Piece, Shared, Square, Symmetry, subsets, turns};

/// All tables of a piece. Of the rook: 18 index tables, 36,864 bytes in total, and for each square its attack sets, 4,900 in
/// total. Of the bishop: 16 index tables, 1,312 bytes in total, and 1,428 sets.
#[derive(Clone, Debug)]
pub struct Tables {
    piece: Piece,
    entries: [Entry; 64],
    numbers: Box<[u8]>,
    sets: Box<[u64]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    mask: u64,
    magic: u64,
    shift: u32,
    /// The start of its index table.
    numbers: u32,
    /// The start of its attack sets.
    sets: u32,
}

impl Tables {
    /// Builds the tables by walking the rays.
    pub fn new(piece: Piece) -> Self {
        let (mut numbers, mut sets) = (Vec::new(), Vec::new());
        let mut entries = [Entry::default(); 64];
        for shared in piece.tables() {
            let base_sets = piece.attack_sets(shared.base);
            for (times, key) in shared.keys() {
                entries[key.square().index()] = Entry {
                    mask: key.mask(),
                    magic: key.magic(),
                    shift: 64 - key.width(),
                    numbers: numbers.len() as u32,
                    sets: sets.len() as u32,
                };
                sets.extend(base_sets.iter().map(|&set| turns(set, times)));
            }
            numbers.extend(shared.numbers());
        }
        Self { piece, entries, numbers: numbers.into(), sets: sets.into() }
    }

    pub fn attacks(&self, square: Square, occupied: u64) -> u64 {
        let entry = &self.entries[square.index()];
        let key = (occupied & entry.mask).wrapping_mul(entry.magic) >> entry.shift;
        let number = self.numbers[entry.numbers as usize + key as usize];
        self.sets[entry.sets as usize + usize::from(number)]
    }

    /// Returns the index tables, concatenated in the order of [`Piece::tables`].
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// Returns the attack sets of all squares.
    pub fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// Looks up every relevant occupancy of every square. Returns the number of lookups and the number of wrong results.
    pub fn check(&self) -> (usize, usize) {
        let wrong = |square| {
            subsets(self.piece.mask(square))
                .map(move |set| self.attacks(square, set) != self.piece.attacks(square, set))
        };
        Square::all().flat_map(wrong).fold((0, 0), |(pairs, wrong), is| (pairs + 1, wrong + usize::from(is)))
    }
}

/// Returns the attack sets of the sixteen base squares, concatenated. They suffice if the caller turns the sets.
pub fn base_sets(piece: Piece) -> Vec<u64> {
    Orbit::all().flat_map(|orbit| piece.attack_sets(orbit.base())).collect()
}

impl Shared {
    /// Computes the index table: for each key, the index of a set among the base square's `attack_sets`. Unused keys have
    /// index 0.
    pub fn numbers(self) -> Vec<u8> {
        let sets = self.piece.attack_sets(self.base);
        let mut numbers = vec![0; 1 << self.width];
        if let Some((times, key)) = self.keys().next() {
            for occupied in subsets(key.mask()) {
                let attacked = turns(self.piece.attacks(key.square(), occupied), 4 - times);
                let number = sets.partition_point(|&set| set < attacked);
                numbers[usize::from(key.of(occupied))] = number as u8;
            }
        }
        numbers
    }

    /// Returns the number of keys that occur.
    pub fn used(self) -> usize {
        1 << self.piece.mask(self.base).count_ones()
    }
}

/// A square and its three rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    base: Square,
}

impl Orbit {
    /// The maximum key width of the search.
    pub const MAX_WIDTH: u32 = 13;

    pub fn all() -> impl Iterator<Item = Self> {
        Square::all().filter(|&square| Self::of(square).base == square).map(Self::of)
    }

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
        sets_of_turns(left).into_iter().find_map(|turns| {
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
fn sets_of_turns(turns: &[u8]) -> Vec<Vec<u8>> {
    let subset = |set: u8| turns.iter().copied().filter(|turn| set >> turn & 1 != 0).collect();
    let mut subsets: Vec<Vec<u8>> =
        (1..16).map(subset).filter(|subset: &Vec<u8>| !subset.is_empty()).collect();
    subsets.sort_by_key(|subset| Reverse(subset.len()));
    subsets
}

#[cfg(test)]
mod tests {
    use super::super::key::tests::by_bytes;
    use super::{Piece::*, *};
    use proptest::prelude::*;

    fn all_tables() -> impl Iterator<Item = Shared> {
        Piece::ALL.into_iter().flat_map(|piece| piece.tables().iter().copied())
    }

    #[test]
    fn sizes() {
        // (piece, entries, used entries, attack sets, attack sets of the base squares)
        for (piece, entries, used, sets, base) in
            [(Rook, 36_864, 29_696, 4_900, 1_225), (Bishop, 1_312, 1_312, 1_428, 357)]
        {
            let tables = Tables::new(piece);
            assert_eq!((tables.numbers().len(), tables.sets().len()), (entries, sets), "{piece:?}");
            assert_eq!(base_sets(piece).len(), base, "{piece:?}");
            assert_eq!(piece.tables().iter().map(|shared| shared.used()).sum::<usize>(), used, "{piece:?}");
            let mut squares: Vec<_> =
                piece.tables().iter().flat_map(|shared| shared.keys()).map(|(_, key)| key.square()).collect();
            squares.sort_unstable();
            assert!(squares.into_iter().eq(Square::all()), "every square of the {piece:?} has one table");
        }
    }

    #[test]
    fn every_pair() {
        assert_eq!(Tables::new(Rook).check(), (102_400, 0));
        assert_eq!(Tables::new(Bishop).check(), (5_248, 0));
    }

    #[test]
    fn every_magic_is_carry_free_and_multiplies_like_bytes() {
        for (_, key) in all_tables().flat_map(Shared::keys) {
            assert!(key.is_carry_free(), "{}", key.square());
            for occupied in subsets(key.mask()) {
                assert_eq!(key.of(occupied), by_bytes(key, occupied));
            }
        }
    }

    /// The purpose of the W system: rotated occupancies have the same key.
    #[test]
    fn rotated_squares_share_a_key() {
        for shared in all_tables() {
            let keys: Vec<_> = shared.keys().collect();
            for occupied in subsets(shared.piece.mask(shared.base)) {
                let of: Vec<_> = keys.iter().map(|&(times, key)| key.of(turns(occupied, times))).collect();
                assert!(of.iter().all(|key| *key == of[0]), "{}", shared.base);
            }
        }
    }

    /// Every relevant occupancy has a distinct key.
    #[test]
    fn used_keys() {
        for shared in all_tables() {
            for (_, key) in shared.keys() {
                let mut used = vec![false; 1 << shared.width];
                subsets(key.mask()).for_each(|occupied| used[usize::from(key.of(occupied))] = true);
                assert_eq!(used.iter().filter(|&&used| used).count(), shared.used(), "{}", key.square());
            }
        }
    }

    proptest! {
        #[test]
        fn any_occupancy(occupied: u64, thin: u64) {
            for piece in Piece::ALL {
                let tables = Tables::new(piece);
                for square in Square::all() {
                    prop_assert_eq!(tables.attacks(square, occupied), piece.attacks(square, occupied));
                    prop_assert_eq!(tables.attacks(square, occupied & thin), piece.attacks(square, occupied & thin));
                }
            }
        }
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

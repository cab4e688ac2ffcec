//! The shared tables: a key gives an index, and the index gives the set of attacked squares.

use super::{Orbit, Piece, Shared, Square, subsets, turns};

/// All tables of a piece. Of the rook: 18 index tables, 36,864 bytes in total, and for each square its attack sets, 4,900 in
/// total. Of the bishop: 16 index tables, 1,312 bytes in total, and 1,428 sets.
#[derive(Clone, Debug)]
pub struct Tables {
    piece: Piece,
    entries: [Entry; 64],
    numbers: Box<[u8]>,
    sets: Box<[u64]>,
}

/// The lookup data of a square.
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

    /// Returns the squares that the piece attacks.
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

//! The shared tables: a key gives an index, and the index gives the set of attacked squares.

use super::{Orbit, SHARED, Shared, Square, attack_sets, attacks, mask, subsets, turns};

/// All tables: 18 index tables, 36,864 bytes in total, and for each square its attack sets, 4,900 in total.
#[derive(Clone, Debug)]
pub struct Tables {
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
    pub fn new() -> Self {
        let (mut numbers, mut sets) = (Vec::new(), Vec::new());
        let mut entries = [Entry::default(); 64];
        for shared in SHARED {
            let base_sets = attack_sets(shared.base);
            for (times, key) in shared.keys() {
                entries[key.square().index()] = Entry {
                    mask: mask(key.square()),
                    magic: key.magic(),
                    shift: 64 - key.width(),
                    numbers: numbers.len() as u32,
                    sets: sets.len() as u32,
                };
                sets.extend(base_sets.iter().map(|&set| turns(set, times)));
            }
            numbers.extend(shared.numbers());
        }
        Self { entries, numbers: numbers.into(), sets: sets.into() }
    }

    /// Returns the squares that a rook attacks.
    pub fn attacks(&self, square: Square, occupied: u64) -> u64 {
        let entry = &self.entries[square.index()];
        let key = (occupied & entry.mask).wrapping_mul(entry.magic) >> entry.shift;
        let number = self.numbers[entry.numbers as usize + key as usize];
        self.sets[entry.sets as usize + usize::from(number)]
    }

    /// Returns the index tables, concatenated in the order of [`SHARED`].
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// Returns the attack sets of all squares.
    pub fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// Looks up every relevant occupancy of every square. Returns the number of lookups and the number of wrong results.
    pub fn check(&self) -> (usize, usize) {
        let wrong =
            |square| subsets(mask(square)).map(move |set| self.attacks(square, set) != attacks(square, set));
        Square::all().flat_map(wrong).fold((0, 0), |(pairs, wrong), is| (pairs + 1, wrong + usize::from(is)))
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the attack sets of the sixteen base squares, concatenated. They suffice if the caller turns the sets.
pub fn base_sets() -> Vec<u64> {
    Orbit::all().flat_map(|orbit| attack_sets(orbit.base())).collect()
}

impl Shared {
    /// Computes the index table: for each key, the index of a set among the base square's [`attack_sets`]. Unused keys have
    /// index 0.
    pub fn numbers(self) -> Vec<u8> {
        let sets = attack_sets(self.base);
        let mut numbers = vec![0; 1 << self.width];
        if let Some((times, key)) = self.keys().next() {
            for occupied in subsets(mask(key.square())) {
                let attacked = turns(attacks(key.square(), occupied), 4 - times);
                let number = sets.partition_point(|&set| set < attacked);
                numbers[usize::from(key.of(occupied))] = number as u8;
            }
        }
        numbers
    }

    /// Returns the number of keys that occur.
    pub fn used(self) -> usize {
        1 << mask(self.base).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::tests::by_bytes;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sizes() {
        let tables = Tables::new();
        assert_eq!((tables.numbers().len(), tables.sets().len()), (36_864, 4_900));
        assert_eq!(base_sets().len(), 1_225);
        assert_eq!(SHARED.into_iter().map(Shared::used).sum::<usize>(), 29_696);
        let mut squares: Vec<_> =
            SHARED.into_iter().flat_map(Shared::keys).map(|(_, key)| key.square()).collect();
        squares.sort_unstable();
        assert!(squares.into_iter().eq(Square::all()), "every square has one table");
    }

    #[test]
    fn every_pair() {
        assert_eq!(Tables::new().check(), (102_400, 0));
    }

    #[test]
    fn every_magic_is_carry_free_and_multiplies_like_bytes() {
        for (_, key) in SHARED.into_iter().flat_map(Shared::keys) {
            assert!(key.is_carry_free(), "{}", key.square());
            for occupied in subsets(mask(key.square())) {
                assert_eq!(key.of(occupied), by_bytes(key, occupied));
            }
        }
    }

    /// The purpose of the W system: rotated occupancies have the same key.
    #[test]
    fn rotated_squares_share_a_key() {
        for shared in SHARED {
            let keys: Vec<_> = shared.keys().collect();
            for occupied in subsets(mask(shared.base)) {
                let of: Vec<_> = keys.iter().map(|&(times, key)| key.of(turns(occupied, times))).collect();
                assert!(of.iter().all(|key| *key == of[0]), "{}", shared.base);
            }
        }
    }

    /// Every relevant occupancy has a distinct key.
    #[test]
    fn used_keys() {
        for shared in SHARED {
            for (_, key) in shared.keys() {
                let mut used = vec![false; 1 << shared.width];
                subsets(mask(key.square())).for_each(|occupied| used[usize::from(key.of(occupied))] = true);
                assert_eq!(used.iter().filter(|&&used| used).count(), shared.used(), "{}", key.square());
            }
        }
    }

    proptest! {
        #[test]
        fn any_occupancy(occupied: u64, thin: u64) {
            let tables = Tables::new();
            for square in Square::all() {
                prop_assert_eq!(tables.attacks(square, occupied), attacks(square, occupied));
                prop_assert_eq!(tables.attacks(square, occupied & thin), attacks(square, occupied & thin));
            }
        }
    }
}

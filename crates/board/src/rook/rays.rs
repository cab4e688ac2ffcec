//! Rook attacks by walking the rays.

use std::iter::successors;

use super::{Square, bits};

const DIRECTIONS: [(i8, i8); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

fn rays(square: Square) -> impl Iterator<Item = impl Iterator<Item = Square> + Clone> {
    DIRECTIONS.into_iter().map(move |direction| {
        let next = move |square: &Square| square.step(direction);
        successors(next(&square), next)
    })
}

/// Returns the occupancy mask of a rook: its rays, each without its last square, which never affects the attacks.
pub fn mask(square: Square) -> u64 {
    rays(square).fold(0, |mask, ray| {
        let next = ray.clone().skip(1);
        mask | bits(ray.zip(next).map(|(square, _)| square))
    })
}

/// Returns the squares that a rook attacks: each ray up to and including the first occupied square.
pub fn attacks(square: Square, occupied: u64) -> u64 {
    rays(square).fold(0, |attacked, ray| attacked | walk(ray, occupied))
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

/// Returns every possible attack set of a rook in ascending order: at most 144.
pub fn attack_sets(square: Square) -> Vec<u64> {
    let mut sets: Vec<_> = subsets(mask(square)).map(|occupied| attacks(square, occupied)).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, reflect, squares, turn};
    use super::*;
    use proptest::prelude::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    fn set(texts: &str) -> u64 {
        bits(texts.split_whitespace().map(square))
    }

    #[test]
    fn masks() {
        assert_eq!(mask(square("h8")), set("b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2"));
        assert_eq!(mask(square("d5")), set("d7 d6 d4 d3 d2 b5 c5 e5 f5 g5"));
        let on_edges =
            |square: Square| [square.row(), square.column()].iter().filter(|n| [0, 7].contains(n)).count();
        assert!(Square::all().all(|square| mask(square).count_ones() as usize == 10 + on_edges(square)));
    }

    #[test]
    fn attacked() {
        assert_eq!(attacks(square("a1"), 0), set("a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"));
        assert_eq!(attacks(square("d5"), set("d5 d6 b5 d1 e4")), set("d6 b5 c5 e5 f5 g5 h5 d4 d3 d2 d1"));
        assert_eq!(attacks(square("e4"), u64::MAX), set("e5 e3 d4 f4"));
    }

    #[test]
    fn counts() {
        assert_eq!(Square::all().map(|square| 1 << mask(square).count_ones()).sum::<u32>(), 102_400);
        assert_eq!(Square::all().map(|square| attack_sets(square).len()).sum::<usize>(), 4_900);
        assert_eq!(Square::all().map(|square| attack_sets(square).len()).max(), Some(144));
        assert_eq!(subsets(0).count(), 1);
        assert_eq!(subsets(0x8001).collect::<Vec<_>>(), [0, 1, 0x8000, 0x8001]);
    }

    proptest! {
        #[test]
        fn attacks_turn_with_the_board(square in (0..64_u8).prop_map(|n| Square::from_index(n).unwrap()), occupied: u64) {
            prop_assert_eq!(attacks(square.turned(), turn(occupied)), turn(attacks(square, occupied)));
            for axis in Axis::ALL {
                let image = attacks(axis.reflect(square), reflect(occupied, axis));
                prop_assert_eq!(image, reflect(attacks(square, occupied), axis));
            }
        }

        #[test]
        fn only_the_mask_matters(square in (0..64_u8).prop_map(|n| Square::from_index(n).unwrap()), occupied: u64) {
            prop_assert_eq!(attacks(square, occupied), attacks(square, occupied & mask(square)));
        }

        #[test]
        fn rook_attacks_are_symmetric(square in (0..64_u8).prop_map(|n| Square::from_index(n).unwrap()), occupied: u64) {
            let seen = attacks(square, occupied);
            prop_assert!(squares(seen).all(|other| attacks(other, occupied) >> square.bit() & 1 != 0));
        }
    }
}

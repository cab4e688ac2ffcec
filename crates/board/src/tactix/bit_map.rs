//! Permutations of the bits of a word.

/// A permutation of the bits of a word. Bits that no pair names are cleared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMap {
    pairs: Vec<(u32, u32)>,
    /// Bits that move by the same distance move together: a 64-bit rotation to the left and the mask of its bits.
    shifts: Vec<(u32, u64)>,
}

impl BitMap {
    /// Creates a map from pairs (from, to), both below 64.
    pub(super) fn new(mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let mut shifts: Vec<(u32, u64)> = Vec::new();
        for &(from, to) in &pairs {
            let distance = (64 + to - from) % 64;
            match shifts.iter_mut().find(|shift| shift.0 == distance) {
                Some(shift) => shift.1 |= 1 << from,
                None => shifts.push((distance, 1 << from)),
            }
        }
        BitMap { pairs, shifts }
    }

    /// Returns the pairs (from, to) in the order of `from`. Bit n of byte b is bit 8 × (b − 1) + n.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// Returns the permuted word.
    pub fn apply(&self, word: u64) -> u64 {
        self.shifts.iter().fold(0, |moved, &(by, bits)| moved | (word & bits).rotate_left(by))
    }
}

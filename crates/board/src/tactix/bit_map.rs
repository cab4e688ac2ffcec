//! Bits that change places.

/// Where each bit of a word goes. Bits that no pair names are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMap {
    pairs: Vec<(u32, u32)>,
    /// Bits that go the same way go together: a distance to the left, round 64 bits, and the bits that take it.
    shifts: Vec<(u32, u64)>,
}

impl BitMap {
    /// A map of pairs (from, to), both below 64.
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

    /// The pairs (from, to) in the order of `from`. Bit n of byte b is bit 8 × (b − 1) + n.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// The word with its bits in their new places.
    pub fn apply(&self, word: u64) -> u64 {
        self.shifts.iter().fold(0, |moved, &(by, bits)| moved | (word & bits).rotate_left(by))
    }
}

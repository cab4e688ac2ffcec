//! Bit-sliced bytes: one byte in each lane.

use std::array::from_fn;

use crate::{
    bitslice::{BitSlice, LANES},
    byte::Byte,
    random::Random,
};

/// One byte in each lane, as eight bit-slices.
pub type Lanes = Byte<BitSlice>;

impl Lanes {
    /// Transposes an array of bytes, the byte of lane `n` at index `n`.
    pub fn from_bytes(bytes: &[u8; LANES]) -> Self {
        Byte(from_fn(|n| BitSlice::from_fn(|lane| bytes[lane] >> n & 1 != 0)))
    }

    /// Draws an independent random byte for each lane.
    pub fn random(random: &mut Random) -> Self {
        Byte(from_fn(|_| BitSlice::from_words(|_| random.next_u64())))
    }

    /// Returns the byte of each lane, the inverse of [`from_bytes`](Self::from_bytes).
    pub fn to_bytes(self) -> [u8; LANES] {
        let slices = self.0.map(BitSlice::words);
        from_fn(|lane| {
            let bit = |words: &[u64]| (words[lane / 64] >> (lane % 64) & 1) as u8;
            slices.iter().rev().fold(0, |byte, words| byte << 1 | bit(words))
        })
    }
}

//! Bytes of many machines side by side.

use std::array::from_fn;

use crate::{
    bits::Byte,
    planes::{LANES, Plane},
    random::Random,
};

/// A byte of each machine.
pub(crate) type Lanes = Byte<Plane>;

impl Lanes {
    /// These bytes, one in each lane.
    pub(crate) fn new(each: &[u8; LANES]) -> Self {
        Byte(from_fn(|n| Plane::from_fn(|lane| each[lane] >> n & 1 != 0)))
    }

    /// Bytes by chance.
    pub(crate) fn by_chance(random: &mut Random) -> Self {
        Byte(from_fn(|_| Plane::of_words(|_| random.number())))
    }

    /// The byte in each lane.
    pub(crate) fn each(&self) -> [u8; LANES] {
        let planes = self.0.map(Plane::words);
        from_fn(|lane| {
            let bit = |words: &[u64]| (words[lane / 64] >> (lane % 64) & 1) as u8;
            planes.iter().rev().fold(0, |byte, words| byte << 1 | bit(words))
        })
    }
}

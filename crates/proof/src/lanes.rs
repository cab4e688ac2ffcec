//! Many machines side by side: a bit is a bit of each.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::{
    bits::{Byte, Set},
    random::Random,
};

/// How many machines go in step: enough of them to make little of what each instruction costs once.
pub const LANES: usize = 64 * WORDS;

const WORDS: usize = 8;

/// A bit of each machine; of the first in bit 0 of the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane([u64; WORDS]);

/// A byte of each machine.
pub type Lanes = Byte<Plane>;

impl Plane {
    /// Where a function of the lane is true.
    pub fn from_fn(condition: impl Fn(usize) -> bool) -> Self {
        Plane(std::array::from_fn(|word| {
            (0..64).rev().fold(0, |bits, n| bits << 1 | u64::from(condition(64 * word + n)))
        }))
    }

    /// A bit of the lane's own number.
    pub(crate) fn of_lane_bit(n: usize) -> Self {
        const WITHIN: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        match WITHIN.get(n) {
            Some(word) => Plane([*word; WORDS]),
            None => {
                Plane(std::array::from_fn(|word| 0_u64.wrapping_sub((word >> (n - WITHIN.len()) & 1) as u64)))
            }
        }
    }

    /// Whether it is set in this lane.
    pub fn has(&self, lane: usize) -> bool {
        self.0.get(lane / 64).is_some_and(|word| word >> (lane % 64) & 1 != 0)
    }

    /// The first lane where it is set.
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The lanes where it is set.
    pub(crate) fn lanes(self) -> impl Iterator<Item = usize> {
        (0..WORDS).flat_map(move |word| {
            let mut bits = self.0[word];
            std::iter::from_fn(move || {
                let lane = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                lane
            })
        })
    }

    /// Whether it is clear everywhere.
    #[inline(always)]
    pub fn is_clear(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Plane(std::array::from_fn(|word| operation(self.0[word], other.0[word])))
    }
}

impl Lanes {
    /// These bytes, one in each lane.
    pub fn new(each: [u8; LANES]) -> Self {
        Byte(std::array::from_fn(|n| Plane::from_fn(|lane| each[lane] >> n & 1 != 0)))
    }

    /// Bytes by chance.
    pub(crate) fn by_chance(random: &mut Random) -> Self {
        Byte(std::array::from_fn(|_| Plane(std::array::from_fn(|_| random.number()))))
    }

    /// The byte in each lane.
    pub fn each(&self) -> [u8; LANES] {
        std::array::from_fn(|lane| self.lane(lane))
    }

    /// The byte in a lane.
    #[inline]
    pub fn lane(&self, lane: usize) -> u8 {
        self.0.iter().rev().fold(0, |byte, plane| byte << 1 | u8::from(plane.has(lane)))
    }
}

impl Set for Plane {
    #[inline(always)]
    fn constant(self, among: Self) -> Option<bool> {
        if (self & among).is_clear() {
            Some(false)
        } else if (!self & among).is_clear() {
            Some(true)
        } else {
            None
        }
    }
}

impl From<bool> for Plane {
    #[inline(always)]
    fn from(bit: bool) -> Self {
        Plane([0_u64.wrapping_sub(bit.into()); WORDS])
    }
}

impl BitAnd for Plane {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }
}

impl BitOr for Plane {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }
}

impl BitXor for Plane {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }
}

impl Not for Plane {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Plane(self.0.map(|word| !word))
    }
}

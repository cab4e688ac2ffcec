//! Hashes of states, and the table of the cheapest prefixes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::lanes::Lanes;

/// The least cost of a prefix, by the hash of its state.
pub(crate) type Table = HashMap<u128, u64, BuildHasherDefault<Truncate>>;

/// Uses the low half of a hash as it is.
#[derive(Debug, Default)]
pub(crate) struct Truncate(u64);

impl Hasher for Truncate {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, value: u128) {
        self.0 = value as u64;
    }
}

/// A hash of 128 bits: two sums of folded products with different constants.
pub(super) struct Hash(u64, u64);

impl Hash {
    pub(super) fn new(seed: u64) -> Hash {
        Hash(seed ^ 0x9E37_79B9_7F4A_7C15, seed.rotate_left(17) ^ 0xD1B5_4A32_D192_ED03)
    }

    #[inline(always)]
    pub(super) fn add(&mut self, value: Lanes) {
        let value = u128::from_le_bytes(value.0);
        let (low, high) = (value as u64, (value >> 64) as u64);
        self.0 = fold(self.0 ^ low ^ 0xA076_1D64_78BD_642F, high ^ 0xE703_7ED1_A0B4_28DB)
            .wrapping_add(self.0.rotate_left(23));
        self.1 = fold(self.1 ^ high ^ 0x8EBC_6AF0_9C88_C6E3, low ^ 0x5899_65CC_7537_4CC3)
            .wrapping_add(self.1.rotate_left(29));
    }

    pub(super) fn finish(self) -> u128 {
        u128::from(fold(self.0, 0x1D8E_4E27_C47D_124F)) << 64
            | u128::from(fold(self.1, 0xEB44_ACCA_B455_D165))
    }
}

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

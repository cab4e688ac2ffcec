//! Hashing of three words. It is fixed, so that every run computes the same.

/// Returns a hash in which every bit of the lower half depends on all words.
#[inline(always)]
pub(super) fn hash([one, two, three]: [u32; 3]) -> u64 {
    let mixed = (u64::from(one) << 32 | u64::from(two)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed.rotate_left(32) ^ u64::from(three)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed.rotate_left(32)
}

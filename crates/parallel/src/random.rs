//! A deterministic pseudo-random number generator.

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
///
/// The sequence depends only on the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn next_u8(&mut self) -> u8 {
        self.next_u64().to_be_bytes()[0]
    }

    /// Returns a number in `0..end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// Returns the pseudo-random byte that initializes unconstrained memory at an address.
pub fn filler(address: u16) -> u8 {
    Random::new(address.into()).next_u8()
}

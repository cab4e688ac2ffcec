//! The random numbers of the players. They are independent of the generator of RND, whose 65,535 states are too few for
//! hundreds of thousands of games.

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number 1..=n.
    pub(super) fn draw(&mut self, n: i16) -> i16 {
        let span = u64::from(n.max(1).unsigned_abs());
        (((self.next() >> 32) * span) >> 32) as i16 + 1
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

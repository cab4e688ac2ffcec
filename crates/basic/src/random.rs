//! The random numbers of RND.

/// A seeded random number generator. The sequence is this project's own (choice); the cartridge's is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// Creates a generator; the same seed gives the same sequence.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number 1..=n; an `n` below 1 counts as 1.
    pub fn draw(&mut self, n: i16) -> i16 {
        let span = u64::from(n.max(1).unsigned_abs());
        let high = self.next() >> 32;
        // Multiply and keep the high half: no division, and every value equally likely to within 1 in 2^17.
        ((high * span) >> 32) as i16 + 1
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014): one addition and two multiplications per number.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_cover_their_range_and_repeat() {
        let draws = |seed| {
            let mut random = Random::new(seed);
            (0..2000).map(|_| random.draw(11)).collect::<Vec<_>>()
        };
        let first = draws(1);
        assert!((1..=11).all(|n| first.contains(&n)) && first.iter().all(|n| (1..=11).contains(n)));
        assert_eq!(first, draws(1));
        assert_ne!(first, draws(2));
    }

    #[test]
    fn extremes() {
        let mut random = Random::new(7);
        assert!((0..1000).all(|_| random.draw(1) == 1));
        assert!((0..1000).all(|_| random.draw(i16::MAX) >= 1));
    }
}

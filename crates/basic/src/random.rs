//! The random numbers of RND.

/// A seeded random number generator with 16 bits, the one of our cartridge. Evidence: choice; that of the cartridge of 1978 is
/// not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(u16);

impl Random {
    /// Creates a generator from a seed modulo 65536. The state is never 0, so seed 0 is seed 1.
    pub const fn new(seed: u64) -> Self {
        let state = seed as u16;
        Self(if state == 0 { 1 } else { state })
    }

    /// Returns a number 1..=n; an `n` below 1 counts as 1.
    #[inline]
    pub fn draw(&mut self, n: i16) -> i16 {
        let span = u32::from(n.max(1).unsigned_abs());
        ((u32::from(self.next()) * span) >> 16) as i16 + 1
    }

    /// A xorshift generator (Marsaglia, 2003): its state passes through all 65,535 numbers that are not 0.
    #[inline]
    fn next(&mut self) -> u16 {
        self.0 ^= self.0 << 7;
        self.0 ^= self.0 >> 9;
        self.0 ^= self.0 << 8;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: u64, n: i16, count: usize) -> Vec<i16> {
        let mut random = Random::new(seed);
        (0..count).map(|_| random.draw(n)).collect()
    }

    #[test]
    fn sequences_cover_their_range_and_repeat() {
        let first = draws(1, 11, 2000);
        assert!((1..=11).all(|n| first.contains(&n)) && first.iter().all(|n| (1..=11).contains(n)));
        assert_eq!(first, draws(1, 11, 2000));
        assert_ne!(first, draws(2, 11, 2000));
    }

    /// As `random.asm` and `scaleword.asm` of the cartridge compute them.
    #[test]
    fn the_sequence_is_that_of_the_cartridge() {
        let mut random = Random::new(1);
        assert_eq!([(); 4].map(|()| random.next()), [0x8181, 0x6021, 0xE999, 0x2E0B]);
        assert_eq!(draws(1, 100, 8), [51, 38, 92, 18, 71, 86, 19, 28]);
    }

    #[test]
    fn the_period_has_every_state_but_0() {
        let mut random = Random::new(1);
        let period = (1..).find(|_| random.next() == 1);
        assert_eq!(period, Some(65_535));
    }

    #[test]
    fn seeds_count_modulo_65536_and_0_is_1() {
        assert_eq!(draws(7, 30_000, 9), draws(65_536 + 7, 30_000, 9));
        assert_eq!(draws(0, 30_000, 9), draws(1, 30_000, 9));
        assert_eq!(draws(u64::MAX - 65_535, 30_000, 9), draws(1, 30_000, 9));
    }

    #[test]
    fn extremes() {
        assert!(draws(7, 1, 1000).iter().all(|&n| n == 1));
        assert!(draws(7, i16::MAX, 1000).iter().all(|&n| n >= 1));
        assert!(draws(7, -5, 1000).iter().all(|&n| n == 1));
    }
}

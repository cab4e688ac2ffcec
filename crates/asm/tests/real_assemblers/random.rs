//! Random numbers that are the same on every machine.

use std::cell::Cell;

/// A generator (xorshift64*).
pub(crate) struct Random(Cell<u64>);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Neighboring seeds must not give similar sources.
        let random = Self(Cell::new(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&self) -> u64 {
        let mut state = self.0.get();
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.0.set(state);
        state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }

    /// Whether one of `n` cases is to happen.
    pub(crate) fn one_in(&self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

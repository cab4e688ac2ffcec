//! Pseudorandom numbers for trials.

/// A generator after Marsaglia (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    /// `seed` is not 0.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (((self.next() >> 32) * limit as u64) >> 32) as usize
    }

    /// Returns a byte, often one at a border.
    pub(crate) fn byte(&mut self) -> u8 {
        const BORDERS: [u8; 12] = [0x00, 0x01, 0x02, 0x0F, 0x10, 0x7F, 0x80, 0x81, 0x99, 0xFE, 0xFF, 0x00];
        match self.below(2) {
            0 => BORDERS[self.below(BORDERS.len())],
            _ => self.next().to_be_bytes()[0],
        }
    }
}

//! Kinds of byte with which many machines run at once, and what whoever runs them must be able to ask.

use arcadian_cpu::Domain;

use arcadian_lanes::{LANES, Lanes, Mask, Pair};

/// A domain whose bits are sets of machines: those in which the bit is set.
pub(crate) trait Many: Domain {
    /// Whether a set is empty.
    fn is_empty(set: Self::Bit) -> bool;

    /// The byte that all in a set have, if there is such a one.
    fn agreed(self, among: Self::Bit) -> Option<u8>;

    /// The same for those in a set, and perhaps simpler.
    fn within(self, among: Self::Bit) -> Self;

    /// What each machine in a set reads at an address of its own.
    fn look_up(address: Self::Word, among: Self::Bit, read: impl FnMut(u16) -> Self) -> Self;

    /// Visits each address that machines in a set have, with those machines.
    fn spread(address: Self::Word, among: Self::Bit, visit: impl FnMut(u16, Self::Bit));

    /// Whether it has become too large to go on; nothing it says is then true any more.
    fn is_exhausted() -> bool;

    /// The address that all in a set have, if there is such a one.
    #[inline(always)]
    fn agreed_word(word: Self::Word, among: Self::Bit) -> Option<u16> {
        let (high, low) = Self::split(word);
        Some(u16::from_be_bytes([high.agreed(among)?, low.agreed(among)?]))
    }

    /// Where two bytes are equal.
    fn equals(self, other: Self) -> Self::Bit {
        (self ^ other).is_zero()
    }
}

impl Many for Lanes {
    #[inline(always)]
    fn is_empty(set: Mask) -> bool {
        set.is_clear()
    }

    #[inline(always)]
    fn agreed(self, among: Mask) -> Option<u8> {
        Lanes::agreed(&self, &among)
    }

    #[inline(always)]
    fn within(self, _among: Mask) -> Self {
        self
    }

    #[inline(never)]
    fn look_up(address: Pair, among: Mask, mut read: impl FnMut(u16) -> Self) -> Self {
        let (high, low) = Lanes::split(address);
        let mut each = [0; LANES];
        for lane in 0..LANES {
            if among.has(lane) {
                each[lane] = read(u16::from_be_bytes([high.each()[lane], low.each()[lane]])).each()[lane];
            }
        }
        Lanes::new(each)
    }

    #[inline(never)]
    fn spread(address: Pair, among: Mask, mut visit: impl FnMut(u16, Mask)) {
        let (high, low) = Lanes::split(address);
        let mut left = among;
        while let Some(lane) = left.first() {
            let here = high.equals(high.each()[lane].into()) & low.equals(low.each()[lane].into());
            visit(u16::from_be_bytes([high.each()[lane], low.each()[lane]]), left & here);
            left = left & !here;
        }
    }

    #[inline(always)]
    fn is_exhausted() -> bool {
        false
    }
}

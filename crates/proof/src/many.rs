//! What whoever runs many machines must be able to ask of their bytes.

use arcadian_cpu::Domain;

use crate::bits::{Byte, Set, Word};

/// A domain whose bits are sets of machines: those in which the bit is set.
pub(crate) trait Many: Domain<Bit: Set> {
    /// Its bits.
    fn bits(self) -> [Self::Bit; 8];

    /// The byte that all in a set have, if there is such a one.
    fn agreed(self, among: Self::Bit) -> Option<u8>;

    /// The same for those in a set, and perhaps simpler.
    fn within(self, among: Self::Bit) -> Self;

    /// The address that all in a set have, if there is such a one.
    fn agreed_word(word: Self::Word, among: Self::Bit) -> Option<u16>;

    /// Visits each address that machines in a set have, with those machines.
    fn spread(address: Self::Word, among: Self::Bit, visit: impl FnMut(u16, Self::Bit));

    /// What each machine in a set finds at an address of its own.
    fn look_up(address: Self::Word, among: Self::Bit, cell: impl FnMut(u16) -> Self) -> Self;

    /// Where two bytes are equal.
    fn equals(self, other: Self) -> Self::Bit {
        (self ^ other).is_zero()
    }
}

impl<B: Set> Many for Byte<B> {
    fn bits(self) -> [B; 8] {
        self.0
    }

    fn agreed(self, among: B) -> Option<u8> {
        self.constant(among)
    }

    fn within(self, among: B) -> Self {
        Byte(self.0.map(|bit| bit.within(among)))
    }

    #[inline]
    fn agreed_word(word: Word<B>, among: B) -> Option<u16> {
        match word {
            Word::Known(value) => Some(value),
            Word::Pair(high, low) => Some(u16::from_be_bytes([high.agreed(among)?, low.agreed(among)?])),
        }
    }

    fn spread(address: Word<B>, among: B, mut visit: impl FnMut(u16, B)) {
        spread(Self::split(address), 16, 0, among, &mut visit);
    }

    fn look_up(address: Word<B>, among: B, mut cell: impl FnMut(u16) -> Self) -> Self {
        choose(Self::split(address), 16, 0, among, &mut cell)
    }
}

/// Decides the bits of an address one after the other, the highest first, and leaves out what nobody has.
fn spread<B: Set>(
    address: (Byte<B>, Byte<B>),
    left: usize,
    found: u16,
    among: B,
    visit: &mut impl FnMut(u16, B),
) {
    if among == B::from(false) || B::is_exhausted() {
        return;
    }
    let Some(n) = left.checked_sub(1) else { return visit(found, among) };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    spread(address, n, found << 1, among & !bit, visit);
    spread(address, n, found << 1 | 1, among & bit, visit);
}

/// What stands at the addresses, put together half by half, so that little is kept of its parts.
fn choose<B: Set>(
    address: (Byte<B>, Byte<B>),
    left: usize,
    found: u16,
    among: B,
    cell: &mut impl FnMut(u16) -> Byte<B>,
) -> Byte<B> {
    if among == B::from(false) || B::is_exhausted() {
        return Byte::from(0);
    }
    let Some(n) = left.checked_sub(1) else {
        return Byte(cell(found).0.map(|bit| bit & among));
    };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    choose(address, n, found << 1, among & !bit, cell) | choose(address, n, found << 1 | 1, among & bit, cell)
}

//! What whoever runs many machines must be able to ask of their bytes.

use arcadian_cpu::Domain;

use crate::{
    bits::{Byte, Set, Word},
    diagrams::{self, Bit},
    lanes::{LANES, Lanes, Plane},
};

/// A domain whose bits are sets of machines: those in which the bit is set.
pub(crate) trait Many: Domain {
    /// Whether a set is empty.
    fn is_empty(set: Self::Bit) -> bool;

    /// The byte that all in a set have, if there is such a one.
    fn agreed(self, among: Self::Bit) -> Option<u8>;

    /// The same for those in a set, and perhaps simpler.
    fn within(self, among: Self::Bit) -> Self;

    /// Visits each address that machines in a set have, with those machines.
    fn spread(address: Self::Word, among: Self::Bit, visit: impl FnMut(u16, Self::Bit));

    /// What each machine in a set finds at an address of its own.
    fn look_up(address: Self::Word, among: Self::Bit, cell: impl FnMut(u16) -> Self) -> Self;

    /// Whether it has become too large to go on; nothing it says is then true any more.
    fn is_exhausted() -> bool;

    /// The address that all in a set have, if there is such a one.
    fn agreed_word(word: Self::Word, among: Self::Bit) -> Option<u16>;

    /// Where two bytes are equal.
    fn equals(self, other: Self) -> Self::Bit {
        (self ^ other).is_zero()
    }
}

impl Many for Lanes {
    #[inline(always)]
    fn is_empty(set: Plane) -> bool {
        set.is_clear()
    }

    #[inline(always)]
    fn agreed(self, among: Plane) -> Option<u8> {
        self.constant(among)
    }

    #[inline(always)]
    fn within(self, _among: Plane) -> Self {
        self
    }

    #[inline]
    fn agreed_word(word: Word<Plane>, among: Plane) -> Option<u16> {
        match word {
            Word::Known(value) => Some(value),
            Word::Pair(high, low) => Some(u16::from_be_bytes([high.agreed(among)?, low.agreed(among)?])),
        }
    }

    #[inline(never)]
    fn spread(address: Word<Plane>, among: Plane, mut visit: impl FnMut(u16, Plane)) {
        let (high_byte, low_byte) = Lanes::split(address);
        let mut left = among;
        while let Some(lane) = left.first() {
            let (high, low) = (high_byte.lane(lane), low_byte.lane(lane));
            let here = left & high_byte.equals(high.into()) & low_byte.equals(low.into());
            visit(u16::from_be_bytes([high, low]), here);
            left = left & !here;
        }
    }

    #[inline(never)]
    fn look_up(address: Word<Plane>, among: Plane, mut cell: impl FnMut(u16) -> Self) -> Self {
        let (high, low) = Lanes::split(address);
        let (high, low) = (high.each(), low.each());
        let mut each = [0; LANES];
        for lane in among.lanes() {
            each[lane] = cell(u16::from_be_bytes([high[lane], low[lane]])).lane(lane);
        }
        Lanes::new(each)
    }

    #[inline(always)]
    fn is_exhausted() -> bool {
        false
    }
}

/// A byte that is every byte at once: each bit a Boolean function of the input.
impl Many for Byte<Bit> {
    fn is_empty(set: Bit) -> bool {
        set == Bit::FALSE
    }

    fn agreed(self, among: Bit) -> Option<u8> {
        self.constant(among)
    }

    fn within(self, among: Bit) -> Self {
        Byte(self.0.map(|bit| bit.constant(among).map_or(bit, Bit::from)))
    }

    #[inline]
    fn agreed_word(word: Word<Bit>, among: Bit) -> Option<u16> {
        match word {
            Word::Known(value) => Some(value),
            Word::Pair(high, low) => Some(u16::from_be_bytes([high.agreed(among)?, low.agreed(among)?])),
        }
    }

    fn spread(address: Word<Bit>, among: Bit, mut visit: impl FnMut(u16, Bit)) {
        spread(Self::split(address), 16, 0, among, &mut visit);
    }

    fn look_up(address: Word<Bit>, among: Bit, mut cell: impl FnMut(u16) -> Self) -> Self {
        choose(Self::split(address), 16, 0, among, &mut cell)
    }

    fn is_exhausted() -> bool {
        diagrams::is_exhausted()
    }
}

/// Decides the bits of an address one after the other, the highest first, and leaves out what nobody has.
fn spread(
    address: (Byte<Bit>, Byte<Bit>),
    left: usize,
    found: u16,
    among: Bit,
    visit: &mut impl FnMut(u16, Bit),
) {
    if among == Bit::FALSE || diagrams::is_exhausted() {
        return;
    }
    let Some(n) = left.checked_sub(1) else { return visit(found, among) };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    spread(address, n, found << 1, among & !bit, visit);
    spread(address, n, found << 1 | 1, among & bit, visit);
}

/// What stands at the addresses, put together half by half, so that little is kept of its parts.
fn choose(
    address: (Byte<Bit>, Byte<Bit>),
    left: usize,
    found: u16,
    among: Bit,
    cell: &mut impl FnMut(u16) -> Byte<Bit>,
) -> Byte<Bit> {
    if among == Bit::FALSE || diagrams::is_exhausted() {
        return Byte::from(0);
    }
    let Some(n) = left.checked_sub(1) else {
        return Byte(cell(found).0.map(|bit| bit & among));
    };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    choose(address, n, found << 1, among & !bit, cell) | choose(address, n, found << 1 | 1, among & bit, cell)
}

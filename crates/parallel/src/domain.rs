//! The operations that running many machines at once needs from a byte, beyond those of [`Domain`].

use arcadian_cpu::{Domain, RunCost};

use crate::{
    any_core::{self, AnyCore},
    byte::{Byte, ParallelBit, ParallelBus, Word},
    handle::HandleBit,
};

/// A domain whose values hold one byte per machine and whose bits can serve as masks.
pub trait ParallelDomain: Domain<Bit: ParallelBit> {
    /// Executes instructions on a core; see [`Core::run`](arcadian_cpu::Core::run).
    fn run(
        core: &mut AnyCore<Self>,
        bus: &mut dyn ParallelBus<Self>,
        limit: u64,
        stop: &mut dyn FnMut(u16) -> bool,
    ) -> RunCost;

    /// Returns the eight bits, bit 0 first.
    fn bits(self) -> [Self::Bit; 8];

    /// Returns the byte that all machines of a nonempty mask share, or `None` if they differ.
    fn constant(self, mask: Self::Bit) -> Option<u8>;

    /// Returns a byte, possibly with a simpler representation, that has the same value for all machines of a mask.
    fn simplify(self, mask: Self::Bit) -> Self;

    /// Returns a word that has the same value for all machines of a mask, and depends on less if possible.
    fn constrain_word(word: Self::Word, mask: Self::Bit) -> Self::Word;

    /// Returns the word that all machines of a nonempty mask share, or `None` if they differ.
    fn constant_word(word: Self::Word, mask: Self::Bit) -> Option<u16>;

    /// Calls `visit` once for each address that occurs in a mask, with the machines that have it.
    fn for_each_address(address: Self::Word, mask: Self::Bit, visit: impl FnMut(u16, Self::Bit));

    /// Reads memory at an address that differs between the machines of a mask; `load` reads one address.
    fn load_each(address: Self::Word, mask: Self::Bit, load: impl FnMut(u16) -> Self) -> Self;

    fn equals(self, other: Self) -> Self::Bit {
        (self ^ other).is_zero()
    }

    fn words_equal(word: Self::Word, other: Self::Word) -> Self::Bit {
        let (one, other) = (Self::split(word), Self::split(other));
        one.0.equals(other.0) & one.1.equals(other.1)
    }

    fn words_difference(word: Self::Word, base: Self::Word) -> Self::Word {
        let (one, other) = (Self::split(word), Self::split(base));
        let (low, carries) = one.1.sum(!other.1, true.into());
        Self::join(one.0.sum(!other.0, carries.bit(7)).0, low)
    }

    /// Returns the machines for which a word is less than a limit, at most 10000H.
    fn word_is_below(word: Self::Word, limit: u32) -> Self::Bit {
        let Ok(limit) = u16::try_from(limit) else { return true.into() };
        let (high, low) = Self::split(word);
        let [limit_high, limit_low] = limit.to_be_bytes();
        let is_low_below = !low.at_least(limit_low.into());
        let (_, carries) = high.sum((!limit_high).into(), !is_low_below);
        !carries.bit(7)
    }

    /// Returns whether a word is a function of one of the first `count` variables.
    fn depends_on_first(word: Self::Word, count: u32) -> bool {
        let (high, low) = Self::split(word);
        high.bits().into_iter().chain(low.bits()).any(|bit| bit.root().is_some_and(|root| root < count))
    }
}

impl<B: HandleBit> ParallelDomain for Byte<B> {
    fn run(
        core: &mut AnyCore<Self>,
        bus: &mut dyn ParallelBus<Self>,
        limit: u64,
        stop: &mut dyn FnMut(u16) -> bool,
    ) -> RunCost {
        any_core::run(core, bus, limit, stop)
    }

    fn bits(self) -> [B; 8] {
        self.0
    }

    fn constant(self, mask: B) -> Option<u8> {
        Byte::constant(&self, mask)
    }

    fn simplify(self, mask: B) -> Self {
        Byte(self.0.map(|bit| bit.simplify(mask)))
    }

    fn constrain_word(word: Word<B>, mask: B) -> Word<B> {
        let (high, low) = Self::split(word);
        Self::join(Byte(high.0.map(|bit| bit.constrain(mask))), Byte(low.0.map(|bit| bit.constrain(mask))))
    }

    #[inline]
    fn constant_word(word: Word<B>, mask: B) -> Option<u16> {
        match word {
            Word::Concrete(value) => Some(value),
            Word::Bytes(high, low) => Some(u16::from_be_bytes([high.constant(mask)?, low.constant(mask)?])),
        }
    }

    fn for_each_address(address: Word<B>, mask: B, mut visit: impl FnMut(u16, B)) {
        enumerate(Self::split(address), 16, 0, mask, &mut visit);
    }

    fn load_each(address: Word<B>, mask: B, mut load: impl FnMut(u16) -> Self) -> Self {
        load_tree(Self::split(address), 16, 0, mask, &mut load)
    }
}

/// Splits the mask on each address bit, highest first, and prunes prefixes that no machine has. `remaining` bits are
/// undecided; `prefix` holds the decided ones.
fn enumerate<B: ParallelBit>(
    address: (Byte<B>, Byte<B>),
    remaining: usize,
    prefix: u16,
    mask: B,
    visit: &mut impl FnMut(u16, B),
) {
    if mask == B::from(false) || B::is_aborted() {
        return;
    }
    let Some(n) = remaining.checked_sub(1) else { return visit(prefix, mask) };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    enumerate(address, n, prefix << 1, mask & !bit, visit);
    enumerate(address, n, prefix << 1 | 1, mask & bit, visit);
}

/// Like [`enumerate`], but returns the union of the loaded bytes. Uniting the halves bottom-up keeps the intermediate
/// diagrams small.
fn load_tree<B: ParallelBit>(
    address: (Byte<B>, Byte<B>),
    remaining: usize,
    prefix: u16,
    mask: B,
    load: &mut impl FnMut(u16) -> Byte<B>,
) -> Byte<B> {
    if mask == B::from(false) || B::is_aborted() {
        return Byte::from(0);
    }
    let Some(n) = remaining.checked_sub(1) else {
        return Byte(load(prefix).0.map(|bit| bit & mask));
    };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    load_tree(address, n, prefix << 1, mask & !bit, load)
        | load_tree(address, n, prefix << 1 | 1, mask & bit, load)
}

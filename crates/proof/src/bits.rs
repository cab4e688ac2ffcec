//! A byte that is eight bits, of whatever kind: of many machines, or functions of the input.
//!
//! Kept so, a shift moves bits and computes nothing, and a sum is the adder of a drawing.

use std::array::from_fn;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::Domain;

/// A kind of bit: the machines, or the inputs, for which it is set. That of none and that of all have one name each.
pub(crate) trait Set:
    'static
    + Copy
    + Eq
    + Debug
    + From<bool>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The one where it is set, the other where it is not.
    #[inline(always)]
    fn select(self, set: Self, clear: Self) -> Self {
        clear ^ (self & (set ^ clear))
    }

    /// Whether it is clear, or set, throughout a set that is not empty.
    #[inline]
    fn constant(self, among: Self) -> Option<bool> {
        let nowhere = Self::from(false);
        if self & among == nowhere {
            Some(false)
        } else if !self & among == nowhere {
            Some(true)
        } else {
            None
        }
    }

    /// The same throughout a set, and perhaps simpler.
    fn within(self, _among: Self) -> Self {
        self
    }

    /// Whether there is too much of it to go on; nothing that is computed is then true any more.
    fn is_exhausted() -> bool {
        false
    }

    /// A point in time, for [`Set::tidy`].
    fn mark() -> usize {
        0
    }

    /// Whether it is time to tidy.
    fn is_crowded() -> bool {
        false
    }

    /// Forgets what was computed since a mark, but for these.
    fn tidy(_mark: usize, _live: impl Iterator<Item = Self>) {}
}

/// Eight bits, bit 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Byte<B>(pub(crate) [B; 8]);

/// A word: most addresses are known while a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word<B> {
    /// The same for all.
    Known(u16),
    /// A high and a low byte.
    Pair(Byte<B>, Byte<B>),
}

impl<B: Set> Byte<B> {
    /// A byte with these bits, bit 0 first.
    pub(crate) fn from_fn(bit: impl FnMut(usize) -> B) -> Self {
        Byte(from_fn(bit))
    }

    /// The byte that all in a set have, if there is such a one.
    #[inline]
    pub(crate) fn constant(&self, among: B) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u8::from(bit.constant(among)?)))
    }
}

impl<B: Set> From<u8> for Byte<B> {
    #[inline(always)]
    fn from(value: u8) -> Self {
        Byte(from_fn(|n| (value >> n & 1 != 0).into()))
    }
}

impl<B: Set> From<u16> for Word<B> {
    #[inline(always)]
    fn from(value: u16) -> Self {
        Word::Known(value)
    }
}

impl<B: Set> BitAnd for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<B: Set> BitOr for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<B: Set> BitXor for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl<B: Set> Not for Byte<B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Byte(self.0.map(|bit| !bit))
    }
}

impl<B: Set> Shl<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n < by { false.into() } else { self.0[n - by] }))
    }
}

impl<B: Set> Shr<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n + by < 8 { self.0[n + by] } else { false.into() }))
    }
}

impl<B: Set> Domain for Byte<B> {
    type Bit = B;
    type Word = Word<B>;

    #[inline(never)]
    fn sum(self, other: Self, carry: B) -> (Self, Self) {
        let (mut sum, mut carries) = (self, self);
        let mut carry = carry;
        for n in 0..8 {
            let (one, other) = (self.0[n], other.0[n]);
            let differ = one ^ other;
            sum.0[n] = differ ^ carry;
            carry = (one & other) | (differ & carry);
            carries.0[n] = carry;
        }
        (sum, carries)
    }

    #[inline(always)]
    fn bit(self, n: u32) -> B {
        self.0[n as usize & 7]
    }

    #[inline(always)]
    fn place(bit: B, n: u32) -> Self {
        Byte(from_fn(|place| if place == n as usize { bit } else { false.into() }))
    }

    #[inline(never)]
    fn select(bit: B, set: Self, clear: Self) -> Self {
        Byte(from_fn(|n| bit.select(set.0[n], clear.0[n])))
    }

    #[inline(never)]
    fn is_zero(self) -> B {
        !self.0.iter().fold(B::from(false), |any, bit| any | *bit)
    }

    #[inline(never)]
    fn is_even_parity(self) -> B {
        !self.0.iter().fold(B::from(false), |odd, bit| odd ^ *bit)
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> Word<B> {
        Word::Pair(high, low)
    }

    #[inline]
    fn split(word: Word<B>) -> (Self, Self) {
        match word {
            Word::Known(value) => {
                let [high, low] = value.to_be_bytes();
                (high.into(), low.into())
            }
            Word::Pair(high, low) => (high, low),
        }
    }

    #[inline(never)]
    fn offset(word: Word<B>, by: u16) -> Word<B> {
        match word {
            Word::Known(value) => Word::Known(value.wrapping_add(by)),
            Word::Pair(high, low) => {
                let [by_high, by_low] = by.to_be_bytes();
                let (low, carries) = low.sum(by_low.into(), false.into());
                Word::Pair(high.sum(by_high.into(), carries.bit(7)).0, low)
            }
        }
    }
}

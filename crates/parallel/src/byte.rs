//! Bytes and words made of eight or sixteen [`ParallelBit`]s ("bit-blasted").
//!
//! In this representation a shift only moves bits and an addition is a ripple-carry adder.

use std::{
    array::from_fn,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

use arcadian_cpu::Domain;

use crate::bit::ParallelBit;

/// Eight bits, bit 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byte<B>(pub [B; 8]);

/// A 16-bit word. Most addresses are concrete, so that case has a representation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<B> {
    /// The same value for all machines.
    Concrete(u16),
    /// High byte and low byte.
    Bytes(Byte<B>, Byte<B>),
}

impl<B: ParallelBit> Byte<B> {
    /// Builds a byte from its bits; the argument of `bit` is the bit number.
    pub fn from_fn(bit: impl FnMut(usize) -> B) -> Self {
        Byte(from_fn(bit))
    }

    /// Returns the byte that all machines of a nonempty mask share, or `None` if they differ.
    #[inline]
    pub fn constant(&self, mask: B) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u8::from(bit.constant(mask)?)))
    }
}

impl<B: ParallelBit> From<u8> for Byte<B> {
    #[inline(always)]
    fn from(value: u8) -> Self {
        Byte(from_fn(|n| (value >> n & 1 != 0).into()))
    }
}

impl<B: ParallelBit> From<u16> for Word<B> {
    #[inline(always)]
    fn from(value: u16) -> Self {
        Word::Concrete(value)
    }
}

impl<B: ParallelBit> BitAnd for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<B: ParallelBit> BitOr for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<B: ParallelBit> BitXor for Byte<B> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl<B: ParallelBit> Not for Byte<B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Byte(self.0.map(|bit| !bit))
    }
}

impl<B: ParallelBit> Shl<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n < by { false.into() } else { self.0[n - by] }))
    }
}

impl<B: ParallelBit> Shr<u32> for Byte<B> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let by = by as usize;
        Byte(from_fn(|n| if n + by < 8 { self.0[n + by] } else { false.into() }))
    }
}

impl<B: ParallelBit> Domain for Byte<B> {
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
            carry = differ.select(carry, one);
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
        Word::Bytes(high, low)
    }

    #[inline]
    fn split(word: Word<B>) -> (Self, Self) {
        match word {
            Word::Concrete(value) => {
                let [high, low] = value.to_be_bytes();
                (high.into(), low.into())
            }
            Word::Bytes(high, low) => (high, low),
        }
    }

    #[inline(never)]
    fn offset(word: Word<B>, by: u16) -> Word<B> {
        match word {
            Word::Concrete(value) => Word::Concrete(value.wrapping_add(by)),
            Word::Bytes(high, low) => {
                let [by_high, by_low] = by.to_be_bytes();
                let (low, carries) = low.sum(by_low.into(), false.into());
                Word::Bytes(high.sum(by_high.into(), carries.bit(7)).0, low)
            }
        }
    }
}

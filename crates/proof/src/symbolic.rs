//! A byte that is every byte at once: each bit a Boolean function of the input.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::Domain;

use crate::{
    diagrams::{self, Bit},
    many::Many,
};

/// Eight Boolean functions, bit 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byte([Bit; 8]);

/// A high and a low byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(Byte, Byte);

impl Byte {
    /// A byte with these bits, bit 0 first.
    pub fn from_fn(bit: impl FnMut(usize) -> Bit) -> Self {
        Byte(from_fn(bit))
    }

    /// Its value, if it is the same for every input.
    pub fn constant(self) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u8::from(bit.constant()?)))
    }

    fn moved(self, from: impl Fn(usize) -> Option<usize>) -> Self {
        Byte(from_fn(|n| from(n).and_then(|n| self.0.get(n)).copied().unwrap_or(Bit::FALSE)))
    }
}

impl From<u8> for Byte {
    #[inline(never)]
    fn from(value: u8) -> Self {
        Byte(from_fn(|n| (value >> n & 1 != 0).into()))
    }
}

impl From<u16> for Word {
    #[inline(never)]
    fn from(value: u16) -> Self {
        let [high, low] = value.to_be_bytes();
        Word(high.into(), low.into())
    }
}

impl BitAnd for Byte {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl BitOr for Byte {
    type Output = Self;
    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl BitXor for Byte {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, other: Self) -> Self {
        Byte(from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl Not for Byte {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        Byte(self.0.map(|bit| !bit))
    }
}

impl Shl<u32> for Byte {
    type Output = Self;
    #[inline(never)]
    fn shl(self, by: u32) -> Self {
        self.moved(|n| n.checked_sub(by as usize))
    }
}

impl Shr<u32> for Byte {
    type Output = Self;
    #[inline(never)]
    fn shr(self, by: u32) -> Self {
        self.moved(|n| n.checked_add(by as usize))
    }
}

impl Domain for Byte {
    type Bit = Bit;
    type Word = Word;

    #[inline(never)]
    fn sum(self, other: Self, carry: Bit) -> (Self, Self) {
        let mut carries = [carry; 8];
        let mut sum = [carry; 8];
        let mut carry = carry;
        for n in 0..8 {
            let (one, other) = (self.0[n], other.0[n]);
            let differ = one ^ other;
            sum[n] = differ ^ carry;
            carry = (one & other) | (differ & carry);
            carries[n] = carry;
        }
        (Byte(sum), Byte(carries))
    }

    #[inline(never)]
    fn bit(self, n: u32) -> Bit {
        self.0.get(n as usize).copied().unwrap_or(Bit::FALSE)
    }

    #[inline(never)]
    fn place(bit: Bit, n: u32) -> Self {
        Byte(from_fn(|place| if place == n as usize { bit } else { Bit::FALSE }))
    }

    fn select(bit: Bit, set: Self, clear: Self) -> Self {
        match bit.constant() {
            Some(true) => set,
            Some(false) => clear,
            None => Byte(from_fn(|n| select(bit, set.0[n], clear.0[n]))),
        }
    }

    fn is_zero(self) -> Bit {
        !self.0.iter().fold(Bit::FALSE, |any, bit| any | *bit)
    }

    fn is_even_parity(self) -> Bit {
        !self.0.iter().fold(Bit::FALSE, |odd, bit| odd ^ *bit)
    }

    fn join(high: Self, low: Self) -> Word {
        Word(high, low)
    }

    fn split(word: Word) -> (Self, Self) {
        (word.0, word.1)
    }

    fn offset(word: Word, by: u16) -> Word {
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.1.sum(low.into(), Bit::FALSE);
        Word(word.0.sum(high.into(), carries.bit(7)).0, low)
    }
}

fn select(bit: Bit, set: Bit, clear: Bit) -> Bit {
    if set == clear { set } else { (bit & set) | (!bit & clear) }
}

impl Many for Byte {
    fn is_empty(set: Bit) -> bool {
        set == Bit::FALSE
    }

    fn agreed(self, among: Bit) -> Option<u8> {
        self.within(among).constant()
    }

    fn within(self, among: Bit) -> Self {
        Byte(self.0.map(|bit| within(bit, among)))
    }

    fn look_up(address: Word, among: Bit, mut read: impl FnMut(u16) -> Self) -> Self {
        let mut found = Byte::from(0);
        Self::spread(address, among, |address, here| {
            let byte = read(address);
            found = found | Byte(byte.0.map(|bit| bit & here));
        });
        found
    }

    fn spread(address: Word, among: Bit, mut visit: impl FnMut(u16, Bit)) {
        spread(address, 16, 0, among, &mut visit);
    }

    fn is_exhausted() -> bool {
        diagrams::is_exhausted()
    }
}

/// A bit that does not depend on the input within a set is a constant there.
fn within(bit: Bit, among: Bit) -> Bit {
    if bit.constant().is_some() || among == Bit::TRUE {
        bit
    } else if bit & among == Bit::FALSE {
        Bit::FALSE
    } else if !bit & among == Bit::FALSE {
        Bit::TRUE
    } else {
        bit
    }
}

/// Decides the bits of an address one after the other, the highest first, and leaves out what nobody has.
fn spread(address: Word, left: usize, found: u16, among: Bit, visit: &mut impl FnMut(u16, Bit)) {
    if among == Bit::FALSE || diagrams::is_exhausted() {
        return;
    }
    let Some(n) = left.checked_sub(1) else { return visit(found, among) };
    let byte = if n < 8 { address.1 } else { address.0 };
    let bit = byte.bit(n as u32 % 8);
    spread(address, n, found << 1, among & !bit, visit);
    spread(address, n, found << 1 | 1, among & bit, visit);
}

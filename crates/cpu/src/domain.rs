//! What a byte is: one value, many machines' values side by side, or bits that stand for every value at once.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A kind of byte, with which the meaning of instructions is written.
///
/// Everything an instruction computes, it computes with these operations; none of them asks what the value is. Where
/// a value must choose the way (a branch, a jump through a register) the core asks [`Decide`](crate::Decide).
pub trait Domain:
    'static
    + Copy
    + Eq
    + Debug
    + From<u8>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// One bit of it.
    type Bit: Copy
        + Eq
        + Debug
        + From<bool>
        + BitAnd<Output = Self::Bit>
        + BitOr<Output = Self::Bit>
        + BitXor<Output = Self::Bit>
        + Not<Output = Self::Bit>;

    /// Two of it: an address.
    type Word: Copy + Eq + Debug + From<u16>;

    /// Adds two bytes and a carry into bit 0. The second byte returned has the carry out of bit n in its bit n.
    fn sum(self, other: Self, carry: Self::Bit) -> (Self, Self);

    /// Bit `n`.
    fn bit(self, n: u32) -> Self::Bit;

    /// A byte with this bit at place `n`, else 0.
    fn place(bit: Self::Bit, n: u32) -> Self;

    /// The first where the bit is set, the second where it is not.
    fn select(bit: Self::Bit, set: Self, clear: Self) -> Self;

    /// Whether it is 0.
    fn is_zero(self) -> Self::Bit;

    /// Whether the number of its set bits is even.
    fn is_even_parity(self) -> Self::Bit;

    /// A word of two bytes.
    fn join(high: Self, low: Self) -> Self::Word;

    /// The two bytes of a word, the high one first.
    fn split(word: Self::Word) -> (Self, Self);

    /// Adds a number that is the same for all, modulo 65,536.
    fn offset(word: Self::Word, by: u16) -> Self::Word;

    /// S, Z, P and the two bits between, X and Y, where F has them: what most results say about themselves.
    fn sign_zero_parity(self) -> Self {
        (self & Self::from(0xA8)) | Self::place(self.is_zero(), 6) | Self::place(self.is_even_parity(), 2)
    }

    /// N and Z where the 6502's P has them.
    #[inline]
    fn negative_zero(self) -> Self {
        (self & Self::from(0x80)) | Self::place(self.is_zero(), 1)
    }

    /// Subtracts a byte and a borrow. The second byte returned has the borrow out of bit n in its bit n.
    #[inline]
    fn difference(self, other: Self, borrow: Self::Bit) -> (Self, Self) {
        let (difference, carries) = self.sum(!other, !borrow);
        (difference, !carries)
    }

    /// Whether it is as great as another, both without sign.
    #[inline(always)]
    fn at_least(self, other: Self) -> Self::Bit {
        !self.difference(other, false.into()).1.bit(7)
    }

    /// Adds a signed byte to a word.
    #[inline]
    fn displace(word: Self::Word, by: Self) -> Self::Word {
        let (high, low) = Self::split(word);
        let sign = Self::select(by.bit(7), Self::from(0xFF), Self::from(0));
        let (low, carries) = low.sum(by, false.into());
        Self::join(high.sum(sign, carries.bit(7)).0, low)
    }
}

/// One machine. Every operation is one of the host's own.
impl Domain for u8 {
    type Bit = bool;
    type Word = u16;

    #[inline(always)]
    fn sum(self, other: u8, carry: bool) -> (u8, u8) {
        let sum = self.wrapping_add(other).wrapping_add(u8::from(carry));
        (sum, (self & other) | ((self | other) & !sum))
    }

    #[inline(always)]
    fn bit(self, n: u32) -> bool {
        self >> n & 1 != 0
    }

    #[inline(always)]
    fn place(bit: bool, n: u32) -> u8 {
        u8::from(bit) << n
    }

    #[inline(always)]
    fn select(bit: bool, set: u8, clear: u8) -> u8 {
        if bit { set } else { clear }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn is_even_parity(self) -> bool {
        self.count_ones().is_multiple_of(2)
    }

    #[inline(always)]
    fn join(high: u8, low: u8) -> u16 {
        // Not from_be_bytes, of which the compiler makes a rotation.
        u16::from(high) << 8 | u16::from(low)
    }

    #[inline(always)]
    fn split(word: u16) -> (u8, u8) {
        let [high, low] = word.to_be_bytes();
        (high, low)
    }

    #[inline(always)]
    fn offset(word: u16, by: u16) -> u16 {
        word.wrapping_add(by)
    }

    // Looked up, because processors without an instruction for it take ten to find a parity.
    #[inline(always)]
    fn sign_zero_parity(self) -> u8 {
        SIGN_ZERO_PARITY[usize::from(self)]
    }

    // Looked up too: nearly every instruction of the 6502 wants it.
    #[inline(always)]
    fn negative_zero(self) -> u8 {
        NEGATIVE_ZERO[usize::from(self)]
    }

    // The host compares; the borrow of its own subtraction is no bit that one could ask for.
    #[inline(always)]
    fn at_least(self, other: u8) -> bool {
        self >= other
    }

    #[inline(always)]
    fn displace(word: u16, by: u8) -> u16 {
        word.wrapping_add_signed(i16::from(by.cast_signed()))
    }
}

static SIGN_ZERO_PARITY: [u8; 256] = {
    let mut table = [0; 256];
    let mut value = 0;
    while value < 256 {
        let zero = if value == 0 { 0x40 } else { 0 };
        let even = if (value as u8).count_ones().is_multiple_of(2) { 0x04 } else { 0 };
        table[value] = (value as u8 & 0xA8) | zero | even;
        value += 1;
    }
    table
};

static NEGATIVE_ZERO: [u8; 256] = {
    let mut table = [0; 256];
    let mut value = 0;
    while value < 256 {
        table[value] = value as u8 & 0x80;
        value += 1;
    }
    table[0] = 0x02;
    table
};

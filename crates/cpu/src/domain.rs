//! The type of a byte: one value, the values of many machines side by side, or symbolic bits.

use core::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

/// The type of a byte in the definition of instructions.
///
/// Instructions compute only with these operations, and none of them inspects a value. Where control flow depends on a
/// value (a conditional branch, a jump to an address in a register), the core asks [`Decide`](crate::Decide).
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
    /// Whether a value belongs to one machine only.
    const IS_SINGLE: bool = false;

    /// One bit.
    type Bit: Copy
        + Eq
        + Debug
        + From<bool>
        + BitAnd<Output = Self::Bit>
        + BitOr<Output = Self::Bit>
        + BitXor<Output = Self::Bit>
        + Not<Output = Self::Bit>;

    /// Two bytes: an address or the value of a register pair.
    type Word: Copy + Eq + Debug + From<u16>;

    /// Adds two bytes and a carry into bit 0. Bit n of the second result is the carry out of bit n.
    fn sum(self, other: Self, carry: Self::Bit) -> (Self, Self);

    /// Returns bit `n`.
    fn bit(self, n: u32) -> Self::Bit;

    /// Returns a byte with bit `n` equal to `bit` and all other bits 0.
    fn place(bit: Self::Bit, n: u32) -> Self;

    /// Returns `set` if the bit is set, otherwise `clear`.
    fn select(bit: Self::Bit, set: Self, clear: Self) -> Self;

    /// Returns whether the byte is 0.
    fn is_zero(self) -> Self::Bit;

    /// Returns whether the number of set bits is even.
    fn is_even_parity(self) -> Self::Bit;

    /// Returns the word with these two bytes.
    fn join(high: Self, low: Self) -> Self::Word;

    /// Returns the two bytes of a word, the high byte first.
    fn split(word: Self::Word) -> (Self, Self);

    /// Adds a constant, modulo 65,536.
    fn offset(word: Self::Word, by: u16) -> Self::Word;

    /// Returns the flags S, Z and P of a result at their positions in F, with bits 3 and 5 (X and Y) copied from it.
    fn sign_zero_parity(self) -> Self {
        (self & Self::from(0xA8)) | Self::place(self.is_zero(), 6) | Self::place(self.is_even_parity(), 2)
    }

    /// Returns the flags N and Z of a result at their positions in the 6502's P.
    #[inline]
    fn negative_zero(self) -> Self {
        (self & Self::from(0x80)) | Self::place(self.is_zero(), 1)
    }

    /// Subtracts a byte and a borrow. Bit n of the second result is the borrow out of bit n.
    #[inline]
    fn difference(self, other: Self, borrow: Self::Bit) -> (Self, Self) {
        let (difference, carries) = self.sum(!other, !borrow);
        (difference, !carries)
    }

    /// Returns whether the byte is greater than or equal to another, both unsigned.
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

/// Translates values of one domain to another.
pub trait DomainMap<From: Domain, To: Domain> {
    /// Translates a byte.
    fn byte(&self, byte: From) -> To;

    /// Translates a bit.
    fn bit(&self, bit: From::Bit) -> To::Bit;

    /// Translates a word.
    fn word(&self, word: From::Word) -> To::Word;
}

/// A single machine. Each operation is plain integer arithmetic.
impl Domain for u8 {
    const IS_SINGLE: bool = true;

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
        // The compiler turns `from_be_bytes` into a rotation, which is slower.
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

    // A table, because hosts without a population count need about ten instructions to compute a parity.
    #[inline(always)]
    fn sign_zero_parity(self) -> u8 {
        SIGN_ZERO_PARITY[usize::from(self)]
    }

    // A table, because nearly every 6502 instruction sets N and Z.
    #[inline(always)]
    fn negative_zero(self) -> u8 {
        NEGATIVE_ZERO[usize::from(self)]
    }

    // A comparison, because the compiler does not reduce the computed borrow to one.
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

/// Returns whether the flag with this one-bit mask is set.
#[inline(always)]
pub(crate) fn is_set<Byte: Domain>(flags: Byte, mask: u8) -> Byte::Bit {
    flags.bit(mask.trailing_zeros())
}

/// Returns this one-bit mask if the bit is set, otherwise 0.
#[inline(always)]
pub(crate) fn mask_if<Byte: Domain>(bit: Byte::Bit, mask: u8) -> Byte {
    Byte::place(bit, mask.trailing_zeros())
}

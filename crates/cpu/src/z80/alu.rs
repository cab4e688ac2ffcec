//! Arithmetic and logic: bytes in, a byte and its flags out.

use crate::domain::Domain;

/// The bits of F.
pub mod flag {
    /// The sign.
    pub const S: u8 = 0x80;
    /// Zero.
    pub const Z: u8 = 0x40;
    /// Bit 5 of the result.
    pub const Y: u8 = 0x20;
    /// The carry out of bit 3.
    pub const H: u8 = 0x10;
    /// Bit 3 of the result.
    pub const X: u8 = 0x08;
    /// Even parity, or overflow.
    pub const P: u8 = 0x04;
    /// A subtraction.
    pub const N: u8 = 0x02;
    /// The carry.
    pub const C: u8 = 0x01;
}

use flag::{C, H, N, P, S, X, Y, Z};

/// S, Z, Y and X of a result.
#[inline(always)]
fn sign_zero<T: Domain>(result: T) -> T {
    result.sign_zero_parity() & (!P).into()
}

/// H, overflow and carry of the carries out of each bit.
#[inline(always)]
fn half_overflow_carry<T: Domain>(carries: T) -> T {
    let overflow = (carries >> 5) ^ (carries >> 4);
    (carries << 1 & H.into()) | (overflow & P.into()) | carries >> 7
}

#[inline(always)]
pub(super) fn add<T: Domain>(a: T, value: T, carry: T::Bit) -> (T, T) {
    let (sum, carries) = a.sum(value, carry);
    (sum, sign_zero(sum) | half_overflow_carry(carries))
}

#[inline(always)]
pub(super) fn subtract<T: Domain>(a: T, value: T, borrow: T::Bit) -> (T, T) {
    let (difference, borrows) = a.difference(value, borrow);
    (difference, sign_zero(difference) | half_overflow_carry(borrows) | N.into())
}

/// The flags of CP: as of a subtraction, but X and Y come from the value compared with.
#[inline(always)]
pub(super) fn compare<T: Domain>(a: T, value: T) -> T {
    let (_, flags) = subtract(a, value, false.into());
    (flags & (!(X | Y)).into()) | (value & (X | Y).into())
}

/// An operation on two words and a carry: the result and its flags.
pub(super) type OnWords<T> =
    fn(<T as Domain>::Word, <T as Domain>::Word, <T as Domain>::Bit) -> (<T as Domain>::Word, T);

/// Adds words by way of their bytes, as the chip does. The flags are those of the high byte, Z that of both.
#[inline(always)]
pub(super) fn add_words<T: Domain>(word: T::Word, other: T::Word, carry: T::Bit) -> (T::Word, T) {
    words(add, word, other, carry)
}

#[inline(always)]
pub(super) fn subtract_words<T: Domain>(word: T::Word, other: T::Word, borrow: T::Bit) -> (T::Word, T) {
    words(subtract, word, other, borrow)
}

#[inline(always)]
fn words<T: Domain>(
    operation: fn(T, T, T::Bit) -> (T, T),
    word: T::Word,
    other: T::Word,
    carry: T::Bit,
) -> (T::Word, T) {
    let ((high, low), (other_high, other_low)) = (T::split(word), T::split(other));
    let (low, low_flags) = operation(low, other_low, carry);
    let (high, flags) = operation(high, other_high, low_flags.bit(0));
    let zero = flags & low_flags & Z.into();
    (T::join(high, low), (flags & (!Z).into()) | zero)
}

#[inline(always)]
pub(super) fn increment<T: Domain>(value: T, old: T) -> (T, T) {
    let (value, flags) = add(value, 1.into(), false.into());
    (value, (flags & (!C).into()) | (old & C.into()))
}

#[inline(always)]
pub(super) fn decrement<T: Domain>(value: T, old: T) -> (T, T) {
    let (value, flags) = subtract(value, 1.into(), false.into());
    (value, (flags & (!C).into()) | (old & C.into()))
}

/// Corrects A after an addition or subtraction of decimal numbers.
pub(super) fn adjust<T: Domain>(a: T, flags: T) -> (T, T) {
    let (low, _) = (a & 0x0F.into()).sum(0x06.into(), false.into());
    let (_, carries) = a.sum(0x66.into(), false.into());
    let low_wrong = low.bit(4) | flags.bit(4);
    let high_wrong = carries.bit(7) | flags.bit(0);
    let correction =
        T::select(low_wrong, 0x06.into(), 0.into()) | T::select(high_wrong, 0x60.into(), 0.into());
    let added = a.sum(correction, false.into()).0;
    let taken = a.difference(correction, false.into()).0;
    let result = T::select(flags.bit(1), taken, added);
    let half = (a ^ result) & H.into();
    (result, result.sign_zero_parity() | half | (flags & N.into()) | T::place(high_wrong, 0))
}

/// One of the eight shifts and rotations, numbered as in opcodes, and its flags.
#[inline(always)]
pub(super) fn shift<T: Domain>(operation: u8, value: T, flags: T) -> (T, T) {
    let (result, carry) = match operation & 7 {
        0 => (value << 1 | value >> 7, value >> 7),
        1 => (value >> 1 | value << 7, value),
        2 => (value << 1 | (flags & C.into()), value >> 7),
        3 => (value >> 1 | flags << 7, value),
        4 => (value << 1, value >> 7),
        5 => (value >> 1 | (value & 0x80.into()), value),
        6 => (value << 1 | 1.into(), value >> 7),
        _ => (value >> 1, value),
    };
    (result, result.sign_zero_parity() | (carry & C.into()))
}

/// The flags of a rotation of A: S, Z and P stay.
#[inline(always)]
pub(super) fn rotated<T: Domain>(old: T, shifted: T) -> T {
    (old & (S | Z | P).into()) | (shifted & (X | Y | C).into())
}

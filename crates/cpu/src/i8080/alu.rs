//! Arithmetic and logic: bytes in, a byte and its flags out.

use crate::domain::Domain;

/// The bits of F.
pub mod flag {
    /// The sign.
    pub const S: u8 = 0x80;
    /// Zero.
    pub const Z: u8 = 0x40;
    /// The carry out of bit 3, also where a subtraction adds the complement.
    pub const AC: u8 = 0x10;
    /// Even parity.
    pub const P: u8 = 0x04;
    /// The carry, or borrow.
    pub const CY: u8 = 0x01;
}

use flag::{AC, CY, P, S, Z};

/// This bit of F is set in every PSW pushed.
pub(super) const ALWAYS_SET: u8 = 0x02;

/// S, Z and P of a result; AC and CY clear.
#[inline(always)]
pub(super) fn flags<T: Domain>(result: T) -> T {
    (result.sign_zero_parity() & (S | Z | P).into()) | ALWAYS_SET.into()
}

/// AC and CY of the carries out of each bit.
#[inline(always)]
fn carry_flags<T: Domain>(carries: T) -> T {
    (carries << 1 & AC.into()) | carries >> 7
}

#[inline(always)]
pub(super) fn add<T: Domain>(a: T, value: T, carry: T::Bit) -> (T, T) {
    let (sum, carries) = a.sum(value, carry);
    (sum, flags(sum) | carry_flags(carries))
}

/// Adds the complement; CY shows the borrow, AC stays the carry.
#[inline(always)]
pub(super) fn subtract<T: Domain>(a: T, value: T, borrow: T::Bit) -> (T, T) {
    let (difference, flags) = add(a, !value, !borrow);
    (difference, flags ^ CY.into())
}

/// AND. AC is bit 3 of either.
#[inline(always)]
pub(super) fn and<T: Domain>(a: T, value: T) -> (T, T) {
    (a & value, flags(a & value) | ((a | value) << 1 & AC.into()))
}

#[inline(always)]
pub(super) fn increment<T: Domain>(value: T, old: T) -> (T, T) {
    keep_carry(add(value, 1.into(), false.into()), old)
}

#[inline(always)]
pub(super) fn decrement<T: Domain>(value: T, old: T) -> (T, T) {
    keep_carry(subtract(value, 1.into(), false.into()), old)
}

#[inline(always)]
fn keep_carry<T: Domain>((value, flags): (T, T), old: T) -> (T, T) {
    (value, (flags & (!CY).into()) | (old & CY.into()))
}

/// Corrects A after an addition of decimal numbers.
pub(super) fn adjust<T: Domain>(a: T, old: T) -> (T, T) {
    let (low, _) = (a & 0x0F.into()).sum(0x06.into(), false.into());
    let (_, carries) = a.sum(0x66.into(), false.into());
    let low_wrong = low.bit(4) | old.bit(4);
    let high_wrong = carries.bit(7) | old.bit(0);
    let correction =
        T::select(low_wrong, 0x06.into(), 0.into()) | T::select(high_wrong, 0x60.into(), 0.into());
    let (result, flags) = add(a, correction, false.into());
    (result, (flags & (!CY).into()) | T::place(high_wrong, 0))
}

/// RLC RRC RAL RAR, numbered as in opcodes: the new A, with the new carry in bit 0 of the second.
#[inline(always)]
pub(super) fn rotate<T: Domain>(operation: u8, a: T, old: T) -> (T, T) {
    let carry = old & CY.into();
    match operation & 3 {
        0 => (a << 1 | a >> 7, a >> 7),
        1 => (a >> 1 | a << 7, a & 1.into()),
        2 => (a << 1 | carry, a >> 7),
        _ => (a >> 1 | carry << 7, a & 1.into()),
    }
}

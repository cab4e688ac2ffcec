//! Sums, binary and decimal: from values to a value and its flags.
//!
//! The decimal ones are Bruce Clark's sequences for the NMOS 6502, which hold for digits above 9 too, without a question:
//! what depends on a digit is selected.

use super::state::flag;
use crate::domain::Domain;

/// N, V, Z and C as bits of P.
pub(super) const NVZC: u8 = 0xC3;
/// N and Z.
pub(super) const NZ: u8 = 0x82;
/// N, Z and C.
pub(super) const NZC: u8 = 0x83;

#[inline(always)]
fn carry<T: Domain>(bit: T::Bit) -> T {
    T::place(bit, flag::C)
}

#[inline(always)]
fn overflow<T: Domain>(carries: T) -> T {
    T::place(carries.bit(7) ^ carries.bit(6), flag::V)
}

#[inline(always)]
pub(super) fn add<T: Domain>(a: T, value: T, c: T::Bit) -> (T, T) {
    let (sum, carries) = a.sum(value, c);
    (sum, sum.negative_zero() | overflow(carries) | carry(carries.bit(7)))
}

#[inline(always)]
pub(super) fn subtract<T: Domain>(a: T, value: T, c: T::Bit) -> (T, T) {
    add(a, !value, c)
}

/// A comparison: N, Z and C of the difference, and V is left alone.
#[inline(always)]
pub(super) fn compare<T: Domain>(register: T, value: T) -> (T, T) {
    let (difference, _) = register.difference(value, false.into());
    (difference, difference.negative_zero() | carry(register.at_least(value)))
}

/// Z is that of the binary sum; N and V are those of the sum before its high digit is corrected.
// Rare, and too long to stand in sixteen places.
#[inline(never)]
pub(super) fn add_decimal<T: Domain>(a: T, value: T, c: T::Bit) -> (T, T) {
    let low = (a & T::from(0x0F)).sum(value & T::from(0x0F), c).0;
    let half = at_least(low, 0x0A);
    let low = T::select(half, plus(low, 0x06), low) & T::from(0x0F);
    // The low digit full of ones hands the half carry on to the high one.
    let (high, carries) = (a | T::from(0x0F)).sum(value & T::from(0xF0), half);
    let flags =
        (high & T::from(1 << flag::N)) | overflow(carries) | T::place(a.sum(value, c).0.is_zero(), flag::Z);
    let c = carries.bit(7) | at_least(high, 0xA0);
    let high = T::select(c, plus(high, 0x60), high) & T::from(0xF0);
    (high | low, flags | carry(c))
}

/// All flags are those of the binary difference.
#[inline(never)]
pub(super) fn subtract_decimal<T: Domain>(a: T, value: T, c: T::Bit) -> (T, T) {
    let (low, borrows) = (a & T::from(0x0F)).difference(value & T::from(0x0F), !c);
    let half = borrows.bit(7);
    let low = T::select(half, plus(low, 0xFA), low) & T::from(0x0F);
    let (high, borrows) = (a & T::from(0xF0)).difference(value & T::from(0xF0), half);
    let high = T::select(borrows.bit(7), plus(high, 0xA0), high) & T::from(0xF0);
    (high | low, subtract(a, value, c).1)
}

/// ARR: A and the operand, rotated right with the flags of an adder that looks on.
#[inline(always)]
pub(super) fn rotate_sum<T: Domain>(value: T, c: T::Bit) -> (T, T) {
    let rotated = T::place(c, 7) | value >> 1;
    let v = T::place(rotated.bit(6) ^ rotated.bit(5), flag::V);
    (rotated, rotated.negative_zero() | v | carry(rotated.bit(6)))
}

/// ARR with D set: each digit of 5 or more is corrected after the rotation.
#[inline(never)]
pub(super) fn rotate_sum_decimal<T: Domain>(value: T, c: T::Bit) -> (T, T) {
    let rotated = T::place(c, 7) | value >> 1;
    let v = T::place(rotated.bit(6) ^ value.bit(6), flag::V);
    let low = T::select(at_least(value & T::from(0x0F), 0x05), plus(rotated, 0x06), rotated) & T::from(0x0F);
    let c = at_least(value & T::from(0xF0), 0x50);
    let high = T::select(c, plus(rotated, 0x60), rotated) & T::from(0xF0);
    (high | low, rotated.negative_zero() | v | carry(c))
}

#[inline(always)]
fn plus<T: Domain>(value: T, other: u8) -> T {
    value.sum(T::from(other), false.into()).0
}

#[inline(always)]
fn at_least<T: Domain>(value: T, least: u8) -> T::Bit {
    value.at_least(T::from(least))
}

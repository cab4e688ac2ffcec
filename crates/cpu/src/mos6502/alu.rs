//! Arithmetic functions, which return a result and its flags.
//!
//! The decimal functions are Bruce Clark's sequences for the NMOS 6502, which are also correct for digits above 9. They
//! select between values instead of branching.

use crate::domain::Domain;
use crate::domain::mask_if;

/// Masks of the flags in P.
pub mod flag {
    /// Negative.
    pub const N: u8 = 0x80;
    /// Overflow.
    pub const V: u8 = 0x40;
    /// Decimal mode.
    pub const D: u8 = 0x08;
    /// Interrupt disable.
    pub const I: u8 = 0x04;
    /// Zero.
    pub const Z: u8 = 0x02;
    /// Carry, or no borrow.
    pub const C: u8 = 0x01;
}

use flag::{C, D, I, N, V, Z};

pub(super) const FLAGS: u8 = N | V | D | I | Z | C;
pub(super) const NVZC: u8 = N | V | Z | C;
pub(super) const NVZ: u8 = N | V | Z;
pub(super) const NZC: u8 = N | Z | C;
pub(super) const NZ: u8 = N | Z;

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn carry<Byte: Domain>(bit: Byte::Bit) -> Byte {
    mask_if(bit, C)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn overflow<Byte: Domain>(carries: Byte) -> Byte {
    mask_if(carries.bit(7) ^ carries.bit(6), V)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn add<Byte: Domain>(a: Byte, value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    let (sum, carries) = a.sum(value, c);
    (sum, sum.negative_zero() | overflow(carries) | carry(carries.bit(7)))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn subtract<Byte: Domain>(a: Byte, value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    add(a, !value, c)
}

/// Compares a register. V does not change.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn compare<Byte: Domain>(register: Byte, value: Byte) -> (Byte, Byte) {
    let (difference, _) = register.difference(value, false.into());
    (difference, difference.negative_zero() | carry(register.at_least(value)))
}

/// Adds BCD numbers. Z is that of the binary sum; N and V are those of the sum before the correction of its high digit.
// Not inlined, because decimal mode is rare and there are sixteen callers.
#[inline(never)]
pub(super) fn add_decimal<Byte: Domain>(a: Byte, value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    let low = (a & Byte::from(0x0F)).sum(value & Byte::from(0x0F), c).0;
    let half = is_at_least(low, 0x0A);
    let low = Byte::select(half, add_constant(low, 0x06), low) & Byte::from(0x0F);
    // A low digit of all ones propagates the half carry to the high digit.
    let (high, carries) = (a | Byte::from(0x0F)).sum(value & Byte::from(0xF0), half);
    let flags = (high & Byte::from(N)) | overflow(carries) | mask_if(a.sum(value, c).0.is_zero(), Z);
    let c = carries.bit(7) | is_at_least(high, 0xA0);
    let high = Byte::select(c, add_constant(high, 0x60), high) & Byte::from(0xF0);
    (high | low, flags | carry(c))
}

/// Subtracts BCD numbers. All flags are those of the binary difference.
#[inline(never)]
pub(super) fn subtract_decimal<Byte: Domain>(a: Byte, value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    let (low, borrows) = (a & Byte::from(0x0F)).difference(value & Byte::from(0x0F), !c);
    let half = borrows.bit(7);
    let low = Byte::select(half, add_constant(low, 0xFA), low) & Byte::from(0x0F);
    let (high, borrows) = (a & Byte::from(0xF0)).difference(value & Byte::from(0xF0), half);
    let high = Byte::select(borrows.bit(7), add_constant(high, 0xA0), high) & Byte::from(0xF0);
    (high | low, subtract(a, value, c).1)
}

/// ARR in binary mode: rotates right. C is bit 6 of the result, V is bit 6 XOR bit 5.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn arr<Byte: Domain>(value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    let rotated = Byte::place(c, 7) | value >> 1;
    let v = mask_if(rotated.bit(6) ^ rotated.bit(5), V);
    (rotated, rotated.negative_zero() | v | carry(rotated.bit(6)))
}

/// ARR in decimal mode: corrects each digit of 5 or more after the rotation.
#[inline(never)]
pub(super) fn arr_decimal<Byte: Domain>(value: Byte, c: Byte::Bit) -> (Byte, Byte) {
    let rotated = Byte::place(c, 7) | value >> 1;
    let v = mask_if(rotated.bit(6) ^ value.bit(6), V);
    let low = Byte::select(is_at_least(value & Byte::from(0x0F), 0x05), add_constant(rotated, 0x06), rotated)
        & Byte::from(0x0F);
    let c = is_at_least(value & Byte::from(0xF0), 0x50);
    let high = Byte::select(c, add_constant(rotated, 0x60), rotated) & Byte::from(0xF0);
    (high | low, rotated.negative_zero() | v | carry(c))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn add_constant<Byte: Domain>(value: Byte, other: u8) -> Byte {
    value.sum(Byte::from(other), false.into()).0
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn is_at_least<Byte: Domain>(value: Byte, least: u8) -> Byte::Bit {
    value.at_least(Byte::from(least))
}

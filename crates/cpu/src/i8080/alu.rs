//! Arithmetic and logic functions, which return a result and its flags.

use crate::domain::Domain;
use crate::domain::{is_set, mask_if};

/// Masks of the flags in F.
pub mod flag {
    /// Sign.
    pub const S: u8 = 0x80;
    /// Zero.
    pub const Z: u8 = 0x40;
    /// Auxiliary carry: the carry out of bit 3, also when a subtraction adds the complement.
    pub const AC: u8 = 0x10;
    /// Even parity.
    pub const P: u8 = 0x04;
    /// Carry or borrow.
    pub const CY: u8 = 0x01;
}

use flag::{AC, CY, P, S, Z};

/// The bit of F that is always set, as every pushed PSW shows.
pub(super) const ALWAYS_SET: u8 = 0x02;

/// Returns S, Z and P of a result, with AC and CY clear.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn flags<Byte: Domain>(result: Byte) -> Byte {
    (result.sign_zero_parity() & (S | Z | P).into()) | ALWAYS_SET.into()
}

/// Returns AC and CY, given the carry out of each bit.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn carry_flags<Byte: Domain>(carries: Byte) -> Byte {
    (carries << 1 & AC.into()) | carries >> 7
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn add<Byte: Domain>(a: Byte, value: Byte, carry: Byte::Bit) -> (Byte, Byte) {
    let (sum, carries) = a.sum(value, carry);
    (sum, flags(sum) | carry_flags(carries))
}

/// Subtracts by adding the complement. CY is the borrow, AC is the carry.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn subtract<Byte: Domain>(a: Byte, value: Byte, borrow: Byte::Bit) -> (Byte, Byte) {
    let (difference, flags) = add(a, !value, !borrow);
    (difference, flags ^ CY.into())
}

/// ANDs two bytes. AC is the OR of both bits 3.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn and<Byte: Domain>(a: Byte, value: Byte) -> (Byte, Byte) {
    (a & value, flags(a & value) | ((a | value) << 1 & AC.into()))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn increment<Byte: Domain>(value: Byte, old_flags: Byte) -> (Byte, Byte) {
    keep_carry(add(value, 1.into(), false.into()), old_flags)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn decrement<Byte: Domain>(value: Byte, old_flags: Byte) -> (Byte, Byte) {
    keep_carry(subtract(value, 1.into(), false.into()), old_flags)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn keep_carry<Byte: Domain>((value, flags): (Byte, Byte), old_flags: Byte) -> (Byte, Byte) {
    (value, (flags & (!CY).into()) | (old_flags & CY.into()))
}

/// DAA: corrects A after the addition of two BCD numbers.
pub(super) fn decimal_adjust<Byte: Domain>(a: Byte, old_flags: Byte) -> (Byte, Byte) {
    let (low, _) = (a & 0x0F.into()).sum(0x06.into(), false.into());
    let (_, carries) = a.sum(0x66.into(), false.into());
    let corrects_low = low.bit(4) | is_set(old_flags, AC);
    let corrects_high = carries.bit(7) | is_set(old_flags, CY);
    let correction = Byte::select(corrects_low, 0x06.into(), 0.into())
        | Byte::select(corrects_high, 0x60.into(), 0.into());
    let (result, flags) = add(a, correction, false.into());
    (result, (flags & (!CY).into()) | mask_if(corrects_high, CY))
}

/// Rotates A by RLC, RRC, RAL or RAR, numbered as in opcodes. Returns the new A and the new CY.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn rotate<Byte: Domain>(operation: u8, a: Byte, old_flags: Byte) -> (Byte, Byte) {
    let carry = old_flags & CY.into();
    match operation & 3 {
        0 => (a << 1 | a >> 7, a >> 7),
        1 => (a >> 1 | a << 7, a & 1.into()),
        2 => (a << 1 | carry, a >> 7),
        _ => (a >> 1 | carry << 7, a & 1.into()),
    }
}

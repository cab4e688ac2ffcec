//! Arithmetic and logic functions, which return a result and its flags.

use crate::domain::Domain;
use crate::domain::{is_set, mask_if};

/// Masks of the flags in F.
pub mod flag {
    /// Sign.
    pub const S: u8 = 0x80;
    /// Zero.
    pub const Z: u8 = 0x40;
    /// Bit 5 of the result.
    pub const Y: u8 = 0x20;
    /// Half carry: the carry or borrow out of bit 3.
    pub const H: u8 = 0x10;
    /// Bit 3 of the result.
    pub const X: u8 = 0x08;
    /// Even parity or overflow.
    pub const P: u8 = 0x04;
    /// Set after a subtraction.
    pub const N: u8 = 0x02;
    /// Carry or borrow.
    pub const C: u8 = 0x01;
}

use flag::{C, H, N, P, S, X, Y, Z};

/// Returns S, Z, Y and X of a result.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn sign_zero<Byte: Domain>(result: Byte) -> Byte {
    result.sign_zero_parity() & (!P).into()
}

/// Returns H, P (as overflow) and C, given the carry or borrow out of each bit.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn half_overflow_carry<Byte: Domain>(carries: Byte) -> Byte {
    let overflow = (carries >> 5) ^ (carries >> 4);
    (carries << 1 & H.into()) | (overflow & P.into()) | carries >> 7
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn add<Byte: Domain>(a: Byte, value: Byte, carry: Byte::Bit) -> (Byte, Byte) {
    let (sum, carries) = a.sum(value, carry);
    (sum, sign_zero(sum) | half_overflow_carry(carries))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn subtract<Byte: Domain>(a: Byte, value: Byte, borrow: Byte::Bit) -> (Byte, Byte) {
    let (difference, borrows) = a.difference(value, borrow);
    (difference, sign_zero(difference) | half_overflow_carry(borrows) | N.into())
}

/// Returns the flags of CP: those of a subtraction, with X and Y from the operand.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn compare<Byte: Domain>(a: Byte, value: Byte) -> Byte {
    let (_, flags) = subtract(a, value, false.into());
    (flags & (!(X | Y)).into()) | (value & (X | Y).into())
}

/// An operation on two words and a carry, which returns a result and its flags.
pub(super) type WordOperation<Byte> = fn(
    <Byte as Domain>::Word,
    <Byte as Domain>::Word,
    <Byte as Domain>::Bit,
) -> (<Byte as Domain>::Word, Byte);

/// Adds two words byte by byte. The flags are those of the high byte, except for Z, which is that of the word.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn add_words<Byte: Domain>(
    word: Byte::Word,
    other: Byte::Word,
    carry: Byte::Bit,
) -> (Byte::Word, Byte) {
    bytewise(add, word, other, carry)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn subtract_words<Byte: Domain>(
    word: Byte::Word,
    other: Byte::Word,
    borrow: Byte::Bit,
) -> (Byte::Word, Byte) {
    bytewise(subtract, word, other, borrow)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn bytewise<Byte: Domain>(
    operation: fn(Byte, Byte, Byte::Bit) -> (Byte, Byte),
    word: Byte::Word,
    other: Byte::Word,
    carry: Byte::Bit,
) -> (Byte::Word, Byte) {
    let ((high, low), (other_high, other_low)) = (Byte::split(word), Byte::split(other));
    let (low, low_flags) = operation(low, other_low, carry);
    let (high, flags) = operation(high, other_high, is_set(low_flags, C));
    let zero = flags & low_flags & Z.into();
    (Byte::join(high, low), (flags & (!Z).into()) | zero)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn increment<Byte: Domain>(value: Byte, old_flags: Byte) -> (Byte, Byte) {
    let (value, flags) = add(value, 1.into(), false.into());
    (value, (flags & (!C).into()) | (old_flags & C.into()))
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn decrement<Byte: Domain>(value: Byte, old_flags: Byte) -> (Byte, Byte) {
    let (value, flags) = subtract(value, 1.into(), false.into());
    (value, (flags & (!C).into()) | (old_flags & C.into()))
}

/// DAA: corrects A after the addition or subtraction of two BCD numbers.
pub(super) fn decimal_adjust<Byte: Domain>(a: Byte, flags: Byte) -> (Byte, Byte) {
    let (low, _) = (a & 0x0F.into()).sum(0x06.into(), false.into());
    let (_, carries) = a.sum(0x66.into(), false.into());
    let corrects_low = low.bit(4) | is_set(flags, H);
    let corrects_high = carries.bit(7) | is_set(flags, C);
    let correction = Byte::select(corrects_low, 0x06.into(), 0.into())
        | Byte::select(corrects_high, 0x60.into(), 0.into());
    let sum = a.sum(correction, false.into()).0;
    let difference = a.difference(correction, false.into()).0;
    let result = Byte::select(is_set(flags, N), difference, sum);
    let half = (a ^ result) & H.into();
    (result, result.sign_zero_parity() | half | (flags & N.into()) | mask_if(corrects_high, C))
}

/// Executes RLC, RRC, RL, RR, SLA, SRA, SLL or SRL, numbered as in opcodes. Returns the result and its flags.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn shift<Byte: Domain>(operation: u8, value: Byte, flags: Byte) -> (Byte, Byte) {
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

/// Returns the flags after RLCA, RRCA, RLA or RRA, which do not change S, Z and P.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn rotate_a_flags<Byte: Domain>(old_flags: Byte, shift_flags: Byte) -> Byte {
    (old_flags & (S | Z | P).into()) | (shift_flags & (X | Y | C).into())
}

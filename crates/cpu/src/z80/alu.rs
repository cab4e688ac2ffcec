//! Arithmetic and logic functions, which return a result and its flags; the block instructions LDI, CPI, INI and OUTI, their
//! decrementing forms, and their repeating forms.
//!
//! A repeating instruction transfers one byte per execution and sets PC back to itself. X and Y are then bits of PC's high
//! byte, which the addition of -2 leaves in the adder, and INIR and OTIR set H and P from a further addition.

use flag::{C, H, N, P, S, X, Y, Z};

use crate::{
    bus::Decide,
    domain::{Domain, is_set, mask_if},
    execution_context::ExecutionContext,
    registers::{self, A, B, BC, DE, F, HL, L},
    z80::WorkingCopy,
};

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

/// The increments of HL and DE.
const UP: u16 = 1;
const DOWN: u16 = 0xFFFF;

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    /// Executes one of ED A0-A3, A8-AB, B0-B3 and B8-BB.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn block<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, opcode: u8) {
        let by = if opcode & 0x08 == 0 { UP } else { DOWN };
        let repeats = opcode & 0x10 != 0;
        match opcode & 3 {
            // LDI, LDD, LDIR, LDDR
            0 => self.load_block(cx, by, repeats),
            // CPI, CPD, CPIR, CPDR
            1 => self.compare_block(cx, by, repeats),
            // INI, IND, INIR, INDR
            2 => self.input_block(cx, by, repeats),
            // OUTI, OUTD, OTIR, OTDR
            _ => self.output_block(cx, by, repeats),
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn load_block<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, by: u16, repeats: bool) {
        let value = cx.read(self.r.pair(HL), 3);
        let is_unfinished = self.decrement_bc();
        let repeats = repeats && cx.bus.decide(is_unfinished);
        cx.write(self.r.pair(DE), value, 5);
        self.r.set_pair(HL, Byte::offset(self.r.pair(HL), by));
        self.r.set_pair(DE, Byte::offset(self.r.pair(DE), by));
        let (sum, _) = value.sum(self.r[A], false.into());
        let kept = self.r[F] & (S | Z | C).into();
        self.set_flags(kept | mask_if(is_unfinished, P) | xy_from_bits_3_and_1(sum));
        if repeats {
            self.repeat(cx);
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn compare_block<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        by: u16,
        repeats: bool,
    ) {
        let value = cx.read(self.r.pair(HL), 3);
        cx.internal(5);
        let is_unfinished = self.decrement_bc();
        self.r.set_pair(HL, Byte::offset(self.r.pair(HL), by));
        self.state.wz = Byte::offset(self.state.wz, by);
        let (difference, flags) = subtract(self.r[A], value, false.into());
        let (less_half_carry, _) = difference.difference(0.into(), is_set(flags, H));
        let compared = flags & (S | Z | H | N).into();
        let kept = self.r[F] & C.into();
        let xy = xy_from_bits_3_and_1(less_half_carry);
        self.set_flags(compared | kept | mask_if(is_unfinished, P) | xy);
        if repeats && cx.bus.decide(is_unfinished & !difference.is_zero()) {
            self.repeat(cx);
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn input_block<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, by: u16, repeats: bool) {
        cx.internal(1);
        let port = self.r.pair(BC);
        let repeats = self.decrement_b(cx, repeats);
        let value = cx.input(port, 4);
        self.state.wz = Byte::offset(port, by);
        cx.write(self.r.pair(HL), value, 3);
        self.r.set_pair(HL, Byte::offset(self.r.pair(HL), by));
        let (_, addend) = Byte::split(Byte::offset(Byte::join(0.into(), self.r[registers::C]), by));
        self.finish_transfer(cx, value, addend, repeats);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn output_block<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        by: u16,
        repeats: bool,
    ) {
        cx.internal(1);
        let value = cx.read(self.r.pair(HL), 3);
        let repeats = self.decrement_b(cx, repeats);
        // The port address contains the decremented B.
        cx.output(self.r.pair(BC), value, 4);
        self.state.wz = Byte::offset(self.r.pair(BC), by);
        self.r.set_pair(HL, Byte::offset(self.r.pair(HL), by));
        self.finish_transfer(cx, value, self.r[L], repeats);
    }

    /// Decrements BC. Returns whether it is not 0.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn decrement_bc(&mut self) -> Byte::Bit {
        self.r.set_pair(BC, Byte::offset(self.r.pair(BC), 0xFFFF));
        !(self.r[B] | self.r[registers::C]).is_zero()
    }

    /// Decrements B. Returns whether a repeating instruction repeats.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn decrement_b<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, repeats: bool) -> bool {
        self.r[B] = self.r[B].difference(1.into(), false.into()).0;
        repeats && cx.bus.decide(!self.r[B].is_zero())
    }

    /// Sets the flags after the transfer of a byte between a port and memory, and repeats the instruction. H and C are the
    /// carry of the byte plus `addend`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn finish_transfer<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        value: Byte,
        addend: Byte,
        repeats: bool,
    ) {
        let b = self.r[B];
        let (sum, carries) = value.sum(addend, false.into());
        let carry = carries.bit(7);
        let parity = ((sum & 7.into()) ^ b).is_even_parity();
        let counter = b.sign_zero_parity() & (S | Z | X | Y).into();
        let negative = value >> 6 & N.into();
        let carried = Byte::select(carry, (H | C).into(), 0.into());
        self.set_flags(counter | carried | negative | mask_if(parity, P));
        if repeats {
            self.repeat(cx);
            self.adjust_repeat_flags(carry, value.bit(7), parity);
        }
    }

    /// Sets PC back to the instruction, and X and Y from its high byte.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn repeat<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        cx.internal(5);
        cx.pc = cx.pc.wrapping_sub(2);
        self.state.wz = cx.pc.wrapping_add(1).into();
        let [high, _] = cx.pc.to_be_bytes();
        self.set_flags((self.r[F] & (!(X | Y)).into()) | (high & (X | Y)).into());
    }

    /// Sets H and P of a repeating transfer. After a carry the chip increments B in the adder, or decrements it if the byte is
    /// negative; H is the half carry of that. P is inverted if the low three bits of the result have odd parity.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn adjust_repeat_flags(&mut self, carry: Byte::Bit, negative: Byte::Bit, parity: Byte::Bit) {
        let b = self.r[B];
        let (up, up_carries) = b.sum(1.into(), false.into());
        let (down, down_borrows) = b.difference(1.into(), false.into());
        let counted = Byte::select(carry, Byte::select(negative, down, up), b);
        let half = carry & (negative & down_borrows.bit(3) | !negative & up_carries.bit(3));
        let parity = parity ^ !(counted & 7.into()).is_even_parity();
        let kept = self.r[F] & (!(H | P)).into();
        self.set_flags(kept | mask_if(half, H) | mask_if(parity, P));
    }
}

/// Returns X, copied from bit 3, and Y, copied from bit 1.
fn xy_from_bits_3_and_1<Byte: Domain>(value: Byte) -> Byte {
    (value << 4 & Y.into()) | (value & X.into())
}

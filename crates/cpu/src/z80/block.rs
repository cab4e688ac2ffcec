//! The block instructions LDI, CPI, INI and OUTI, their decrementing forms, and their repeating forms.
//!
//! A repeating instruction transfers one byte per execution and sets PC back to itself. X and Y are then bits of PC's high
//! byte, which the addition of -2 leaves in the adder, and INIR and OTIR set H and P from a further addition.
//!
//! The core decides whether to repeat before it writes memory.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::domain::{is_set, mask_if};
use crate::execution_context::ExecutionContext;
use crate::registers::{A, B, BC, C, DE, F, HL, L};
use crate::z80::WorkingCopy;
use crate::z80::alu;
use crate::z80::alu::flag;

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
        let kept = self.r[F] & (flag::S | flag::Z | flag::C).into();
        self.set_flags(kept | mask_if(is_unfinished, flag::P) | xy_from_bits_3_and_1(sum));
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
        let (difference, flags) = alu::subtract(self.r[A], value, false.into());
        let (less_half_carry, _) = difference.difference(0.into(), is_set(flags, flag::H));
        let compared = flags & (flag::S | flag::Z | flag::H | flag::N).into();
        let kept = self.r[F] & flag::C.into();
        let xy = xy_from_bits_3_and_1(less_half_carry);
        self.set_flags(compared | kept | mask_if(is_unfinished, flag::P) | xy);
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
        let (_, addend) = Byte::split(Byte::offset(Byte::join(0.into(), self.r[C]), by));
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
        !(self.r[B] | self.r[C]).is_zero()
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
        let counter = b.sign_zero_parity() & (flag::S | flag::Z | flag::X | flag::Y).into();
        let negative = value >> 6 & flag::N.into();
        let carried = Byte::select(carry, (flag::H | flag::C).into(), 0.into());
        self.set_flags(counter | carried | negative | mask_if(parity, flag::P));
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
        self.set_flags((self.r[F] & (!(flag::X | flag::Y)).into()) | (high & (flag::X | flag::Y)).into());
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
        let kept = self.r[F] & (!(flag::H | flag::P)).into();
        self.set_flags(kept | mask_if(half, flag::H) | mask_if(parity, flag::P));
    }
}

/// Returns X, copied from bit 3, and Y, copied from bit 1.
fn xy_from_bits_3_and_1<Byte: Domain>(value: Byte) -> Byte {
    (value << 4 & flag::Y.into()) | (value & flag::X.into())
}

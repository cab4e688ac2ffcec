//! The block instructions: LDI CPI INI OUTI, their mirror images, and those that repeat.
//!
//! A repeating one is executed anew for each byte: it sets PC back to itself. In that case X and Y are bits of PC's
//! high byte, which the addition of -2 leaves in the adder, and INIR and OTIR show another addition in H and P.
//!
//! Whether it repeats is decided before memory is written.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::flow::Flow;
use crate::registers::{A, B, C, D as DE, F, H as HL, L};
use crate::z80::alu;
use crate::z80::alu::flag::{C as CARRY, H as HALF, N, P, S, X, Y, Z};
use crate::z80::state::Running;

/// The directions: what is added to HL and DE.
const UP: u16 = 1;
const DOWN: u16 = 0xFFFF;

impl<T: Domain> Running<'_, T> {
    /// `opcode` is one of ED A0-A3, A8-AB, B0-B3, B8-BB.
    #[inline(always)]
    pub(super) fn block<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, opcode: u8) {
        let by = if opcode & 0x08 == 0 { UP } else { DOWN };
        let repeats = opcode & 0x10 != 0;
        match opcode & 3 {
            0 => self.load_block(m, by, repeats),
            1 => self.compare_block(m, by, repeats),
            2 => self.input_block(m, by, repeats),
            _ => self.output_block(m, by, repeats),
        }
    }

    #[inline(always)]
    fn load_block<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, by: u16, repeats: bool) {
        let value = m.read(self.r.pair(HL), 3);
        let left = self.count_down();
        let again = repeats && m.bus.decide(left);
        m.write(self.r.pair(DE), value, 5);
        self.r.set_pair(HL, T::offset(self.r.pair(HL), by));
        self.r.set_pair(DE, T::offset(self.r.pair(DE), by));
        let (shown, _) = value.sum(self.r[A], false.into());
        let kept = self.r[F] & (S | Z | CARRY).into();
        self.set_flags(kept | T::place(left, 2) | bits_3_and_1(shown));
        if again {
            self.repeat(m);
        }
    }

    #[inline(always)]
    fn compare_block<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, by: u16, repeats: bool) {
        let value = m.read(self.r.pair(HL), 3);
        m.wait(5);
        let left = self.count_down();
        self.r.set_pair(HL, T::offset(self.r.pair(HL), by));
        self.z.wz = T::offset(self.z.wz, by);
        let (difference, flags) = alu::subtract(self.r[A], value, false.into());
        let (shown, _) = difference.difference(0.into(), flags.bit(4));
        let compared = flags & (S | Z | HALF | N).into();
        let kept = self.r[F] & CARRY.into();
        self.set_flags(compared | kept | T::place(left, 2) | bits_3_and_1(shown));
        if repeats && m.bus.decide(left & !difference.is_zero()) {
            self.repeat(m);
        }
    }

    #[inline(always)]
    fn input_block<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, by: u16, repeats: bool) {
        m.wait(1);
        let port = self.r.pair(B);
        let again = self.count_bytes(m, repeats);
        let value = m.input(port, 4);
        self.z.wz = T::offset(port, by);
        m.write(self.r.pair(HL), value, 3);
        self.r.set_pair(HL, T::offset(self.r.pair(HL), by));
        let (_, beside) = T::split(T::offset(T::join(0.into(), self.r[C]), by));
        self.transferred(m, value, beside, again);
    }

    #[inline(always)]
    fn output_block<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, by: u16, repeats: bool) {
        m.wait(1);
        let value = m.read(self.r.pair(HL), 3);
        let again = self.count_bytes(m, repeats);
        // The port is addressed with the decremented B.
        m.output(self.r.pair(B), value, 4);
        self.z.wz = T::offset(self.r.pair(B), by);
        self.r.set_pair(HL, T::offset(self.r.pair(HL), by));
        self.transferred(m, value, self.r[L], again);
    }

    /// Counts BC down; whether it is not yet 0.
    #[inline(always)]
    fn count_down(&mut self) -> T::Bit {
        self.r.set_pair(B, T::offset(self.r.pair(B), 0xFFFF));
        !(self.r[B] | self.r[C]).is_zero()
    }

    /// Counts B down; whether the instruction is to be repeated.
    #[inline(always)]
    fn count_bytes<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, repeats: bool) -> bool {
        self.r[B] = self.r[B].difference(1.into(), false.into()).0;
        repeats && m.bus.decide(!self.r[B].is_zero())
    }

    /// The flags of a byte moved between a port and memory. `beside` is what the chip adds to it meanwhile.
    #[inline(always)]
    fn transferred<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, value: T, beside: T, again: bool) {
        let b = self.r[B];
        let (sum, carries) = value.sum(beside, false.into());
        let carry = carries.bit(7);
        let parity = ((sum & 7.into()) ^ b).is_even_parity();
        let counted = b.sign_zero_parity() & (S | Z | X | Y).into();
        let negative = value >> 6 & N.into();
        let carried = T::select(carry, (HALF | CARRY).into(), 0.into());
        self.set_flags(counted | carried | negative | T::place(parity, 2));
        if again {
            self.repeat(m);
            self.repeat_transfer(carry, value.bit(7), parity);
        }
    }

    /// Sets PC back to the instruction.
    #[inline(always)]
    fn repeat<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        m.wait(5);
        m.pc = m.pc.wrapping_sub(2);
        self.z.wz = m.pc.wrapping_add(1).into();
        let [high, _] = m.pc.to_be_bytes();
        self.set_flags((self.r[F] & (!(X | Y)).into()) | (high & (X | Y)).into());
    }

    /// When a transfer repeats, B counted once more in the direction of the sum's sign shows in P, its half-carry in H.
    #[inline(always)]
    fn repeat_transfer(&mut self, carry: T::Bit, negative: T::Bit, parity: T::Bit) {
        let b = self.r[B];
        let (up, up_carries) = b.sum(1.into(), false.into());
        let (down, down_borrows) = b.difference(1.into(), false.into());
        let counted = T::select(carry, T::select(negative, down, up), b);
        let half = carry & (negative & down_borrows.bit(3) | !negative & up_carries.bit(3));
        let parity = parity ^ !(counted & 7.into()).is_even_parity();
        let kept = self.r[F] & (!(HALF | P)).into();
        self.set_flags(kept | T::place(half, 4) | T::place(parity, 2));
    }
}

/// Y from bit 1, X from bit 3.
fn bits_3_and_1<T: Domain>(value: T) -> T {
    (value << 4 & Y.into()) | (value & X.into())
}

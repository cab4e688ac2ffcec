//! What each operation does, under its name in the programming manual.

use super::alu::{self, NVZC, NZ, NZC};
use super::counted::Counted;
use super::interrupt::BY_INSTRUCTION;
use super::state::{Mos6502, flag};
use crate::bus::Decide;
use crate::domain::Domain;

/// The bits of A that XAA and LXA let through whatever A is. They differ from chip to chip and with its temperature; of
/// the chips that were recorded most act as with these.
pub const UNSTABLE: u8 = 0xEE;

impl<T: Domain> Mos6502<T> {
    /// The value, its N and Z noted.
    #[inline(always)]
    fn nz(&mut self, value: T) -> T {
        self.set_flags(NZ, value.negative_zero());
        value
    }

    /// The value, its flags noted.
    #[inline(always)]
    fn noted(&mut self, mask: u8, (value, flags): (T, T)) -> T {
        self.set_flags(mask, flags);
        value
    }

    #[inline(always)]
    fn carry(&self) -> T::Bit {
        self.flag(flag::C)
    }
}

/// Operations on a value that was read.
#[rustfmt::skip]
impl<T: Domain> Mos6502<T> {
    pub(super) fn nop(&mut self, _: T) {}
    pub(super) fn lda(&mut self, value: T) { self.a = self.nz(value); }
    pub(super) fn ldx(&mut self, value: T) { self.x = self.nz(value); }
    pub(super) fn ldy(&mut self, value: T) { self.y = self.nz(value); }
    pub(super) fn lax(&mut self, value: T) { self.a = self.nz(value); self.x = value; }
    pub(super) fn las(&mut self, value: T) { self.s = self.s & value; self.lax(self.s); }
    pub(super) fn ora(&mut self, value: T) { self.a = self.nz(self.a | value); }
    pub(super) fn and(&mut self, value: T) { self.a = self.nz(self.a & value); }
    pub(super) fn eor(&mut self, value: T) { self.a = self.nz(self.a ^ value); }
    pub(super) fn cmp(&mut self, value: T) { self.noted(NZC, alu::compare(self.a, value)); }
    pub(super) fn cpx(&mut self, value: T) { self.noted(NZC, alu::compare(self.x, value)); }
    pub(super) fn cpy(&mut self, value: T) { self.noted(NZC, alu::compare(self.y, value)); }
    pub(super) fn axs(&mut self, value: T) { self.x = self.noted(NZC, alu::compare(self.a & self.x, value)); }
    pub(super) fn anc(&mut self, value: T) { self.and(value); self.set_flag(flag::C, self.a.bit(7)); }
    pub(super) fn alr(&mut self, value: T) { self.a = self.lsr(self.a & value); }
    pub(super) fn xaa(&mut self, value: T) { self.a = self.nz((self.a | T::from(UNSTABLE)) & self.x & value); }
    pub(super) fn lxa(&mut self, value: T) { self.lax((self.a | T::from(UNSTABLE)) & value); }

    pub(super) fn bit(&mut self, value: T) {
        let z = T::place((self.a & value).is_zero(), flag::Z);
        self.set_flags(0xC2, (value & T::from(0xC0)) | z);
    }
}

/// Operations that add as D says.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn adc(&mut self, value: T, decimal: bool) {
        let (a, c) = (self.a, self.carry());
        self.a =
            self.noted(NVZC, if decimal { alu::add_decimal(a, value, c) } else { alu::add(a, value, c) });
    }

    #[inline(always)]
    pub(super) fn sbc(&mut self, value: T, decimal: bool) {
        let (a, c) = (self.a, self.carry());
        let outcome = if decimal { alu::subtract_decimal(a, value, c) } else { alu::subtract(a, value, c) };
        self.a = self.noted(NVZC, outcome);
    }

    #[inline(always)]
    pub(super) fn arr(&mut self, value: T, decimal: bool) {
        let (value, c) = (self.a & value, self.carry());
        let outcome = if decimal { alu::rotate_sum_decimal(value, c) } else { alu::rotate_sum(value, c) };
        self.a = self.noted(NVZC, outcome);
    }

    pub(super) fn rra(&mut self, value: T, decimal: bool) -> T {
        let value = self.ror(value);
        self.adc(value, decimal);
        value
    }

    pub(super) fn isc(&mut self, value: T, decimal: bool) -> T {
        let value = self.inc(value);
        self.sbc(value, decimal);
        value
    }
}

/// Operations that give a new value.
#[rustfmt::skip]
impl<T: Domain> Mos6502<T> {
    pub(super) fn asl(&mut self, value: T) -> T { self.shift(value << 1, value.bit(7)) }
    pub(super) fn lsr(&mut self, value: T) -> T { self.shift(value >> 1, value.bit(0)) }
    pub(super) fn rol(&mut self, value: T) -> T { self.shift(value << 1 | T::place(self.carry(), 0), value.bit(7)) }
    pub(super) fn ror(&mut self, value: T) -> T { self.shift(value >> 1 | T::place(self.carry(), 7), value.bit(0)) }
    pub(super) fn inc(&mut self, value: T) -> T { self.nz(value.sum(T::from(1), false.into()).0) }
    pub(super) fn dec(&mut self, value: T) -> T { self.nz(value.difference(T::from(1), false.into()).0) }
    pub(super) fn slo(&mut self, value: T) -> T { let value = self.asl(value); self.ora(value); value }
    pub(super) fn rla(&mut self, value: T) -> T { let value = self.rol(value); self.and(value); value }
    pub(super) fn sre(&mut self, value: T) -> T { let value = self.lsr(value); self.eor(value); value }
    pub(super) fn dcp(&mut self, value: T) -> T { let value = self.dec(value); self.cmp(value); value }

    #[inline(always)]
    fn shift(&mut self, value: T, out: T::Bit) -> T {
        self.noted(NZC, (value, value.negative_zero() | T::place(out, flag::C)))
    }
}

/// Operations that give a value to store.
#[rustfmt::skip]
impl<T: Domain> Mos6502<T> {
    pub(super) fn sta(&mut self) -> T { self.a }
    pub(super) fn stx(&mut self) -> T { self.x }
    pub(super) fn sty(&mut self) -> T { self.y }
    pub(super) fn sax(&mut self) -> T { self.a & self.x }
}

/// Operations without operand.
#[rustfmt::skip]
impl<T: Domain> Mos6502<T> {
    pub(super) fn rest(&mut self) {}
    pub(super) fn tax(&mut self) { self.x = self.nz(self.a); }
    pub(super) fn tay(&mut self) { self.y = self.nz(self.a); }
    pub(super) fn tsx(&mut self) { self.x = self.nz(self.s); }
    pub(super) fn txa(&mut self) { self.a = self.nz(self.x); }
    pub(super) fn tya(&mut self) { self.a = self.nz(self.y); }
    pub(super) fn txs(&mut self) { self.s = self.x; }
    pub(super) fn inx(&mut self) { self.x = self.inc(self.x); }
    pub(super) fn iny(&mut self) { self.y = self.inc(self.y); }
    pub(super) fn dex(&mut self) { self.x = self.dec(self.x); }
    pub(super) fn dey(&mut self) { self.y = self.dec(self.y); }
    pub(super) fn clc(&mut self) { self.set_flag(flag::C, false.into()); }
    pub(super) fn cld(&mut self) { self.set_flag(flag::D, false.into()); }
    pub(super) fn cli(&mut self) { self.set_flag(flag::I, false.into()); }
    pub(super) fn sec(&mut self) { self.set_flag(flag::C, true.into()); }
    pub(super) fn sed(&mut self) { self.set_flag(flag::D, true.into()); }
    pub(super) fn sei(&mut self) { self.set_flag(flag::I, true.into()); }
}

/// The conditions of the branches.
#[rustfmt::skip]
impl<T: Domain> Mos6502<T> {
    pub(super) fn pl(&self) -> T::Bit { !self.flag(flag::N) }
    pub(super) fn mi(&self) -> T::Bit { self.flag(flag::N) }
    pub(super) fn vc(&self) -> T::Bit { !self.flag(flag::V) }
    pub(super) fn vs(&self) -> T::Bit { self.flag(flag::V) }
    pub(super) fn cc(&self) -> T::Bit { !self.flag(flag::C) }
    pub(super) fn cs(&self) -> T::Bit { self.flag(flag::C) }
    pub(super) fn ne(&self) -> T::Bit { !self.flag(flag::Z) }
    pub(super) fn eq(&self) -> T::Bit { self.flag(flag::Z) }
}

/// Stores of which the high byte of the address lets only a part through.
impl<T: Domain> Mos6502<T> {
    pub(super) fn sha_ind<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let indexed = self.ind_by_y(bus);
        self.write_high(self.a & self.x, indexed, bus);
    }

    pub(super) fn sha_abs<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let indexed = self.abs_by_y(bus);
        self.write_high(self.a & self.x, indexed, bus);
    }

    pub(super) fn shx<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let indexed = self.abs_by_y(bus);
        self.write_high(self.x, indexed, bus);
    }

    pub(super) fn shy<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let indexed = self.abs_by_x(bus);
        self.write_high(self.y, indexed, bus);
    }

    pub(super) fn tas<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.s = self.a & self.x;
        self.sha_abs(bus);
    }
}

/// Operations with cycles of their own.
impl<T: Domain> Mos6502<T> {
    /// The byte at the next instruction is read while the offset is added, and once more at the wrong page if the sum
    /// leaves the page.
    #[inline(always)]
    pub(super) fn branch<B: Decide<T>>(
        &mut self,
        condition: impl FnOnce(&Self) -> T::Bit,
        bus: &mut Counted<B>,
    ) {
        self.poll(bus);
        let offset = self.operand(bus);
        if bus.bus.decide(condition(self)) {
            let offset = bus.bus.settle(offset).cast_signed();
            self.discard(bus);
            let target = self.pc.wrapping_add_signed(offset.into());
            let uncarried = (self.pc & 0xFF00) | (target & 0x00FF);
            if uncarried != target {
                self.poll(bus);
                bus.read(T::Word::from(uncarried));
            }
            self.pc = target;
        }
    }

    #[inline(always)]
    pub(super) fn jmp<B: Decide<T>>(
        &mut self,
        mode: impl FnOnce(&mut Self, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let target = mode(self, bus);
        self.pc = bus.bus.locate(target);
    }

    /// The high byte of the target is read after PC is pushed, which then points to it.
    #[inline(always)]
    pub(super) fn jsr<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let low = self.operand(bus);
        let low = bus.bus.settle(low);
        self.peek_stack(bus);
        self.push_pc(bus);
        self.poll(bus);
        let high = self.operand(bus);
        self.pc = u16::from_be_bytes([bus.bus.settle(high), low]);
    }

    #[inline(always)]
    pub(super) fn rts<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.discard(bus);
        self.peek_stack(bus);
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = bus.bus.locate(T::join(high, low));
        self.poll(bus);
        self.operand(bus);
    }

    #[inline(always)]
    pub(super) fn rti<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.discard(bus);
        self.peek_stack(bus);
        self.p = self.pull(bus) & T::from(flag::ALL);
        let low = self.pull(bus);
        self.poll(bus);
        let high = self.pull(bus);
        self.pc = bus.bus.locate(T::join(high, low));
    }

    /// An edge of SO that comes meanwhile is lost.
    #[inline(always)]
    pub(super) fn clv<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.poll(bus);
        self.discard(bus);
        self.set_flag(flag::V, false.into());
        bus.bus.overflow();
    }

    #[inline(always)]
    pub(super) fn pha<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.discard(bus);
        self.poll(bus);
        self.push(self.a, bus);
    }

    #[inline(always)]
    pub(super) fn php<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.set_overflow(bus);
        self.discard(bus);
        self.poll(bus);
        self.push(self.p | T::from(BY_INSTRUCTION), bus);
    }

    #[inline(always)]
    pub(super) fn pla<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let value = self.pull_after_poll(bus);
        self.lda(value);
    }

    #[inline(always)]
    pub(super) fn plp<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.p = self.pull_after_poll(bus) & T::from(flag::ALL);
    }

    #[inline(always)]
    fn pull_after_poll<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T {
        self.discard(bus);
        self.peek_stack(bus);
        self.poll(bus);
        self.pull(bus)
    }
}

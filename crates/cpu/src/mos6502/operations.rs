//! The operations, named by their mnemonics.

use super::CountingBus;
use super::Mos6502;
use super::alu::{self, FLAGS, NVZ, NVZC, NZ, NZC, flag};
use super::execute::PUSHED_BY_INSTRUCTION;
use crate::bus::Decide;
use crate::domain::Domain;
use crate::domain::mask_if;

/// The bits of A that XAA and LXA treat as set. They depend on the chip and its temperature; this is the value of most
/// recorded chips.
pub const UNSTABLE: u8 = 0xEE;

impl<Byte: Domain> Mos6502<Byte> {
    /// Sets N and Z from a value and returns it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn nz(&mut self, value: Byte) -> Byte {
        self.set_flags(NZ, value.negative_zero());
        value
    }

    /// Sets flags and returns the value.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn with_flags(&mut self, mask: u8, (value, flags): (Byte, Byte)) -> Byte {
        self.set_flags(mask, flags);
        value
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn carry(&self) -> Byte::Bit {
        self.flag(flag::C)
    }
}

/// Operations that read their operand.
#[rustfmt::skip]
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn nop(&mut self, _: Byte) {}
    pub(super) fn lda(&mut self, value: Byte) { self.a = self.nz(value); }
    pub(super) fn ldx(&mut self, value: Byte) { self.x = self.nz(value); }
    pub(super) fn ldy(&mut self, value: Byte) { self.y = self.nz(value); }
    pub(super) fn lax(&mut self, value: Byte) { self.a = self.nz(value); self.x = value; }
    pub(super) fn las(&mut self, value: Byte) { self.s = self.s & value; self.lax(self.s); }
    pub(super) fn ora(&mut self, value: Byte) { self.a = self.nz(self.a | value); }
    pub(super) fn and(&mut self, value: Byte) { self.a = self.nz(self.a & value); }
    pub(super) fn eor(&mut self, value: Byte) { self.a = self.nz(self.a ^ value); }
    pub(super) fn cmp(&mut self, value: Byte) { self.with_flags(NZC, alu::compare(self.a, value)); }
    pub(super) fn cpx(&mut self, value: Byte) { self.with_flags(NZC, alu::compare(self.x, value)); }
    pub(super) fn cpy(&mut self, value: Byte) { self.with_flags(NZC, alu::compare(self.y, value)); }
    pub(super) fn axs(&mut self, value: Byte) { self.x = self.with_flags(NZC, alu::compare(self.a & self.x, value)); }
    pub(super) fn anc(&mut self, value: Byte) { self.and(value); self.set_flag(flag::C, self.a.bit(7)); }
    pub(super) fn alr(&mut self, value: Byte) { self.a = self.lsr(self.a & value); }

    pub(super) fn bit(&mut self, value: Byte) {
        let z = mask_if((self.a & value).is_zero(), flag::Z);
        self.set_flags(NVZ, (value & Byte::from(flag::N | flag::V)) | z);
    }
}

/// Operations that depend on D.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn adc(&mut self, value: Byte, decimal: bool) {
        let (a, c) = (self.a, self.carry());
        self.a = self
            .with_flags(NVZC, if decimal { alu::add_decimal(a, value, c) } else { alu::add(a, value, c) });
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn sbc(&mut self, value: Byte, decimal: bool) {
        let (a, c) = (self.a, self.carry());
        let result = if decimal { alu::subtract_decimal(a, value, c) } else { alu::subtract(a, value, c) };
        self.a = self.with_flags(NVZC, result);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn arr(&mut self, value: Byte, decimal: bool) {
        let (value, c) = (self.a & value, self.carry());
        let result = if decimal { alu::arr_decimal(value, c) } else { alu::arr(value, c) };
        self.a = self.with_flags(NVZC, result);
    }

    pub(super) fn rra(&mut self, value: Byte, decimal: bool) -> Byte {
        let value = self.ror(value);
        self.adc(value, decimal);
        value
    }

    pub(super) fn isc(&mut self, value: Byte, decimal: bool) -> Byte {
        let value = self.inc(value);
        self.sbc(value, decimal);
        value
    }
}

/// Operations that modify their operand.
#[rustfmt::skip]
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn asl(&mut self, value: Byte) -> Byte { self.shift(value << 1, value.bit(7)) }
    pub(super) fn lsr(&mut self, value: Byte) -> Byte { self.shift(value >> 1, value.bit(0)) }
    pub(super) fn rol(&mut self, value: Byte) -> Byte { self.shift(value << 1 | Byte::place(self.carry(), 0), value.bit(7)) }
    pub(super) fn ror(&mut self, value: Byte) -> Byte { self.shift(value >> 1 | Byte::place(self.carry(), 7), value.bit(0)) }
    pub(super) fn inc(&mut self, value: Byte) -> Byte { self.nz(value.sum(Byte::from(1), false.into()).0) }
    pub(super) fn dec(&mut self, value: Byte) -> Byte { self.nz(value.difference(Byte::from(1), false.into()).0) }
    pub(super) fn slo(&mut self, value: Byte) -> Byte { let value = self.asl(value); self.ora(value); value }
    pub(super) fn rla(&mut self, value: Byte) -> Byte { let value = self.rol(value); self.and(value); value }
    pub(super) fn sre(&mut self, value: Byte) -> Byte { let value = self.lsr(value); self.eor(value); value }
    pub(super) fn dcp(&mut self, value: Byte) -> Byte { let value = self.dec(value); self.cmp(value); value }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn shift(&mut self, value: Byte, out: Byte::Bit) -> Byte {
        self.with_flags(NZC, (value, value.negative_zero() | mask_if(out, flag::C)))
    }
}

/// Operations that write their operand.
#[rustfmt::skip]
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn sta(&mut self) -> Byte { self.a }
    pub(super) fn stx(&mut self) -> Byte { self.x }
    pub(super) fn sty(&mut self) -> Byte { self.y }
    pub(super) fn sax(&mut self) -> Byte { self.a & self.x }
}

/// Operations without an operand.
#[rustfmt::skip]
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn nop_implied(&mut self) {}
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

/// Branch conditions.
#[rustfmt::skip]
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn pl(&self) -> Byte::Bit { !self.flag(flag::N) }
    pub(super) fn mi(&self) -> Byte::Bit { self.flag(flag::N) }
    pub(super) fn vc(&self) -> Byte::Bit { !self.flag(flag::V) }
    pub(super) fn vs(&self) -> Byte::Bit { self.flag(flag::V) }
    pub(super) fn cc(&self) -> Byte::Bit { !self.flag(flag::C) }
    pub(super) fn cs(&self) -> Byte::Bit { self.flag(flag::C) }
    pub(super) fn ne(&self) -> Byte::Bit { !self.flag(flag::Z) }
    pub(super) fn eq(&self) -> Byte::Bit { self.flag(flag::Z) }
}

/// Unstable operations on A.
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn xaa<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let a = self.a | bus.bus.unstable(UNSTABLE.into());
        self.read(|cpu, value| cpu.a = cpu.nz(a & cpu.x & value), Self::imm, bus);
    }

    pub(super) fn lxa<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let a = self.a | bus.bus.unstable(UNSTABLE.into());
        self.read(|cpu, value| cpu.lax(a & value), Self::imm, bus);
    }
}

/// Unstable stores, whose value is ANDed with the high byte of the address plus one.
impl<Byte: Domain> Mos6502<Byte> {
    pub(super) fn sha_ind<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let indexed = self.ind_by_y(bus);
        self.write_unstable(self.a & self.x, indexed, bus);
    }

    pub(super) fn sha_abs<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let indexed = self.abs_by_y(bus);
        self.write_unstable(self.a & self.x, indexed, bus);
    }

    pub(super) fn shx<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let indexed = self.abs_by_y(bus);
        self.write_unstable(self.x, indexed, bus);
    }

    pub(super) fn shy<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let indexed = self.abs_by_x(bus);
        self.write_unstable(self.y, indexed, bus);
    }

    pub(super) fn tas<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.s = self.a & self.x;
        self.sha_abs(bus);
    }
}

/// Operations with their own bus cycles.
impl<Byte: Domain> Mos6502<Byte> {
    /// A taken branch reads the next opcode during the addition of the offset, and reads again in the wrong page if the target
    /// is in another page.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn branch<Bus: Decide<Byte>>(
        &mut self,
        condition: impl FnOnce(&Self) -> Byte::Bit,
        bus: &mut CountingBus<Bus>,
    ) {
        let offset = self.last_operand(bus);
        if bus.bus.decide(condition(self)) {
            let offset = bus.bus.concretize(offset).cast_signed();
            self.read_pc(bus);
            let target = self.pc.wrapping_add_signed(offset.into());
            let uncarried = (self.pc & 0xFF00) | (target & 0x00FF);
            if uncarried != target {
                self.poll(bus);
                let waits = self.begin_last_read(uncarried.into(), bus);
                // RDY repeats the read after a carry, but before a borrow.
                let is_carried = waits > 0 && offset >= 0;
                bus.bus.read_unused(if is_carried { target } else { uncarried }.into());
            }
            self.pc = target;
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn jmp<Bus: Decide<Byte>>(
        &mut self,
        mode: impl FnOnce(&mut Self, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let target = mode(self, bus);
        self.pc = bus.bus.concretize_word(target);
    }

    /// Reads the high byte of the target after pushing PC, which then points to that byte.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn jsr<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let low = self.operand(bus);
        let low = bus.bus.concretize(low);
        self.read_stack(bus);
        self.push_pc(bus);
        let high = self.last_operand(bus);
        self.pc = u16::from_be_bytes([bus.bus.concretize(high), low]);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn rts<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.read_pc(bus);
        self.read_stack(bus);
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = bus.bus.concretize_word(Byte::join(high, low));
        self.last_operand(bus);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn rti<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.read_pc(bus);
        self.read_stack(bus);
        self.p = self.pull(bus) & Byte::from(FLAGS);
        let low = self.pull(bus);
        let high = self.last_pull(bus);
        self.pc = bus.bus.concretize_word(Byte::join(high, low));
    }

    /// An SO edge during CLV is lost.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn clv<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.last_read_unused(Byte::Word::from(self.pc), bus);
        self.set_flag(flag::V, false.into());
        bus.bus.overflow();
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pha<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.read_pc(bus);
        self.poll(bus);
        self.push(self.a, bus);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn php<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.poll_so(bus);
        self.read_pc(bus);
        self.poll(bus);
        self.push(self.p | Byte::from(PUSHED_BY_INSTRUCTION), bus);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pla<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let value = self.pull_from_stack(bus);
        self.lda(value);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn plp<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.p = self.pull_from_stack(bus) & Byte::from(FLAGS);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn pull_from_stack<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte {
        self.read_pc(bus);
        self.read_stack(bus);
        self.last_pull(bus)
    }
}

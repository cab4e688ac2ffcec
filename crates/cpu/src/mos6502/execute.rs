//! The 256 opcodes: the access, the operation (by its mnemonic) and the addressing mode of each.
//!
//! | access | |
//! |---|---|
//! | `read`, `write`, `modify` | the operation reads, writes, or reads and writes memory |
//! | `read_d`, `modify_d` | the same, and it depends on the flag D |
//! | `modify_a`, `implied` | it operates on A, on registers |
//! | none | the operation has its own bus cycles |
//!
//! | mode | operand |
//! |---|---|
//! | `imm`, `zp`, `abs` | `#n`, `n`, `nn` |
//! | `zp_x`, `zp_y`, `abs_x`, `abs_y` | `n,X`, `n,Y`, `nn,X`, `nn,Y` |
//! | `ind_x`, `ind_y`, `ind` | `(n,X)`, `(n),Y`, `(nn)` |
//!
//! Interrupts, RESET and JAM.
//! The lines are polled before the last cycle of each instruction. CLI, SEI and PLP change I in their last cycle and
//! therefore take effect one instruction late; RTI takes effect immediately. A branch polls before its second cycle, whether
//! taken or not, and again only before a fourth. Interrupt sequences and BRK do not poll: the first instruction of a handler
//! is executed.
//!
//! If RDY repeats the read in the cycle after a poll, or the last read of an interrupt sequence, the lines are polled before each
//! repetition. CLI and SEI have changed I by then, PLP has not.
//!
//! An SO edge sets V before the next instruction and before P is pushed. An edge during CLV is lost. On the chip, the other
//! instructions that write V lose it too; this is not emulated.

use super::{
    CountingBus, Event, Mos6502,
    alu::{FLAGS, flag},
};
use crate::{
    bus::{Decide, StepCost},
    domain::Domain,
};

macro_rules! opcodes {
    ($opcode:ident $cpu:ident $bus:ident $($code:literal $method:ident($($argument:ident),*);)*) => {
        match $opcode { $($code => $cpu.$method($(Self::$argument,)* $bus),)* }
    };
}

impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn execute<Bus: Decide<Byte>>(&mut self, opcode: u8, bus: &mut CountingBus<Bus>) {
        opcodes! { opcode self bus
        0x00 brk();            0x01 read(ora, ind_x);   0x02 jam();              0x03 modify(slo, ind_x);
        0x04 read(nop, zp);    0x05 read(ora, zp);      0x06 modify(asl, zp);    0x07 modify(slo, zp);
        0x08 php();            0x09 read(ora, imm);     0x0A modify_a(asl);   0x0B read(anc, imm);
        0x0C read(nop, abs);   0x0D read(ora, abs);     0x0E modify(asl, abs);   0x0F modify(slo, abs);
        0x10 branch(pl);       0x11 read(ora, ind_y);   0x12 jam();              0x13 modify(slo, ind_y);
        0x14 read(nop, zp_x);  0x15 read(ora, zp_x);    0x16 modify(asl, zp_x);  0x17 modify(slo, zp_x);
        0x18 implied(clc);     0x19 read(ora, abs_y);   0x1A implied(nop_implied); 0x1B modify(slo, abs_y);
        0x1C read(nop, abs_x); 0x1D read(ora, abs_x);   0x1E modify(asl, abs_x); 0x1F modify(slo, abs_x);
        0x20 jsr();            0x21 read(and, ind_x);   0x22 jam();              0x23 modify(rla, ind_x);
        0x24 read(bit, zp);    0x25 read(and, zp);      0x26 modify(rol, zp);    0x27 modify(rla, zp);
        0x28 plp();            0x29 read(and, imm);     0x2A modify_a(rol);   0x2B read(anc, imm);
        0x2C read(bit, abs);   0x2D read(and, abs);     0x2E modify(rol, abs);   0x2F modify(rla, abs);
        0x30 branch(mi);       0x31 read(and, ind_y);   0x32 jam();              0x33 modify(rla, ind_y);
        0x34 read(nop, zp_x);  0x35 read(and, zp_x);    0x36 modify(rol, zp_x);  0x37 modify(rla, zp_x);
        0x38 implied(sec);     0x39 read(and, abs_y);   0x3A implied(nop_implied); 0x3B modify(rla, abs_y);
        0x3C read(nop, abs_x); 0x3D read(and, abs_x);   0x3E modify(rol, abs_x); 0x3F modify(rla, abs_x);
        0x40 rti();            0x41 read(eor, ind_x);   0x42 jam();              0x43 modify(sre, ind_x);
        0x44 read(nop, zp);    0x45 read(eor, zp);      0x46 modify(lsr, zp);    0x47 modify(sre, zp);
        0x48 pha();            0x49 read(eor, imm);     0x4A modify_a(lsr);   0x4B read(alr, imm);
        0x4C jmp(direct);      0x4D read(eor, abs);     0x4E modify(lsr, abs);   0x4F modify(sre, abs);
        0x50 branch(vc);       0x51 read(eor, ind_y);   0x52 jam();              0x53 modify(sre, ind_y);
        0x54 read(nop, zp_x);  0x55 read(eor, zp_x);    0x56 modify(lsr, zp_x);  0x57 modify(sre, zp_x);
        0x58 implied(cli);     0x59 read(eor, abs_y);   0x5A implied(nop_implied); 0x5B modify(sre, abs_y);
        0x5C read(nop, abs_x); 0x5D read(eor, abs_x);   0x5E modify(lsr, abs_x); 0x5F modify(sre, abs_x);
        0x60 rts();            0x61 read_d(adc, ind_x); 0x62 jam();              0x63 modify_d(rra, ind_x);
        0x64 read(nop, zp);    0x65 read_d(adc, zp);    0x66 modify(ror, zp);    0x67 modify_d(rra, zp);
        0x68 pla();            0x69 read_d(adc, imm);   0x6A modify_a(ror);   0x6B read_d(arr, imm);
        0x6C jmp(ind);         0x6D read_d(adc, abs);   0x6E modify(ror, abs);   0x6F modify_d(rra, abs);
        0x70 branch(vs);       0x71 read_d(adc, ind_y); 0x72 jam();              0x73 modify_d(rra, ind_y);
        0x74 read(nop, zp_x);  0x75 read_d(adc, zp_x);  0x76 modify(ror, zp_x);  0x77 modify_d(rra, zp_x);
        0x78 implied(sei);     0x79 read_d(adc, abs_y); 0x7A implied(nop_implied); 0x7B modify_d(rra, abs_y);
        0x7C read(nop, abs_x); 0x7D read_d(adc, abs_x); 0x7E modify(ror, abs_x); 0x7F modify_d(rra, abs_x);
        0x80 read(nop, imm);   0x81 write(sta, ind_x);  0x82 read(nop, imm);     0x83 write(sax, ind_x);
        0x84 write(sty, zp);   0x85 write(sta, zp);     0x86 write(stx, zp);     0x87 write(sax, zp);
        0x88 implied(dey);     0x89 read(nop, imm);     0x8A implied(txa);       0x8B xaa();
        0x8C write(sty, abs);  0x8D write(sta, abs);    0x8E write(stx, abs);    0x8F write(sax, abs);
        0x90 branch(cc);       0x91 write(sta, ind_y);  0x92 jam();              0x93 sha_ind();
        0x94 write(sty, zp_x); 0x95 write(sta, zp_x);   0x96 write(stx, zp_y);   0x97 write(sax, zp_y);
        0x98 implied(tya);     0x99 write(sta, abs_y);  0x9A implied(txs);       0x9B tas();
        0x9C shy();            0x9D write(sta, abs_x);  0x9E shx();              0x9F sha_abs();
        0xA0 read(ldy, imm);   0xA1 read(lda, ind_x);   0xA2 read(ldx, imm);     0xA3 read(lax, ind_x);
        0xA4 read(ldy, zp);    0xA5 read(lda, zp);      0xA6 read(ldx, zp);      0xA7 read(lax, zp);
        0xA8 implied(tay);     0xA9 read(lda, imm);     0xAA implied(tax);       0xAB lxa();
        0xAC read(ldy, abs);   0xAD read(lda, abs);     0xAE read(ldx, abs);     0xAF read(lax, abs);
        0xB0 branch(cs);       0xB1 read(lda, ind_y);   0xB2 jam();              0xB3 read(lax, ind_y);
        0xB4 read(ldy, zp_x);  0xB5 read(lda, zp_x);    0xB6 read(ldx, zp_y);    0xB7 read(lax, zp_y);
        0xB8 clv();            0xB9 read(lda, abs_y);   0xBA implied(tsx);       0xBB read(las, abs_y);
        0xBC read(ldy, abs_x); 0xBD read(lda, abs_x);   0xBE read(ldx, abs_y);   0xBF read(lax, abs_y);
        0xC0 read(cpy, imm);   0xC1 read(cmp, ind_x);   0xC2 read(nop, imm);     0xC3 modify(dcp, ind_x);
        0xC4 read(cpy, zp);    0xC5 read(cmp, zp);      0xC6 modify(dec, zp);    0xC7 modify(dcp, zp);
        0xC8 implied(iny);     0xC9 read(cmp, imm);     0xCA implied(dex);       0xCB read(axs, imm);
        0xCC read(cpy, abs);   0xCD read(cmp, abs);     0xCE modify(dec, abs);   0xCF modify(dcp, abs);
        0xD0 branch(ne);       0xD1 read(cmp, ind_y);   0xD2 jam();              0xD3 modify(dcp, ind_y);
        0xD4 read(nop, zp_x);  0xD5 read(cmp, zp_x);    0xD6 modify(dec, zp_x);  0xD7 modify(dcp, zp_x);
        0xD8 implied(cld);     0xD9 read(cmp, abs_y);   0xDA implied(nop_implied); 0xDB modify(dcp, abs_y);
        0xDC read(nop, abs_x); 0xDD read(cmp, abs_x);   0xDE modify(dec, abs_x); 0xDF modify(dcp, abs_x);
        0xE0 read(cpx, imm);   0xE1 read_d(sbc, ind_x); 0xE2 read(nop, imm);     0xE3 modify_d(isc, ind_x);
        0xE4 read(cpx, zp);    0xE5 read_d(sbc, zp);    0xE6 modify(inc, zp);    0xE7 modify_d(isc, zp);
        0xE8 implied(inx);     0xE9 read_d(sbc, imm);   0xEA implied(nop_implied); 0xEB read_d(sbc, imm);
        0xEC read(cpx, abs);   0xED read_d(sbc, abs);   0xEE modify(inc, abs);   0xEF modify_d(isc, abs);
        0xF0 branch(eq);       0xF1 read_d(sbc, ind_y); 0xF2 jam();              0xF3 modify_d(isc, ind_y);
        0xF4 read(nop, zp_x);  0xF5 read_d(sbc, zp_x);  0xF6 modify(inc, zp_x);  0xF7 modify_d(isc, zp_x);
        0xF8 implied(sed);     0xF9 read_d(sbc, abs_y); 0xFA implied(nop_implied); 0xFB modify_d(isc, abs_y);
        0xFC read(nop, abs_x); 0xFD read_d(sbc, abs_x); 0xFE modify(inc, abs_x); 0xFF modify_d(isc, abs_x);
        }
    }
}

const NMI: u16 = 0xFFFA;
const RESET: u16 = 0xFFFC;
const IRQ: u16 = 0xFFFE;

/// Bits 4 and 5 of P when pushed.
pub(super) const PUSHED_BY_INSTRUCTION: u8 = 0x30;
const PUSHED_BY_INTERRUPT: u8 = 0x20;

impl Event {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn polled<Byte: Domain, Bus: Decide<Byte>>(self, masks_irq: Byte::Bit, bus: &mut Bus) -> Event {
        let irq = bus.irq() && self == Event::None && bus.decide(!masks_irq);
        if bus.nmi() {
            Event::Nmi
        } else if irq {
            Event::Irq
        } else {
            self
        }
    }

    #[cold]
    fn polled_in_waits<Byte: Domain, Bus: Decide<Byte>>(
        self,
        waits: u16,
        masks_irq: Byte::Bit,
        bus: &mut Bus,
    ) -> Event {
        (0..waits).fold(self, |event, _| {
            let event = event.polled::<Byte, Bus>(masks_irq, bus);
            bus.elapse(1);
            event
        })
    }
}

impl<Byte: Domain> Mos6502<Byte> {
    /// Executes the reset sequence: seven cycles like an interrupt, but reading the stack instead of writing it. Sets I; D
    /// does not change.
    pub fn reset<Bus: Decide<Byte>>(&mut self, bus: &mut Bus) -> StepCost {
        let mut bus = CountingBus::new(bus);
        self.reset_sequence(&mut bus);
        bus.cost()
    }

    fn reset_sequence<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.event = Event::None;
        self.discard_fetches(bus);
        for _ in 0..3 {
            self.read_stack(bus);
            self.s = self.s.difference(Byte::from(1), false.into()).0;
        }
        self.set_flag(flag::I, true.into());
        self.jump_through(RESET, bus);
    }

    /// Performs the two discarded fetches at PC before an interrupt.
    fn discard_fetches<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        bus.fetch_unused(self.pc);
        bus.fetch_unused(self.pc);
    }

    /// Returns whether an event replaces the next instruction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn has_event<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> bool {
        if bus.bus.reset() {
            self.event = Event::InReset;
        }
        self.event != Event::None
    }

    /// Sets V after an SO edge.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn poll_so<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        if bus.bus.overflow() {
            self.set_flag(flag::V, true.into());
        }
    }

    /// Polls IRQ and NMI. Compiles to nothing for a bus without lines.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn poll<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.event = self.event.polled::<Byte, Bus>(self.flag(flag::I), bus.bus);
    }

    /// Passes the cycles of the last read of an instruction. RDY repeats it; the lines are polled before each repetition.
    /// Returns the number of repetitions.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn begin_last_read<Bus: Decide<Byte>>(
        &mut self,
        address: Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) -> u16 {
        let waits = bus.begin_read(address);
        self.repeat_read(waits, bus);
        waits
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn repeat_read<Bus: Decide<Byte>>(&mut self, waits: u16, bus: &mut CountingBus<Bus>) {
        if waits > 0 {
            self.event = self.event.polled_in_waits::<Byte, Bus>(waits, self.flag(flag::I), bus.bus);
            bus.add_cycles(waits.into());
        }
    }

    /// Executes a step with an event. By value, so that the state of a running processor can stay in host registers.
    #[cold]
    pub(super) fn execute_event<Bus: Decide<Byte>>(mut self, bus: &mut Bus) -> (Self, StepCost) {
        let mut bus = CountingBus::new(bus);
        match self.event {
            Event::Jam => {
                for address in [0xFFFF, 0xFFFE, 0xFFFE] {
                    bus.read(Byte::Word::from(address));
                }
                self.event = Event::Jammed;
            }
            Event::Jammed => {
                bus.read(Byte::Word::from(0xFFFF));
            }
            Event::InReset => {
                bus.fetch_unused(self.pc);
                self.event = Event::Reset;
            }
            Event::Reset => self.reset_sequence(&mut bus),
            Event::None | Event::Irq | Event::Nmi => {
                self.discard_fetches(&mut bus);
                self.interrupt(PUSHED_BY_INTERRUPT, &mut bus);
            }
        }
        (self, bus.cost())
    }

    /// Executes BRK, a software interrupt that skips the byte after it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn brk<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.operand(bus);
        self.interrupt(PUSHED_BY_INSTRUCTION, bus);
    }

    /// Pushes PC and P and jumps through the vector. An NMI before the push of P takes over the vector.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn interrupt<Bus: Decide<Byte>>(&mut self, pushed_bits: u8, bus: &mut CountingBus<Bus>) {
        self.poll_so(bus);
        self.push_pc(bus);
        let nmi = bus.bus.nmi() || self.event == Event::Nmi;
        self.event = Event::None;
        self.push((self.p & Byte::from(FLAGS)) | Byte::from(pushed_bits), bus);
        self.set_flag(flag::I, true.into());
        self.jump_through(if nmi { NMI } else { IRQ }, bus);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn jump_through<Bus: Decide<Byte>>(&mut self, vector: u16, bus: &mut CountingBus<Bus>) {
        let low = bus.read(Byte::Word::from(vector));
        if vector == NMI {
            // An edge after the selection of the vector is lost.
            bus.bus.nmi();
        }
        let waits = bus.begin_read(Byte::Word::from(vector + 1));
        if vector == IRQ && !bus.bus.is_nmi_active() {
            // So is an edge since the push of P whose pulse has ended.
            bus.bus.nmi();
        }
        self.repeat_read(waits, bus);
        let high = bus.bus.read(Byte::Word::from(vector + 1));
        self.pc = bus.bus.concretize_word(Byte::join(high, low));
    }

    /// Executes JAM, which halts until RESET. The chip then reads FFFF, FFFE, FFFE, and FFFF repeatedly.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn jam<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.read_pc(bus);
        self.event = Event::Jam;
    }
}

//! Interrupts, HALT and RESET.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::execution_context::{ExecutionContext, Source};
use crate::registers::{F, HL};
use crate::z80::alu::flag;
use crate::z80::{ACKNOWLEDGE, After, WorkingCopy};

impl After {
    /// Returns whether neither INT nor NMI is accepted.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn blocks_interrupts(self) -> bool {
        matches!(self, After::Prefix | After::DeviceDd | After::DeviceEd | After::DeviceFd)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn defers_int(self) -> bool {
        self.blocks_interrupts() | matches!(self, After::Ei | After::Retn)
    }
}

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    /// Accepts a pending interrupt or RESET. Returns whether it did.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn accept_interrupt<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        after: After,
    ) -> bool {
        if cx.bus.reset() {
            self.call_out_of_line(cx, |cpu, cx| cpu.hold_in_reset(cx));
            return true;
        }
        if !after.blocks_interrupts() && cx.bus.nmi() {
            self.call_out_of_line(cx, |cpu, cx| cpu.respond_to_nmi(cx));
            return true;
        }
        let may_accept = self.state.iff1 != false.into() && !after.defers_int();
        if !(may_accept && cx.bus.irq() && cx.bus.decide(self.state.iff1)) {
            return false;
        }
        self.call_out_of_line(cx, |cpu, cx| cpu.respond_to_int(cx, after));
        true
    }

    /// Spends one cycle in RESET.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn hold_in_reset<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        self.state.reset();
        self.q = false.into();
        self.after = After::Reset;
        cx.pc = 0;
        cx.internal(1);
    }

    /// Accepts NMI, which does not change IFF2. An edge during the response or in the cycle after it is lost.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn respond_to_nmi<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        self.leave_instruction();
        self.state.iff1 = false.into();
        cx.fetch_unused(5);
        self.r.push(cx, cx.pc.into());
        self.jump(cx, 0x0066.into());
        cx.bus.nmi();
        self.after = After::Nmi;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn respond_to_int<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, after: After) {
        let q = self.q;
        if after == After::LoadFromIr {
            self.r[F] = self.r[F] & (!flag::P).into();
        }
        self.leave_instruction();
        self.state.iff1 = false.into();
        self.state.iff2 = false.into();
        cx.begin_acknowledge(Source::DeviceOpcode);
        let byte = cx.acknowledge(ACKNOWLEDGE);
        cx.source = Source::Memory;
        match cx.bus.concretize(self.state.im) {
            0 if Bus::SUPPLIES_OPCODES => {
                let opcode = cx.bus.concretize(byte);
                self.execute_device_opcode(cx, opcode, q);
            }
            // A byte that no device drives is FF, `RST 38`.
            0 | 1 => {
                cx.internal(1);
                self.r.push(cx, cx.pc.into());
                self.jump(cx, 0x0038.into());
            }
            _ => {
                cx.internal(1);
                self.r.push(cx, cx.pc.into());
                let vector = Byte::join(self.state.i, byte);
                let low = cx.read(vector, 3);
                let high = cx.read(Byte::offset(vector, 1), 3);
                self.jump(cx, Byte::join(high, low));
            }
        }
    }

    /// Executes an opcode from an interrupting device (IM 0). The device also supplies the byte after a prefix; operands are
    /// read from memory at PC, which is not incremented.
    #[inline(never)]
    fn execute_device_opcode<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        opcode: u8,
        q: Byte::Bit,
    ) {
        cx.source = Source::DeviceOpcode;
        self.execute::<HL, Bus>(opcode, cx, q);
        cx.source = Source::Memory;
    }

    /// Clears Q and counts a refresh.
    fn leave_instruction(&mut self) {
        self.q = false.into();
        self.state.refresh.count();
    }

    /// Executes a step that does not fetch an opcode from memory, or returns the first opcode of an NMI handler.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn replace_fetch<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        after: After,
    ) -> Option<u8> {
        match after {
            After::Nmi => return Some(self.fetch_after_nmi(cx)),
            _ if !Bus::SUPPLIES_OPCODES => self.halt_cycle(cx),
            After::DeviceDd => self.execute_device_opcode(cx, 0xDD, false.into()),
            After::DeviceEd => self.execute_device_opcode(cx, 0xED, false.into()),
            After::DeviceFd => self.execute_device_opcode(cx, 0xFD, false.into()),
            _ => self.halt_cycle(cx),
        }
        None
    }

    fn fetch_after_nmi<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) -> u8 {
        self.state.refresh.count();
        cx.fetch_after_nmi(4)
    }

    /// Spends one fetch in HALT: the opcode after the HALT is fetched and discarded.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn halt_cycle<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        self.after = After::Halt;
        self.leave_instruction();
        cx.fetch_unused(4);
    }
}

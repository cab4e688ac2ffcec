//! Interrupts, RESET and JAM.
//!
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

use super::alu::{FLAGS, flag};
use super::counting_bus::CountingBus;
use super::state::{Event, Mos6502};
use crate::bus::Decide;
use crate::domain::Domain;
use crate::processor::StepCost;

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

//! The state of the 6502.

use arcadian_isa::Processor;

use super::alu::{FLAGS, flag};
use super::counting_bus::CountingBus;
use crate::bus::Decide;
use crate::domain::{Domain, DomainMap};
use crate::domain::{is_set, mask_if};
use crate::processor::{Core, Register, register};
use crate::processor::{RunCost, StepCost};

/// A MOS 6502 (NMOS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mos6502<Byte: Domain = u8> {
    /// The accumulator A.
    pub a: Byte,
    /// The index register X.
    pub x: Byte,
    /// The index register Y.
    pub y: Byte,
    /// The stack pointer S: the low byte of the first free address in page 1.
    pub s: Byte,
    /// The flags NV--DIZC. Bits 4 and 5 do not exist in the chip and are 0 here. PHP and BRK push both of them as 1; an
    /// interrupt pushes only bit 5 as 1.
    pub p: Byte,
    /// The program counter.
    pub pc: u16,
    /// The event that replaces the next instruction.
    pub event: Event,
}

/// The event that replaces the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// No event: an instruction is executed.
    None,
    /// IRQ is accepted.
    Irq,
    /// NMI is accepted.
    Nmi,
    /// JAM has been executed.
    Jam,
    /// The processor is halted by JAM.
    Jammed,
    /// RESET is active.
    InReset,
    /// RESET has been released: the reset sequence follows.
    Reset,
}

impl<Byte: Domain> Mos6502<Byte> {
    /// Returns the same state in another domain.
    pub fn map<To: Domain>(&self, map: &impl DomainMap<Byte, To>) -> Mos6502<To> {
        let [a, x, y, s, p] = [self.a, self.x, self.y, self.s, self.p].map(|byte| map.byte(byte));
        Mos6502 { a, x, y, s, p, pc: self.pc, event: self.event }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn flag(&self, mask: u8) -> Byte::Bit {
        is_set(self.p, mask)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn set_flag(&mut self, mask: u8, value: Byte::Bit) {
        self.set_flags(mask, mask_if(value, mask));
    }

    /// Replaces the flags in the mask. All other bits of `values` must be 0.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn set_flags(&mut self, mask: u8, values: Byte) {
        self.p = (self.p & Byte::from(!mask)) | values;
    }
}

impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn execute_next<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        self.poll_so(bus);
        let opcode = bus.fetch(self.pc);
        self.pc = self.pc.wrapping_add(1);
        self.execute(opcode, bus);
    }
}

/// The state after power-on and reset. PC is 0 instead of the RESET vector.
impl<Byte: Domain> Default for Mos6502<Byte> {
    fn default() -> Self {
        let zero = Byte::from(0);
        let p = Byte::from(flag::I);
        Mos6502 { a: zero, x: zero, y: zero, s: Byte::from(0xFD), p, pc: 0, event: Event::None }
    }
}

impl<Byte: Domain> Core<Byte> for Mos6502<Byte> {
    const PROCESSOR: Processor = Processor::Mos6502;

    // PC is not listed: it is concrete in every domain and has its own methods.
    const REGISTERS: &'static [Register<Self, Byte>] = &[
        register!(byte "A", |cpu| cpu.a),
        register!(byte "X", |cpu| cpu.x),
        register!(byte "Y", |cpu| cpu.y),
        register!(byte "S", |cpu| cpu.s),
        Register {
            name: "P",
            bits: 8,
            get: |cpu| Byte::join(0.into(), cpu.p),
            set: |cpu, word| cpu.p = Byte::split(word).1 & FLAGS.into(),
        },
    ];

    const PARTS: &'static [Register<Self, Byte>] = &[];

    // One copy per bus type, because it is large; `run` is the fast path.
    #[inline(never)]
    fn step<Bus: Decide<Byte>>(&mut self, bus: &mut Bus) -> StepCost {
        let mut bus = CountingBus::new(bus);
        if self.has_event(&mut bus) {
            let cost;
            (*self, cost) = self.execute_event(bus.bus);
            return cost;
        }
        self.execute_next(&mut bus);
        bus.cost()
    }

    fn run<Bus: Decide<Byte>>(
        &mut self,
        bus: &mut Bus,
        limit: u64,
        mut stop: impl FnMut(u16) -> bool,
    ) -> RunCost {
        // A local copy, to which no pointer exists, stays in host registers.
        let mut cpu = *self;
        let mut bus = CountingBus::new(bus);
        let mut left = limit;
        // A processor that is already halted waits for a device to run.
        let mut is_waiting = cpu.is_halted() && bus.bus.is_clocked();
        while left > 0 {
            left -= 1;
            if cpu.has_event(&mut bus) {
                let cost;
                (cpu, cost) = cpu.execute_event(bus.bus);
                bus.add_cycles(cost.cycles);
            } else {
                cpu.execute_next(&mut bus);
            }
            let is_halted = cpu.event != Event::None && cpu.is_halted();
            if stop(cpu.pc) || is_halted && !is_waiting || bus.bus.ends_run() {
                break;
            }
            is_waiting &= is_halted;
        }
        *self = cpu;
        RunCost { instructions: limit - left, cycles: bus.cycles(), accesses: bus.cycles() }
    }

    fn pc(&self) -> u16 {
        self.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.pc = address;
    }

    fn stack(&self) -> Byte::Word {
        Byte::join(Byte::from(1), self.s)
    }

    fn is_halted(&self) -> bool {
        matches!(self.event, Event::Jam | Event::Jammed | Event::InReset | Event::Reset)
    }
}

//! The NMOS MOS 6502: every opcode, with every bus access in its cycle.
//!
//! Sources: MOS MCS6500 Hardware Manual, appendix A (bus activity cycle by cycle), and Programming Manual (1976); Bruce
//! Clark, "Decimal Mode" (the NMOS sequences for A and the flags); "NMOS 6510 Unintended Opcodes: No More Secrets"
//! (undocumented opcodes); "CPU interrupts" of the nesdev wiki (polling of the lines); the Visual 6502 simulation of JAM, in
//! issue 75 of SingleStepTests/ProcessorTests; the same simulation (perfect6502) of lost NMI and SO edges.
//!
//! Every cycle of the 6502 is an access, so the counts of cycles and accesses are equal. Wait states count as accesses,
//! because the chip repeats the read; the bus performs it once.
//!
//! # Decisions precede writes
//!
//! An instruction calls [`Decide`] before its first write, so that an implementation can abandon the
//! instruction and restart it from a copy of the state. The exceptions are values that the chip itself reads only after a
//! write: the high byte of JSR's target, the vector of BRK and of an interrupt, and the flag I when the interrupt line is
//! active.

mod addressing;
mod alu;
mod execute;
mod operations;

use arcadian_isa::Processor;

use crate::{
    bus::{Core, Decide, MachineCycle, Register, RunCost, StepCost, register},
    domain::{Domain, DomainMap, is_set, mask_if},
};
use alu::FLAGS;

pub use alu::flag;
pub use operations::UNSTABLE;

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
    fn flag(&self, mask: u8) -> Byte::Bit {
        is_set(self.p, mask)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_flag(&mut self, mask: u8, value: Byte::Bit) {
        self.set_flags(mask, mask_if(value, mask));
    }

    /// Replaces the flags in the mask. All other bits of `values` must be 0.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_flags(&mut self, mask: u8, values: Byte) {
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

/// The bus with a count of cycles. Every cycle is an access.
struct CountingBus<'a, Bus> {
    bus: &'a mut Bus,
    cycles: u64,
}

impl<'a, Bus> CountingBus<'a, Bus> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(bus: &'a mut Bus) -> Self {
        CountingBus { bus, cycles: 0 }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cost(&self) -> StepCost {
        StepCost { cycles: self.cycles as u32, accesses: self.cycles as u32 }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Adds cycles that have elapsed on the bus without this count.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add_cycles(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn elapse<Byte: Domain>(&mut self, cycles: u32)
    where
        Bus: Decide<Byte>,
    {
        self.cycles += u64::from(cycles);
        self.bus.elapse(cycles);
    }

    /// Passes the cycles of a read, which RDY repeats. The bus performs it once.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn begin_access<Byte: Domain>(&mut self, cycle: MachineCycle, address: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(cycle, address);
        self.elapse(1 + u32::from(waits));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fetch<Byte: Domain>(&mut self, address: u16) -> u8
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Fetch, address.into());
        let opcode = self.bus.fetch(address);
        self.bus.concretize(opcode)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fetch_unused<Byte: Domain>(&mut self, address: u16)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Fetch, address.into());
        self.bus.fetch_unused(address);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read<Byte: Domain>(&mut self, address: Byte::Word) -> Byte
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Read, address);
        self.bus.read(address)
    }

    /// Passes the first cycle of a read. Returns how often RDY repeats it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn begin_read<Byte: Domain>(&mut self, address: Byte::Word) -> u16
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(MachineCycle::Read, address);
        self.elapse(1);
        waits
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read_unused<Byte: Domain>(&mut self, address: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        self.begin_access(MachineCycle::Read, address);
        self.bus.read_unused(address);
    }

    /// Reads and discards the byte at an address before the carry into its high byte. RDY repeats the read after the carry.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read_uncarried<Byte: Domain>(&mut self, address: Byte::Word, carried: Byte::Word)
    where
        Bus: Decide<Byte>,
    {
        let waits = self.bus.wait_states(MachineCycle::Read, address);
        self.elapse(1 + u32::from(waits));
        self.bus.read_unused(if waits > 0 { carried } else { address });
    }

    /// Writes. The NMOS chip ignores RDY during writes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn write<Byte: Domain>(&mut self, address: Byte::Word, value: Byte)
    where
        Bus: Decide<Byte>,
    {
        self.elapse(1);
        self.bus.write(address, value);
    }
}

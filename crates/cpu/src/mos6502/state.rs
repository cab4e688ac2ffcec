//! The registers.

use arcadian_isa::Processor;

use super::counted::Counted;
use super::interrupt::Signal;
use crate::bus::Decide;
use crate::domain::Domain;
use crate::processor::{Core, Register, register};
use crate::step::{Ran, Step};

/// A MOS 6502: its whole state.
///
/// It begins as [`Mos6502::reset`] leaves a chip full of zeros, but for PC: I is set and S is FD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mos6502<T: Domain = u8> {
    /// The accumulator.
    pub a: T,
    /// The index X.
    pub x: T,
    /// The index Y.
    pub y: T,
    /// The stack pointer: the low byte of the first free address in page 1.
    pub s: T,
    /// The flags NV--DIZC. Bits 4 and 5 do not exist in the chip and are 0 here; the copy PHP and BRK push has both set,
    /// that of an interrupt has bit 5.
    pub p: T,
    /// The program counter.
    pub pc: u16,
    /// What the next step does instead of executing an instruction.
    pub signal: Signal,
}

/// The flags by the number of their bit.
pub(super) mod flag {
    pub(in super::super) const N: u32 = 7;
    pub(in super::super) const V: u32 = 6;
    pub(in super::super) const D: u32 = 3;
    pub(in super::super) const I: u32 = 2;
    pub(in super::super) const Z: u32 = 1;
    pub(in super::super) const C: u32 = 0;
    /// The bits of P that are flags.
    pub(in super::super) const ALL: u8 = 0xCF;
}

impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn flag(&self, number: u32) -> T::Bit {
        self.p.bit(number)
    }

    #[inline(always)]
    pub(super) fn set_flag(&mut self, number: u32, value: T::Bit) {
        self.set_flags(1 << number, T::place(value, number));
    }

    /// Takes the flags of the mask from a byte that has nothing else.
    #[inline(always)]
    pub(super) fn set_flags(&mut self, mask: u8, values: T) {
        self.p = (self.p & T::from(!mask)) | values;
    }
}

impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    fn instruction<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.set_overflow(bus);
        let opcode = bus.fetch(self.pc);
        self.pc = self.pc.wrapping_add(1);
        self.execute(opcode, bus);
    }
}

impl<T: Domain> Default for Mos6502<T> {
    fn default() -> Self {
        let zero = T::from(0);
        let p = T::from(1 << flag::I);
        Mos6502 { a: zero, x: zero, y: zero, s: T::from(0xFD), p, pc: 0, signal: Signal::None }
    }
}

impl<T: Domain> Core<T> for Mos6502<T> {
    const PROCESSOR: Processor = Processor::Mos6502;

    // PC is the same for all values and has its own functions.
    const REGISTERS: &'static [Register<Self, T>] = &[
        register!(byte "A", |cpu| cpu.a),
        register!(byte "X", |cpu| cpu.x),
        register!(byte "Y", |cpu| cpu.y),
        register!(byte "S", |cpu| cpu.s),
        Register {
            name: "P",
            bits: 8,
            get: |cpu| T::join(0.into(), cpu.p),
            set: |cpu, word| cpu.p = T::split(word).1 & flag::ALL.into(),
        },
    ];

    // Once for each bus: it is long, and whoever is in a hurry runs.
    #[inline(never)]
    fn step<B: Decide<T>>(&mut self, bus: &mut B) -> Step {
        let mut bus = Counted::new(bus);
        if self.is_interrupted(&mut bus) {
            let step;
            (*self, step) = self.attend(bus.bus);
            return step;
        }
        self.instruction(&mut bus);
        bus.step()
    }

    fn run<B: Decide<T>>(&mut self, bus: &mut B, limit: u64, mut stop: impl FnMut(u16) -> bool) -> Ran {
        // A copy can be in registers of the host.
        let mut cpu = *self;
        let mut bus = Counted::new(bus);
        let mut left = limit;
        // A processor that is already halted waits in here for what time brings.
        let mut waiting = cpu.is_halted() && bus.bus.is_clocked();
        while left > 0 {
            left -= 1;
            if cpu.is_interrupted(&mut bus) {
                let step;
                (cpu, step) = cpu.attend(bus.bus);
                bus.add(step);
            } else {
                cpu.instruction(&mut bus);
            }
            let still = cpu.signal != Signal::None && cpu.is_halted();
            if stop(cpu.pc) || still && !waiting || bus.bus.ends_run() {
                break;
            }
            waiting &= still;
        }
        *self = cpu;
        Ran { instructions: limit - left, cycles: bus.count(), accesses: bus.count() }
    }

    fn pc(&self) -> u16 {
        self.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.pc = address;
    }

    fn stack(&self) -> T::Word {
        T::join(T::from(1), self.s)
    }

    fn is_halted(&self) -> bool {
        matches!(self.signal, Signal::Jam | Signal::Jammed | Signal::Held | Signal::Reset)
    }
}

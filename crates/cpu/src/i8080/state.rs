//! The registers.

use arcadian_isa::Processor;

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::{self, Execute, Flow, Source};
use crate::i8080::alu::ALWAYS_SET;
use crate::processor::{Core, Register, register};
use crate::registers::{A, B, C, D, E, F, H, L, Registers};
use crate::step::{Ran, Step};

/// An 8080.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct I8080<T: Domain = u8> {
    /// B C D E H L F A, numbered as in opcodes; the stack pointer and the program counter. In F bit 1 is always set,
    /// bits 3 and 5 never.
    pub r: Registers<T>,
    /// Whether interrupts are accepted, INTE.
    pub interrupts: bool,
    /// Whether the last instruction was EI: one more comes before an interrupt.
    pub after_ei: bool,
    /// Whether it waits for an interrupt. PC is behind the HLT.
    pub halted: bool,
    /// Whether RESET was active before this instruction, and nothing has been executed since.
    pub in_reset: bool,
}

/// As after a reset, registers as after power-on.
impl<T: Domain> Default for I8080<T> {
    fn default() -> Self {
        let mut r = Registers::default();
        r[F] = ALWAYS_SET.into();
        I8080 { r, interrupts: false, after_ei: false, halted: false, in_reset: false }
    }
}

impl<T: Domain> Core<T> for I8080<T> {
    const PROCESSOR: Processor = Processor::I8080;

    const REGISTERS: &'static [Register<Self, T>] = &[
        register!(byte "A", |cpu| cpu.r[A]),
        register!(byte "F", |cpu| cpu.r[F]),
        register!(byte "B", |cpu| cpu.r[B]),
        register!(byte "C", |cpu| cpu.r[C]),
        register!(byte "D", |cpu| cpu.r[D]),
        register!(byte "E", |cpu| cpu.r[E]),
        register!(byte "H", |cpu| cpu.r[H]),
        register!(byte "L", |cpu| cpu.r[L]),
        register!(word "SP", |cpu| cpu.r.sp),
        register!(word "PSW", |cpu| pair cpu.r[A], cpu.r[F]),
        register!(word "BC", |cpu| pair cpu.r[B], cpu.r[C]),
        register!(word "DE", |cpu| pair cpu.r[D], cpu.r[E]),
        register!(word "HL", |cpu| pair cpu.r[H], cpu.r[L]),
    ];

    // Once for each bus: it is long, and whoever is in a hurry runs.
    #[inline(never)]
    fn step<W: Decide<T>>(&mut self, bus: &mut W) -> Step {
        let (mut cpu, mut pc) = (*self, self.r.pc);
        let step = flow::step(&mut cpu, &mut pc, bus);
        *self = cpu.resting(pc);
        step
    }

    #[inline(never)]
    fn run<W: Decide<T>>(&mut self, bus: &mut W, limit: u64, stop: impl FnMut(u16) -> bool) -> Ran {
        // A copy: nothing points to it, so that it stays in registers of the host.
        let (mut cpu, mut pc) = (*self, self.r.pc);
        let ran = flow::run(&mut cpu, &mut pc, bus, limit, stop);
        *self = cpu.resting(pc);
        ran
    }

    fn pc(&self) -> u16 {
        self.r.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.r.pc = address;
    }

    fn stack(&self) -> T::Word {
        self.r.sp
    }

    fn is_halted(&self) -> bool {
        self.halted | self.in_reset
    }
}

impl<T: Domain> Execute<T> for I8080<T> {
    #[inline(always)]
    fn advance<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        if m.bus.reset() {
            return self.hold_in_reset(m);
        }
        self.in_reset = false;
        m.source = Source::Memory;
        self.accept(m);
        if self.halted {
            return m.wait(1);
        }
        let opcode = m.fetch(4);
        dispatch!(opcode, OP => self.execute::<{ OP }, W>(m));
    }

    #[inline(always)]
    fn stands_still(&self) -> bool {
        self.is_halted()
    }
}

impl<T: Domain> I8080<T> {
    #[inline(always)]
    fn resting(mut self, pc: u16) -> Self {
        self.r.pc = pc;
        self
    }

    /// As the RESET line leaves it.
    pub fn reset(&mut self) {
        *self = I8080 { r: self.r, ..I8080::default() };
        self.r.pc = 0;
    }
}

//! The Intel 8080.
//!
//! Sources: Intel 8080 Microcomputer Systems User's Manual (1975), chapters 2 and 4. AC after ANA and ANI, and the opcodes
//! that the manual omits, follow exercisers that have run on real chips.

pub(crate) mod alu;
mod execute;

use arcadian_isa::Processor;

use crate::{
    bus::{Core, Decide, Register, RunCost, StepCost, register},
    domain::{Domain, DomainMap},
    execution_context::{self, Execute, ExecutionContext, Source, dispatch},
    i8080::alu::ALWAYS_SET,
    registers::{A, B, C, D, E, F, H, L, Registers},
};

pub use alu::flag;

/// An Intel 8080.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct I8080<Byte: Domain = u8> {
    /// The registers. In F, bit 1 is always set; bits 3 and 5 are always clear.
    pub r: Registers<Byte>,
    /// The interrupt enable flip-flop INTE.
    pub inte: Byte::Bit,
    /// Whether the last instruction was EI, which defers interrupts by one instruction.
    pub after_ei: bool,
    /// Whether the processor is waiting for an interrupt after HLT. PC is the address after the HLT.
    pub halted: bool,
    /// Whether the last step was a cycle in RESET.
    pub in_reset: bool,
}

impl<Byte: Domain> I8080<Byte> {
    /// Returns the same state in another domain.
    pub fn map<To: Domain>(&self, map: &impl DomainMap<Byte, To>) -> I8080<To> {
        let Self { after_ei, halted, in_reset, .. } = *self;
        I8080 { r: self.r.map(map), inte: map.bit(self.inte), after_ei, halted, in_reset }
    }
}

/// The state after power-on and reset.
impl<Byte: Domain> Default for I8080<Byte> {
    fn default() -> Self {
        let mut r = Registers::default();
        r[F] = ALWAYS_SET.into();
        I8080 { r, inte: false.into(), after_ei: false, halted: false, in_reset: false }
    }
}

impl<Byte: Domain> Core<Byte> for I8080<Byte> {
    const PROCESSOR: Processor = Processor::I8080;

    const REGISTERS: &'static [Register<Self, Byte>] = &[
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

    const PARTS: &'static [Register<Self, Byte>] = &[register!(bit "INTE", |cpu| cpu.inte)];

    // One copy per bus type, because it is large; `run` is the fast path.
    #[inline(never)]
    fn step<Bus: Decide<Byte>>(&mut self, bus: &mut Bus) -> StepCost {
        let (mut cpu, mut pc) = (*self, self.r.pc);
        let cost = execution_context::step(&mut cpu, &mut pc, bus);
        *self = cpu.with_pc(pc);
        cost
    }

    #[inline(never)]
    fn run<Bus: Decide<Byte>>(
        &mut self,
        bus: &mut Bus,
        limit: u64,
        stop: impl FnMut(u16) -> bool,
    ) -> RunCost {
        // A local copy, to which no pointer exists, stays in host registers.
        let (mut cpu, mut pc) = (*self, self.r.pc);
        let cost = execution_context::run(&mut cpu, &mut pc, bus, limit, stop);
        *self = cpu.with_pc(pc);
        cost
    }

    fn pc(&self) -> u16 {
        self.r.pc
    }

    fn set_pc(&mut self, address: u16) {
        self.r.pc = address;
    }

    fn stack(&self) -> Byte::Word {
        self.r.sp
    }

    fn is_halted(&self) -> bool {
        self.halted | self.in_reset
    }
}

impl<Byte: Domain> Execute<Byte> for I8080<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn execute_next<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        if cx.bus.reset() {
            return self.hold_in_reset(cx);
        }
        self.in_reset = false;
        cx.source = Source::Memory;
        self.accept_interrupt(cx);
        if self.halted {
            return cx.internal(1);
        }
        let opcode = cx.fetch(4);
        dispatch!(Byte, Bus, opcode, op => self.execute(op, cx));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn is_suspended(&self) -> bool {
        self.is_halted()
    }
}

impl<Byte: Domain> I8080<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn with_pc(mut self, pc: u16) -> Self {
        self.r.pc = pc;
        self
    }

    /// Sets the state after RESET. General registers, flags and SP do not change.
    pub fn reset(&mut self) {
        *self = I8080 { r: self.r, ..I8080::default() };
        self.r.pc = 0;
    }
}

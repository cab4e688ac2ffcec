//! A core of any processor, chosen at run time. What runs it is compiled once for all processors, and the cores once for both
//! kinds of bits.

use arcadian_cpu::{Core, Domain, DomainMap, I8080, Mos6502, Register, RunCost, Z80};
use arcadian_isa::Processor;

use crate::{
    byte::{Byte, ParallelBus},
    handle::{ConnectedBus, FromHandles, Handle, HandleBit, HandleBus, ToHandles, with_kind},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyCore<D: Domain> {
    I8080(I8080<D>),
    Z80(Z80<D>),
    Mos6502(Mos6502<D>),
}

/// Evaluates an expression for the core of each processor.
macro_rules! with_core {
    ($any:expr, $core:ident => $value:expr) => {
        match $any {
            AnyCore::I8080($core) => $value,
            AnyCore::Z80($core) => $value,
            AnyCore::Mos6502($core) => $value,
        }
    };
}

impl<D: Domain> AnyCore<D> {
    pub fn map<To: Domain>(&self, map: &impl DomainMap<D, To>) -> AnyCore<To> {
        match self {
            AnyCore::I8080(core) => AnyCore::I8080(core.map(map)),
            AnyCore::Z80(core) => AnyCore::Z80(core.map(map)),
            AnyCore::Mos6502(core) => AnyCore::Mos6502(core.map(map)),
        }
    }
}

impl<D: Domain> AnyCore<D> {
    pub fn new(processor: Processor) -> Self {
        match processor {
            Processor::I8080 => AnyCore::I8080(I8080::default()),
            Processor::Z80 => AnyCore::Z80(Z80::default()),
            Processor::Mos6502 => AnyCore::Mos6502(Mos6502::default()),
        }
    }

    pub fn processor(&self) -> Processor {
        match self {
            AnyCore::I8080(_) => Processor::I8080,
            AnyCore::Z80(_) => Processor::Z80,
            AnyCore::Mos6502(_) => Processor::Mos6502,
        }
    }

    pub fn pc(&self) -> u16 {
        with_core!(self, core => core.pc())
    }

    pub fn set_pc(&mut self, address: u16) {
        with_core!(self, core => core.set_pc(address));
    }

    /// Returns the address in the stack pointer; see [`Core::stack`].
    pub fn stack(&self) -> D::Word {
        with_core!(self, core => core.stack())
    }

    /// Sets the stack pointer; the 6502 uses the low byte.
    pub fn set_stack(&mut self, pointer: D::Word) {
        self.set_word(self.processor().stack_pointer(), pointer);
    }

    pub fn is_halted(&self) -> bool {
        with_core!(self, core => core.is_halted())
    }

    /// Returns a byte of the state, or 0 if the processor does not have it.
    pub fn get(&self, name: &str) -> D {
        with_core!(self, core => get(core, name))
    }

    pub fn set(&mut self, name: &str, value: D) {
        self.set_word(name, D::join(0.into(), value));
    }

    fn set_word(&mut self, name: &str, word: D::Word) {
        with_core!(self, core => set(core, name, word));
    }

    /// Returns the state except PC, each part once.
    pub fn words(&self) -> Vec<D::Word> {
        with_core!(self, core => independent().map(|register| (register.get)(core)).collect())
    }

    /// Replaces each part of the state, except PC, by a function of its name, its value and that in a core of the same processor.
    pub fn combine(
        &mut self,
        other: &Self,
        mut value: impl FnMut(&'static str, D::Word, D::Word) -> D::Word,
    ) {
        match (self, other) {
            (AnyCore::I8080(core), AnyCore::I8080(other)) => combine(core, other, &mut value),
            (AnyCore::Z80(core), AnyCore::Z80(other)) => combine(core, other, &mut value),
            (AnyCore::Mos6502(core), AnyCore::Mos6502(other)) => combine(core, other, &mut value),
            _ => debug_assert!(false, "cores of different processors"),
        }
    }

    /// Returns whether everything but the registers is the same: PC, and what no name denotes.
    pub fn is_equal_except_registers(&self, other: &Self) -> bool {
        let mut one = *self;
        one.combine(other, |_, _, other| other);
        one == *other
    }
}

/// Executes instructions on bits of either kind.
pub(crate) fn run<B: HandleBit>(
    core: &mut AnyCore<Byte<B>>,
    bus: &mut dyn ParallelBus<Byte<B>>,
    limit: u64,
    stop: &mut dyn FnMut(u16) -> bool,
) -> RunCost {
    let mut handles = core.map(&ToHandles);
    let cost = with_kind(B::kind(), || run_handles(&mut handles, &mut HandleBus(bus), limit, stop));
    *core = handles.map(&FromHandles);
    cost
}

fn run_handles(
    core: &mut AnyCore<Byte<Handle>>,
    bus: &mut dyn ParallelBus<Byte<Handle>>,
    limit: u64,
    stop: &mut dyn FnMut(u16) -> bool,
) -> RunCost {
    with_core!(core, core => core.run(&mut ConnectedBus(bus), limit, stop))
}

/// Computes a part of the state from its name, its value and that in another core.
type Value<'a, D> =
    dyn FnMut(&'static str, <D as Domain>::Word, <D as Domain>::Word) -> <D as Domain>::Word + 'a;

fn combine<D: Domain, C: Core<D>>(core: &mut C, other: &C, value: &mut Value<D>) {
    for register in independent::<D, C>() {
        let word = value(register.name, (register.get)(core), (register.get)(other));
        (register.set)(core, word);
    }
}

/// Returns the registers and parts that are not pairs of others.
fn independent<D: Domain, C: Core<D>>() -> impl Iterator<Item = &'static Register<C, D>> {
    let registers = C::REGISTERS.iter().filter(|register| register.bits == 8 || register.name == "SP");
    registers.chain(C::PARTS)
}

fn get<D: Domain, C: Core<D>>(core: &C, name: &str) -> D {
    C::register(name).map_or(0.into(), |register| D::split((register.get)(core)).1)
}

fn set<D: Domain, C: Core<D>>(core: &mut C, name: &str, word: D::Word) {
    if let Some(register) = C::register(name) {
        (register.set)(core, word);
    }
}

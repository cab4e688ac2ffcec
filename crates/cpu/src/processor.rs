//! What the three cores have in common.

use core::fmt::Debug;

use arcadian_isa::Processor;

#[cfg(doc)]
use crate::bus::Bus;
use crate::bus::Decide;
use crate::domain::Domain;
use crate::step::{Ran, Step};

/// A processor: its whole state, and the one thing it does.
pub trait Core<D: Domain = u8>: 'static + Copy + Eq + Debug + Default {
    /// Which one.
    const PROCESSOR: Processor;

    /// Its registers, in the order in which people expect to see them.
    const REGISTERS: &'static [Register<Self, D>];

    /// Executes one instruction, accepts one interrupt, or spends a moment in RESET.
    fn step<B: Decide<D>>(&mut self, bus: &mut B) -> Step;

    /// Executes instructions until `limit` of them are done, `stop` says so of the address of the next one, the bus
    /// [ends the run](Bus::ends_run), or the processor is halted. At least one is executed if the limit allows it. A
    /// processor that is halted to begin with stays in the run if the bus [has a clock](Bus::is_clocked). Faster than
    /// single steps.
    fn run<B: Decide<D>>(&mut self, bus: &mut B, limit: u64, stop: impl FnMut(u16) -> bool) -> Ran;

    /// The address of the next instruction.
    fn pc(&self) -> u16;

    /// Makes another instruction the next one.
    fn set_pc(&mut self, address: u16);

    /// Where the stack pointer points. The 6502's is in page 1, and points to the first free byte.
    fn stack(&self) -> D::Word;

    /// Whether it is halted: by HALT until an interrupt, by JAM until RESET, by RESET while that lasts.
    fn is_halted(&self) -> bool;

    /// The register of this name; letters may be small.
    fn register(name: &str) -> Option<&'static Register<Self, D>> {
        Self::REGISTERS.iter().find(|register| register.name.eq_ignore_ascii_case(name))
    }
}

/// A register by its name.
#[derive(Debug)]
pub struct Register<C, D: Domain = u8> {
    /// The data sheet's name.
    pub name: &'static str,
    /// 8 or 16.
    pub bits: u32,
    /// Its value; of eight bits in the low byte.
    pub get: fn(&C) -> D::Word,
    /// Sets it; eight bits are taken from the low byte.
    pub set: fn(&mut C, D::Word),
}

/// A row of [`Core::REGISTERS`]: a byte, a word, or a word kept as a pair of bytes.
macro_rules! register {
    (byte $name:literal, |$cpu:ident| $place:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| T::join(0.into(), $place),
            set: |$cpu, word| $place = T::split(word).1,
        }
    };
    (word $name:literal, |$cpu:ident| pair $high:expr, $low:expr) => {
        Register {
            name: $name,
            bits: 16,
            get: |$cpu| T::join($high, $low),
            set: |$cpu, word| ($high, $low) = T::split(word),
        }
    };
    (word $name:literal, |$cpu:ident| $place:expr) => {
        Register { name: $name, bits: 16, get: |$cpu| $place, set: |$cpu, word| $place = word }
    };
}
pub(crate) use register;

//! The interface common to the three cores.

use core::fmt::Debug;

use arcadian_isa::Processor;

#[cfg(doc)]
use crate::bus::Bus;
use crate::bus::Decide;
use crate::cost::{RunCost, StepCost};
use crate::domain::Domain;

/// A processor core: its complete state, and the execution of instructions.
pub trait Core<Byte: Domain = u8>: 'static + Copy + Eq + Debug + Default {
    /// The processor that the core models.
    const PROCESSOR: Processor;

    /// The registers, in the usual order for display.
    const REGISTERS: &'static [Register<Self, Byte>];

    /// Executes one instruction, accepts one interrupt, or spends one cycle in RESET.
    fn step<B: Decide<Byte>>(&mut self, bus: &mut B) -> StepCost;

    /// Executes up to `limit` instructions. The run ends early when `stop` returns `true` for the address of the next
    /// instruction, when the bus [ends it](Bus::ends_run), or when the processor halts. Unless `limit` is 0, at least one
    /// instruction is executed. A processor that is already halted waits if the bus [is clocked](Bus::is_clocked).
    ///
    /// This is faster than repeated steps.
    fn run<B: Decide<Byte>>(&mut self, bus: &mut B, limit: u64, stop: impl FnMut(u16) -> bool) -> RunCost;

    /// Returns the address of the next instruction.
    fn pc(&self) -> u16;

    /// Sets the address of the next instruction.
    fn set_pc(&mut self, address: u16);

    /// Returns the address in the stack pointer. On the 6502 it is in page 1 and points to the first free byte.
    fn stack(&self) -> Byte::Word;

    /// Returns whether the processor is halted: by HALT until an interrupt, by JAM until RESET, or while RESET is active.
    fn is_halted(&self) -> bool;

    /// Returns the register with this name, ignoring case.
    fn register(name: &str) -> Option<&'static Register<Self, Byte>> {
        Self::REGISTERS.iter().find(|register| register.name.eq_ignore_ascii_case(name))
    }
}

/// A named register.
#[derive(Debug)]
pub struct Register<C, Byte: Domain = u8> {
    /// The name in the data sheet.
    pub name: &'static str,
    /// The width, 8 or 16.
    pub bits: u32,
    /// Returns the value; an 8-bit value is in the low byte.
    pub get: fn(&C) -> Byte::Word,
    /// Sets the value; an 8-bit register uses the low byte.
    pub set: fn(&mut C, Byte::Word),
}

/// Expands to an entry of [`Core::REGISTERS`]: a byte, a word, or a word stored as a pair of bytes.
macro_rules! register {
    (byte $name:literal, |$cpu:ident| $register:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), $register),
            set: |$cpu, word| $register = Byte::split(word).1,
        }
    };
    (word $name:literal, |$cpu:ident| pair $high:expr, $low:expr) => {
        Register {
            name: $name,
            bits: 16,
            get: |$cpu| Byte::join($high, $low),
            set: |$cpu, word| ($high, $low) = Byte::split(word),
        }
    };
    (word $name:literal, |$cpu:ident| $register:expr) => {
        Register { name: $name, bits: 16, get: |$cpu| $register, set: |$cpu, word| $register = word }
    };
}
pub(crate) use register;

//! The interface common to the three cores.

use core::fmt::Debug;

use arcadian_isa::Processor;

use crate::{bus::Decide, domain::Domain};

#[cfg(doc)]
use crate::bus::Bus;

/// A processor core: its complete state, and the execution of instructions.
pub trait Core<Byte: Domain = u8>: 'static + Copy + Eq + Debug + Default {
    /// The processor that the core models.
    const PROCESSOR: Processor;

    /// The registers, in the usual order for display.
    const REGISTERS: &'static [Register<Self, Byte>];

    /// The rest of the state, except PC: halves of registers that are stored as words, flip-flops, latches.
    const PARTS: &'static [Register<Self, Byte>];

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

    /// Returns the register or part with this name, ignoring case.
    fn register(name: &str) -> Option<&'static Register<Self, Byte>> {
        let mut all = Self::REGISTERS.iter().chain(Self::PARTS);
        all.find(|register| register.name.eq_ignore_ascii_case(name))
    }
}

/// A named register.
#[derive(Debug)]
pub struct Register<C, Byte: Domain = u8> {
    /// The name in the data sheet.
    pub name: &'static str,
    /// The width: 8 or 16, or 1 or 2 for latches.
    pub bits: u32,
    /// Returns the value; one of up to 8 bits is in the low byte.
    pub get: fn(&C) -> Byte::Word,
    /// Sets the value; a register of up to 8 bits uses the low byte.
    pub set: fn(&mut C, Byte::Word),
}

/// Expands to an entry of [`Core::REGISTERS`] or [`Core::PARTS`]: a bit, a byte, a half of a word, a word, or a word stored as
/// a pair of bytes.
macro_rules! register {
    (bit $name:literal, |$cpu:ident| $latch:expr) => {
        Register {
            name: $name,
            bits: 1,
            get: |$cpu| Byte::join(0.into(), Byte::place($latch, 0)),
            set: |$cpu, word| $latch = Byte::split(word).1.bit(0),
        }
    };
    (byte $name:literal, |$cpu:ident| $register:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), $register),
            set: |$cpu, word| $register = Byte::split(word).1,
        }
    };
    (high $name:literal, |$cpu:ident| $word:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), Byte::split($word).0),
            set: |$cpu, word| $word = Byte::join(Byte::split(word).1, Byte::split($word).1),
        }
    };
    (low $name:literal, |$cpu:ident| $word:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), Byte::split($word).1),
            set: |$cpu, word| $word = Byte::join(Byte::split($word).0, Byte::split(word).1),
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

/// The cost of one step: of an instruction, of accepting an interrupt, or of one cycle in a halted state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepCost {
    /// Clock cycles (T-states).
    pub cycles: u32,
    /// Accesses to memory and ports, including interrupt acknowledge cycles.
    pub accesses: u32,
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RunCost {
    /// Steps.
    pub instructions: u64,
    /// Clock cycles (T-states).
    pub cycles: u64,
    /// Accesses to memory and ports.
    pub accesses: u64,
}

impl core::ops::Add for RunCost {
    type Output = RunCost;

    fn add(self, other: RunCost) -> RunCost {
        RunCost {
            instructions: self.instructions + other.instructions,
            cycles: self.cycles + other.cycles,
            accesses: self.accesses + other.accesses,
        }
    }
}

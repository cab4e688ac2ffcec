//! Execution of single instructions on blocks of test machines, by the processor's core.
//!
//! [`Lanes`] is a domain with sixteen machines side by side. Every operation is a loop that the compiler turns into vector instructions.

use std::{
    array::from_fn,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

use arcadian_cpu::{Bus, Core, Decide, Domain, Register};
use arcadian_parallel::flow::BytePlace;

use crate::{
    model::Model,
    operation::Operation,
    test_cases::{TestCase, TestCases},
};

/// Runs operations on states. A state has a byte of each part in scope for each machine of a block.
pub(crate) struct Engine<C: Core<Lanes>> {
    registers: Vec<Option<&'static Register<C, Lanes>>>,
    /// The addresses of the parts that are in memory, with their numbers.
    memory: Vec<(u16, usize)>,
}

/// The address of the instruction that is executed.
const CODE: u16 = 0xE000;

/// A memory with an instruction and the parts of the state that are in memory.
struct LaneBus<'a> {
    code: [u8; 4],
    memory: &'a [(u16, usize)],
    bytes: Vec<Lanes>,
    /// The last decision.
    decision: Mask,
}

impl LaneBus<'_> {
    #[cold]
    fn find(&self, address: Words) -> Option<usize> {
        let address = u16::from_be_bytes([address.high.0[0], address.low.0[0]]);
        self.memory.iter().position(|(place, _)| *place == address)
    }
}

impl Bus<Lanes> for LaneBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    #[inline]
    fn read(&mut self, address: Words) -> Lanes {
        let at = u16::from_be_bytes([address.high.0[0], address.low.0[0]]).wrapping_sub(CODE);
        match self.code.get(usize::from(at)) {
            Some(byte) => (*byte).into(),
            None => self.find(address).map_or(Lanes([0; LANES]), |at| self.bytes[at]),
        }
    }

    fn write(&mut self, address: Words, value: Lanes) {
        if let Some(at) = self.find(address) {
            self.bytes[at] = value;
        }
    }

    #[inline]
    fn fetch(&mut self, address: u16) -> Lanes {
        self.code.get(usize::from(address.wrapping_sub(CODE))).copied().unwrap_or(0).into()
    }

    fn read_unused(&mut self, _: Words) {}

    fn peek(&self, _: u16) -> Lanes {
        0.into()
    }
}

impl Decide<Lanes> for LaneBus<'_> {
    #[inline]
    fn decide(&mut self, bit: Mask) -> bool {
        self.decision = bit;
        bit.0[0] != 0
    }

    #[inline]
    fn concretize(&mut self, value: Lanes) -> u8 {
        value.0[0]
    }
}

impl<C: Core<Lanes>> Engine<C> {
    pub(crate) fn new(model: &Model) -> Self {
        let register = |place| match place {
            BytePlace::Register(name) => C::register(name),
            _ => None,
        };
        let memory = model.used().iter().enumerate().filter_map(|(part, found)| match found.place {
            BytePlace::Memory(address) => Some((address, part)),
            _ => None,
        });
        Engine {
            registers: model.used().iter().map(|part| register(part.place)).collect(),
            memory: memory.collect(),
        }
    }

    /// Returns a core with the registers of a state.
    pub(crate) fn load(&self, state: &[Lanes]) -> C {
        let mut core = C::default();
        core.set_pc(CODE);
        for (register, value) in self.registers.iter().zip(state) {
            if let Some(register) = register {
                (register.set)(&mut core, Words { high: 0.into(), low: *value });
            }
        }
        core
    }

    /// Executes an operation on a loaded core and writes the parts that it changes to `state`, which holds the state before.
    #[inline]
    pub(crate) fn execute(&self, operation: &Operation, core: &C, state: &mut [Lanes]) {
        let mut core = *core;
        let mut bus = self.bus(operation, state);
        core.step(&mut bus);
        for part in &operation.changed {
            if let Some(register) = self.registers[*part] {
                state[*part] = (register.get)(&core).low;
            }
        }
        for ((_, part), value) in self.memory.iter().zip(bus.bytes) {
            state[*part] = value;
        }
    }

    /// Returns the machines in which the condition of a branch holds.
    pub(crate) fn condition(&self, operation: &Operation, core: &C, state: &[Lanes]) -> Mask {
        let mut core = *core;
        let mut bus = self.bus(operation, state);
        core.step(&mut bus);
        bus.decision
    }

    fn bus<'a>(&'a self, operation: &Operation, state: &[Lanes]) -> LaneBus<'a> {
        let bytes = if operation.uses_memory {
            self.memory.iter().map(|(_, part)| state[*part]).collect()
        } else {
            Vec::new()
        };
        LaneBus { code: operation.code, memory: &self.memory, bytes, decision: Mask::NONE }
    }
}

/// Executes plain operations, one after another, from these states.
pub(crate) fn run(model: &Model, operations: &[Operation], entries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    with_core!(model.processor, C => run_on::<C>(model, operations, entries))
}

fn run_on<C: Core<Lanes>>(model: &Model, operations: &[Operation], entries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let engine = Engine::<C>::new(model);
    let test = |entry: &Vec<u8>| TestCase { entry: entry.clone(), result: Vec::new(), allowed: None };
    let mut blocks = TestCases::new(entries.iter().map(test).collect()).entry;
    for state in &mut blocks {
        for operation in operations {
            let core = engine.load(state);
            engine.execute(operation, &core, state);
        }
    }
    let state =
        |number: usize| blocks[number / LANES].iter().map(move |part| part.0[number % LANES]).collect();
    (0..entries.len()).map(state).collect()
}

/// The number of machines in a block.
pub(crate) const LANES: usize = 16;

/// A byte of each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Lanes(pub(crate) [u8; LANES]);

/// A bit of each machine: FF if it is set, otherwise 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Mask(pub(crate) [u8; LANES]);

/// A word of each machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) high: Lanes,
    pub(crate) low: Lanes,
}

macro_rules! bitwise {
    ($type:ident) => {
        impl BitAnd for $type {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] & other.0[lane]))
            }
        }

        impl BitOr for $type {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] | other.0[lane]))
            }
        }

        impl BitXor for $type {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                $type(from_fn(|lane| self.0[lane] ^ other.0[lane]))
            }
        }

        impl Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                $type(self.0.map(|value| !value))
            }
        }
    };
}

bitwise!(Lanes);
bitwise!(Mask);

impl From<u8> for Lanes {
    #[inline(always)]
    fn from(value: u8) -> Self {
        Lanes([value; LANES])
    }
}

impl From<bool> for Mask {
    #[inline(always)]
    fn from(value: bool) -> Self {
        Mask([if value { 0xFF } else { 0 }; LANES])
    }
}

impl From<u16> for Words {
    #[inline(always)]
    fn from(value: u16) -> Self {
        let [high, low] = value.to_be_bytes();
        Words { high: high.into(), low: low.into() }
    }
}

impl Shl<u32> for Lanes {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Lanes(self.0.map(|value| value << by))
    }
}

impl Shr<u32> for Lanes {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Lanes(self.0.map(|value| value >> by))
    }
}

impl Lanes {
    #[inline(always)]
    pub(crate) fn is_all_zero(self) -> bool {
        u128::from_le_bytes(self.0) == 0
    }
}

impl Mask {
    pub(crate) const NONE: Mask = Mask([0; LANES]);

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        u128::from_le_bytes(self.0) == 0
    }
}

impl Domain for Lanes {
    type Bit = Mask;
    type Word = Words;

    #[inline(always)]
    fn sum(self, other: Self, carry: Mask) -> (Self, Self) {
        let add = |lane: usize| self.0[lane].wrapping_add(other.0[lane]).wrapping_add(carry.0[lane] & 1);
        let sum = Lanes(from_fn(add));
        (sum, (self & other) | ((self | other) & !sum))
    }

    #[inline(always)]
    fn bit(self, n: u32) -> Mask {
        Mask(self.0.map(|value| if value & 1 << n != 0 { 0xFF } else { 0 }))
    }

    #[inline(always)]
    fn place(bit: Mask, n: u32) -> Self {
        Lanes(bit.0.map(|bit| bit & 1 << n))
    }

    #[inline(always)]
    fn select(bit: Mask, set: Self, clear: Self) -> Self {
        Lanes(from_fn(|lane| set.0[lane] & bit.0[lane] | clear.0[lane] & !bit.0[lane]))
    }

    #[inline(always)]
    fn is_zero(self) -> Mask {
        Mask(self.0.map(|value| if value == 0 { 0xFF } else { 0 }))
    }

    #[inline(always)]
    fn is_even_parity(self) -> Mask {
        let half = self ^ self >> 4;
        let quarter = half ^ half >> 2;
        !(quarter ^ quarter >> 1).bit(0)
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> Words {
        Words { high, low }
    }

    #[inline(always)]
    fn split(word: Words) -> (Self, Self) {
        (word.high, word.low)
    }

    #[inline(always)]
    fn offset(word: Words, by: u16) -> Words {
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.low.sum(low.into(), Mask::NONE);
        Words { high: word.high.sum(high.into(), carries.bit(7)).0, low }
    }
}

/// Evaluates an expression with the type of the core that runs a processor's test machines.
macro_rules! with_core {
    ($processor:expr, $Core:ident => $value:expr) => {
        match $processor {
            arcadian_isa::Processor::I8080 => {
                type $Core = arcadian_cpu::I8080<$crate::engine::Lanes>;
                $value
            }
            arcadian_isa::Processor::Z80 => {
                type $Core = arcadian_cpu::Z80<$crate::engine::Lanes>;
                $value
            }
            arcadian_isa::Processor::Mos6502 => {
                type $Core = arcadian_cpu::Mos6502<$crate::engine::Lanes>;
                $value
            }
        }
    };
}

pub(crate) use with_core;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lanes() -> impl Strategy<Value = Lanes> {
        any::<[u8; LANES]>().prop_map(Lanes)
    }

    proptest! {
        /// Each operation is that of a single byte in each lane.
        #[test]
        fn each_lane_is_a_byte(one in lanes(), other in lanes(), bits in lanes(), n in 0..8_u32, by: u16) {
            let bit = bits.bit(0);
            let (sum, carries) = one.sum(other, bit);
            for lane in 0..LANES {
                let (a, b, c) = (one.0[lane], other.0[lane], bits.0[lane] & 1 != 0);
                prop_assert_eq!((sum.0[lane], carries.0[lane]), a.sum(b, c));
                prop_assert_eq!(Lanes::select(bit, one, other).0[lane], u8::select(c, a, b));
                prop_assert_eq!(Lanes::place(bit, n).0[lane], u8::place(c, n));
                prop_assert_eq!(one.bit(n).0[lane] != 0, a.bit(n));
                prop_assert_eq!(one.is_zero().0[lane] != 0, a.is_zero());
                prop_assert_eq!(one.is_even_parity().0[lane] != 0, a.is_even_parity());
                let word = Lanes::offset(Lanes::join(one, other), by);
                prop_assert_eq!(u8::join(word.high.0[lane], word.low.0[lane]), u8::offset(u8::join(a, b), by));
            }
        }
    }
}

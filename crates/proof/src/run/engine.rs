//! Scalar execution, one machine at a time: this project's cores and two independent emulators.

mod own;
#[cfg(any(feature = "iz80", feature = "mos6502"))]
mod peer;
mod ram;

use arcadian_cpu::{I8080, Mos6502, RunCost, Z80};
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

pub(crate) use ram::Ram;

/// The emulator that executes a routine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// This project's cores.
    #[default]
    Own,
    /// The crate `iz80`, for the 8080 and the Z80; needs the feature of that name.
    Iz80,
    /// The crate `mos6502`, for the 6502; needs the feature of that name.
    Mos6502,
}

impl Engine {
    /// Returns whether it emulates a processor, if it is compiled in.
    pub fn emulates(self, processor: Processor) -> bool {
        match self {
            Engine::Own => true,
            Engine::Iz80 => processor != Processor::Mos6502,
            Engine::Mos6502 => processor == Processor::Mos6502,
        }
    }

    /// Returns whether the cycles it counts can be compared with those that a sheet states. iz80 counts 12 or 7 cycles for the `JP cc` of
    /// the Z80, which takes 10.
    pub fn counts_cycles_of(self, processor: Processor) -> bool {
        (self, processor) != (Engine::Iz80, Processor::Z80)
    }
}

/// A processor with its memory.
pub(crate) trait ScalarMachine {
    fn ram(&mut self) -> &mut Ram;

    /// Replaces the processor by a new one: a run may leave it halted, or in a state that has no name.
    fn reset(&mut self);

    /// Reads a byte of the processor's state, or returns `None` if the engine does not show it.
    fn get(&self, register: &str) -> Option<u8>;

    /// Writes a byte of the processor's state, if the engine shows it.
    fn set(&mut self, register: &str, value: u8);

    fn stack(&self) -> u16;

    fn set_stack(&mut self, pointer: u16);

    fn pc(&self) -> u16;

    /// Returns whether the processor waits for an interrupt.
    fn is_halted(&self) -> bool;

    /// Executes up to `limit` instructions from `entry`, and returns their cost. Ends early if PC equals `return_address` or leaves
    /// `code`, or if the processor is halted.
    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost;
}

/// Creates a machine, or returns `None` if the engine does not emulate the processor or is not compiled in.
pub(crate) fn machine(engine: Engine, processor: Processor, ram: Ram) -> Option<Box<dyn ScalarMachine>> {
    match (engine, processor) {
        (Engine::Own, Processor::I8080) => Some(Box::new(own::Machine::<I8080>::new(ram))),
        (Engine::Own, Processor::Z80) => Some(Box::new(own::Machine::<Z80>::new(ram))),
        (Engine::Own, Processor::Mos6502) => Some(Box::new(own::Machine::<Mos6502>::new(ram))),
        #[cfg(feature = "iz80")]
        (Engine::Iz80, Processor::I8080 | Processor::Z80) => {
            Some(Box::new(peer::Machine::new(move || arcadian_peers::Iz80::new(processor), ram)?))
        }
        #[cfg(feature = "mos6502")]
        (Engine::Mos6502, Processor::Mos6502) => {
            Some(Box::new(peer::Machine::new(|| Some(arcadian_peers::Mos6502::default()), ram)?))
        }
        _ => None,
    }
}

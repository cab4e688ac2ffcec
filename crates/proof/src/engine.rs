//! Scalar execution, one machine at a time: this project's cores and two independent emulators.

#[cfg(feature = "iz80")]
mod iz80;
#[cfg(feature = "mos6502")]
mod mos6502;
mod own;
mod ram;

use arcadian_cpu::{I8080, Mos6502, RunCost};
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

pub(crate) use ram::{DI, Ram};

/// The emulator that executes a routine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// This project's cores.
    #[default]
    Own,
    /// The crate `iz80`, for the 8080; needs the feature of that name.
    Iz80,
    /// The crate `mos6502`, for the 6502; needs the feature of that name.
    Mos6502,
}

/// A processor with its memory.
pub(crate) trait ScalarMachine {
    fn ram(&mut self) -> &mut Ram;

    /// Reads an 8-bit register.
    fn get(&self, register: &str) -> u8;

    /// Writes an 8-bit register.
    fn set(&mut self, register: &str, value: u8);

    fn stack(&self) -> u16;

    fn set_stack(&mut self, pointer: u16);

    fn pc(&self) -> u16;

    /// Returns the interrupt enable flip-flop, or `None` if the processor or the engine has none.
    fn interrupt_enable(&self) -> Option<bool> {
        None
    }

    /// Sets the interrupt enable flip-flop, if there is one.
    fn set_interrupt_enable(&mut self, _enabled: bool) {}

    /// Whether the processor waits for an interrupt.
    fn is_halted(&self) -> bool;

    /// Executes instructions from `entry` until PC equals `return_address`, and returns their cost. Returns `None` if
    /// that takes more than `limit` instructions, or if PC leaves `code`.
    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> Option<RunCost>;
}

/// Creates a machine, or returns `None` if the engine does not emulate the processor or is not compiled in.
pub(crate) fn machine(engine: Engine, processor: Processor, ram: Ram) -> Option<Box<dyn ScalarMachine>> {
    match (engine, processor) {
        (Engine::Own, Processor::I8080) => {
            Some(Box::new(own::Machine::<I8080>::new(ram, Some(|cpu| &mut cpu.inte))))
        }
        (Engine::Own, Processor::Mos6502) => Some(Box::new(own::Machine::<Mos6502>::new(ram, None))),
        #[cfg(feature = "iz80")]
        (Engine::Iz80, Processor::I8080) => Some(Box::new(iz80::Machine::new(ram))),
        #[cfg(feature = "mos6502")]
        (Engine::Mos6502, Processor::Mos6502) => Some(Box::new(mos6502::Machine::new(ram))),
        _ => None,
    }
}

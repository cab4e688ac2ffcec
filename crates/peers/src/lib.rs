//! Other people's emulators behind one trait, with every register by its name: witnesses for tests, and engines to try answers on.
//!
//! Each emulator is a feature. Those that only tests need are where they are tested: what the program and its tests build differently is
//! built twice.
//!
//! ```
//! use arcadian_isa::Processor;
//! use arcadian_peers::{Iz80, Peer};
//!
//! let mut cpu = Iz80::new(Processor::Z80).expect("a Z80");
//! cpu.set(&[("A", 1), ("B'", 2)]);
//! assert_eq!((cpu.get("A"), cpu.get("B'"), cpu.get("INTE")), (Some(1), Some(2), None));
//! assert!(Iz80::new(Processor::Mos6502).is_none());
//! ```

#[cfg(feature = "iz80")]
mod iz80;
#[cfg(feature = "mos6502")]
mod mos6502;

#[cfg(feature = "iz80")]
pub use iz80::Iz80;
#[cfg(feature = "mos6502")]
pub use mos6502::Mos6502;

/// The memory and the ports that a processor accesses.
pub trait Memory {
    fn read(&mut self, address: u16) -> u8;

    fn write(&mut self, address: u16, value: u8);

    fn input(&mut self, _port: u16) -> u8 {
        0xFF
    }

    fn output(&mut self, _port: u16, _value: u8) {}
}

/// Another emulator of a processor.
pub trait Peer {
    /// Returns a register of eight bits or a latch, if it shows one with this name.
    fn get(&self, register: &str) -> Option<u8> {
        self.registers().into_iter().find_map(|(name, value)| (name == register).then_some(value))
    }

    /// Returns all registers of eight bits and latches that it shows.
    fn registers(&self) -> Vec<(&'static str, u8)>;

    /// Sets registers. Names that it does not have are ignored.
    fn set(&mut self, registers: &[(&str, u8)]);

    /// Returns the address of the stack.
    fn stack(&self) -> u16;

    fn set_stack(&mut self, address: u16);

    fn pc(&self) -> u16;

    fn set_pc(&mut self, address: u16);

    /// Returns whether it waits for an interrupt, or is stopped.
    fn is_halted(&self) -> bool;

    fn cycles(&self) -> u64;

    /// Executes an instruction. Returns `false` if it does not know it, or is stopped.
    fn step(&mut self, memory: &mut dyn Memory) -> bool;
}

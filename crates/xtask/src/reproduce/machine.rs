//! A second emulator of either processor.

use std::collections::BTreeMap;

use super::memory::Memory;

/// An emulator.
pub(super) trait Machine {
    /// Starts at an address with these registers.
    fn begin(&mut self, registers: &BTreeMap<String, u16>, pc: u16);
    /// Executes an instruction.
    fn step(&mut self, memory: &mut Memory);
    fn pc(&self) -> u16;
    /// Whether nothing can go on.
    fn is_stopped(&self) -> bool;
    /// Returns the registers, with the stack pointer, by name.
    fn registers(&mut self) -> BTreeMap<&'static str, u16>;
}

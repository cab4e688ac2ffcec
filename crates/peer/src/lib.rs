//! The independent emulator iz80, an 8080 or a Z80, with every register by its name.
//!
//! iz80 gives access to the alternate registers only in its serialized state. This crate knows the places there.
//!
//! ```
//! use arcadian_isa::Processor;
//! use arcadian_peer::Iz80;
//!
//! let mut cpu = Iz80::new(Processor::Z80).expect("a Z80");
//! cpu.set([("A", 1), ("B'", 2)]);
//! assert_eq!((cpu.get("A"), cpu.get("B'"), cpu.get("INTE")), (Some(1), Some(2), None));
//! assert!(Iz80::new(Processor::Mos6502).is_none());
//! ```

use arcadian_isa::Processor;
use iz80::Reg16;

pub use iz80::Machine;

/// An 8080 or a Z80.
pub struct Iz80 {
    cpu: iz80::Cpu,
    /// The names of the bytes of the serialized state.
    names: &'static [&'static str],
}

/// The registers in the serialized state. Bytes without a name are unused, or nothing that a program can read.
const Z80: [&str; 37] = [
    "A", "F", "B", "C", "D", "E", "H", "L", "I", "R", "IXH", "IXL", "IYH", "IYL", "", "", "A'", "F'", "B'",
    "C'", "D'", "E'", "H'", "L'", "", "", "", "", "", "", "", "", "", "", "IFF1", "IFF2", "IM",
];
const I8080: [&str; 35] = [
    "A", "F", "B", "C", "D", "E", "H", "L", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
    "", "", "", "", "", "", "", "", "", "", "INTE",
];

impl Iz80 {
    /// Creates a processor; there is no 6502.
    pub fn new(processor: Processor) -> Option<Self> {
        match processor {
            Processor::I8080 => Some(Iz80 { cpu: iz80::Cpu::new_8080(), names: &I8080 }),
            Processor::Z80 => Some(Iz80 { cpu: iz80::Cpu::new_z80(), names: &Z80 }),
            Processor::Mos6502 => None,
        }
    }

    /// Returns a register of eight bits or a latch, if it has one with this name.
    pub fn get(&self, register: &str) -> Option<u8> {
        self.cpu.serialize().get(self.place(register)?).copied()
    }

    /// Returns all registers of eight bits and latches.
    pub fn registers(&self) -> Vec<(&'static str, u8)> {
        let state = self.cpu.serialize();
        let named = self.names.iter().zip(state).filter(|(name, _)| !name.is_empty());
        named.map(|(name, value)| (*name, value)).collect()
    }

    /// Sets registers. Names that it does not have are ignored.
    pub fn set<'n>(&mut self, registers: impl IntoIterator<Item = (&'n str, u8)>) {
        let mut state = self.cpu.serialize();
        for (name, value) in registers {
            if let Some(byte) = self.place(name).and_then(|place| state.get_mut(place)) {
                *byte = value;
            }
        }
        // It fails only for a state that is too short.
        let _ = self.cpu.deserialize(&state);
    }

    fn place(&self, register: &str) -> Option<usize> {
        self.names.iter().position(|name| *name == register && !name.is_empty())
    }

    /// Returns the stack pointer.
    pub fn stack(&self) -> u16 {
        self.cpu.immutable_registers().get16(Reg16::SP)
    }

    /// Sets the stack pointer.
    pub fn set_stack(&mut self, pointer: u16) {
        self.cpu.registers().set16(Reg16::SP, pointer);
    }

    /// Returns the program counter.
    pub fn pc(&self) -> u16 {
        self.cpu.immutable_registers().pc()
    }

    /// Sets the program counter.
    pub fn set_pc(&mut self, address: u16) {
        self.cpu.registers().set_pc(address);
    }

    /// Whether it waits for an interrupt.
    pub fn is_halted(&self) -> bool {
        self.cpu.is_halted()
    }

    /// Returns the cycles so far.
    pub fn cycles(&self) -> u64 {
        self.cpu.cycle_count()
    }

    /// Executes an instruction.
    pub fn step(&mut self, machine: &mut dyn Machine) {
        self.cpu.execute_instruction(machine);
    }
}

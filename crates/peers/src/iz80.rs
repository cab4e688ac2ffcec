//! iz80. It gives access to the alternate registers only in its serialized state; the places there are known here.

use arcadian_isa::Processor;
use iz80::{Cpu, Machine, Reg16};

use crate::{Memory, Peer};

/// An 8080 or a Z80.
pub struct Iz80 {
    cpu: Cpu,
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
            Processor::I8080 => Some(Iz80 { cpu: Cpu::new_8080(), names: &I8080 }),
            Processor::Z80 => Some(Iz80 { cpu: Cpu::new_z80(), names: &Z80 }),
            Processor::Mos6502 => None,
        }
    }

    fn place(&self, register: &str) -> Option<usize> {
        self.names.iter().position(|name| *name == register && !name.is_empty())
    }
}

impl Peer for Iz80 {
    fn get(&self, register: &str) -> Option<u8> {
        self.cpu.serialize().get(self.place(register)?).copied()
    }

    fn registers(&self) -> Vec<(&'static str, u8)> {
        let state = self.cpu.serialize();
        let named = self.names.iter().zip(state).filter(|(name, _)| !name.is_empty());
        named.map(|(name, value)| (*name, value)).collect()
    }

    fn set(&mut self, registers: &[(&str, u8)]) {
        let mut state = self.cpu.serialize();
        for (name, value) in registers {
            if let Some(byte) = self.place(name).and_then(|place| state.get_mut(place)) {
                *byte = *value;
            }
        }
        // It fails only for a state that is too short.
        let _ = self.cpu.deserialize(&state);
    }

    fn stack(&self) -> u16 {
        self.cpu.immutable_registers().get16(Reg16::SP)
    }

    fn set_stack(&mut self, address: u16) {
        self.cpu.registers().set16(Reg16::SP, address);
    }

    fn pc(&self) -> u16 {
        self.cpu.immutable_registers().pc()
    }

    fn set_pc(&mut self, address: u16) {
        self.cpu.registers().set_pc(address);
    }

    fn is_halted(&self) -> bool {
        self.cpu.is_halted()
    }

    fn cycles(&self) -> u64 {
        self.cpu.cycle_count()
    }

    fn step(&mut self, memory: &mut dyn Memory) -> bool {
        self.cpu.execute_instruction(&mut Bus(memory));
        true
    }
}

struct Bus<'m>(&'m mut dyn Memory);

impl Machine for Bus<'_> {
    fn peek(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    fn port_in(&mut self, port: u16) -> u8 {
        self.0.input(port)
    }

    fn port_out(&mut self, port: u16, value: u8) {
        self.0.output(port, value);
    }
}

//! The crate `iz80` as an engine.

use arcadian_cpu::RunCost;
use arcadian_machine::Addresses;

use super::Ram;

impl iz80::Machine for Ram {
    fn peek(&mut self, address: u16) -> u8 {
        self.load(address)
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    fn port_in(&mut self, port: u16) -> u8 {
        self.access_port(port);
        0xFF
    }

    fn port_out(&mut self, port: u16, _: u8) {
        self.access_port(port);
    }
}

/// The crate's processor.
pub(super) struct Machine {
    cpu: iz80::Cpu,
    ram: Ram,
    /// The bytes of the processor's state that it shows, at their places in a serialized state; the crate gives access to the
    /// alternate registers in no other way.
    shown: &'static [&'static str],
}

/// The serialized state. Bytes without a name are unused, or no part of what a sheet can name.
const SERIALIZED: [&str; 37] = [
    "A", "F", "B", "C", "D", "E", "H", "L", "I", "R", "IXH", "IXL", "IYH", "IYL", "", "", "A'", "F'", "B'",
    "C'", "D'", "E'", "H'", "L'", "", "", "", "", "", "", "", "", "", "", "IFF1", "IFF2", "IM",
];

/// The number of registers that the 8080 has.
const OF_THE_8080: usize = 8;

impl Machine {
    pub(super) fn i8080(ram: Ram) -> Self {
        Machine { cpu: iz80::Cpu::new_8080(), ram, shown: &SERIALIZED[..OF_THE_8080] }
    }

    pub(super) fn z80(ram: Ram) -> Self {
        Machine { cpu: iz80::Cpu::new_z80(), ram, shown: &SERIALIZED }
    }

    fn place(&self, register: &str) -> Option<usize> {
        self.shown.iter().position(|name| *name == register)
    }
}

impl super::ScalarMachine for Machine {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn get(&self, register: &str) -> Option<u8> {
        self.cpu.serialize().get(self.place(register)?).copied()
    }

    fn set(&mut self, register: &str, value: u8) {
        let mut state = self.cpu.serialize();
        if let Some(byte) = self.place(register).and_then(|place| state.get_mut(place)) {
            *byte = value;
            // It fails only for a state that is too short.
            let _ = self.cpu.deserialize(&state);
        }
    }

    fn stack(&self) -> u16 {
        self.cpu.immutable_registers().get16(iz80::Reg16::SP)
    }

    fn set_stack(&mut self, pointer: u16) {
        self.cpu.registers().set16(iz80::Reg16::SP, pointer);
    }

    fn pc(&self) -> u16 {
        self.cpu.immutable_registers().pc()
    }

    fn is_halted(&self) -> bool {
        self.cpu.is_halted()
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> Option<RunCost> {
        self.cpu.registers().set_pc(entry);
        let start = self.cpu.cycle_count();
        for instructions in 1..=limit {
            self.cpu.execute_instruction(&mut self.ram);
            if self.cpu.immutable_registers().pc() == return_address {
                return Some(RunCost { instructions, cycles: self.cpu.cycle_count() - start, accesses: 0 });
            }
            if self.cpu.is_halted() || !code.contains(self.pc()) {
                break;
            }
        }
        None
    }
}

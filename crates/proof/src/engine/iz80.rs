//! The crate `iz80` as an engine.

use arcadian_cpu::RunCost;
use arcadian_machine::Addresses;

use super::Ram;

impl iz80::Machine for Ram {
    fn peek(&mut self, address: u16) -> u8 {
        self.get(address)
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

/// `iz80` in its 8080 mode.
pub(super) struct Machine {
    cpu: iz80::Cpu,
    ram: Ram,
}

impl Machine {
    pub(super) fn new(ram: Ram) -> Self {
        Machine { cpu: iz80::Cpu::new_8080(), ram }
    }
}

/// Returns the register with this name in the numbering of `iz80`.
fn reg8(name: &str) -> iz80::Reg8 {
    use iz80::Reg8::{A, B, C, D, E, F, H, L};
    match name {
        "F" => F,
        "B" => B,
        "C" => C,
        "D" => D,
        "E" => E,
        "H" => H,
        "L" => L,
        _ => A,
    }
}

impl super::ScalarMachine for Machine {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn get(&self, register: &str) -> u8 {
        self.cpu.immutable_registers().get8(reg8(register))
    }

    fn set(&mut self, register: &str, value: u8) {
        self.cpu.registers().set8(reg8(register), value);
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

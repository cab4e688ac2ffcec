//! The crate `iz80` as an engine.

use arcadian_cpu::RunCost;
use arcadian_isa::Processor;
use arcadian_machine::Addresses;
use arcadian_peer::Iz80;

use super::Ram;

impl arcadian_peer::Machine for Ram {
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
    processor: Processor,
    cpu: Iz80,
    ram: Ram,
}

impl Machine {
    /// Creates a machine; there is no 6502.
    pub(super) fn new(processor: Processor, ram: Ram) -> Option<Self> {
        Some(Machine { processor, cpu: Iz80::new(processor)?, ram })
    }
}

impl super::ScalarMachine for Machine {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn reset(&mut self) {
        if let Some(cpu) = Iz80::new(self.processor) {
            self.cpu = cpu;
        }
    }

    fn get(&self, register: &str) -> Option<u8> {
        self.cpu.get(register)
    }

    fn set(&mut self, register: &str, value: u8) {
        self.cpu.set([(register, value)]);
    }

    fn stack(&self) -> u16 {
        self.cpu.stack()
    }

    fn set_stack(&mut self, pointer: u16) {
        self.cpu.set_stack(pointer);
    }

    fn pc(&self) -> u16 {
        self.cpu.pc()
    }

    fn is_halted(&self) -> bool {
        self.cpu.is_halted()
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost {
        self.cpu.set_pc(entry);
        let (start, mut instructions) = (self.cpu.cycles(), 0);
        while instructions < limit {
            self.cpu.step(&mut self.ram);
            instructions += 1;
            if self.pc() == return_address || self.cpu.is_halted() || !code.contains(self.pc()) {
                break;
            }
        }
        RunCost { instructions, cycles: self.cpu.cycles() - start, accesses: 0 }
    }
}

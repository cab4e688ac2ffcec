//! An independent emulator as an engine.

use arcadian_cpu::RunCost;
use arcadian_machine::Addresses;
use arcadian_peers::{Memory, Peer};

use super::Ram;

impl Memory for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.load(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.access_port(port);
        0xFF
    }

    fn output(&mut self, port: u16, _: u8) {
        self.access_port(port);
    }
}

/// An emulator with its memory, and what makes another one.
pub(super) struct Machine<P, F> {
    create: F,
    cpu: P,
    ram: Ram,
}

impl<P: Peer, F: Fn() -> Option<P>> Machine<P, F> {
    /// Creates a machine, if there is an emulator of the processor.
    pub(super) fn new(create: F, ram: Ram) -> Option<Self> {
        Some(Machine { cpu: create()?, create, ram })
    }
}

impl<P: Peer, F: Fn() -> Option<P>> super::ScalarMachine for Machine<P, F> {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn reset(&mut self) {
        if let Some(cpu) = (self.create)() {
            self.cpu = cpu;
        }
    }

    fn get(&self, register: &str) -> Option<u8> {
        self.cpu.get(register)
    }

    fn set(&mut self, register: &str, value: u8) {
        self.cpu.set(&[(register, value)]);
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
        while instructions < limit && self.cpu.step(&mut self.ram) {
            instructions += 1;
            if self.pc() == return_address || self.cpu.is_halted() || !code.contains(self.pc()) {
                break;
            }
        }
        RunCost { instructions, cycles: self.cpu.cycles() - start, accesses: 0 }
    }
}

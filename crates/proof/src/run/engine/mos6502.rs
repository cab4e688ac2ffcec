//! The crate `mos6502` as an engine.

use arcadian_cpu::RunCost;
use arcadian_machine::Addresses;
use mos6502::{
    cpu::CPU,
    instruction::Nmos6502,
    registers::{Registers, StackPointer, Status},
};

use super::Ram;

impl mos6502::memory::Bus for Ram {
    fn get_byte(&mut self, address: u16) -> u8 {
        self.load(address)
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }
}

/// `mos6502` as an NMOS 6502.
pub(super) struct Machine {
    cpu: CPU<Ram, Nmos6502>,
}

impl Machine {
    pub(super) fn new(ram: Ram) -> Self {
        Machine { cpu: CPU::new(ram, Nmos6502) }
    }
}

impl super::ScalarMachine for Machine {
    fn ram(&mut self) -> &mut Ram {
        &mut self.cpu.memory
    }

    fn reset(&mut self) {
        self.cpu.registers = Registers::new();
    }

    fn get(&self, register: &str) -> Option<u8> {
        let registers = &self.cpu.registers;
        Some(match register {
            "A" => registers.accumulator,
            "X" => registers.index_x,
            "Y" => registers.index_y,
            // Bits 4 and 5 exist only in the copy of P on the stack.
            "P" => registers.status.bits() & 0xCF,
            _ => return None,
        })
    }

    fn set(&mut self, register: &str, value: u8) {
        let registers = &mut self.cpu.registers;
        match register {
            "A" => registers.accumulator = value,
            "X" => registers.index_x = value,
            "Y" => registers.index_y = value,
            "P" => registers.status = Status::from_bits_truncate(value),
            _ => {}
        }
    }

    fn stack(&self) -> u16 {
        0x100 | u16::from(self.cpu.registers.stack_pointer.0)
    }

    fn set_stack(&mut self, pointer: u16) {
        self.cpu.registers.stack_pointer = StackPointer(pointer.to_le_bytes()[0]);
    }

    fn pc(&self) -> u16 {
        self.cpu.registers.program_counter
    }

    /// Always `false`: the crate does not report a jammed processor.
    fn is_halted(&self) -> bool {
        false
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost {
        self.cpu.registers.program_counter = entry;
        let (start, mut instructions) = (self.cpu.cycles, 0);
        // An unsupported opcode leaves PC unchanged.
        while instructions < limit && self.cpu.single_step() {
            instructions += 1;
            if self.pc() == return_address || !code.contains(self.pc()) {
                break;
            }
        }
        RunCost { instructions, cycles: self.cpu.cycles - start, accesses: 0 }
    }
}

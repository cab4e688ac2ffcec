//! mos6502.

use mos6502::{
    cpu::{CPU, WaitState},
    instruction::Nmos6502,
    registers::{Registers, StackPointer, Status},
};

use crate::{Memory, Peer};

/// An NMOS 6502.
pub struct Mos6502 {
    registers: Registers,
    cycles: u64,
    is_stopped: bool,
}

impl Default for Mos6502 {
    fn default() -> Self {
        Mos6502 { registers: Registers::new(), cycles: 0, is_stopped: false }
    }
}

impl Peer for Mos6502 {
    fn get(&self, register: &str) -> Option<u8> {
        Some(match register {
            "A" => self.registers.accumulator,
            "X" => self.registers.index_x,
            "Y" => self.registers.index_y,
            "S" => self.registers.stack_pointer.0,
            // Bits 4 and 5 exist only in the copy of P on the stack.
            "P" => self.registers.status.bits() & 0xCF,
            _ => return None,
        })
    }

    fn registers(&self) -> Vec<(&'static str, u8)> {
        ["A", "X", "Y", "S", "P"].into_iter().filter_map(|name| Some((name, self.get(name)?))).collect()
    }

    fn set(&mut self, registers: &[(&str, u8)]) {
        for (name, value) in registers {
            match *name {
                "A" => self.registers.accumulator = *value,
                "X" => self.registers.index_x = *value,
                "Y" => self.registers.index_y = *value,
                "S" => self.registers.stack_pointer = StackPointer(*value),
                "P" => self.registers.status = Status::from_bits_truncate(*value),
                _ => {}
            }
        }
    }

    fn stack(&self) -> u16 {
        0x100 | u16::from(self.registers.stack_pointer.0)
    }

    fn set_stack(&mut self, address: u16) {
        self.registers.stack_pointer = StackPointer(address.to_le_bytes()[0]);
    }

    fn pc(&self) -> u16 {
        self.registers.program_counter
    }

    fn set_pc(&mut self, address: u16) {
        self.registers.program_counter = address;
    }

    fn is_halted(&self) -> bool {
        self.is_stopped
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    /// The crate's processor owns its memory, so it exists for an instruction only.
    fn step(&mut self, memory: &mut dyn Memory) -> bool {
        if self.is_stopped {
            return false;
        }
        let mut cpu = CPU::new(Bus(memory), Nmos6502);
        cpu.registers = self.registers;
        let is_known = cpu.single_step();
        self.registers = cpu.registers;
        self.cycles += cpu.cycles;
        self.is_stopped = cpu.wait_state() != WaitState::Running;
        is_known
    }
}

struct Bus<'m>(&'m mut dyn Memory);

impl mos6502::memory::Bus for Bus<'_> {
    fn get_byte(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }
}

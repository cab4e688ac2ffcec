//! robo6502. It is not in `arcadian-peer`: what it depends on adds operators to the integers of every crate above.

use robo6502::{Cpu, Nmos, Sys};

use arcadian_peer::{Memory, Peer};

struct Robo6502<C> {
    cpu: C,
    cycles: u64,
}

/// Returns an NMOS 6502 of robo6502.
pub(super) fn robo6502() -> impl Peer {
    Robo6502 { cpu: Nmos::standard(), cycles: 0 }
}

impl<C: Cpu> Peer for Robo6502<C> {
    fn registers(&self) -> Vec<(&'static str, u8)> {
        let cpu = &self.cpu;
        vec![("A", cpu.a()), ("X", cpu.x()), ("Y", cpu.y()), ("S", cpu.sp()), ("P", cpu.status())]
    }

    fn set(&mut self, registers: &[(&str, u8)]) {
        for (name, value) in registers {
            match *name {
                "A" => self.cpu.set_a(*value),
                "X" => self.cpu.set_x(*value),
                "Y" => self.cpu.set_y(*value),
                "S" => self.cpu.set_sp(*value),
                "P" => self.cpu.set_status(*value),
                _ => {}
            }
        }
    }

    fn stack(&self) -> u16 {
        0x100 | u16::from(self.cpu.sp())
    }

    fn set_stack(&mut self, address: u16) {
        self.cpu.set_sp(address.to_le_bytes()[0]);
    }

    fn pc(&self) -> u16 {
        self.cpu.pc()
    }

    fn set_pc(&mut self, address: u16) {
        self.cpu.set_pc(address);
    }

    fn is_halted(&self) -> bool {
        self.cpu.halted()
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    fn step(&mut self, memory: &mut dyn Memory) -> bool {
        let mut bus = Bus { memory, accesses: 0 };
        let result = self.cpu.run_instruction(&mut bus);
        // Each cycle is an access.
        self.cycles += bus.accesses;
        result.is_some()
    }
}

struct Bus<'m> {
    memory: &'m mut dyn Memory,
    accesses: u64,
}

impl Sys for Bus<'_> {
    fn read(&mut self, address: u16) -> Option<u8> {
        self.accesses += 1;
        Some(self.memory.read(address))
    }

    fn write(&mut self, address: u16, value: u8) -> Option<()> {
        self.accesses += 1;
        self.memory.write(address, value);
        Some(())
    }
}

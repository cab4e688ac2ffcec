//! robo6502.

use std::collections::BTreeMap;

use super::{machine::Machine, memory::Memory};

/// A processor of robo6502.
struct Robo6502<C> {
    new: C,
    cpu: C,
}

/// Returns an NMOS 6502.
pub(super) fn nmos() -> Box<dyn Machine> {
    let new = robo6502::Nmos::standard();
    Box::new(Robo6502 { cpu: new.clone(), new })
}

impl robo6502::Sys for Memory {
    fn read(&mut self, address: u16) -> Option<u8> {
        Some(Memory::read(self, address))
    }

    fn write(&mut self, address: u16, value: u8) -> Option<()> {
        Memory::write(self, address, value);
        Some(())
    }
}

impl<C: robo6502::Cpu + Clone> Machine for Robo6502<C> {
    fn begin(&mut self, registers: &BTreeMap<String, u16>, pc: u16) {
        let byte = |name: &str| registers.get(name).map_or(0, |value| value.to_le_bytes()[0]);
        self.cpu = self.new.clone();
        self.cpu.set_a(byte("A"));
        self.cpu.set_x(byte("X"));
        self.cpu.set_y(byte("Y"));
        self.cpu.set_sp(byte("S"));
        self.cpu.set_status(byte("P"));
        self.cpu.set_pc(pc);
    }

    fn step(&mut self, memory: &mut Memory) {
        self.cpu.run_instruction(memory);
    }

    fn pc(&self) -> u16 {
        self.cpu.pc()
    }

    fn is_stopped(&self) -> bool {
        self.cpu.halted()
    }

    fn registers(&mut self) -> BTreeMap<&'static str, u16> {
        let cpu = &self.cpu;
        let all = [("A", cpu.a()), ("X", cpu.x()), ("Y", cpu.y()), ("S", cpu.sp()), ("P", cpu.status())];
        all.into_iter().map(|(name, value)| (name, value.into())).collect()
    }
}

//! One machine at a time: our own cores with plain bytes, and two that others wrote.

use arcadian_cpu::{Bus, Core, I8080, Mos6502, Ran};
use arcadian_machine::{Addresses, Device, Log, devices::Permuter};
use mos6502::{
    cpu::CPU,
    instruction::Nmos6502,
    registers::{StackPointer, Status},
};

/// Whose processor it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Ours.
    #[default]
    Own,
    /// The crate iz80, for the 8080.
    Iz80,
    /// The crate mos6502.
    Mos6502,
}

/// 64 KB that remember what was written, and perhaps a device.
pub(crate) struct Ram {
    bytes: Vec<u8>,
    /// Address and byte before, for each write.
    journal: Vec<(u16, u8)>,
    device: Option<(u16, Permuter)>,
}

impl Ram {
    pub(crate) fn new(bytes: Vec<u8>, device: Option<u16>) -> Self {
        Ram { bytes, journal: Vec::new(), device: device.map(|base| (base, Permuter::default())) }
    }

    /// Puts a byte there before the run.
    pub(crate) fn put(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    /// What was written in the run, and what stood there before it.
    pub(crate) fn written(&self) -> &[(u16, u8)] {
        &self.journal
    }

    /// Everything as before the run.
    pub(crate) fn restore(&mut self) {
        while let Some((address, value)) = self.journal.pop() {
            self.put(address, value);
        }
    }

    pub(crate) fn get(&self, address: u16) -> u8 {
        match &self.device {
            Some((base, device)) if address.wrapping_sub(*base) < 4 => {
                device.peek(address.wrapping_sub(*base))
            }
            _ => self.bytes[usize::from(address)],
        }
    }

    fn set(&mut self, address: u16, value: u8) {
        match &mut self.device {
            Some((base, device)) if address.wrapping_sub(*base) < 4 => {
                device.write(address.wrapping_sub(*base), value, &mut Log::default());
            }
            _ => {
                self.journal.push((address, self.bytes[usize::from(address)]));
                self.put(address, value);
            }
        }
    }
}

impl Bus for Ram {
    #[inline(never)]
    fn read(&mut self, address: u16) -> u8 {
        self.get(address)
    }

    #[inline(never)]
    fn write(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    #[inline(never)]
    fn peek(&self, address: u16) -> u8 {
        self.get(address)
    }
}

impl iz80::Machine for Ram {
    fn peek(&mut self, address: u16) -> u8 {
        self.get(address)
    }

    fn poke(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    fn port_in(&mut self, _: u16) -> u8 {
        0xFF
    }

    fn port_out(&mut self, _: u16, _: u8) {}
}

impl mos6502::memory::Bus for Ram {
    fn get_byte(&mut self, address: u16) -> u8 {
        self.get(address)
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }
}

/// A processor with its memory.
pub(crate) trait Single {
    fn ram(&mut self) -> &mut Ram;

    /// A register of one byte.
    fn get(&self, register: &str) -> u8;

    fn set(&mut self, register: &str, value: u8);

    fn stack(&self) -> u16;

    fn set_stack(&mut self, pointer: u16);

    fn pc(&self) -> u16;

    /// Whether it waits for an interrupt that will not come.
    fn is_halted(&self) -> bool;

    /// Executes instructions from an address until the next one would be at `home`; none if it does not come there
    /// within so many, or leaves the addresses where code may be.
    fn run(&mut self, entry: u16, home: u16, limit: u64, code: &Addresses) -> Option<Ran>;
}

/// Our core.
pub(crate) struct Own<C> {
    core: C,
    ram: Ram,
}

impl<C: Core> Own<C> {
    pub(crate) fn new(ram: Ram) -> Self {
        Own { core: C::default(), ram }
    }
}

impl<C: Core> Single for Own<C> {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn get(&self, register: &str) -> u8 {
        C::register(register).map_or(0, |register| (register.get)(&self.core).to_le_bytes()[0])
    }

    fn set(&mut self, register: &str, value: u8) {
        if let Some(register) = C::register(register) {
            (register.set)(&mut self.core, value.into());
        }
    }

    fn stack(&self) -> u16 {
        self.core.stack()
    }

    fn set_stack(&mut self, pointer: u16) {
        if let Some(register) = C::register("SP").or(C::register("S")) {
            (register.set)(&mut self.core, pointer);
        }
    }

    fn pc(&self) -> u16 {
        self.core.pc()
    }

    fn is_halted(&self) -> bool {
        self.core.is_halted()
    }

    fn run(&mut self, entry: u16, home: u16, limit: u64, code: &Addresses) -> Option<Ran> {
        self.core.set_pc(entry);
        let ran = self.core.run(&mut self.ram, limit, |next| next == home || !code.contains(next));
        (self.core.pc() == home).then_some(ran)
    }
}

/// The crate iz80 as an 8080.
pub(crate) struct Iz80 {
    cpu: iz80::Cpu,
    ram: Ram,
}

impl Iz80 {
    pub(crate) fn new(ram: Ram) -> Self {
        Iz80 { cpu: iz80::Cpu::new_8080(), ram }
    }
}

/// The register of this name, numbered as iz80 does.
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

impl Single for Iz80 {
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

    fn run(&mut self, entry: u16, home: u16, limit: u64, code: &Addresses) -> Option<Ran> {
        self.cpu.registers().set_pc(entry);
        let began = self.cpu.cycle_count();
        for instructions in 1..=limit {
            self.cpu.execute_instruction(&mut self.ram);
            if self.cpu.immutable_registers().pc() == home {
                return Some(Ran { instructions, cycles: self.cpu.cycle_count() - began, accesses: 0 });
            }
            if self.cpu.is_halted() || !code.contains(self.pc()) {
                break;
            }
        }
        None
    }
}

/// The crate mos6502.
pub(crate) struct Mos {
    cpu: CPU<Ram, Nmos6502>,
}

impl Mos {
    pub(crate) fn new(ram: Ram) -> Self {
        Mos { cpu: CPU::new(ram, Nmos6502) }
    }
}

impl Single for Mos {
    fn ram(&mut self) -> &mut Ram {
        &mut self.cpu.memory
    }

    fn get(&self, register: &str) -> u8 {
        let registers = &self.cpu.registers;
        match register {
            "X" => registers.index_x,
            "Y" => registers.index_y,
            // Bits 4 and 5 do not exist in the chip.
            "P" => registers.status.bits() & 0xCF,
            _ => registers.accumulator,
        }
    }

    fn set(&mut self, register: &str, value: u8) {
        let registers = &mut self.cpu.registers;
        match register {
            "X" => registers.index_x = value,
            "Y" => registers.index_y = value,
            "P" => registers.status = Status::from_bits_truncate(value),
            _ => registers.accumulator = value,
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

    /// A jammed one cannot be told from one that does not come back.
    fn is_halted(&self) -> bool {
        false
    }

    fn run(&mut self, entry: u16, home: u16, limit: u64, code: &Addresses) -> Option<Ran> {
        self.cpu.registers.program_counter = entry;
        let began = self.cpu.cycles;
        for instructions in 1..=limit {
            // An opcode that it does not have leaves PC where it was.
            if !self.cpu.single_step() {
                break;
            }
            if self.cpu.registers.program_counter == home {
                return Some(Ran { instructions, cycles: self.cpu.cycles - began, accesses: 0 });
            }
            if !code.contains(self.pc()) {
                break;
            }
        }
        None
    }
}

/// A machine with an engine; none if the engine is not for the processor.
pub(crate) fn machine(engine: Engine, is_6502: bool, ram: Ram) -> Option<Box<dyn Single>> {
    match (engine, is_6502) {
        (Engine::Own, false) => Some(Box::new(Own::<I8080>::new(ram))),
        (Engine::Own, true) => Some(Box::new(Own::<Mos6502>::new(ram))),
        (Engine::Iz80, false) => Some(Box::new(Iz80::new(ram))),
        (Engine::Mos6502, true) => Some(Box::new(Mos::new(ram))),
        (Engine::Iz80, true) | (Engine::Mos6502, false) => None,
    }
}

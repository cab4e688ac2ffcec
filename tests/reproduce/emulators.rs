//! Other people's emulators: rustzx-z80, and robo6502, with memory and ports around them. robo6502 is not in `arcadian-peers`:
//! what it depends on adds operators to the integers of every crate above.

use std::cell::RefCell;

use arcadian_peers::Peer;
use robo6502::{Cpu, Nmos, Sys};
use rustzx_z80::{RegName8, Regs, Z80};

/// A Z80. It shows WZ as `WZH` and `WZL`, and whether the last instruction has changed the flags as `Q`.
#[derive(Default)]
pub(super) struct Rustzx {
    cpu: RefCell<Z80>,
    cycles: u64,
}

/// The registers of the main set and the index registers.
const MAIN: [(&str, RegName8); 13] = [
    ("A", RegName8::A),
    ("F", RegName8::F),
    ("B", RegName8::B),
    ("C", RegName8::C),
    ("D", RegName8::D),
    ("E", RegName8::E),
    ("H", RegName8::H),
    ("L", RegName8::L),
    ("IXH", RegName8::IXH),
    ("IXL", RegName8::IXL),
    ("IYH", RegName8::IYH),
    ("IYL", RegName8::IYL),
    ("I", RegName8::I),
];

/// The alternate registers, with those whose places they take in an exchange: `get_h_alt` of 0.16.0 returns H, and nothing sets them.
const ALTERNATE: [(&str, RegName8); 8] = [
    ("A'", RegName8::A),
    ("F'", RegName8::F),
    ("B'", RegName8::B),
    ("C'", RegName8::C),
    ("D'", RegName8::D),
    ("E'", RegName8::E),
    ("H'", RegName8::H),
    ("L'", RegName8::L),
];

fn exchange(regs: &mut Regs) {
    regs.exx();
    regs.swap_af_alt();
}

impl Peer for Rustzx {
    fn registers(&self) -> Vec<(&'static str, u8)> {
        let cpu = &mut *self.cpu.borrow_mut();
        let im = cpu.get_im().into();
        let regs = &mut cpu.regs;
        let [high, low] = regs.get_mem_ptr().to_be_bytes();
        let named = |list: &[(&'static str, RegName8)], regs: &Regs| -> Vec<_> {
            list.iter().map(|(name, register)| (*name, regs.get_reg_8(*register))).collect()
        };
        let mut all = named(&MAIN, regs);
        exchange(regs);
        all.extend(named(&ALTERNATE, regs));
        exchange(regs);
        all.extend([
            ("R", regs.get_r()),
            ("WZH", high),
            ("WZL", low),
            ("IFF1", regs.get_iff1().into()),
            ("IFF2", regs.get_iff2().into()),
            ("IM", im),
        ]);
        all
    }

    fn set(&mut self, registers: &[(&str, u8)]) {
        let cpu = self.cpu.get_mut();
        for (name, value) in registers {
            let regs = &mut cpu.regs;
            let [high, low] = regs.get_mem_ptr().to_be_bytes();
            let of = |list: &[(&str, RegName8)]| {
                list.iter().find_map(|(other, register)| (other == name).then_some(*register))
            };
            match *name {
                "R" => _ = regs.set_r(*value),
                "WZH" => _ = regs.set_mem_ptr(u16::from_be_bytes([*value, low])),
                "WZL" => _ = regs.set_mem_ptr(u16::from_be_bytes([high, *value])),
                "IFF1" => _ = regs.set_iff1(*value != 0),
                "IFF2" => _ = regs.set_iff2(*value != 0),
                "IM" => cpu.set_im(*value),
                _ => {
                    if let Some(register) = of(&MAIN) {
                        regs.set_reg_8(register, *value);
                    } else if let Some(register) = of(&ALTERNATE) {
                        exchange(regs);
                        regs.set_reg_8(register, *value);
                        exchange(regs);
                    }
                }
            }
        }
        // Setting the flags sets Q too.
        if let Some((_, q)) = registers.iter().find(|(name, _)| *name == "Q") {
            cpu.regs.clear_q();
            if *q != 0 {
                cpu.regs.set_flags(cpu.regs.get_flags());
            }
        }
    }

    fn stack(&self) -> u16 {
        self.cpu.borrow().regs.get_sp()
    }

    fn set_stack(&mut self, address: u16) {
        self.cpu.get_mut().regs.set_sp(address);
    }

    fn pc(&self) -> u16 {
        self.cpu.borrow().regs.get_pc()
    }

    fn set_pc(&mut self, address: u16) {
        self.cpu.get_mut().regs.set_pc(address);
    }

    fn is_halted(&self) -> bool {
        self.cpu.borrow().is_halted()
    }

    fn cycles(&self) -> u64 {
        self.cycles
    }

    fn step(&mut self, memory: &mut dyn arcadian_peers::Memory) -> bool {
        let mut bus = super::rustzx_bus::Bus { memory, cycles: 0 };
        self.cpu.get_mut().emulate(&mut bus);
        self.cycles += bus.cycles;
        true
    }
}

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

    fn step(&mut self, memory: &mut dyn arcadian_peers::Memory) -> bool {
        let mut bus = Bus { memory, accesses: 0 };
        let result = self.cpu.run_instruction(&mut bus);
        // Each cycle is an access.
        self.cycles += bus.accesses;
        result.is_some()
    }
}

struct Bus<'m> {
    memory: &'m mut dyn arcadian_peers::Memory,
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

/// Memory, ports, and what is observed.
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) inputs: Vec<u8>,
    pub(super) read_inputs: usize,
    pub(super) volatile: Vec<(u16, u16)>,
    pub(super) events: Vec<String>,
}

impl Memory {
    pub(super) fn load(&mut self, address: u16, bytes: &[u8]) {
        for (offset, byte) in (0..).zip(bytes) {
            self.bytes[usize::from(address.wrapping_add(offset))] = *byte;
        }
    }

    fn is_volatile(&self, address: u16) -> bool {
        self.volatile.iter().any(|(first, last)| (*first..=*last).contains(&address))
    }

    fn next_input(&mut self) -> u8 {
        self.read_inputs += 1;
        self.inputs.get(self.read_inputs - 1).copied().unwrap_or(0)
    }
}

impl arcadian_peers::Memory for Memory {
    fn read(&mut self, address: u16) -> u8 {
        if self.is_volatile(address) {
            self.events.push(format!("reads {address:04X}"));
            return self.next_input();
        }
        self.bytes[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        if self.is_volatile(address) {
            self.events.push(format!("writes {value:02X} to {address:04X}"));
        } else {
            self.bytes[usize::from(address)] = value;
        }
    }

    fn input(&mut self, port: u16) -> u8 {
        self.events.push(format!("reads port {port:04X}"));
        self.next_input()
    }

    fn output(&mut self, port: u16, value: u8) {
        self.events.push(format!("writes {value:02X} to port {port:04X}"));
    }
}

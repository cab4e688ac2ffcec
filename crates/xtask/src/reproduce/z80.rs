//! rustzx-z80.

use std::collections::BTreeMap;

use rustzx_z80::{RegName8, Z80, Z80Bus};

use super::{machine::Machine, memory::Memory};

/// The registers of the main set and the index registers.
const REGISTERS: [(&str, RegName8); 13] = [
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

/// The alternate registers, with those whose places they take in an exchange.
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

impl Z80Bus for Memory {
    fn read_internal(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    fn write_internal(&mut self, address: u16, value: u8) {
        self.write(address, value);
    }

    fn wait_mreq(&mut self, _: u16, _: usize) {}

    fn wait_no_mreq(&mut self, _: u16, _: usize) {}

    fn wait_internal(&mut self, _: usize) {}

    fn read_io(&mut self, port: u16) -> u8 {
        self.read_port(port)
    }

    fn write_io(&mut self, port: u16, value: u8) {
        self.write_port(port, value);
    }

    fn read_interrupt(&mut self) -> u8 {
        0xFF
    }

    fn reti(&mut self) {}

    fn halt(&mut self, _: bool) {}

    fn int_active(&self) -> bool {
        false
    }

    fn nmi_active(&self) -> bool {
        false
    }

    fn pc_callback(&mut self, _: u16) {}
}

fn exchange(cpu: &mut Z80) {
    cpu.regs.exx();
    cpu.regs.swap_af_alt();
}

impl Machine for Z80 {
    fn begin(&mut self, registers: &BTreeMap<String, u16>, pc: u16) {
        let word = |name: &str| registers.get(name).copied().unwrap_or(0);
        let byte = |name: &str| word(name).to_le_bytes()[0];
        *self = Z80::default();
        for (name, place) in ALTERNATE {
            self.regs.set_reg_8(place, byte(name));
        }
        exchange(self);
        for (name, place) in REGISTERS {
            self.regs.set_reg_8(place, byte(name));
        }
        self.regs.set_r(byte("R"));
        self.regs.set_sp(word("SP"));
        self.regs.set_pc(pc);
        self.regs.set_mem_ptr(word("WZ"));
        self.regs.set_iff1(byte("IFF1") != 0);
        self.regs.set_iff2(byte("IFF2") != 0);
        self.regs.clear_q();
        if byte("Q") != 0 {
            self.regs.set_flags(byte("F"));
        }
        self.set_im(byte("IM"));
    }

    fn step(&mut self, memory: &mut Memory) {
        self.emulate(memory);
    }

    fn pc(&self) -> u16 {
        self.regs.get_pc()
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn registers(&mut self) -> BTreeMap<&'static str, u16> {
        let mut all: BTreeMap<&str, u16> =
            REGISTERS.iter().map(|(name, place)| (*name, self.regs.get_reg_8(*place).into())).collect();
        exchange(self);
        all.extend(ALTERNATE.iter().map(|(name, place)| (*name, self.regs.get_reg_8(*place).into())));
        exchange(self);
        all.insert("SP", self.regs.get_sp());
        all.insert("IFF1", self.regs.get_iff1().into());
        all.insert("IFF2", self.regs.get_iff2().into());
        all.insert("IM", u8::from(self.get_im()).into());
        all
    }
}

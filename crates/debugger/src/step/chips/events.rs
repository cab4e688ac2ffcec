//! The events of the chips at which a program can stop.

use crate::{debuggee::EventKind, notation::Notation};
use arcadian_bally::{
    ChipEvent, LINES, REGISTERS,
    event::{INTERRUPT, MAGIC_WRITE, PORT_READ, PORT_WRITE, RASTER_LINE},
};
use arcadian_machine::DeviceEvent;

/// The ports that programs write: the registers by name, and the two that select a register by the high byte.
const WRITTEN: [(&str, u16); REGISTERS.len() + 2] = {
    let mut all = [("COLBX", 0x0B); REGISTERS.len() + 2];
    all[REGISTERS.len()] = ("SNDBX", 0x18);
    let mut at = 0;
    while at < REGISTERS.len() {
        all[at] = (REGISTERS[at].name, REGISTERS[at].port as u16);
        at += 1;
    }
    all
};

/// The ports that programs read, with the names of `bally.inc`.
const READ: [(&str, u16); 15] = [
    ("ICEPT", 0x08),
    ("PENY", 0x0E),
    ("PENX", 0x0F),
    ("HANDLE1", 0x10),
    ("HANDLE2", 0x11),
    ("HANDLE3", 0x12),
    ("HANDLE4", 0x13),
    ("KEYS4", 0x14),
    ("KEYS3", 0x15),
    ("KEYS2", 0x16),
    ("KEYS1", 0x17),
    ("KNOB1", 0x1C),
    ("KNOB2", 0x1D),
    ("KNOB3", 0x1E),
    ("KNOB4", 0x1F),
];

pub(super) static KINDS: [EventKind; 5] = [
    EventKind {
        name: "line",
        event: RASTER_LINE,
        argument: "N",
        help: "the beam reaches raster line N, 0 to 261; the picture begins at line 22",
        values: 0..=LINES - 1,
        notation: Notation::Decimal,
        named: &[],
        describe: |line| describe(RASTER_LINE, line),
    },
    EventKind {
        name: "interrupt",
        event: INTERRUPT,
        argument: "VECTOR",
        help: "the processor accepts an interrupt of the chips",
        values: 0..=0xFF,
        notation: Notation::Hexadecimal,
        named: &[],
        describe: |vector| describe(INTERRUPT, vector),
    },
    EventKind {
        name: "port-read",
        event: PORT_READ,
        argument: "PORT",
        help: "the program reads a port, such as 10 or HANDLE1",
        values: 0..=0xFF,
        notation: Notation::Hexadecimal,
        named: &READ,
        describe: |port| describe(PORT_READ, port),
    },
    EventKind {
        name: "port-write",
        event: PORT_WRITE,
        argument: "PORT",
        help: "the program writes a port, such as 0C or MAGIC",
        values: 0..=0xFF,
        notation: Notation::Hexadecimal,
        named: &WRITTEN,
        describe: |port| describe(PORT_WRITE, port),
    },
    EventKind {
        name: "magic-write",
        event: MAGIC_WRITE,
        argument: "ADDRESS",
        help: "the program writes magic memory, 0000 to 0FFF",
        values: 0..=0x0FFF,
        notation: Notation::Hexadecimal,
        named: &[],
        describe: |address| describe(MAGIC_WRITE, address),
    },
];

fn describe(name: &'static str, value: u16) -> String {
    ChipEvent(DeviceEvent { name, value }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_ports_have_the_names_of_the_registers() {
        let ports = WRITTEN.iter().filter(|(name, _)| !["COLBX", "SNDBX"].contains(name));
        let ports: Vec<_> = ports.map(|(name, port)| (*name, *port as u8)).collect();
        let registers: Vec<_> = REGISTERS.iter().map(|register| (register.name, register.port)).collect();
        assert_eq!(ports, registers);
    }

    #[test]
    fn ports_have_the_names_of_the_include_file() {
        let constants =
            std::str::from_utf8(include_bytes!("../../../../../roms/bally/bally.inc")).expect("text");
        for (name, port) in WRITTEN.iter().chain(&READ) {
            let line =
                constants.lines().find(|line| line.split_whitespace().next() == Some(name)).expect(name);
            assert!(line.contains(&format!("EQU     {port:02X}H")), "{line}");
        }
    }
}

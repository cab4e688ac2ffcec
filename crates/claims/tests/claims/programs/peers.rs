//! The programs on other emulators, with a console of our own: they print what they print on our cores.

use std::collections::VecDeque;

use arcadian_cpu::{I8080, Mos6502};
use arcadian_isa::Processor;
use arcadian_peers::{Iz80, Memory, Mos6502 as PeerMos6502, Peer};

use super::console::{Console, assembled};

/// The maximum number of instructions of a session.
const LIMIT: usize = 100_000_000;

struct Ram(Box<[u8; 0x1_0000]>);

impl Ram {
    fn with(origin: u16, image: &[u8]) -> Self {
        let mut bytes = Box::new([0; 0x1_0000]);
        bytes[origin.into()..][..image.len()].copy_from_slice(image);
        Ram(bytes)
    }
}

impl Memory for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }
}

fn text(printed: Vec<u8>) -> String {
    String::from_utf8(printed).expect("ASCII").replace('\r', "")
}

/// Runs a CP/M program on iz80, with the functions 2 and 10 of the BDOS, until it jumps to 0000.
fn on_iz80(name: &str, lines: &[&str]) -> String {
    let program = assembled(Processor::I8080, name);
    let mut ram = Ram::with(0x100, &program.image);
    ram.0[5] = 0xC9;
    let mut cpu = Iz80::new(Processor::I8080).expect("an 8080");
    cpu.set_pc(0x100);
    cpu.set_stack(0xFDFE);
    let (mut lines, mut printed) = (lines.iter(), Vec::new());
    for _ in 0..LIMIT {
        let register = |name| cpu.get(name).expect("a register");
        match (cpu.pc(), register("C")) {
            (0, _) => return text(printed),
            (5, 2) => printed.push(register("E")),
            (5, 10) => {
                let line = lines.next().expect("another line").as_bytes();
                let buffer = usize::from(u16::from_be_bytes([register("D"), register("E")]));
                assert!(line.len() <= ram.0[buffer].into());
                ram.0[buffer + 1] = line.len() as u8;
                ram.0[buffer + 2..][..line.len()].copy_from_slice(line);
                printed.extend_from_slice(line);
            }
            (5, other) => panic!("function {other}"),
            _ => {}
        }
        cpu.step(&mut ram);
    }
    panic!("no end: {}", text(printed))
}

/// Runs a program on the crate `mos6502`, with the console at FFD2 and FFCF, until it returns.
fn on_mos6502(name: &str, lines: &[&str]) -> String {
    const RETURN: u16 = 0xFFF0;
    let program = assembled(Processor::Mos6502, name);
    let mut ram = Ram::with(program.origin, &program.image);
    (ram.0[0xFFD2], ram.0[0xFFCF]) = (0x60, 0x60);
    (ram.0[0x01FF], ram.0[0x01FE]) = (0xFF, 0xEF);
    let mut cpu = PeerMos6502::default();
    cpu.set_pc(program.start());
    cpu.set_stack(0x1FD);
    let mut typed: VecDeque<u8> = lines.iter().flat_map(|line| line.bytes().chain([b'\r'])).collect();
    let mut printed = Vec::new();
    for _ in 0..LIMIT {
        match cpu.pc() {
            RETURN => return text(printed),
            0xFFD2 => printed.extend(cpu.get("A")),
            0xFFCF => {
                let byte = typed.pop_front().expect("another byte");
                cpu.set(&[("A", byte)]);
                printed.push(byte);
            }
            _ => {}
        }
        assert!(cpu.step(&mut ram), "an unknown opcode");
    }
    panic!("no end: {}", text(printed))
}

/// A session of each program, which ends it.
const SESSIONS: &[(&str, &[&str])] = &[
    ("tactix", &["L", "Y", "10-13", "oops", "33", "q"]),
    ("tactix", &["w", "n", "33", "22-32", "\x1A"]),
    ("rotate", &["12", "peer", "ABCDEFGHIJKLMNOP", "SASBTTR", "kgf", "?", "Q"]),
    ("layouts", &[]),
    ("keys", &[]),
    ("rook", &[]),
    ("halma", &[]),
    ("ataxx", &[]),
];

#[test]
fn programs_for_cpm_print_the_same_on_iz80() {
    for (name, lines) in SESSIONS {
        let own = Console::<I8080>::load(name).type_lines(lines);
        assert_eq!(on_iz80(name, lines), own, "{name}");
    }
}

#[test]
fn programs_for_the_6502_print_the_same_on_another_emulator() {
    for (name, lines) in SESSIONS {
        let own = Console::<Mos6502>::load(name).type_lines(lines);
        assert_eq!(on_mos6502(name, lines), own, "{name}");
    }
}

//! A program at its console, and the short programs that show how routines are called. The programs on other emulators, with a console of
//! our own: they print what they print on our cores.

use std::collections::VecDeque;

use arcadian_asm::Assembly;
use arcadian_cpu::{I8080, Mos6502};
use arcadian_isa::Processor;
use arcadian_machine::{
    Call, CallFrame, Machine, MachineCore, Reason, Until, cpm, register, service::CONSOLE,
};
use arcadian_peers::{Iz80, Memory, Mos6502 as PeerMos6502, Peer};

/// The address to which a program without an operating system returns.
const RETURN: u16 = 0xFFF0;
/// The maximum number of instructions between two lines, and of a call. Solving the 4 × 4 board takes 16 million.
const LIMIT: u64 = 50_000_000;

pub(crate) struct Console<C: MachineCore> {
    pub(crate) machine: Machine<C>,
    program: Assembly,
}

/// Assembles a bundled program or another source of it, by its name without folder and extension.
pub(crate) fn assembled(processor: Processor, name: &str) -> Assembly {
    let folder = if processor == Processor::Mos6502 { "6502" } else { "8080" };
    let file = format!("programs/{folder}/{name}.asm");
    let source =
        arcadian_claims::PROGRAMS.iter().chain(arcadian_claims::PARTS).find(|source| source.file == file);
    arcadian_claims::program(source.expect("a bundled source")).expect("no mistakes")
}

impl<C: MachineCore> Console<C> {
    pub(crate) fn load(name: &str) -> Self {
        let program = assembled(C::PROCESSOR, name);
        let mut machine = Machine::<C>::new();
        if C::PROCESSOR == Processor::I8080 {
            assert_eq!((program.origin, program.start()), (cpm::START, cpm::START));
            cpm::prepare(&mut machine, &program.image).expect("it fits");
        } else {
            machine.serve(CONSOLE).expect("a register A");
            machine.backplane.load(program.origin, &program.image).expect("it fits");
            let frame = CallFrame::new(C::PROCESSOR, CallFrame::initial_stack(C::PROCESSOR), RETURN);
            frame.bytes.into_iter().for_each(|(address, byte)| machine.backplane.poke(address, byte));
            machine.set_register(C::PROCESSOR.stack_pointer(), frame.stack).expect("a stack pointer");
            machine.core.set_pc(program.start());
        }
        Self { machine, program }
    }

    /// Types some lines, and runs until the program waits for another one or ends. Returns what it printed, with the lines.
    pub(crate) fn type_lines(&mut self, lines: &[&str]) -> String {
        for byte in lines.iter().flat_map(|line| line.bytes().chain([b'\r'])) {
            self.machine.backplane.keyboard.push(byte);
        }
        let mut printed = Vec::new();
        let until = Until::halted().address(0).address(RETURN).instructions(1000);
        for _ in 0..LIMIT / 1000 {
            let reason = self.machine.run(&until).reason;
            printed.extend_from_slice(self.machine.backplane.printed.take());
            match reason {
                Reason::Budget => {}
                Reason::NeedsInput | Reason::Address(0 | RETURN) | Reason::Ended => {
                    return String::from_utf8(printed).expect("ASCII").replace('\r', "");
                }
                other => panic!("{other:?} at {:04X}", self.machine.core.pc()),
            }
        }
        panic!("no line is read within {LIMIT} instructions")
    }

    pub(crate) fn address(&self, name: &str) -> u16 {
        let symbol = self.program.symbol(name).unwrap_or_else(|| panic!("no {name}"));
        u16::try_from(symbol.value).expect("an address")
    }

    /// Returns the bytes from the address of a name on.
    pub(crate) fn bytes<const N: usize>(&self, name: &str) -> [u8; N] {
        let first = self.address(name);
        std::array::from_fn(|offset| self.machine.peek(first + offset as u16))
    }

    pub(crate) fn call(&mut self, routine: &str, registers: &[(&str, u8)]) {
        let inputs: Vec<_> = registers
            .iter()
            .map(|(name, byte)| (register::<C>(name).expect("a register"), u16::from(*byte)))
            .collect();
        let call = Call::new(self.address(routine)).expect("a stack pointer").budget(LIMIT);
        call.run(&mut self.machine, &inputs).expect("it returns");
    }

    pub(crate) fn register(&self, name: &str) -> u8 {
        self.machine.register(name).expect("a register") as u8
    }

    pub(crate) fn carry(&self) -> bool {
        let flags = if C::PROCESSOR == Processor::Mos6502 { "P" } else { "F" };
        self.register(flags) & 1 != 0
    }
}

/// Each program, and what it prints on both processors.
const PRINTED: &[(&str, &str)] = &[
    ("layouts", "2F1B F1B2 1B2F B2F1 \nLEAST: 1B2F \n"),
    (
        "keys",
        "BCDHFGEPIJKLAMNO\nBCDHFGKEIJLPAMNO\nBCDHFGKEIJNLAMOP\nBCDHFJGEINKLAMOP\nBCGDFJEHINKLAMOP\n\
         BCGDFJEHAIKLMNOP\nBCGDAFEHIJKLMNOP\nBFCDAEGHIJKLMNOP\nABCDEFGHIJKLMNOP IN ORDER\n",
    ),
    ("rook", "0000000000200400 KEY 0042\n"),
    ("halma", "41 42 43 51 53 61 62 63 \n"),
    ("ataxx", "03 02 1F\n"),
];

#[test]
fn examples_print_the_same_on_both_processors() {
    for (name, expected) in PRINTED {
        assert_eq!(Console::<I8080>::load(name).type_lines(&[]), *expected, "{name}");
        assert_eq!(Console::<Mos6502>::load(name).type_lines(&[]), *expected, "{name}");
    }
}

/// TACTIX and its texts are in the class of 1 KB, without the table that it makes.
#[test]
fn sizes_of_the_programs() {
    for (name, sizes) in [("tactix", [1127, 1222]), ("rotate", [971, 929])] {
        let size = |processor| assembled(processor, name).size;
        assert_eq!([size(Processor::I8080), size(Processor::Mos6502)], sizes, "{name}");
    }
}

/// The maximum number of instructions of a session.
const PEER_LIMIT: usize = 100_000_000;

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
    for _ in 0..PEER_LIMIT {
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
    for _ in 0..PEER_LIMIT {
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

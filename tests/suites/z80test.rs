//! z80test by Patrik Rak, a program for the ZX Spectrum.

use arcadian_cpu::{Core, Z80};
use arcadian_machine::service::SPECTRUM;
use arcadian_machine::tape::{self, Code};
use arcadian_machine::{Machine, Reason, Stop, Until};

use super::{file, find};

/// The load address of the raw files. Programs start at their load address.
const ORIGIN: u16 = 0x8000;

/// The value of the Spectrum's port FE without key or tape; the tests of IN expect it.
const PORT: u8 = 0xBF;

const PASSED: &str = "all tests passed";

/// The cost of one version of a program until PC is 0000.
struct Row {
    name: &'static str,
    version: &'static str,
    /// The length of its code in bytes, which identifies the version.
    length: usize,
    cycles: u64,
    instructions: Option<u64>,
}

/// Cycles: as published with github.com/redcode/Z80 (`sources/test-Z80.c`), less the 21 cycles of its CALL before and HALT
/// after the program. Instructions of 1.0: counted by this project, and for `z80full` by three other cores. Those of 1.2a
/// are not published.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { name: "z80doc", version: "1.0", length: 13_666, cycles: 1_131_315_792, instructions: None },
    Row { name: "z80docflags", version: "1.0", length: 13_666, cycles: 554_744_220, instructions: None },
    Row { name: "z80flags", version: "1.0", length: 13_666, cycles: 552_407_495, instructions: None },
    Row { name: "z80full", version: "1.0", length: 13_666, cycles: 1_124_314_076, instructions: Some(186_704_231) },
    Row { name: "z80ccf", version: "1.0", length: 14_127, cycles: 598_439_093, instructions: None },
    Row { name: "z80memptr", version: "1.0", length: 13_666, cycles: 559_739_816, instructions: None },
    Row { name: "z80doc", version: "1.2a", length: 14_298, cycles: 1_139_700_409, instructions: None },
    Row { name: "z80docflags", version: "1.2a", length: 14_298, cycles: 559_087_557, instructions: None },
    Row { name: "z80flags", version: "1.2a", length: 14_298, cycles: 556_734_400, instructions: None },
    Row { name: "z80full", version: "1.2a", length: 14_298, cycles: 1_132_649_557, instructions: None },
    Row { name: "z80ccf", version: "1.2a", length: 14_783, cycles: 603_147_822, instructions: None },
    Row { name: "z80memptr", version: "1.2a", length: 14_298, cycles: 564_118_113, instructions: None },
];

/// Checks the raw file if there is one, else the tape.
pub(super) fn check(name: &str) {
    let raw = format!("{name}.out");
    if find(&raw).is_some() {
        check_program(name, &Code { address: ORIGIN, bytes: &file(&raw) });
    } else {
        check_program(name, &tape::code(&file(&format!("{name}.tap"))).expect("a tape with code"));
    }
}

fn check_program(name: &str, program: &Code) {
    let length = program.bytes.len();
    let row = ROWS.iter().find(|row| row.name == name && row.length == length).unwrap_or_else(|| {
        panic!("{name} is {length} bytes long, which is neither version 1.0 nor 1.2a; docs/notes/suites.md lists their sources")
    });
    println!("{name}, version {}", row.version);
    let stop = run(program);
    assert_eq!(stop.cycles, row.cycles, "cycles of version {}", row.version);
    if let Some(instructions) = row.instructions {
        assert_eq!(stop.instructions, instructions, "instructions of version {}", row.version);
    }
}

fn run(program: &Code) -> Stop {
    let mut machine = Machine::<Z80>::new();
    machine.serve(SPECTRUM).unwrap();
    machine.backplane.set_ports(0..=0xFF, PORT);
    machine.backplane.load(program.address, program.bytes).unwrap();
    // The last return pops 0000 from the stack.
    machine.set_register("SP", 0xFFFC).unwrap();
    machine.core.set_pc(program.address);
    let stop = machine.run(&Until::halted().address(0).trap());
    let printed = text(machine.backplane.printed.as_slice());
    println!("{printed}\n{stop:?}");
    assert!(printed.contains(PASSED), "the output lacks `{PASSED}`");
    assert!(!printed.to_lowercase().contains("failed"), "the output contains `failed`");
    assert_eq!(stop.reason, Reason::Address(0));
    stop
}

/// Decodes the Spectrum's output: 0D ends a line, and 17 moves to the column in the next two bytes.
fn text(printed: &[u8]) -> String {
    let mut bytes = printed.iter();
    let mut text = String::new();
    while let Some(&byte) = bytes.next() {
        match byte {
            0x0D => text.push('\n'),
            0x17 => {
                bytes.nth(1);
                text.push(' ');
            }
            0x20..0x7F => text.push(byte.into()),
            _ => text.push(' '),
        }
    }
    text
}

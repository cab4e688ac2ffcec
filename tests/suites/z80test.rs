//! z80test by Patrik Rak, a program for the ZX Spectrum.

use arcadian_cpu::{Core, Z80};
use arcadian_machine::service::SPECTRUM;
use arcadian_machine::tape::{self, Code};
use arcadian_machine::{Machine, Reason, Until};

use super::{file, find};

/// Where the raw files are loaded. Programs are started at the address they are loaded at.
const ORIGIN: u16 = 0x8000;

/// What the Spectrum's port FE reads as without key or tape; the tests of IN expect it.
const PORT: u8 = 0xBF;

const PASSED: &str = "all tests passed";

/// The instructions of raw files of version 1.0, until PC is 0000.
const INSTRUCTIONS: &[(&str, u64)] = &[("z80full", 186_704_231)];

/// Either the tape or the raw bytes.
pub(super) fn check(name: &str) {
    let raw = format!("{name}.out");
    if find(&raw).is_some() {
        let instructions = run(&Code { address: ORIGIN, bytes: &file(&raw) });
        if let Some((_, known)) = INSTRUCTIONS.iter().find(|(of, _)| *of == name) {
            assert_eq!(instructions, *known, "instructions");
        }
    } else {
        run(&tape::code(&file(&format!("{name}.tap"))).expect("a tape with code"));
    }
}

fn run(program: &Code) -> u64 {
    let mut machine = Machine::<Z80>::new();
    machine.serve(SPECTRUM).unwrap();
    machine.backplane.set_ports(0..=0xFF, PORT);
    machine.backplane.load(program.address, program.bytes).unwrap();
    // The last return takes 0000 from the stack.
    machine.set_register("SP", 0xFFFC).unwrap();
    machine.core.set_pc(program.address);
    let stop = machine.run(&Until::halted().address(0).trap());
    let printed = text(machine.backplane.printed.kept());
    println!("{printed}\n{stop:?}");
    assert!(printed.contains(PASSED), "it does not say `{PASSED}`");
    assert!(!printed.to_lowercase().contains("failed"), "`failed`");
    assert_eq!(stop.reason, Reason::Address(0));
    stop.instructions
}

/// In what the Spectrum prints, 0D ends a line and 17 goes to the column of the next two bytes.
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

//! Checking a case for the 6502.

use arcadian_cpu::{Core, Mos6502};
use serde::Deserialize;

use super::{Case, Edition, Outcome, Skipped};
use crate::suites::{Access, Recorder};

/// The opcodes of JAM. Its reads were corrected in SingleStepTests/65x02, pull request 6.
const JAM: &[&str] = &["02", "12", "22", "32", "42", "52", "62", "72", "92", "b2", "d2", "f2"];

/// The edition of SingleStepTests/65x02. It has no known errors.
pub(super) const CURRENT: Edition = Edition { skipped: &[], faults: &[] };

/// The first edition, TomHarte/ProcessorTests of 2022.
pub(super) const FIRST: Edition = Edition { skipped: SKIPPED_OF_FIRST, faults: &[] };

const SKIPPED_OF_FIRST: &[Skipped] = &[
    Skipped { opcodes: JAM, reason: "JAM reads its second byte forever (ProcessorTests issue 75)" },
    Skipped {
        opcodes: &["0c", "1c", "3c", "5c", "7c", "dc", "fc"],
        reason: "the read at the address is missing (ProcessorTests issue 46)",
    },
    Skipped {
        opcodes: &["93", "9b", "9c", "9e", "9f"],
        reason: "across pages the write goes to another address (ProcessorTests issue 61)",
    },
];

#[derive(Deserialize)]
pub(super) struct State {
    pc: u16,
    s: u8,
    a: u8,
    x: u8,
    y: u8,
    p: u8,
    ram: Vec<(u16, u8)>,
}

/// The flags of P; bits 4 and 5 are not flags.
const FLAGS: u8 = 0xCF;

fn state(state: &State) -> Mos6502 {
    let &State { pc, s, a, x, y, p, .. } = state;
    Mos6502 { pc, s, a, x, y, p: p & FLAGS, ..Mos6502::default() }
}

/// Checks a case. A halted processor continues to read until the end of the case; its PC is not observable then and is not
/// compared.
pub(super) fn check(case: &Case<State>, bus: &mut Recorder) -> Result<Outcome, String> {
    bus.begin(&case.initial.ram);
    let mut cpu = state(&case.initial);
    cpu.step(bus);
    let mut expected = Mos6502 { event: cpu.event, ..state(&case.after) };
    if cpu.is_halted() {
        while bus.accesses.len() < case.cycles.len() {
            cpu.step(bus);
        }
        bus.accesses.truncate(case.cycles.len());
        (expected.pc, expected.event) = (cpu.pc, cpu.event);
    }
    if cpu != expected {
        return Err(format!("found    {cpu:?}\nexpected {expected:?}"));
    }
    bus.compare(&case.after.ram)?;
    let accesses = accesses(case);
    if bus.accesses != accesses {
        return Err(format!("accesses {:04X?}, expected {accesses:04X?}", bus.accesses));
    }
    Ok(Outcome::Passes)
}

/// Returns the accesses of a case: one for each cycle.
fn accesses(case: &Case<State>) -> Vec<Access> {
    let access = |(address, value, kind): &(Option<u16>, Option<u8>, String)| {
        let (address, value) = (address.unwrap(), value.unwrap());
        match kind.as_str() {
            "read" => Access::Read(address, value),
            _ => Access::Write(address, value),
        }
    };
    case.cycles.iter().map(access).collect()
}

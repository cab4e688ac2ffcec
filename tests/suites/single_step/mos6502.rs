//! A case for the 6502.

use arcadian_cpu::{Core, Mos6502};
use serde::Deserialize;

use super::{Case, Edition, LeftOut, Outcome};
use crate::suites::bus::{Access, Recorder};

/// JAM, and the reads that SingleStepTests/65x02, pull request 6, gave it.
const JAM: &[&str] = &["02", "12", "22", "32", "42", "52", "62", "72", "92", "b2", "d2", "f2"];

/// The edition of SingleStepTests/65x02. Nothing is known to be wrong in it.
pub(super) const NOW: Edition = Edition { left_out: &[], faults: &[] };

/// The first edition, TomHarte/ProcessorTests of 2022.
pub(super) const THEN: Edition = Edition { left_out: THEN_LEFT_OUT, faults: &[] };

const THEN_LEFT_OUT: &[LeftOut] = &[
    LeftOut { opcodes: JAM, why: "JAM reads its second byte for ever (ProcessorTests issue 75)" },
    LeftOut {
        opcodes: &["0c", "1c", "3c", "5c", "7c", "dc", "fc"],
        why: "the read at the address is missing (ProcessorTests issue 46)",
    },
    LeftOut {
        opcodes: &["93", "9b", "9c", "9e", "9f"],
        why: "across pages the write goes to another address (ProcessorTests issue 61)",
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

/// Bits 4 and 5 of P are no flags.
const FLAGS: u8 = 0xCF;

fn state(state: &State) -> Mos6502 {
    let &State { pc, s, a, x, y, p, .. } = state;
    Mos6502 { pc, s, a, x, y, p: p & FLAGS, ..Mos6502::default() }
}

/// A processor that is halted goes on reading for as long as the case does. Where its PC is then cannot be seen.
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
        return Err(format!("is     {cpu:?}\nshould {expected:?}"));
    }
    bus.compare(&case.after.ram)?;
    let accesses = accesses(case);
    if bus.accesses != accesses {
        return Err(format!("accesses {:04X?}, should be {accesses:04X?}", bus.accesses));
    }
    Ok(Outcome::Passes)
}

/// Every cycle is an access.
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

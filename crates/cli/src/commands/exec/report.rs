//! The report on a run, as text and as JSON.

use std::fmt::Write;

use arcadian_isa::hex;
use arcadian_machine::{Machine, MachineCore, Stop, TracedCore};
use serde_json::{Map, Value, json};

use super::{Ending, printed::Printed};
use crate::number::grouped;

/// Formats the report as text.
pub fn text<C: TracedCore>(machine: &Machine<C>, stop: &Stop, ending: &Ending) -> String {
    let mut text = format!(
        "{}\n{} instructions, {} cycles\nPC={:04X} {}\n",
        ending.why(),
        grouped(stop.instructions),
        grouped(stop.cycles),
        machine.core.pc(),
        machine.core.register_line(),
    );
    for (at, length) in &ending.args.dump {
        dump(machine, *at, *length, &mut text);
    }
    text
}

fn dump<C: MachineCore>(machine: &Machine<C>, at: u16, length: u16, text: &mut String) {
    for line in (0..length).step_by(16) {
        let offsets = line..length.min(line.saturating_add(16));
        let bytes: Vec<u8> = offsets.map(|offset| machine.peek(at.wrapping_add(offset))).collect();
        let _ = writeln!(text, "{:04X}  {}", at.wrapping_add(line), hex::bytes(&bytes));
    }
}

/// Returns the JSON object of `exec --json`.
pub fn json<C: MachineCore>(machine: &Machine<C>, stop: &Stop, ending: &Ending, screen: &Printed) -> Value {
    let registers: Map<String, Value> = C::REGISTERS
        .iter()
        .map(|register| (register.name.to_owned(), (register.get)(&machine.core).into()))
        .collect();
    let memory: Map<String, Value> = ending
        .args
        .dump
        .iter()
        .map(|(at, length)| {
            let bytes: Vec<u8> = (0..*length).map(|offset| machine.peek(at.wrapping_add(offset))).collect();
            (format!("{at:04X}"), bytes.into())
        })
        .collect();
    let mut report = json!({
        "stopped": ending.word(),
        "why": ending.why(),
        "pc": machine.core.pc(),
        "instructions": stop.instructions,
        "cycles": stop.cycles,
        "registers": registers,
        "printed": screen.text(),
    });
    if screen.missing() > 0 {
        report["printed_missing"] = screen.missing().into();
    }
    if !memory.is_empty() {
        report["memory"] = memory.into();
    }
    report
}

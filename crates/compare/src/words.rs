//! Answers in words.

use std::fmt::Write;

use arcadian_isa::Processor;

use crate::{
    counterexample::{Counterexample, EventValue, ExitValue, Outcome, Value},
    difference::Aspect,
    state::{Component, list},
    verdict::{Method, Verdict},
};

pub fn verdict(processor: Processor, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Same => "the same for every state".to_owned(),
        Verdict::SameIf { dead, .. } => format!("the same if {}", are_dead(processor, dead)),
        Verdict::Different { aspect, .. } => format!("different: {}", difference(*aspect)),
        Verdict::Undecided(reason) => format!("not decided: {reason}"),
    }
}

pub fn method(method: Method) -> &'static str {
    match method {
        Method::Identical => "the parts are the same instructions",
        Method::Diagrams => "decision diagrams",
        Method::Trying => "trying states on the emulator",
        Method::Circuits => "circuits: all values were tried, or a SAT solver's proofs checked",
    }
}

/// Returns what must be dead, as in `A and CY are dead`.
pub fn are_dead(processor: Processor, dead: &[Component]) -> String {
    let list = list(processor, dead);
    let verb = if list.contains(' ') { "are" } else { "is" };
    format!("{list} {verb} dead")
}

pub fn difference(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Events => "ports, volatile cells or called routines see something else",
        Aspect::Exit => "they continue at different places",
        Aspect::Memory => "memory is not the same",
    }
}

fn row(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<9}{value}");
}

/// Writes a state on entry and what differs at the end.
pub fn example(found: &Counterexample) -> String {
    let mut entry: Vec<String> = found.entry.iter().map(value).collect();
    entry.extend(found.memory.iter().map(|cell| byte(*cell)));
    entry.extend(found.inputs.iter().map(|(number, value)| format!("input {} = {value:02X}", number + 1)));
    let states = match found.is_sampled {
        // Not all of its values may matter.
        true => "this state, found by trying",
        false if entry.is_empty() => "every state, for example this one",
        false => "this state",
    };
    let mut text = format!("\nThey differ in {states} (everything else is 0):\n");
    if !entry.is_empty() {
        for line in wrapped(&entry) {
            row(&mut text, "entry", &line);
        }
    }
    for (name, outcome) in [("old", &found.old), ("new", &found.new)] {
        for line in wrapped(&self::outcome(outcome)) {
            row(&mut text, name, &line);
        }
    }
    text
}

/// Joins parts to lines of readable length.
fn wrapped(parts: &[String]) -> Vec<String> {
    const WIDTH: usize = 66;
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() + 2 <= WIDTH => {
                *line += &format!(", {part}");
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

pub fn value(value: &Value) -> String {
    let kind = if value.is_constant { "constant " } else { "" };
    let name = format!("{kind}{}", value.name);
    match value.bits {
        1 => format!("{name} = {}", value.value),
        16 => format!("{name} = {:04X}", value.value),
        _ => format!("{name} = {:02X}", value.value),
    }
}

pub fn byte((address, value): (u16, u8)) -> String {
    format!("({address:04X}) = {value:02X}")
}

fn outcome(outcome: &Outcome) -> Vec<String> {
    let mut parts = Vec::new();
    if outcome.components.is_empty()
        && outcome.memory.is_empty()
        && outcome.exit.is_none()
        && outcome.events.is_empty()
    {
        return vec!["nothing is observed".to_owned()];
    }
    parts.extend(outcome.events.iter().map(|seen| event(*seen)));
    parts.extend(outcome.exit.map(|exit| match exit {
        ExitValue::End => "continues after the last instruction".to_owned(),
        ExitValue::Jump(address) => format!("jumps to {address:04X}"),
        ExitValue::Stop => "stops".to_owned(),
    }));
    parts.extend(outcome.components.iter().map(value));
    parts.extend(outcome.memory.iter().map(|cell| byte(*cell)));
    parts
}

pub fn event(event: EventValue) -> String {
    match event {
        EventValue::Input(port) => format!("reads port {port:04X}"),
        EventValue::Output(port, value) => format!("writes {value:02X} to port {port:04X}"),
        EventValue::Read(address) => format!("reads {address:04X}"),
        EventValue::Write(address, value) => format!("writes {value:02X} to {address:04X}"),
        EventValue::Call(address) => format!("calls {address:04X}"),
        EventValue::Wait => "waits for an interrupt".to_owned(),
    }
}

//! Comparison of a routine's outputs with its specification.

use crate::{Debuggee, debuggee::End};
use arcadian_isa::hex;
use arcadian_proof::{Field, Routine};

/// The longest field whose bytes are written in the result.
const MAX_WRITTEN: usize = 16;

/// The maximum number of instructions of the routine that this one is compared with.
const LIMIT: u64 = 1_000_000;

/// Compares the outputs of a routine with its specification; returns none if the routine has not returned.
pub(super) fn compare(routine: &Routine, input: &[u8], program: &dyn Debuggee) -> Option<String> {
    if program.end() != Some(End::Returned) {
        return None;
    }
    let specification = &routine.specification;
    if let Some(fault) = specification.input_fault(input) {
        return Some(format!("the specification does not apply: {fault}"));
    }
    let found: Vec<(&Field<String>, Vec<u8>)> = specification
        .outputs()
        .iter()
        .map(|field| {
            let places = routine.output_places(&field.name);
            (field, places.iter().map(|place| super::byte(*place, program)).collect())
        })
        .collect();
    if specification.has_only_examples() {
        return Some(examples(routine, input, &found));
    }
    let Some(expected) = routine.right_outputs(input, LIMIT) else {
        return Some(conditions(routine, input, &found));
    };
    let authority = routine.reference().map_or("the oracle", |reference| reference.name.as_str());
    let mut rest = expected.as_slice();
    let lines = found.iter().map(|(field, found)| {
        let (expected, others) = rest.split_at(field.bytes());
        rest = others;
        line(&field.name, found, expected, authority)
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Output fields and their bytes after the return.
type Outputs<'a> = [(&'a Field<String>, Vec<u8>)];

/// Compares outputs with the conditions of a sheet, and with its examples for this input.
fn conditions(routine: &Routine, input: &[u8], found: &Outputs) -> String {
    let output = bytes(found);
    let mut violated = routine.specification.violated(input, &output);
    violated
        .extend(routine.specification.violated_examples(input, &output).into_iter().map(|(_, text)| text));
    judged(found, "all `ensures` lines are true", &violated)
}

/// Compares outputs with the examples of a sheet.
fn examples(routine: &Routine, input: &[u8], found: &Outputs) -> String {
    let violated = routine.specification.violated_examples(input, &bytes(found));
    let violated: Vec<_> = violated.into_iter().map(|(_, text)| text).collect();
    let right = if routine.specification.has_example(input) {
        "as the example says"
    } else {
        "no example has this input"
    };
    judged(found, right, &violated)
}

fn bytes(found: &Outputs) -> Vec<u8> {
    found.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect()
}

fn judged(found: &Outputs, right: &str, violated: &[&str]) -> String {
    let values =
        found.iter().map(|(field, bytes)| format!("{} = {}", field.name, hex::unspaced_bytes(bytes)));
    let values = values.collect::<Vec<_>>().join(", ");
    if violated.is_empty() {
        format!("{values}: {right}")
    } else {
        format!("{values}, but not {}", violated.join("; "))
    }
}

fn line(field: &str, found: &[u8], expected: &[u8], authority: &str) -> String {
    let differing = found.iter().zip(expected).filter(|(found, expected)| found != expected).count();
    let is_right = found == expected;
    let hex = hex::unspaced_bytes;
    match (found.len() <= MAX_WRITTEN, is_right) {
        (true, true) => format!("{field} = {}, as {authority} says", hex(found)),
        (true, false) => format!("{field} = {}, but {authority} says {}", hex(found), hex(expected)),
        (false, true) => format!("{field} is as {authority} says"),
        (false, false) => {
            format!("{field} differs from {authority} in {differing} of {} bytes", found.len())
        }
    }
}

//! Comparison of a routine's outputs with the oracle.

use arcadian_debugger::{Debuggee, debuggee::End};
use arcadian_isa::hex;
use arcadian_proof::{Field, Routine};

/// The longest field whose bytes are written in the result.
const MAX_WRITTEN: usize = 16;

/// Compares each output of a routine with the oracle; returns none if the routine has not returned.
pub(super) fn compare(routine: &Routine, input: &[u8], program: &dyn Debuggee) -> Option<String> {
    if program.end() != Some(End::Returned) {
        return None;
    }
    if let Some(field) = invalid_field(routine.claim.inputs, input) {
        return Some(format!("the oracle does not apply: the claim does not allow this `{field}`"));
    }
    let outputs = routine.claim.outputs;
    let mut expected = vec![0; Field::all_bytes(outputs)];
    (routine.claim.reference)(input, &mut expected);
    let mut rest = expected.as_slice();
    let lines = outputs.iter().map(|field| {
        let (expected, others) = rest.split_at(field.bytes());
        rest = others;
        let locations = routine.output_locations(field.name);
        let found: Vec<u8> = locations.iter().map(|location| super::byte(*location, program)).collect();
        line(field.name, &found, expected)
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

fn line(field: &str, found: &[u8], expected: &[u8]) -> String {
    let differing = found.iter().zip(expected).filter(|(found, expected)| found != expected).count();
    let is_right = found == expected;
    let hex = hex::unspaced_bytes;
    match (found.len() <= MAX_WRITTEN, is_right) {
        (true, true) => format!("{field} = {}, as the oracle says", hex(found)),
        (true, false) => format!("{field} = {}, but the oracle says {}", hex(found), hex(expected)),
        (false, true) => format!("{field} is as the oracle says"),
        (false, false) => {
            format!("{field} differs from the oracle in {differing} of {} bytes", found.len())
        }
    }
}

/// Returns the first field with a value that the claim does not allow. The oracle is not defined for such an input.
fn invalid_field(fields: &[Field], input: &[u8]) -> Option<&'static str> {
    let mut rest = input;
    for field in fields {
        let Some((bytes, others)) = rest.split_at_checked(field.bytes()) else { return Some(field.name) };
        if !field.allows(bytes) {
            return Some(field.name);
        }
        rest = others;
    }
    None
}

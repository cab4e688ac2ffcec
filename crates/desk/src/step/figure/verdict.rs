//! What the oracle says of what a routine gave back.

use arcadian_debugger::{Debuggee, debuggee::End};
use arcadian_proof::{Field, Routine};

/// More bytes than these are not written out.
const MOST: usize = 16;

/// At the routine's end: each output, and whether the oracle says the same.
pub(super) fn of(routine: &Routine, given: &[u8], program: &dyn Debuggee) -> Option<String> {
    if program.end() != Some(End::Returned) {
        return None;
    }
    if let Some(field) = outside(routine.claim.inputs, given) {
        return Some(format!("the oracle says nothing: the input `{field}` was none of its claim"));
    }
    let outputs = routine.claim.outputs;
    let mut expected = vec![0; Field::all_bytes(outputs)];
    (routine.claim.reference)(given, &mut expected);
    let mut rest = expected.as_slice();
    let lines = outputs.iter().map(|field| {
        let (expected, others) = rest.split_at(field.bytes());
        rest = others;
        let places = routine.output_locations(field.name);
        let found: Vec<u8> = places.iter().map(|place| super::byte(*place, program)).collect();
        line(field.name, &found, expected)
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

fn line(field: &str, found: &[u8], expected: &[u8]) -> String {
    let differing = found.iter().zip(expected).filter(|(found, expected)| found != expected).count();
    let is_right = found == expected;
    match (found.len() <= MOST, is_right) {
        (true, true) => format!("{field} = {}, as the oracle says", hex(found)),
        (true, false) => format!("{field} = {}, but the oracle says {}", hex(found), hex(expected)),
        (false, true) => format!("{field} is as the oracle says"),
        (false, false) => {
            format!("{field} is wrong in {differing} of {} bytes, says the oracle", found.len())
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// The first field whose bytes are none of its values; the oracle must not be asked about these.
fn outside(fields: &[Field], given: &[u8]) -> Option<&'static str> {
    let mut rest = given;
    for field in fields {
        let Some((bytes, others)) = rest.split_at_checked(field.bytes()) else { return Some(field.name) };
        if !field.allows(bytes) {
            return Some(field.name);
        }
        rest = others;
    }
    None
}

//! An instructive input for each bundled routine.

use arcadian_claims::all;
use arcadian_isa::hex;
use arcadian_proof::{Claim, Field, Routine};

/// Three squares in a corner and one beside them, where boards have one bit for a square.
const CORNER: &str = "1300000800000000";
/// ROTATE's letters, of which B, C, F, G, J and K are not in their places.
const LETTERS: &str = "4146424445474348494A4B4C4D4E4F50";
/// The first position of Ataxx.
const ATAXX: &str = "0120000000000000000000000210";
/// The claim whose output is Halma's first position.
const HALMA: &str = "halma_init";

/// How names of routines begin, a field, and its bytes. The first row that applies counts; bytes that are too many are not used.
const VALUES: [(&str, &str, &str); 25] = [
    ("T2", "board", "1B2F"),
    ("TTAKE", "board", "1B2F"),
    ("TTAKE", "number", "00"),
    // Figure 5 has one square in its last byte.
    ("T5", "board", "13080001"),
    ("T", "board", CORNER),
    ("R", "board", LETTERS),
    ("RTURN", "position", "02"),
    ("RSPEC", "position", "02"),
    ("R", "letter", "46"),
    ("W", "square", "1B"),
    ("WREF", "axis", "00"),
    ("W", "board", CORNER),
    ("W", "occupied", CORNER),
    ("HHOPS", "square", "33"),
    ("HKHOPS", "square", "33"),
    ("HSTEPS", "square", "41"),
    ("HADD", "square", "41"),
    ("H", "square", "00"),
    ("HMAKE", "destination", "52"),
    ("HMAKE", "piece", "12"),
    ("H", "element", "41"),
    ("AWALLS", "mask", "2184"),
    ("A", "board", ATAXX),
    ("AJUMP", "row", "02"),
    ("AJUMP", "column", "02"),
];
/// Other rows and columns of Ataxx.
const BESIDE: &str = "01";

/// Returns the fields of an input, as `arcadian step --in` takes them.
pub(crate) fn example(routine: &Routine) -> String {
    let fields = routine.specification.inputs().iter();
    fields
        .map(|field| format!("{}={}", field.name, value(&routine.name, field)))
        .collect::<Vec<_>>()
        .join(",")
}

/// Returns the bytes of a field.
fn value(routine: &str, field: &Field<String>) -> String {
    let digits = 2 * field.bytes();
    let listed = VALUES.iter().find(|(start, name, _)| routine.starts_with(start) && *name == field.name);
    let text = match (listed, routine.as_bytes(), field.name.as_str()) {
        (Some((.., value)), ..) => (*value).to_owned(),
        (None, [b'H', ..], "board") if routine != "HINIT" && routine != "HADD" => pieces(),
        (None, [b'H', ..], "set" | "occupied") => pieces(),
        (None, [b'A', ..], "row" | "column") => BESIDE.to_owned(),
        _ => String::new(),
    };
    format!("{text:0<digits$.digits$}")
}

/// Returns the bytes of Halma's first position. The first 32 are the occupied squares.
fn pieces() -> String {
    let claim = Claim::find(all(), HALMA);
    let empty = |claim: &Claim| vec![0; claim.inputs.iter().map(Field::bytes).sum()];
    claim.map_or_else(String::new, |claim| hex::unspaced_bytes(&claim.output(&empty(claim))).to_string())
}

#[cfg(test)]
mod tests {
    use arcadian_claims::{read, sheets};
    use serde_json::json;

    use super::*;
    use crate::step::debugged::{Debugged, Target};

    #[test]
    fn every_input_lets_its_routine_do_something() {
        for sheet in sheets() {
            let routine = read(sheet).unwrap_or_else(|error| panic!("{}: {error}", sheet.file));
            let input = example(&routine);
            let target: Target = serde_json::from_value(json!({
                "target": routine.name, "cpu": routine.processor().to_string(), "inputs": [input],
            }))
            .expect("a request");
            let (mut debugged, _) =
                Debugged::open(target).unwrap_or_else(|error| panic!("{} {input}: {error}", sheet.file));
            let reply = debugged.command("continue").to_string();
            assert!(!reply.contains("refused = 01"), "{} {input}: {reply}", sheet.file);
            let shown = debugged.message().to_owned();
            assert!(shown.contains("as the oracle says"), "{} {input}: {shown}", sheet.file);
            assert!(!shown.contains("refused = 01"), "{} {input}: {shown}", sheet.file);
        }
    }
}

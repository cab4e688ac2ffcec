//! Comparison of a routine's outputs with its specification, and the table of the fields that are drawn.

use arcadian_board::tactix::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5};
use arcadian_isa::hex;
use arcadian_proof::{Field, Routine};

use super::shape::Shape;
use crate::{Debuggee, debuggee::End};

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

/// Names of claims, the name of a field, and the shape of the field.
type Row = (&'static [&'static str], &'static str, fn() -> Shape);

const ROWS: &[Row] = &[
    (FIGURE_2S, "board", || Shape::tactix("figure 2", &FIGURE_2)),
    (&["f3_turn", "f3_half", "f3_reflect"], "board", || Shape::tactix("figure 3", &FIGURE_3)),
    (&["f4_turn", "f4_half", "f4_reflect"], "board", || Shape::tactix("figure 4", &FIGURE_4)),
    (&["f5_turn", "f5_half", "f5_reflect"], "board", || Shape::tactix("figure 5", &FIGURE_5)),
    (
        &["rotate_turn", "rotate_special", "rotate_find", "rotate_solved", "rotate_key"],
        "board",
        Shape::letters,
    ),
    (&["w_turn", "w_reflect"], "board", Shape::rook),
    (&["w_key", "w_attacks"], "occupied", Shape::rook),
    (&["w_attacks"], "attacked", Shape::rook),
    (&["halma_incl", "halma_excl", "halma_is_in"], "set", Shape::set),
    (&["halma_add", "halma_init", "halma_test", "halma_make"], "board", Shape::halma),
    (HALMA_MOVES, "occupied", Shape::set),
    (HALMA_MOVES, "reach", Shape::set),
    (&["ataxx_walls"], "mask", Shape::walls),
    (ATAXX_BOARDS, "board", Shape::ataxx),
];

const FIGURE_2S: &[&str] = &["f2_turn", "f2_unturn", "f2_half", "f2_reflect", "f2_canonical", "f2_take"];
const HALMA_MOVES: &[&str] = &["halma_steps", "halma_hops", "halma_kangaroo"];
const ATAXX_BOARDS: &[&str] =
    &["ataxx_walls", "ataxx_get", "ataxx_set", "ataxx_clone", "ataxx_jump", "ataxx_count", "ataxx_any"];

/// Returns the shape of a field, if it is a board.
pub(super) fn shape(claim: &str, field: &str) -> Option<Shape> {
    let row = ROWS.iter().find(|(claims, name, _)| claims.contains(&claim) && *name == field)?;
    Some(row.2())
}

#[cfg(test)]
mod tests {
    use arcadian_claims::all;
    use arcadian_proof::{Claim, Field};

    use super::*;

    /// The claims without boards.
    const WITHOUT_BOARD: [&str; 1] = ["w_bit"];

    fn fields(claim: &Claim) -> impl Iterator<Item = &'static Field> {
        claim.inputs.iter().chain(claim.outputs)
    }

    #[test]
    fn every_claim_but_the_listed_ones_has_a_board() {
        for claim in all() {
            let drawn = fields(claim).any(|field| shape(claim.name, field.name).is_some());
            assert_eq!(drawn, !WITHOUT_BOARD.contains(&claim.name), "{}", claim.name);
        }
    }

    #[test]
    fn every_field_of_several_bytes_is_drawn() {
        for claim in all() {
            let large = fields(claim).filter(|field| field.bytes() > 1 && field.name != "key");
            large.for_each(|field| {
                let shape = shape(claim.name, field.name);
                let shape = shape.unwrap_or_else(|| panic!("{} {}", claim.name, field.name));
                assert_eq!(shape.bytes, field.bytes(), "{} {}", claim.name, field.name);
            });
        }
    }

    #[test]
    fn rows_name_existing_claims_and_fields() {
        for (names, field, _) in ROWS {
            for name in *names {
                let claim = Claim::find(all(), name).unwrap_or_else(|| panic!("no claim {name}"));
                assert!(fields(claim).any(|known| known.name == *field), "{name} {field}");
            }
        }
    }

    #[test]
    fn shapes_are_consistent() {
        for (_, _, shape) in ROWS {
            let shape = shape();
            let rows = shape.squares.len() / shape.columns;
            assert_eq!(shape.squares.len() % shape.columns, 0);
            assert!(shape.squares.iter().flat_map(|square| &square.bits).all(|bit| bit / 8 < shape.bytes));
            assert!(shape.rows.is_empty() || shape.rows.len() == rows);
            assert!(shape.head.is_empty() || shape.head.len() == shape.columns);
            assert!(shape.beside.is_empty() || shape.beside.len() == rows);
        }
    }
}

//! Drawings of a routine's boards from its current bytes, and the comparison of its outputs with the oracle.

mod draw;
mod shape;
#[cfg(test)]
mod tests;

use std::cell::RefCell;

use arcadian_board::tactix::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5};
use arcadian_isa::hex;
use arcadian_proof::{Field, FixedPlace, Routine};

use crate::{
    Debuggee,
    debuggee::{End, Space},
};
use draw::States;
use shape::Shape;

pub use draw::{Cell, Line, Mark, Piece, Row, Squares};
pub use shape::bit_name;

/// The bytes of each board in one state of the program.
pub type BoardBytes = Vec<Vec<u8>>;

/// The boards of a routine.
pub struct Figures {
    routine: Routine,
    input: Vec<u8>,
    boards: Vec<Board>,
    start: BoardBytes,
    /// The bytes at the last call of [`text`](Self::text).
    last: RefCell<BoardBytes>,
}

/// A field of the claim that is a board.
struct Board {
    title: String,
    places: Vec<FixedPlace>,
    shape: Shape,
}

/// A drawing of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The name of the field and a caption.
    pub title: String,
    /// The squares, with the bytes of each row beside them.
    pub squares: Squares,
    /// The other bytes.
    pub below: Vec<Line>,
}

impl Figures {
    /// Returns the boards of a routine that is at its first instruction; `input` contains the bytes of its fields.
    pub fn new(routine: &Routine, input: &[u8], program: &dyn Debuggee) -> Self {
        let boards = boards(routine);
        let start = read_boards(&boards, program);
        let last = RefCell::new(start.clone());
        Figures { routine: routine.clone(), input: input.to_vec(), boards, start, last }
    }

    /// Returns whether the routine has no boards.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the address of the first board in memory.
    pub fn address(&self) -> Option<u16> {
        self.boards.iter().flat_map(|board| &board.places).find_map(|place| match place {
            FixedPlace::Memory(address) => Some(*address),
            _ => None,
        })
    }

    /// Reads the current bytes of the boards.
    pub fn read(&self, program: &dyn Debuggee) -> BoardBytes {
        read_boards(&self.boards, program)
    }

    /// Draws the boards with marks on changes since `before` and since the start.
    pub fn draw(&self, now: &BoardBytes, before: &BoardBytes) -> Vec<Drawing> {
        let states = self.start.iter().zip(before).zip(now);
        let drawings = self.boards.iter().zip(states).map(|(board, ((start, before), now))| {
            let states = States { start, before, now };
            Drawing {
                title: board.title.clone(),
                squares: Squares::of(&board.shape, &states),
                below: draw::below(&board.shape, &board.places, &states),
            }
        });
        drawings.collect()
    }

    /// Returns the boards as text with marks on changes since the previous call. After the routine has returned, the text
    /// also compares its outputs with the oracle.
    pub fn text(&self, program: &dyn Debuggee) -> Option<String> {
        let now = self.read(program);
        let drawings = self.draw(&now, &self.last.replace(now.clone()));
        let mut blocks: Vec<String> = drawings.iter().map(Drawing::text).collect();
        if drawings.iter().any(Drawing::is_marked) {
            blocks.push(LEGEND.to_owned());
        }
        blocks.extend(self.verdict(program));
        (!blocks.is_empty()).then(|| blocks.join("\n\n"))
    }

    /// Compares the outputs of a routine that has returned with the oracle.
    pub fn verdict(&self, program: &dyn Debuggee) -> Option<String> {
        compare(&self.routine, &self.input, program)
    }
}

/// The meaning of the marks before squares and bytes.
pub const LEGEND: &str = "> changed last, ' since the start";

impl Drawing {
    /// Returns the squares as text, then the other bytes.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = self.squares.lines();
        if !self.below.is_empty() {
            lines.push(Vec::new());
            lines.extend(self.below.iter().cloned());
        }
        lines
    }

    /// Returns the title and the lines.
    fn text(&self) -> String {
        let line = |line: &Line| line.iter().map(|piece| piece.text.as_str()).collect::<String>();
        let lines = self.lines();
        let lines = lines.iter().map(|pieces| line(pieces).trim_end().to_owned());
        std::iter::once(self.title.clone()).chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn is_marked(&self) -> bool {
        self.lines().iter().flatten().any(|piece| piece.mark != Mark::Unchanged)
    }
}

/// Returns the boards of the inputs and outputs; a board that is both is listed once.
fn boards(routine: &Routine) -> Vec<Board> {
    let Some(claim) = routine.specification.claim() else { return Vec::new() };
    let inputs = claim.inputs.iter().map(|field| (field.name, routine.input_places(field.name)));
    let outputs = claim.outputs.iter().map(|field| (field.name, routine.output_places(field.name)));
    let mut boards: Vec<Board> = Vec::new();
    for (field, places) in inputs.chain(outputs) {
        let Some(shape) = shape(claim.name, field) else { continue };
        if shape.bytes != places.len() || boards.iter().any(|board| board.places == places) {
            continue;
        }
        boards.push(Board { title: format!("{field}: {}", shape.caption), places, shape });
    }
    boards
}

fn read_boards(boards: &[Board], program: &dyn Debuggee) -> BoardBytes {
    boards.iter().map(|board| board.places.iter().map(|place| byte(*place, program)).collect()).collect()
}

/// Reads the byte at a place.
pub fn byte(place: FixedPlace, program: &dyn Debuggee) -> u8 {
    let register = |name: &str| program.resolve(name).map_or(0, |name| program.value(name));
    match place {
        FixedPlace::Register(name) => register(name) as u8,
        FixedPlace::Flag(name, bit) => (register(name) >> bit & 1) as u8,
        FixedPlace::Memory(address) => program.load(Space::Byte, address.into()).unwrap_or(0) as u8,
    }
}

/// The longest field whose bytes are written in the result.
const MAX_WRITTEN: usize = 16;

/// The maximum number of instructions of the routine that this one is compared with.
const LIMIT: u64 = 1_000_000;

/// Compares the outputs of a routine with its specification; returns none if the routine has not returned.
fn compare(routine: &Routine, input: &[u8], program: &dyn Debuggee) -> Option<String> {
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
            (field, places.iter().map(|place| byte(*place, program)).collect())
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
type FieldRow = (&'static [&'static str], &'static str, fn() -> Shape);

const ROWS: &[FieldRow] = &[
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
fn shape(claim: &str, field: &str) -> Option<Shape> {
    let row = ROWS.iter().find(|(claims, name, _)| claims.contains(&claim) && *name == field)?;
    Some(row.2())
}

#[cfg(test)]
mod oracle_tests {
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

//! Drawings of a routine's boards from its current bytes, and the comparison of its outputs with the oracle.

mod draw;
mod oracle;
mod shape;

use std::cell::RefCell;

use crate::{Debuggee, debuggee::Space};
use arcadian_proof::{FixedPlace, Routine};

pub use draw::{Cell, Line, Mark, Piece, Row, Squares};

use draw::States;
use shape::Shape;

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
        oracle::compare(&self.routine, &self.input, program)
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
        let Some(shape) = oracle::shape(claim.name, field) else { continue };
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
fn byte(place: FixedPlace, program: &dyn Debuggee) -> u8 {
    let register = |name: &str| program.resolve(name).map_or(0, |name| program.value(name));
    match place {
        FixedPlace::Register(name) => register(name) as u8,
        FixedPlace::Flag(name, bit) => (register(name) >> bit & 1) as u8,
        FixedPlace::Memory(address) => program.load(Space::Byte, address.into()).unwrap_or(0) as u8,
    }
}

#[cfg(test)]
mod tests;

//! A routine's boards, drawn from the bytes as they stand, and what the oracle says at its end.

mod picture;
mod shape;
mod table;
mod verdict;

use std::cell::RefCell;

use arcadian_debugger::{Debuggee, debuggee::Space};
use arcadian_proof::{Location, Routine};

pub use picture::{Line, Mark, Piece};

use picture::Moments;
use shape::Shape;

/// The bytes of all boards at a moment.
pub type Seen = Vec<Vec<u8>>;

/// The boards of a routine.
pub struct Figures {
    routine: Routine,
    given: Vec<u8>,
    boards: Vec<Board>,
    start: Seen,
    /// When [`text`](Self::text) last drew them.
    last: RefCell<Seen>,
}

/// A field of the claim that is a board.
struct Board {
    title: String,
    places: Vec<Location>,
    shape: Shape,
}

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The field.
    pub title: String,
    /// Its squares, then its bytes.
    pub lines: Vec<Line>,
}

impl Figures {
    /// The boards of a routine that was given these bytes, and stands at its start.
    pub fn new(routine: &Routine, given: &[u8], program: &dyn Debuggee) -> Self {
        let boards = boards(routine);
        let start = seen(&boards, program);
        let last = RefCell::new(start.clone());
        Figures { routine: routine.clone(), given: given.to_vec(), boards, start, last }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The first address of a board in memory.
    pub fn address(&self) -> Option<u16> {
        self.boards.iter().flat_map(|board| &board.places).find_map(|place| match place {
            Location::Memory(address) => Some(*address),
            _ => None,
        })
    }

    /// The bytes of the boards now.
    pub fn seen(&self, program: &dyn Debuggee) -> Seen {
        seen(&self.boards, program)
    }

    /// The boards now; marked is what changed since `before`, and since the start.
    pub fn drawn(&self, now: &Seen, before: &Seen) -> Vec<Drawn> {
        let moments = self.start.iter().zip(before).zip(now);
        let drawn = self.boards.iter().zip(moments).map(|(board, ((start, before), now))| Drawn {
            title: board.title.clone(),
            lines: picture::lines(&board.shape, &board.places, &Moments { start, before, now }),
        });
        drawn.collect()
    }

    /// The boards as text; marked is what changed since they were last asked for. At the routine's end with what the
    /// oracle says.
    pub fn text(&self, program: &dyn Debuggee) -> Option<String> {
        let now = self.seen(program);
        let drawn = self.drawn(&now, &self.last.replace(now.clone()));
        let mut blocks: Vec<String> = drawn.iter().map(Drawn::text).collect();
        if drawn.iter().any(Drawn::is_marked) {
            blocks.push(LEGEND.to_owned());
        }
        blocks.extend(self.verdict(program));
        (!blocks.is_empty()).then(|| blocks.join("\n\n"))
    }

    /// At the routine's end: its output, and whether the oracle says the same.
    pub fn verdict(&self, program: &dyn Debuggee) -> Option<String> {
        verdict::of(&self.routine, &self.given, program)
    }
}

/// What the signs before squares and bytes mean.
pub const LEGEND: &str = "> changed last, ' since the start";

impl Drawn {
    /// Lines under a title.
    fn text(&self) -> String {
        let line = |line: &Line| line.iter().map(|piece| piece.text.as_str()).collect::<String>();
        let lines = self.lines.iter().map(|pieces| line(pieces).trim_end().to_owned());
        std::iter::once(self.title.clone()).chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn is_marked(&self) -> bool {
        self.lines.iter().flatten().any(|piece| piece.mark != Mark::Same)
    }
}

/// The boards of the input and the output, once where they are the same bytes.
fn boards(routine: &Routine) -> Vec<Board> {
    let claim = routine.claim;
    let inputs = claim.inputs.iter().map(|field| (field.name, routine.input_locations(field.name)));
    let outputs = claim.outputs.iter().map(|field| (field.name, routine.output_locations(field.name)));
    let mut boards: Vec<Board> = Vec::new();
    for (field, places) in inputs.chain(outputs) {
        let Some(shape) = table::shape(claim.name, field) else { continue };
        if shape.bytes != places.len() || boards.iter().any(|board| board.places == places) {
            continue;
        }
        boards.push(Board { title: format!("{field}: {}", shape.caption), places, shape });
    }
    boards
}

fn seen(boards: &[Board], program: &dyn Debuggee) -> Seen {
    boards.iter().map(|board| board.places.iter().map(|place| byte(*place, program)).collect()).collect()
}

/// The byte at a place now.
fn byte(place: Location, program: &dyn Debuggee) -> u8 {
    let register = |name: &str| program.resolve(name).map_or(0, |name| program.value(name));
    match place {
        Location::Register(name) => register(name) as u8,
        Location::Flag(name, bit) => (register(name) >> bit & 1) as u8,
        Location::Memory(address) => program.load(Space::Byte, address.into()).unwrap_or(0) as u8,
    }
}

#[cfg(test)]
mod tests;

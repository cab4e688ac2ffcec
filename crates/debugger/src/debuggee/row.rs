//! The views of a program: rows of code and of its source, the screen, values, and its language.

use std::ops::Range;

use arcadian_isa::hex;
use arcadian_screen::{
    Frame, Raster,
    blocks::{Depth, Grid, Layout},
    palette::Scale,
};

use super::Location;
use crate::notation::Notation;

/// A row of code: an instruction, some bytes of data, or a line of BASIC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeRow {
    /// The first location in it.
    pub location: Location,
    /// The prefix of the text: address and bytes, or the line number.
    pub gutter: String,
    pub bytes: Vec<u8>,
    pub labels: Vec<String>,
    /// The instruction or the text of the line. Of data it is the bytes.
    pub text: String,
    pub comment: String,
    /// The characters of `text` that belong to the requested location, if the row has several locations.
    pub statement: Option<Range<usize>>,
}

/// The characters reserved for a mark before a row.
const MARK: usize = 2;

impl CodeRow {
    /// Writes the row after a mark of at most two characters; each label has its own line.
    pub fn lines(&self, mark: &str) -> Vec<String> {
        let labels = self.labels.iter().map(|label| format!("{label}:"));
        // The gutter already shows the bytes of data.
        let text = if self.text == hex::bytes(&self.bytes).to_string() { "" } else { &self.text };
        let comment = if self.comment.is_empty() { String::new() } else { format!("; {}", self.comment) };
        let line = format!("{mark:MARK$}{}{text:<20}  {comment}", self.gutter);
        labels.chain([line.trim_end().to_owned()]).collect()
    }

    /// Writes the row, and marks the statement on another line if there is one.
    pub fn marked_lines(&self, mark: &str) -> Vec<String> {
        let mut lines = self.lines(mark);
        if let Some(statement) = &self.statement {
            lines.push(" ".repeat(self.statement_column()) + &"^".repeat(statement.len().max(1)));
        }
        lines
    }

    /// Returns the column of the statement in [`lines`](Self::lines), counted from 0; 0 for a row without statements.
    pub fn statement_column(&self) -> usize {
        let statement = self.statement.as_ref();
        statement.map_or(0, |statement| MARK + self.gutter.chars().count() + statement.start)
    }

    /// Returns the text of the statement, or of the row if it has no statements.
    pub fn statement_text(&self) -> String {
        let range = self.statement.clone().unwrap_or(0..usize::MAX);
        self.text.chars().take(range.end).skip(range.start).collect()
    }

    /// Writes the statement or instruction with the comment.
    pub(super) fn step_text(&self) -> String {
        let comment = if self.comment.is_empty() { String::new() } else { format!("  ; {}", self.comment) };
        format!("{:<20}{comment}", self.statement_text())
    }
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, under the name by which it was opened.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

#[derive(Clone, Debug)]
pub enum Screen {
    Basic(Box<Frame>),
    Beam(BeamScreen),
}

/// A picture that a beam draws line by line: above the beam it is of this frame, below it of the last one.
#[derive(Clone, Debug)]
pub struct BeamScreen {
    /// The pixel values, row by row.
    pub pixels: Raster,
    /// The row that is being drawn; none if the beam is outside the picture.
    pub row: Option<usize>,
    /// The position of the beam, as text.
    pub place: String,
}

/// The mark before the row in which the beam is.
pub const BEAM: &str = "▶";

impl Screen {
    /// Draws the screen in braille characters, two by four pixels in each. Before a picture that a beam draws stand the
    /// beam's place and a column for its mark.
    pub fn dots(&self) -> Vec<String> {
        match self {
            Screen::Basic(frame) => Grid::new(frame, Layout::Braille, Scale::default()).lines(Depth::None),
            Screen::Beam(screen) => {
                let lines =
                    Grid::of_raster(&screen.pixels, Layout::Braille, Scale::default()).lines(Depth::None);
                let beam = screen.row.map(|row| row / Layout::Braille.pixels().1);
                let mark = |row| if beam == Some(row) { BEAM } else { " " };
                let rows = lines.into_iter().enumerate().map(|(row, line)| format!("{}{line}", mark(row)));
                std::iter::once(screen.place.clone()).chain(rows).collect()
            }
        }
    }
}

/// A register, flag, variable or counter; [`Debuggee::resolve`](super::Debuggee::resolve) finds it by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueId(pub usize);

/// The memory or array that an address or index selects from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `[a]`: a byte of memory.
    Byte,
    /// `w[a]`: a 16-bit word of memory, low byte first.
    Word,
    /// An array of the program's language, by a number of the language's choice.
    Array(u8),
}

/// The target of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lvalue {
    /// A register, flag or variable.
    Value(ValueId),
    Element(Space, i64),
}

/// A subroutine or loop that is being executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The name: a label, `GOSUB 100`, `FOR I=1TO 10`.
    pub name: String,
    /// Whether it is a subroutine. Only subroutines count toward the depth.
    pub is_call: bool,
    /// The call, or the FOR of a loop.
    pub from: Location,
    /// The current location in this frame: the program counter, or the call of the next inner frame.
    pub at: Location,
}

/// Values that are shown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The kind of the values: registers, flags, variables, array.
    pub name: &'static str,
    pub values: Vec<Variable>,
}

impl Group {
    pub(crate) fn empty(name: &'static str) -> Self {
        Group { name, values: Vec::new() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// The target of an assignment that changes it; none if it can only be read.
    pub target: Option<Lvalue>,
    pub value: i64,
    /// The number of bits: 1, 8 or 16, or 32 for a counter.
    pub bits: u32,
    /// Whether its changes are evident from other values, as those of a register pair, or not worth reporting.
    pub is_derived: bool,
}

/// The properties of a kind of program, for the commands, the views and the parser of expressions.
#[derive(Debug)]
pub struct Language {
    /// The name in a title: `8080`, `BASIC`.
    pub name: &'static str,
    /// A description of such a program: `8080 machine code`.
    pub description: &'static str,
    /// The name of the steps: instructions, statements.
    pub steps: &'static str,
    /// The unit of the clock: cycles, T-states.
    pub cycles: &'static str,
    pub notation: Notation,
    /// Characters that announce the base of a number, in addition to `$`: the character, the base and its name.
    pub bases: &'static [(char, u32, &'static str)],
    /// Arrays: the opening bracket with the array's name, and what it indexes. `)` closes all of them.
    pub arrays: &'static [(&'static str, Space)],
    /// Whether `#` means "not equal".
    pub has_hash_operator: bool,
}

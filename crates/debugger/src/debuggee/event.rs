//! What a program shows: the events of the hardware at which it can stop; rows of code and of its source, the screen,
//! values, and its language.

use std::ops::{Range, RangeInclusive};

use arcadian_asm::{did_you_mean, nearest};
use arcadian_isa::hex;
use arcadian_machine::DeviceEvent;
use arcadian_screen::{
    Frame, Raster,
    blocks::{Depth, Grid, Layout},
    palette::Scale,
};

use super::{Location, State};
use crate::notation::Notation;

/// A kind of event: how users name it, and which values distinguish its events.
#[derive(Debug)]
pub struct EventKind {
    /// The name in commands: `line`, `port-write`.
    pub name: &'static str,
    /// The name under which the device reports it.
    pub event: &'static str,
    /// The placeholder of a value in help: `N`, `PORT`.
    pub argument: &'static str,
    /// The time at which it occurs, for help.
    pub help: &'static str,
    pub values: RangeInclusive<u16>,
    pub notation: Notation,
    /// The values that have names, such as ports.
    pub named: &'static [(&'static str, u16)],
    /// Describes an event with a value: `port 0C was written`.
    pub describe: fn(u16) -> String,
}

/// Events of one kind with a range of values.
#[derive(Clone, Debug)]
pub struct EventRange {
    pub kind: &'static EventKind,
    pub values: RangeInclusive<u16>,
}

/// A text that names no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The program runs on no hardware that reports events.
    #[error("the program has no hardware that reports events; a cartridge has: `arcadian step --cart FILE`")]
    None,
    #[error("`{word}` is not an event; {}", .near.map_or_else(|| format!("the events are {}", .kinds.join(", ")), did_you_mean))]
    Unknown {
        word: String,
        kinds: Vec<&'static str>,
        /// A similar name.
        near: Option<&'static str>,
    },
    /// The value is not one of this kind.
    #[error("`{text}` is not a value of `{kind}`, which {expected}")]
    Value { text: String, kind: &'static str, expected: String },
}

impl EventRange {
    /// Parses a kind with an optional value or range of values: `line 100`, `port-write 10-17`, `interrupt`. `symbol` returns
    /// the values of the program's symbols.
    pub fn parse(
        text: &str,
        kinds: &'static [EventKind],
        symbol: impl Fn(&str) -> Option<i64>,
    ) -> Result<Self, EventError> {
        let (word, values) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let kind = find(word, kinds)?;
        let number = |text: &str| kind.number(text.trim(), &symbol);
        let values = match (values.trim(), values.split_once('-')) {
            ("", _) => Some(kind.values.clone()),
            (one, None) => number(one).map(|one| one..=one),
            (whole, Some((first, last))) => {
                let range = number(first).zip(number(last)).map(|(first, last)| first..=last);
                range.or_else(|| number(whole).map(|one| one..=one)).filter(|range| !range.is_empty())
            }
        };
        let wrong =
            || EventError::Value { text: text.trim().to_owned(), kind: kind.name, expected: kind.expected() };
        Ok(EventRange { kind, values: values.ok_or_else(wrong)? })
    }

    /// Describes the first of these events that occurred in the last step.
    pub fn occurred(&self, state: &dyn State) -> Option<String> {
        let is_one =
            |event: &&DeviceEvent| event.name == self.kind.event && self.values.contains(&event.value);
        state.events().iter().find(is_one).map(|event| (self.kind.describe)(event.value))
    }
}

fn find(word: &str, kinds: &'static [EventKind]) -> Result<&'static EventKind, EventError> {
    if kinds.is_empty() {
        return Err(EventError::None);
    }
    let names = || kinds.iter().map(|kind| kind.name);
    kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(word)).ok_or_else(|| EventError::Unknown {
        word: word.to_owned(),
        kinds: names().collect(),
        near: nearest(word, names()),
    })
}

impl EventKind {
    /// Parses a value: a name, a symbol of the program, or a number in the notation of this kind.
    fn number(&self, text: &str, symbol: impl Fn(&str) -> Option<i64>) -> Option<u16> {
        let named =
            self.named.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, value)| *value);
        let symbol = || u16::try_from(symbol(text)?).ok();
        let number = || match self.notation {
            Notation::Decimal => text.parse().ok(),
            Notation::Hexadecimal => hex::parse_number(text)?.try_into().ok(),
        };
        named.or_else(symbol).or_else(number).filter(|value| self.values.contains(value))
    }

    /// Writes a value without its name.
    fn text(&self, value: u16) -> String {
        let bits = if *self.values.end() > 0xFF { 16 } else { 8 };
        self.notation.value(value.into(), bits)
    }

    /// Describes the values: `has numbers from 0 to 261`.
    fn expected(&self) -> String {
        let [first, last] = [*self.values.start(), *self.values.end()].map(|value| self.text(value));
        let names = if self.named.is_empty() { "" } else { " and names such as " };
        let name = self.named.first().map_or("", |(name, _)| name);
        let (_, base) = self.notation.base();
        format!("has {base} numbers from {first} to {last}{names}{name}, and ranges such as {first}-{last}")
    }

    /// Returns the kind with its argument, and when it occurs.
    pub fn usage(&self) -> String {
        let usage = match self.argument {
            "" => self.name.to_owned(),
            argument => format!("{} [{argument}]", self.name),
        };
        format!("  {usage:24}  {}", self.help)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    static KINDS: [EventKind; 2] = [
        EventKind {
            name: "line",
            event: "raster line",
            argument: "N",
            help: "the beam reaches raster line N",
            values: 0..=261,
            notation: Notation::Decimal,
            named: &[],
            describe: |line| format!("line {line}"),
        },
        EventKind {
            name: "port-write",
            event: "port write",
            argument: "PORT",
            help: "a port is written",
            values: 0..=0xFF,
            notation: Notation::Hexadecimal,
            named: &[("MAGIC", 0x0C)],
            describe: |port| format!("port {port:02X}"),
        },
    ];

    fn parse(text: &str) -> Result<EventRange, EventError> {
        EventRange::parse(text, &KINDS, |name| (name == "MYPORT").then_some(0x15))
    }

    #[test]
    fn events_with_a_value_a_range_or_a_name() {
        for (text, values) in [
            ("line 100", 100..=100),
            ("LINE  20 - 30", 20..=30),
            ("line", 0..=261),
            ("port-write 10-17", 0x10..=0x17),
            ("port-write magic", 0x0C..=0x0C),
            ("port-write MYPORT", 0x15..=0x15),
            ("port-write $0A", 0x0A..=0x0A),
        ] {
            assert_eq!(parse(text).expect(text).values, values, "{text}");
        }
    }

    #[test]
    fn wrong_events_say_what_is_right() {
        for (text, message) in [
            (
                "line 262",
                "`line 262` is not a value of `line`, which has decimal numbers from 0 to 261, and ranges such as 0-261",
            ),
            ("line 9-3", "`line 9-3` is not a value of `line`"),
            ("lime 4", "`lime` is not an event; did you mean `line`?"),
            ("xyz", "`xyz` is not an event; the events are line, port-write"),
            ("port-write 100", "which has hexadecimal numbers from 00 to FF and names such as MAGIC"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(matches!(EventRange::parse("line", &[], |_| None), Err(EventError::None)));
    }
}

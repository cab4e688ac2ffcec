//! The instructions a line is translated into, once, when it is first executed.
//!
//! An accumulator and a stack: a value is computed into the accumulator, `Push` saves it while the
//! right operand is computed. Errors of the text are instructions too (`Fail`), so that everything to
//! the left of the error happens first, as it did in an interpreter that read the text each time.

use crate::{
    fault::Why,
    words::{Device, Function},
};

/// A position in a translated text.
pub(crate) type Pc = u32;

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
}

impl Relation {
    pub(crate) fn holds(self, a: i16, b: i16) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::NotEqual => a != b,
            Relation::Less => a < b,
            Relation::Greater => a > b,
            Relation::LessOrEqual => a <= b,
            Relation::GreaterOrEqual => a >= b,
        }
    }
}

/// The four operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// What is reached by a number in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Indexed {
    /// `@(n)`
    At,
    /// `*(n)`
    Star,
    /// `%(a)`
    Memory,
    /// `&(p)`
    Port,
}

/// What an assignment, INPUT or FOR sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A..Z as 0..=25.
    Variable(u8),
    Device(Device),
    /// The address was pushed by [`Op::Address`].
    Indexed(Indexed),
}

/// Statements that set several things in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Assignment,
    Input,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// A statement begins; the T-states of it that the text alone decides.
    Statement(u32),
    /// With TRACE: a line begins.
    Traced(u16),
    Fail(Why),

    Constant(i16),
    Variable(u8),
    Device(Device),
    Key,
    Element(Indexed),
    Function(Function),
    Random,

    Push,
    /// The popped value, operator, accumulator.
    Operate(Operator),
    OperateConstant(Operator, i16),
    OperateVariable(Operator, u8),
    Compare(Relation),
    CompareConstant(Relation, i16),
    CompareVariable(Relation, u8),

    /// Checks the index in the accumulator and pushes the address it means.
    Address(Indexed),
    SetVariable(u8),
    Set(Target),

    /// A false IF skips so many bytes of text and goes on at `Pc`, behind the line.
    Unless(u16, Pc),
    /// The end of a line; the next line by its place in the table of lines.
    NextLine(u16),
    /// GOTO and GOSUB whose line number is written out; the line by its place in the table.
    Jump(u16),
    GosubLine(u16),
    Goto,
    /// SORRY before GOSUB or FOR does anything when its frame would not fit.
    RoomForSubroutine,
    RoomForLoop,
    Gosub,
    Return,
    /// Pushed: the limit; accumulator: the step.
    For(Target),
    Next(Target),
    Run,
    Stop,

    /// A string by its place in the text: first byte and length.
    PrintText(u16, u16),
    PrintNumber,
    PrintWidth,
    PrintLine,
    /// PRINT begins: the field is 8 columns wide.
    PrintStart,
    /// The name that INPUT shows: place and length.
    Prompt(u16, u16),
    Blank,
    /// Reads an answer into the accumulator; a bad one goes back to `Pc`.
    Input(Pc),
    /// Behind an assignment or INPUT to memory: where to go on when it changed the program itself.
    Resume(List),
    /// The end of an answer's expression.
    Answered,

    /// `:PRINT "NAME"` and `:INPUT "NAME"` by the name's place: first byte and length.
    Save(u16, u16),
    Load(u16, u16),
    /// A tape statement without a name.
    Tape,

    Box,
    Line,
    Clear,
    /// LIST with this many numbers begins.
    ListFrom(u8),
    /// Lists one line after the other, each of them counted like a statement.
    ListNext,
    Trace,
}

/// Translated text: the instructions, and for each the place in the text it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// Where the `?` of an error goes.
    pub(crate) places: Vec<u16>,
}

impl Code {
    pub(crate) fn clear(&mut self) {
        self.ops.clear();
        self.places.clear();
    }

    pub(crate) fn push(&mut self, op: Op, place: usize) {
        self.ops.push(op);
        self.places.push(place as u16);
    }

    pub(crate) fn next(&self) -> Pc {
        self.ops.len() as Pc
    }
}

//! The instructions into which a line is translated when it is first executed.
//!
//! There is an accumulator and an operand stack: a value is computed into the accumulator, and `Push` saves it
//! while the right operand is computed. A syntax error is an instruction too (`Fail`), so that everything to its
//! left is executed first, as in an interpreter that scans the text each time.

use crate::{
    cost,
    fault::Why,
    words::{Device, Function},
};

/// An index into the instructions of a translation.
pub(crate) type Pc = u32;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Arrays, memory and ports: what is accessed by a number in parentheses.
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

impl Indexed {
    /// Returns the T-states of reading one.
    pub(crate) fn cost(self) -> u32 {
        match self {
            Indexed::At | Indexed::Star => cost::ELEMENT,
            Indexed::Memory => cost::MEMORY,
            Indexed::Port => cost::PORT,
        }
    }
}

/// The target of an assignment, INPUT or FOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A to Z as 0..=25.
    Variable(u8),
    Device(Device),
    /// The address was pushed by [`Op::Address`].
    Indexed(Indexed),
}

/// The statements with a list of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Assignment,
    Input,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// A statement begins; the part of its T-states that is known in advance.
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
    /// Computes: popped value, operator, accumulator.
    Operate(Operator),
    OperateConstant(Operator, i16),
    OperateVariable(Operator, u8),
    Compare(Relation),
    CompareConstant(Relation, i16),
    CompareVariable(Relation, u8),

    /// Checks the index in the accumulator and pushes its address.
    Address(Indexed),
    SetVariable(u8),
    Set(Target),

    /// IF: when false, skips this number of bytes of text and continues at `Pc`, after the line.
    Unless(u16, Pc),
    /// The end of a line; continues at the line with this index.
    NextLine(u16),
    /// The end of a line; continues at this place in the text, where no line begins.
    NextText(u16),
    /// GOTO with a constant line number; the index of the line.
    Jump(u16),
    /// GOSUB with a constant line number; the index of the line.
    GosubLine(u16),
    Goto,
    /// SORRY if there is no room for the frame of GOSUB or FOR, before its operands are computed.
    RoomForSubroutine,
    RoomForLoop,
    Gosub,
    Return,
    /// FOR; the limit is pushed, the step is in the accumulator.
    For(Target),
    Next(Target),
    Run,
    Stop,

    /// A string by its position and length in the text.
    PrintText(u16, u16),
    PrintNumber,
    PrintWidth,
    PrintLine,
    /// PRINT begins: the field is 8 columns wide.
    PrintStart,
    /// The name that INPUT shows, by its position and length.
    Prompt(u16, u16),
    Blank,
    /// Reads an answer into the accumulator; after a bad one execution continues at `Pc`.
    Input(Pc),
    /// After an assignment or INPUT to memory: where to continue in the text if it changed the program itself.
    Resume(List),
    /// The end of an answer's expression.
    Answered,

    /// `:PRINT "NAME"`; the position and length of the name.
    Save(u16, u16),
    /// `:INPUT "NAME"`; the position and length of the name.
    Load(u16, u16),
    /// A tape statement without a name.
    Tape,
    /// `:PRINT`: what is shown is also recorded.
    Record,
    /// `:INPUT`: the bytes of the tape are typed.
    Play,
    /// `:RETURN`
    StopTape,

    Box,
    Line,
    Clear,
    /// LIST with this many numbers begins.
    ListFrom(u8),
    /// Lists one line, counts it as a statement, and repeats.
    ListNext,
    Trace,
}

/// A translation: instructions, and their positions in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// For each instruction, where the `?` of an error is shown.
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

//! What a debugger asks of a program, whatever it is written in.

use std::fmt;

use arcadian_basic::Key;
use arcadian_isa::Processor;
use arcadian_screen::Frame as Picture;

/// Where a step begins: of machine code its address; of BASIC the line's number × 65,536 + the place in the line's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub u32);

/// Something that has a name and a value, such as a register; [`Debuggee::name`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub usize);

/// What is reached by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `[a]`: a byte of memory.
    Byte,
    /// `w[a]`: a word of memory, low byte first.
    Word,
    /// `@(n)` of BASIC.
    At,
    /// `*(n)` of BASIC.
    Star,
    /// `%(a)` of BASIC.
    Memory,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A register, flag or variable.
    Name(Name),
    /// A byte, word or element.
    Element(Space, i64),
}

/// A program between two steps, to look at.
pub trait State {
    /// Where the next step begins.
    fn spot(&self) -> Spot;
    /// Steps since the start: instructions, or statements.
    fn now(&self) -> u64;
    /// Cycles since the start, or T-states.
    fn clock(&self) -> u64;
    /// Subroutines entered and not left.
    fn depth(&self) -> usize;
    /// Whether the processor stands still; it is before no instruction then, though [`spot`](Self::spot) is one.
    fn is_halted(&self) -> bool {
        false
    }
    /// The value of something named.
    fn value(&self, name: Name) -> i64;
    /// The value at a number; none where nothing is.
    fn load(&self, space: Space, index: i64) -> Option<i64>;
}

/// A program that can be run to and fro. Looking changes nothing.
pub trait Debuggee: State {
    /// What it is.
    fn kind(&self) -> Kind;

    /// How far it has ever come, in steps, since something was last changed.
    fn furthest(&self) -> u64;

    /// Executes up to so many steps. `look` sees what each has led to and may ask to stop.
    fn run(&mut self, steps: u64, look: &mut dyn FnMut(&dyn State) -> bool) -> Why;

    /// Goes to where so many steps are done, at most [`furthest`](Self::furthest).
    fn seek(&mut self, step: u64);

    /// What this name means, in whatever case.
    fn name(&self, text: &str) -> Option<Name>;

    /// The value of a symbol of the source.
    fn constant(&self, text: &str) -> Option<i64>;

    /// All names that expressions may use, symbols too, for completion.
    fn names(&self) -> Vec<String>;

    /// The place that a person means: an address or symbol; a line, or `LINE.STATEMENT` of BASIC.
    fn find(&self, place: &str) -> Result<Spot, NoSpot>;

    /// Changes something. What was recorded beyond this point is forgotten.
    fn set(&mut self, target: Target, value: i64) -> Result<(), Refused>;

    /// Subroutines and loops, the innermost first.
    fn frames(&self) -> Vec<Frame>;

    /// Registers and flags, or variables.
    fn groups(&self) -> Vec<Group>;

    /// The code around a place: up to so many rows before it and behind it.
    fn code(&self, around: Spot, before: usize, behind: usize) -> Vec<Row>;

    /// All places of the source where a step can begin, in their order.
    fn all_code(&self) -> Vec<Spot>;

    /// The line of the source that a place belongs to.
    fn source(&self, spot: Spot) -> Option<Line>;

    /// The first place of a line of a source, or of the next line that has code.
    fn spot_in(&self, file: &str, line: usize) -> Option<Spot>;

    /// Presses keys, which wait until the program asks for them.
    fn press(&mut self, _keys: &[Key]) -> Result<(), Refused> {
        Err(Refused::NoKeys)
    }

    /// What the program waits for, or how it ended, if it cannot go on by itself.
    fn end(&self) -> Option<End>;

    /// The screen, if it has one.
    fn screen(&self) -> Option<Picture> {
        None
    }

    /// What has been printed, a line each.
    fn printed(&self) -> Vec<String>;
}

/// What a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Machine code; a step is an instruction.
    Code(Processor),
    /// A BASIC program; a step is a statement.
    Basic,
}

/// Why a run came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// All steps are done.
    Steps,
    /// The one who looked on asked for it.
    Asked,
    /// The program cannot go on by itself.
    End(End),
}

/// Why a program cannot go on by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The routine came back to whoever called it.
    Returned,
    /// The processor stands still.
    Halted,
    /// The next instruction jumps to itself.
    Loop,
    /// A service of the operating system ended it, or is not served: what it was.
    Service(String),
    /// It waits for a key.
    Key,
    /// It waits for an answer to INPUT.
    Answer,
    /// The BASIC program came to its end.
    Finished,
    /// The BASIC program was halted.
    Halt,
    /// The BASIC program stopped with an error: the machine's word, and why.
    Error(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Returned => f.write_str("the routine has returned"),
            End::Halted => f.write_str("the processor stands still"),
            End::Loop => f.write_str("the instruction jumps to itself"),
            End::Service(what) => f.write_str(what),
            End::Key => f.write_str("the program waits for a key"),
            End::Answer => f.write_str("the program waits for an answer to INPUT"),
            End::Finished => f.write_str("the program has ended"),
            End::Halt => f.write_str("the program was halted"),
            End::Error(what) => f.write_str(what),
        }
    }
}

/// A subroutine or loop that the program is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its name: a label, `GOSUB 100`, `FOR I=1TO 10`.
    pub name: String,
    /// Whether it is a subroutine; only these count as depth.
    pub is_call: bool,
    /// Where it was entered from: the call, or the loop's FOR.
    pub from: Spot,
    /// The place in it where the program is, or where an inner one was entered.
    pub at: Spot,
}

/// Values that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are: registers, flags, variables, array.
    pub name: &'static str,
    /// The values.
    pub values: Vec<Variable>,
}

/// Something with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// What it is called.
    pub name: String,
    /// What to set, to change it.
    pub target: Target,
    /// Its value.
    pub value: i64,
    /// How many bits it has: 1, 8 or 16.
    pub bits: u32,
}

/// A row of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Where it begins. A row of BASIC is a line, and this its first statement.
    pub spot: Spot,
    /// Its bytes; of BASIC the line's, number and carriage return included.
    pub bytes: Vec<u8>,
    /// The labels that stand before it.
    pub labels: Vec<String>,
    /// The instruction, or the line's text.
    pub text: String,
    /// The sheet's comment.
    pub comment: String,
    /// The characters of `text` that are the statement asked about, if it is in this row.
    pub statement: Option<std::ops::Range<usize>>,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file, as it was named when the program was read.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
}

/// A place where no code is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSpot {
    /// It is no place at all.
    #[error("`{text}` is no place here; {expected}")]
    NotAPlace {
        /// What was asked for.
        text: String,
        /// What would be one.
        expected: String,
    },
    /// It is one, but no code is there.
    #[error("there is no code at {text}{}", .near.as_ref().map_or(String::new(), |near| format!("; the next is at {near}")))]
    NoCode {
        /// What was asked for.
        text: String,
        /// The next place that has code.
        near: Option<String>,
    },
}

/// A change that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The value is too large or too small.
    #[error("{value} does not fit; {name} holds {least} to {most}")]
    DoesNotFit {
        /// What was to be set.
        name: String,
        /// To what.
        value: i64,
        /// The least that it can hold.
        least: i64,
        /// The greatest.
        most: i64,
    },
    /// Nothing is there.
    #[error("there is nothing at {0}")]
    NothingThere(i64),
    /// It cannot be set.
    #[error("{0} can be read but not set")]
    ReadOnly(String),
    /// Machine code has no keys.
    #[error("the program has no keyboard")]
    NoKeys,
}

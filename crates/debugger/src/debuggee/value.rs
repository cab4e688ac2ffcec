//! Values of a program, and what can be assigned to.

use super::Location;

/// A register, flag, variable or counter; [`Debuggee::resolve`](super::Debuggee::resolve) finds it by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueId(pub usize);

/// What an address or index selects from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `[a]`: a byte of memory.
    Byte,
    /// `w[a]`: a 16-bit word of memory, low byte first.
    Word,
    /// An array of the program's language, by a number of the language's choice.
    Array(u8),
}

/// What can be assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lvalue {
    /// A register, flag or variable.
    Value(ValueId),
    /// An element of memory or of an array.
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
    /// What they are: registers, flags, variables, array.
    pub name: &'static str,
    /// The values.
    pub values: Vec<Variable>,
}

impl Group {
    /// Returns a group without values.
    pub(crate) fn empty(name: &'static str) -> Self {
        Group { name, values: Vec::new() }
    }
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// What to assign to, to change it; none if it can only be read.
    pub target: Option<Lvalue>,
    /// The value.
    pub value: i64,
    /// The number of bits: 1, 8 or 16, or 32 for a counter.
    pub bits: u32,
    /// Whether its changes are evident from other values, as those of a register pair, or not worth reporting.
    pub is_derived: bool,
}

//! What can be wrong with a source of another assembler only.

use thiserror::Error;

/// An error or warning in a source of another assembler; `Display` is the message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message is the description")]
pub enum DialectFault {
    #[error("to an address a number can be added, and its low or high byte placed as a byte; nothing else")]
    PartOfAddress,
    #[error("{0} is shifted right; ca65 and its linker do that in different ways with negative numbers")]
    NegativeShift(i64),
    #[error("{0} has more than 31 bits; ca65 and its linker compute with it in different ways")]
    WideNumber(i64),
    #[error("`{0}` is defined further down, and ACME answers differently when it reads the source again")]
    DefinedBelow(String),
    #[error("the value is not a constant at this line")]
    NotConstant,
    #[error("the value depends on more than {0} names and operators that are not constant yet")]
    TooInvolved(usize),
    #[error("the instruction takes an address of one byte here, and this one has two")]
    NeedsZeroPage,
    #[error("the value is an address of {0} bytes, and {1} is placed")]
    WideAddress(u8, u8),
    #[error(
        "the distance of the branch target is not known: it is a number, of another segment, or of another module"
    )]
    FarBranch,
    #[error("`{0}` has other attributes above")]
    Attributes(String),
    #[error("`{word}` is not a word of {dialect}")]
    UnknownWord { word: String, dialect: &'static str },
    #[error("`{0}` is read and ignored: {1}")]
    Ignored(String, &'static str),
    #[error("`{0}` is not supported")]
    NotSupported(String),
    #[error("`{0}` belongs to another module, which is not read")]
    External(String),
    #[error("`{0}` is not a structure")]
    NoSize(String),
    #[error("the assertion does not hold: {0}")]
    Assertion(String),
    #[error("{0}")]
    Message(String),
    #[error("this block is not closed")]
    Unclosed,
    #[error("blocks are nested more than {0} deep: the rest of the source is not read")]
    BlockDepth(usize),
    #[error(
        "the names of the scopes around have more than {0} characters together: the rest of the source is not read"
    )]
    LongScope(usize),
    #[error("`{0}` closes nothing")]
    Unopened(String),
    #[error("{count} repetitions; at most {most} are allowed")]
    Repetitions { count: i64, most: i64 },
    #[error("the segment only reserves space; `{0}` cannot place bytes in it")]
    Reserves(String),
    #[error("the part that is asked for is outside {name}, which has {length} bytes")]
    OutsideFile { name: String, length: usize },
    #[error("`{0}` is not a device")]
    NoDevice(String),
    #[error("`{0}` needs a device with memory pages")]
    NeedsDevice(String),
    #[error("no statement above places a byte at {0:04X}, where the device has one of its own")]
    NotPlaced(i64),
    #[error("`{0}` is only for the fields of a structure")]
    OnlyInStructures(String),
    #[error("`{0}` labels the value of an instruction, which has none")]
    NoValue(String),
    #[error("`{0}` in column one is a label")]
    InColumnOne(String),
    #[error("a loader cannot repair this value when the code is moved; it is not in the relocation table")]
    NotMovable,
    #[error("the bytes leave their slot at {0:04X}")]
    LeavesSlot(i64),
    #[error("several pages have bytes at {address:04X}: {names}; the image lacks some of {left_out}")]
    SeveralPages { names: String, address: u32, left_out: String },
    #[error(
        "the segment does not begin at a multiple of {0}, so what is aligned in it is not aligned in memory"
    )]
    Unaligned(i64),
    #[error("the addresses do not settle in {0} passes")]
    Unsettled(u32),
}

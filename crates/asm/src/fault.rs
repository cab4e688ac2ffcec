//! Everything that can be wrong with a source. This is the only place with the messages.

use std::{fmt, ops::Range};

use arcadian_isa::Processor;
use thiserror::Error;

/// An error or warning in a source; `Display` is the message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message is the description")]
pub enum Fault {
    #[error("the source does not name a processor")]
    NoProcessor,
    #[error("the source is empty")]
    Empty,
    #[error("the source has only comments")]
    OnlyComments,
    #[error("this source is for the {is}, not for the {not}")]
    OneProcessor { is: Processor, not: Processor },
    #[error("`{0}` is not a known processor")]
    BadProcessor(String),

    #[error("unexpected `{0}`")]
    Unexpected(String),
    #[error("expected a value")]
    ExpectedValue,
    #[error("expected a name")]
    ExpectedName,
    #[error("the string has no closing quote")]
    Unterminated,
    #[error("`{0}` is not an ASCII character")]
    NotAscii(char),
    #[error("`{0}` is not a valid number")]
    BadNumber(String),
    #[error("a string of {0} characters is not a value; strings of one or two characters are")]
    LongString(usize),
    #[error("`{0}` is a register or a condition, not a value")]
    Register(String),
    #[error("parentheses are nested more than {0} deep")]
    TooNested(usize),
    #[error("missing closing parenthesis")]
    MissingClose,
    #[error("the result does not fit in 32 bits")]
    Overflow,
    #[error("division by zero")]
    DivisionByZero,
    #[error("the shift count is {0}; it must be 0 to 31")]
    BadShift(i64),
    #[error("`{text}` is read as hexadecimal, {value}")]
    Hash { text: String, value: i64 },
    #[error("`{0}` is not defined")]
    Undefined(String),
    #[error("code whose position is not known has instructions only")]
    NoInstruction,
    #[error("`{0}` depends on the address of the code, which is not known")]
    Placed(String),
    #[error("`{name}` is {} here and {} in the other part; a name means one thing in a comparison", .meanings[0], .meanings[1])]
    OtherValue { name: String, meanings: Box<[String; 2]> },
    #[error("`{0}` is not defined above this line")]
    NotYet(String),
    #[error("`{name}` is defined in terms of itself: {path}")]
    Cycle { name: String, path: String },

    #[error("the {processor} has no instruction `{word}`")]
    UnknownMnemonic { word: String, processor: Processor },
    #[error("unknown directive `{0}`")]
    UnknownDirective(String),
    #[error("`{0}` does not take these operands")]
    BadOperands(String),
    #[error("{what} is {value}, {} more than {most}", .value - .most)]
    TooLarge { what: &'static str, value: i64, most: i64 },
    #[error("{what} is {value}, {} less than {least}", .least - .value)]
    TooSmall { what: &'static str, value: i64, least: i64 },
    #[error("`{mnemonic}` takes {choices}, not {value}")]
    Choice { mnemonic: String, choices: String, value: i64 },
    #[error("`{0}` selects the opcode and must be known above this line")]
    OpcodeUnknown(String),
    #[error("the branch target is {distance:+} bytes away, {by} too far")]
    BranchRange { distance: i64, by: i64 },
    #[error(
        "assembled with a three-byte address: `{0}` was not known to be in the zero page above this line"
    )]
    TookAbsolute(String),

    #[error("`{0}` is defined twice")]
    Duplicate(String),
    #[error("`{0}` cannot be a symbol: it is {1}")]
    Reserved(String, &'static str),
    #[error("`{0}` needs a name before it")]
    NeedsName(String),
    #[error("this is read as a label, but nothing refers to it")]
    LoneName,
    #[error("`{0}` needs an operand")]
    NeedsOperand(String),
    #[error("`{operation}` takes {takes}, not {given}")]
    Count { operation: String, takes: String, given: String },
    #[error("another line already placed a byte at {0:04X}")]
    Overlap(u32),
    #[error("the code runs past the end of memory, FFFF")]
    PastEnd,
    #[error("{0}: the rest of the source is not read")]
    TooMuch(&'static str),
    #[error("in the expansion of the macro, this line has more than {0} bytes")]
    LongLine(usize),

    #[error("`{0}` without IF")]
    NoIf(String),
    #[error("`{0}` after ELSE")]
    AfterElse(String),
    #[error("this IF has no ENDIF")]
    UnclosedIf,
    #[error("this MACRO has no ENDM")]
    UnclosedMacro,
    #[error("`{0}` outside a macro")]
    NoMacro(String),
    #[error("a macro cannot be defined inside a macro")]
    MacroInMacro,
    #[error("macros are nested more than {0} deep")]
    MacroDepth(usize),

    #[error("cannot include {name}: {why}")]
    Include { name: String, why: String },
    #[error("{0} includes itself")]
    IncludeCycle(String),
    #[error("includes are nested more than {0} deep")]
    IncludeDepth(usize),

    #[error("a header line has the form `;! key: value`")]
    HeaderSyntax,
    #[error("`{0}` is not a sheet header key")]
    HeaderKey(String),
    #[error("`{0}` appears twice in the header")]
    HeaderTwice(String),
    #[error("`{key}` must follow a line `;! {after}:`")]
    HeaderOrder { key: &'static str, after: &'static str },
    #[error("a sheet has one header; this line of a contract is below it")]
    HeaderBelow,
    #[error("this line of a contract has no label below it")]
    HeaderWithoutLabel,
    #[error("a line of a contract states nothing beside code")]
    HeaderBesideCode,
    #[error("`{key}` takes {takes}")]
    HeaderValue { key: &'static str, takes: &'static str },
    #[error("the header says that the routine is at {says:04X}, it is at {is:04X}")]
    HeaderOrigin { says: u16, is: u16 },
    #[error("the header says {says} bytes, the code has {has}")]
    HeaderBytes { says: String, has: usize },
    #[error("the hand-assembled byte is {hand:02X}, it should be {right:02X}")]
    HandByte { hand: u8, right: u8 },
    #[error("the hand-assembled address is {hand:04X}, it should be {right:04X}")]
    HandAddress { hand: u16, right: u32 },
    #[error("the line has {} by hand, it should have {right}", bytes(*.hand))]
    HandCount { hand: usize, right: usize },
    #[error("two blanks or a tab must separate the hand-assembled bytes from the source")]
    HandEnd,
    #[error("the columns of addresses and bytes are not compared, only the source beside them")]
    Columns,

    #[error("text after END is not read")]
    AfterEnd,

    #[error("read as {dialect} source: `{mark}` is a statement of this assembler")]
    Guessed { dialect: &'static str, mark: String },
    #[error("expected `{0}`")]
    Expected(&'static str),
    #[error("the string has an unknown escape sequence")]
    BadEscape,
    #[cfg(feature = "dialects")]
    #[error(transparent)]
    Dialect(DialectFault),
}

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

impl Fault {
    /// Whether the source assembles, and what a sheet states of its bytes is wrong.
    pub const fn is_of_hand_assembly(&self) -> bool {
        matches!(
            self,
            Self::HandByte { .. }
                | Self::HandAddress { .. }
                | Self::HandCount { .. }
                | Self::HeaderBytes { .. }
                | Self::HeaderOrigin { .. }
        )
    }
}

impl From<DialectFault> for Fault {
    #[cfg(feature = "dialects")]
    fn from(fault: DialectFault) -> Self {
        Fault::Dialect(fault)
    }

    /// The page's modules have only our own syntax, and no room for messages that nothing gives.
    #[cfg(not(feature = "dialects"))]
    fn from(_: DialectFault) -> Self {
        Fault::NoProcessor
    }
}

fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// A suggested fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The suggestion.
    pub text: Box<str>,
    /// The correct text, if the fix only replaces a part of the line.
    pub replacement: Option<Box<Replacement>>,
}

/// A text that replaces a part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The correct text.
    pub text: String,
    /// The bytes of the line that it replaces, unless they are those of the fault.
    pub span: Option<Range<usize>>,
}

impl Hint {
    /// Returns the question whether another word was meant.
    pub fn did_you_mean(word: impl Into<String>) -> Self {
        let word = word.into();
        Self::new(crate::suggestions::did_you_mean(&word), word)
    }

    pub(crate) fn new(text: String, replacement: impl Into<String>) -> Self {
        let replacement = Replacement { text: replacement.into(), span: None };
        Self { text: text.into(), replacement: Some(Box::new(replacement)) }
    }

    /// Sets the bytes of the line that the replacement replaces.
    pub(crate) fn of(mut self, span: Range<usize>) -> Self {
        self.replacement.iter_mut().for_each(|replacement| replacement.span = Some(span.clone()));
        self
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self { text: text.into(), replacement: None }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

//! What can be wrong with a source, as types; the texts stand here and nowhere else.

use arcadian_isa::Processor;
use thiserror::Error;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message is the description")]
pub enum Fault {
    #[error("for which processor is this?")]
    NoProcessor,
    #[error("this source is for the {is}, not for the {not}")]
    OneProcessor { is: Processor, not: Processor },
    #[error("`{0}` is no processor")]
    BadProcessor(String),

    #[error("`{0}` is not expected here")]
    Unexpected(String),
    #[error("a value is missing here")]
    ExpectedValue,
    #[error("a name is missing here")]
    ExpectedName,
    #[error("the string has no closing quote")]
    Unterminated,
    #[error("`{0}` is no ASCII character")]
    NotAscii(char),
    #[error("`{0}` is no number")]
    BadNumber(String),
    #[error("a string of {0} characters is no number; one or two are")]
    LongString(usize),
    #[error("`{0}` is a register or a condition, not a value")]
    Register(String),
    #[error("the parentheses are nested deeper than {0}")]
    TooNested(usize),
    #[error("a closing parenthesis is missing")]
    MissingClose,
    #[error("the result does not fit into 32 bits")]
    Overflow,
    #[error("division by zero")]
    DivisionByZero,
    #[error("a shift by {0}; 0 to 31 are possible")]
    BadShift(i64),
    #[error("`{0}` is defined nowhere")]
    Undefined(String),
    #[error("`{0}` is not known above this line")]
    NotYet(String),
    #[error("`{0}` is defined by itself")]
    Cycle(String),
    #[error("`{0}` is defined by a chain of more than {1} forward references")]
    LongChain(String, usize),

    #[error("the {processor} has no instruction `{word}`")]
    UnknownMnemonic { word: String, processor: Processor },
    #[error("there is no directive `{0}`")]
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
    #[error("the branch goes {distance:+} bytes, {by} too far")]
    BranchRange { distance: i64, by: i64 },
    #[error("takes three bytes: whether `{0}` is in the zero page was not known above this line")]
    TookAbsolute(String),

    #[error("`{0}` is defined twice")]
    Duplicate(String),
    #[error("`{0}` cannot be a symbol: it is {1}")]
    Reserved(String, &'static str),
    #[error("`{0}` needs a name before it")]
    NeedsName(String),
    #[error("`{0}` takes no name before it")]
    NoName(String),
    #[error("this is read as a label, and nothing refers to it")]
    LoneName,
    #[error("`{0}` needs an operand")]
    NeedsOperand(String),
    #[error("`{operation}` takes {takes}, not {given}")]
    Count { operation: String, takes: String, given: String },
    #[error("the byte at {0:04X} is there already")]
    Overlap(u32),
    #[error("the memory ends at FFFF")]
    PastEnd,
    #[error("{0}: nothing behind this line is read")]
    TooMuch(&'static str),

    #[error("`{0}` without IF")]
    NoIf(String),
    #[error("`{0}` behind ELSE")]
    AfterElse(String),
    #[error("this IF has no ENDIF")]
    UnclosedIf,
    #[error("this MACRO has no ENDM")]
    UnclosedMacro,
    #[error("`{0}` outside a macro")]
    NoMacro(String),
    #[error("a macro cannot be defined in a macro")]
    MacroInMacro,
    #[error("macros are nested deeper than {0}")]
    MacroDepth(usize),

    #[error("{name} cannot be included: {why}")]
    Include { name: String, why: String },
    #[error("{0} includes itself")]
    IncludeCycle(String),
    #[error("files include each other deeper than {0}")]
    IncludeDepth(usize),

    #[error("a header line is `;! key: value`")]
    HeaderSyntax,
    #[error("`{0}` is no key of a sheet's header")]
    HeaderKey(String),
    #[error("`{0}` stands twice in the header")]
    HeaderTwice(String),
    #[error("`{key}` is {takes}")]
    HeaderValue { key: &'static str, takes: &'static str },
    #[error("the header says {says} bytes, the code has {has}")]
    HeaderBytes { says: usize, has: usize },
    #[error("the byte by hand is {hand:02X}, it should be {right:02X}")]
    HandByte { hand: u8, right: u8 },
    #[error("the address by hand is {hand:04X}, it should be {right:04X}")]
    HandAddress { hand: u16, right: u32 },
    #[error("by hand there {}, it should be {right}", are(*.hand))]
    HandCount { hand: usize, right: usize },
    #[error("two blanks or a tab separate the bytes by hand from the source")]
    HandEnd,

    #[error("what stands behind END is not read")]
    AfterEnd,
}

fn are(count: usize) -> String {
    if count == 1 { "is 1 byte".to_owned() } else { format!("are {count} bytes") }
}

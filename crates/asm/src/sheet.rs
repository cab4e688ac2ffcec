//! Hand-assembly sheets: sources with hand-assembled addresses and bytes in their left columns.
//!
//! ```text
//! ;! routine: T2CW
//! ;! cpu: 8080
//! ;! in: B = the letter
//! 0100  78           T2CW:  MOV  A,B
//! 0101  C3 00 01            JMP  T2CW
//! ```
//!
//! A file is a sheet if the comments at its top contain a header line `;! key: value` with the key `routine` or `cpu`.
//! In a sheet a line that begins in column one with four hexadecimal digits and a blank has **hand-assembled columns**:
//!
//! - the address, followed by one tab or one to four blanks if bytes follow, by more blanks if none do;
//! - the bytes, two digits each with one blank between, ended by two blanks, a tab or the end of the line;
//! - the source line, in which a label needs its colon.
//!
//! A line with only an address and bytes continues the line before it. Lines without these columns are ordinary and not
//! checked; where only the address is written, the bytes are not checked.

mod check;
mod contract;
mod directives;
mod hand;
mod header;
pub(crate) mod names;
mod unmarked;
mod write;

use arcadian_isa::Processor;

pub use contract::{
    Block, Contract, block, has_contract, has_header, header_text, is_beside_code, names_routine, near_key,
    stating,
};
pub use directives::subject;
pub(crate) use hand::Hand;
pub(crate) use header::{HeaderScan, read};
pub use header::{keys, read_line};
pub use unmarked::{Unmarked, unmarked};

/// The header of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The label of the routine.
    pub routine: Option<String>,
    /// The processor.
    pub processor: Option<Processor>,
    /// The origin, if there is no ORG.
    pub origin: Option<u16>,
    /// The inputs of the routine.
    pub inputs: Vec<Term>,
    /// The outputs of the routine.
    pub outputs: Vec<Term>,
    /// The other things that the routine may change.
    pub clobbers: Vec<Term>,
    /// The word in memory that is the pointer of a second stack.
    pub stack: Option<Term>,
    /// The number of bytes of arguments that the routine removes from the stack, that in memory if there is one.
    pub pops: u16,
    /// The name of the reference function.
    pub oracle: Option<Noted<String>>,
    /// Conditions on the inputs. The assembler does not read them; the verifier does.
    pub requires: Vec<HeaderLine>,
    /// Conditions on inputs and outputs, as above.
    pub ensures: Vec<HeaderLine>,
    /// Inputs, each with what is true of the outputs for it, as above.
    pub examples: Vec<HeaderLine>,
    /// The file of a sheet that computes the same.
    pub same_as: Option<HeaderLine>,
    /// Conditions at labels, for proofs by induction, as above.
    pub cut_points: Vec<CutPoint>,
    /// The size of the code in bytes, or a budget for it, checked against the code.
    pub bytes: Option<Noted<Amount>>,
    /// The time in clock cycles. The assembler does not check it; the verifier does.
    pub cycles: Option<Noted<Amount>>,
    /// A device that the routine uses, and its first address.
    pub device: Option<(String, u16)>,
    /// Title, author, date, source and notes in file order.
    pub about: Vec<(String, String)>,
    /// The header line (from 0) and byte range that state the size.
    pub(crate) bytes_at: Option<(usize, std::ops::Range<usize>)>,
}

/// Returns the byte of a line of a sheet at which its source begins: after the hand-assembled columns, if it has them.
pub fn source_start(line: &str) -> usize {
    Hand::read(line).map_or(0, |hand| hand.rest)
}

impl Sheet {
    /// Whether the header says what the routine must compute, if only for some inputs.
    pub fn has_specification(&self) -> bool {
        self.oracle.is_some()
            || self.same_as.is_some()
            || !self.ensures.is_empty()
            || !self.examples.is_empty()
    }
}

/// A register, flag or memory location and its meaning: `A = the letter`, `HL -> the board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The text before the `=` or `->`.
    pub place: String,
    /// Whether it is `->`: the location holds a pointer, and the meaning is of the bytes it points to.
    pub points: bool,
    /// The text after it; may be empty.
    pub meaning: String,
    /// The line with the term, whose value is the term.
    pub line: HeaderLine,
}

/// A header line with a value that the assembler only keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderLine {
    /// The line number, from 1.
    pub number: usize,
    /// The text of the whole line.
    pub text: String,
    /// The byte range of the value.
    pub span: std::ops::Range<usize>,
}

impl HeaderLine {
    /// Returns the value.
    pub fn value(&self) -> &str {
        self.text.get(self.span.clone()).unwrap_or("")
    }
}

/// A label at which a proof by induction cuts every run, and what its header lines say of the state there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutPoint {
    /// The line that names the label.
    pub line: HeaderLine,
    /// The label.
    pub label: String,
    /// The registers, flags and memory that the conditions mention.
    pub state: Vec<Term>,
    /// Conditions that hold whenever the label is reached.
    pub invariants: Vec<HeaderLine>,
    /// The value that becomes smaller from one label to the next.
    pub decreases: Option<HeaderLine>,
    /// The element whose successors the code from the label on adds to a set.
    pub expands: Option<HeaderLine>,
    /// The cycles from the label to the return.
    pub remaining: Option<HeaderLine>,
}

/// A value followed by free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted<T> {
    /// The value.
    pub value: T,
    /// The text.
    pub note: String,
}

/// A number of cycles or bytes: `17`, a range `17-23`, or a budget `<= 23`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The minimum; 0 for a budget.
    pub least: u64,
    /// The maximum.
    pub most: u64,
    /// Whether only more than the maximum is wrong.
    pub is_budget: bool,
}

impl Amount {
    /// Parses what a header states, and the text after it; `None` if that is something else.
    pub fn parse(text: &str) -> Option<(Amount, &str)> {
        let budget = text.strip_prefix("<=").map(str::trim_start);
        let value = budget.unwrap_or(text);
        let (word, rest) = value.split_once([' ', '\t']).unwrap_or((value, ""));
        let word = word.trim_end_matches([',', ';']);
        let amount = match (budget, word.split_once('-')) {
            (Some(_), _) => Amount { least: 0, most: word.parse().ok()?, is_budget: true },
            (None, range) => {
                let (least, most) = range.unwrap_or((word, word));
                Amount { least: least.parse().ok()?, most: most.parse().ok()?, is_budget: false }
            }
        };
        (amount.least <= amount.most).then_some((amount, rest.trim()))
    }

    /// Whether code that takes these at least and at most is as stated.
    pub const fn is_met_by(&self, least: u64, most: u64) -> bool {
        if self.is_budget { most <= self.most } else { self.least == least && self.most == most }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Amount { most, is_budget: true, .. } => write!(f, "<= {most}"),
            Amount { least, most, .. } if least == most => write!(f, "{most}"),
            Amount { least, most, .. } => write!(f, "{least}-{most}"),
        }
    }
}

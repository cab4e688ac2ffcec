//! Hand-assembly sheets: sources that carry address and bytes as somebody wrote them by hand.
//!
//! ```text
//! ;! routine: T2CW
//! ;! cpu: 8080
//! ;! in: B = the letter
//! 0100  78           T2CW:  MOV  A,B
//! 0101  C3 00 01            JMP  T2CW
//! ```
//!
//! A file is a sheet if the comments at its top have a header line `;! key: value` with the key `routine` or `cpu`.
//! In a sheet a line that begins in column one with four hexadecimal digits and a blank carries **hand columns**:
//!
//! - the address; behind it one tab, or one to four blanks, if bytes follow, or more blanks if none do;
//! - the bytes, two digits each, one blank between them; behind them two blanks or a tab, or the end of the line;
//! - the source line, in which a label needs its colon.
//!
//! A line with hand columns and nothing else continues the one before. Lines without hand columns are ordinary, and
//! nothing in them is checked; nor are bytes where only the address is written.

mod check;
mod hand;
mod header;
mod write;

use arcadian_isa::Processor;

pub(crate) use hand::Hand;
pub(crate) use header::{Found, read};

/// What the header of a sheet says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The routine the sheet is about: a label.
    pub routine: Option<String>,
    /// The processor.
    pub processor: Option<Processor>,
    /// Where the code begins, if no ORG says it.
    pub origin: Option<u16>,
    /// What the routine is given.
    pub inputs: Vec<Term>,
    /// What it gives back.
    pub outputs: Vec<Term>,
    /// What it leaves changed besides.
    pub clobbers: Vec<Term>,
    /// The name of the function that says what is right.
    pub oracle: Option<Noted<String>>,
    /// The size of the code, held against the code.
    pub bytes: Option<Noted<usize>>,
    /// The time in clock cycles. It is kept for a prover; the assembler cannot check it.
    pub cycles: Option<Noted<Cycles>>,
    /// A device that the routine needs, and its first address.
    pub device: Option<(String, u16)>,
    /// Title, author, date, source, notes, in the order of the file.
    pub about: Vec<(String, String)>,
    /// The header line (counted from 0) and the place in it that say the size.
    pub(crate) bytes_at: Option<(usize, std::ops::Range<usize>)>,
}

/// A register, flag or place in memory, and what it means: `A = the letter`, `HL -> the board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What stands before the `=` or `->`.
    pub place: String,
    /// Whether it is `->`: the place holds an address, and the meaning is of what stands there.
    pub points: bool,
    /// What stands behind it, or nothing.
    pub meaning: String,
}

/// A value with the free text behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted<T> {
    /// The value.
    pub value: T,
    /// The text.
    pub note: String,
}

/// A time: `17`, or `17-23` from the shortest to the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// The shortest.
    pub least: u64,
    /// The longest.
    pub most: u64,
}

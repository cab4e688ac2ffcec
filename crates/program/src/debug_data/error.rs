//! Why debug data cannot be read.

use std::ops::Range;

/// A record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A record lacks a field.
    #[error("this record has no `{0}`")]
    Missing(&'static str),
    /// A field is not a number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// A number does not fit into 32 bits.
    #[error("`{0}` is too large")]
    Large(String),
    /// A field is not what the format has there.
    #[error("`{text}` is not {expected}")]
    Field {
        /// The text.
        text: String,
        /// What the format has there.
        expected: &'static str,
    },
    /// A string has no end.
    #[error("this string has no closing quotation mark")]
    Quote,
    /// A record refers to another one that does not exist.
    #[error("there is no {kind} {id}")]
    Reference {
        /// The kind of record.
        kind: &'static str,
        /// Its number.
        id: u32,
    },
    /// Two records have the same number.
    #[error("{kind} {id} is defined twice")]
    Twice {
        /// The kind of record.
        kind: &'static str,
        /// Its number.
        id: u32,
    },
    /// Records are missing.
    #[error("this file is not complete: it says {says} records `{kind}`, and has {has}")]
    Count {
        /// The kind of record.
        kind: &'static str,
        /// The number that it states.
        says: u32,
        /// The number that it has.
        has: usize,
    },
    /// The file is of a version with another structure.
    #[error("version {0} of this format is not supported; arcadian reads version {1}")]
    Version(u32, u32),
    /// The text has no record of the format.
    #[error("this is not {0}")]
    Format(&'static str),
    /// An address is beyond the largest one.
    #[error("the addresses end beyond 32 bits")]
    Range,
}

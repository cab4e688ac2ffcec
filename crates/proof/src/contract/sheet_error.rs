//! Errors in a sheet as a whole.

use std::ops::Range;

use arcadian_asm::{Failure, Hint, did_you_mean, sheet::HeaderLine};

use crate::contract::{
    binding::{BindingError, TermError},
    expression::ExpressionError,
};

#[derive(Clone, Debug, thiserror::Error)]
pub enum SheetError {
    /// The sheet does not assemble, or its hand-assembled bytes do not match.
    #[error(transparent)]
    Assembly(#[from] Failure),
    /// The header is missing, or does not name a routine.
    #[error("{file}: the header names no routine; add `;! routine: LABEL` and `;! oracle: NAME`")]
    NoRoutine { file: String },
    #[error("{file}: the routine `{name}` is not a label of the sheet")]
    NoLabel { file: String, name: String },
    #[error(
        "{file}: the header does not say what {name} must compute; add `;! ensures: CONDITION`, `;! same-as: FILE`, `;! example: INPUTS => OUTPUTS`, or `;! oracle: NAME` with a name from `arcadian verify --claims`"
    )]
    NoOracle { file: String, name: String },
    #[error("{file}: `{oracle}` is not a claim of the oracle{}", suggestion(.near))]
    UnknownOracle {
        file: String,
        oracle: String,
        /// A similar name that exists.
        near: Option<String>,
    },
    #[error("{file}: `{device}` is not a known device; the only one is `permuter`")]
    UnknownDevice { file: String, device: String },
    /// Code or variables overlap an address range that the verifier needs.
    #[error("{file}: the sheet uses address {address:04X}, which is reserved for {owner}")]
    Reserved {
        file: String,
        /// The first address that overlaps.
        address: u16,
        /// The use that the range is reserved for.
        owner: &'static str,
    },
    #[error(
        "{file}: what the pointers point to has more than {limit} bytes in all, each field rounded up to 4096"
    )]
    TooMuchData { file: String, limit: u32 },
    #[error(transparent)]
    Header(Box<HeaderError>),
    #[error("{file}: {error}")]
    Binding { file: String, error: BindingError },
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}:{}:{}: error: {message}{}", line.number, span.start + 1, hint(.help))]
pub struct HeaderError {
    pub file: String,
    pub line: HeaderLine,
    /// The bytes of the line that are wrong.
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<Hint>,
}

impl SheetError {
    /// Creates an error about the terms of a header. One in a term is underlined.
    pub(crate) fn of_term(file: &str, TermError { line, error }: TermError) -> SheetError {
        match line {
            Some(line) => HeaderError::in_line(file, &line, error.to_string(), None),
            None => SheetError::Binding { file: file.to_owned(), error },
        }
    }
}

impl HeaderError {
    pub(crate) fn in_line(
        file: &str,
        line: &HeaderLine,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> SheetError {
        SheetError::Header(Box::new(HeaderError {
            file: file.to_owned(),
            span: line.span.clone(),
            line: line.clone(),
            message: message.into(),
            help: help.map(Hint::from),
        }))
    }

    pub(crate) fn of_condition(file: &str, line: &HeaderLine, error: ExpressionError) -> SheetError {
        let (start, end) = (line.span.start + error.span.start, line.span.start + error.span.end);
        SheetError::Header(Box::new(HeaderError {
            file: file.to_owned(),
            line: line.clone(),
            span: start..end,
            message: error.message,
            help: error.help,
        }))
    }
}

fn hint(help: &Option<Hint>) -> String {
    help.as_ref().map_or(String::new(), |help| format!("; {help}"))
}

fn suggestion(near: &Option<String>) -> String {
    let list = || "`arcadian verify --claims` lists them".to_owned();
    format!("; {}", near.as_ref().map_or_else(list, did_you_mean))
}

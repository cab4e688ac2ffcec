//! Errors in a sheet as a whole.

use std::ops::Range;

use arcadian_asm::{Failure, Hint, sheet::HeaderLine};

use crate::contract::{
    binding::{BindingError, TermError},
    expression::ExpressionError,
};

/// The reason why a sheet cannot be verified.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SheetError {
    /// The sheet does not assemble, or its hand-assembled bytes do not match.
    #[error(transparent)]
    Assembly(#[from] Failure),
    /// The header is missing, or does not name a routine.
    #[error("{file}: the header names no routine; add `;! routine: LABEL` and `;! oracle: NAME`")]
    NoRoutine {
        /// The sheet.
        file: String,
    },
    /// The routine is not a label.
    #[error("{file}: the routine `{name}` is not a label of the sheet")]
    NoLabel {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// The header does not say what the routine must compute.
    #[error(
        "{file}: the header does not say what {name} must compute; add `;! ensures: CONDITION`, `;! same-as: FILE`, `;! example: INPUTS => OUTPUTS`, or `;! oracle: NAME` with a name from `arcadian verify --claims`"
    )]
    NoOracle {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// The claim does not exist.
    #[error("{file}: `{oracle}` is not a claim of the oracle{}", suggestion(.near))]
    UnknownOracle {
        /// The sheet.
        file: String,
        /// The name.
        oracle: String,
        /// A similar name that exists.
        near: Option<String>,
    },
    /// The device does not exist.
    #[error("{file}: `{device}` is not a known device; the only one is `permuter`")]
    UnknownDevice {
        /// The sheet.
        file: String,
        /// The name.
        device: String,
    },
    /// Code or variables overlap an address range that the verifier needs.
    #[error("{file}: the sheet uses address {address:04X}, which is reserved for {owner}")]
    Reserved {
        /// The sheet.
        file: String,
        /// The first address that overlaps.
        address: u16,
        /// The use that the range is reserved for.
        owner: &'static str,
    },
    /// The data of pointers does not fit where it is placed for display.
    #[error(
        "{file}: what the pointers point to has more than {limit} bytes in all, each field rounded up to 4096"
    )]
    TooMuchData {
        /// The sheet.
        file: String,
        /// The maximum.
        limit: u32,
    },
    /// A header line is wrong.
    #[error(transparent)]
    Header(Box<HeaderError>),
    /// The terms of the header do not fit its fields.
    #[error("{file}: {error}")]
    Binding {
        /// The sheet.
        file: String,
        error: BindingError,
    },
}

/// An error in a header line.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}:{}:{}: error: {message}{}", line.number, span.start + 1, hint(.help))]
pub struct HeaderError {
    /// The sheet.
    pub file: String,
    pub line: HeaderLine,
    /// The bytes of the line that are wrong.
    pub span: Range<usize>,
    pub message: String,
    /// A suggested fix.
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
    /// Creates an error about the whole value of a line.
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

    /// Creates an error in the condition that is the value of a line.
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
    near.as_ref().map_or("; `arcadian verify --claims` lists them".to_owned(), |near| {
        format!("; did you mean `{near}`?")
    })
}

//! Errors in the terms of a sheet's header.

use arcadian_asm::sheet::{HeaderLine, Term};

/// An error and the term that it is in, if it is in one.
#[derive(Debug)]
pub(crate) struct TermError {
    pub(crate) line: Option<HeaderLine>,
    pub(crate) error: BindingError,
}

impl From<BindingError> for TermError {
    fn from(error: BindingError) -> Self {
        TermError { line: None, error }
    }
}

impl BindingError {
    /// Adds the line of the term that is wrong.
    pub(crate) fn in_term(self, term: &Term) -> TermError {
        TermError { line: Some(term.line.clone()), error: self }
    }
}

/// Why the terms of a sheet's header are wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingError {
    /// A place that does not exist.
    #[error("`{0}` is not a register, a flag or a `(SYMBOL)` of the sheet")]
    Place(String),
    /// A place on the stack below the arguments.
    #[error(
        "`{place}` is not an argument: the return address is on top of the stack, and arguments begin {first} bytes above the stack pointer"
    )]
    ReturnAddress {
        /// The place.
        place: String,
        /// The distance of the first argument from the stack pointer on entry.
        first: u16,
    },
    /// A place on the stack that is too far away.
    #[error("`{place}` is too far from the stack pointer: arguments can have {limit} bytes")]
    FarArgument {
        /// The place.
        place: String,
        /// The maximum size of all arguments.
        limit: u16,
    },
    /// A field that does not exist.
    #[error("cannot bind `{place}` to `{meaning}`: the fields are {fields}")]
    Field {
        /// The place.
        place: String,
        /// The field that the term names.
        meaning: String,
        /// The known fields, quoted and separated by commas.
        fields: String,
    },
    /// A term whose text does not begin with a field.
    #[error("`{place}` needs the name of a field, as in `x`, `x:16`, `x.0` or `x.2-3`, not `{meaning}`")]
    Meaning {
        /// The place.
        place: String,
        /// The text.
        meaning: String,
    },
    /// A field with the name of an operator or keyword of conditions.
    #[error("`{place}` needs another name for its field: `{name}` is a word of conditions")]
    Keyword {
        /// The place.
        place: String,
        /// The name.
        name: String,
    },
    /// A pointer in `out` that is not passed to the routine.
    #[error(
        "`{0}` is not a pointer of `;! in:`; what it points to in `out` is at the address that it has on entry"
    )]
    Pointer(String),
    /// A place that is bound twice.
    #[error("cannot bind `{0}` twice: another term already uses it")]
    Duplicate(String),
    /// A place of the wrong size.
    #[error("cannot bind `{place}`, {has} byte(s), to `{meaning}`, {wants} byte(s)")]
    Size {
        /// The place.
        place: String,
        /// Its size in bytes.
        has: usize,
        /// The field.
        meaning: String,
        /// The size of the field in bytes.
        wants: usize,
    },
    /// A byte of a field without a place.
    #[error("byte {byte} of `{field}` has no place; add a term for it to `;! {key}:`")]
    Missing {
        /// `in` or `out`.
        key: &'static str,
        /// The field.
        field: String,
        /// The byte, counted from 0.
        byte: usize,
    },
}

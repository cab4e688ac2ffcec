//! Errors as sentences for people.

use std::{error::Error as StdError, fmt::Display};

use crate::diagnostic::Diagnostic;

/// Why something cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A fault at a place of a text, shown with its line.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// A sentence.
    #[error("{0}")]
    Message(String),
}

/// The result of what may be refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the sentence of an error of a library, with its causes.
    pub fn of(error: &dyn StdError) -> Self {
        let causes = std::iter::successors(Some(error), |error: &&dyn StdError| (*error).source());
        Error::Message(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
    }

    /// Returns the error in one line, without an excerpt of the text.
    pub fn title(&self) -> String {
        match self {
            Error::Diagnostic(diagnostic) => diagnostic.title().to_owned(),
            Error::Message(message) => message.clone(),
        }
    }
}

/// Says what could not be done when something failed.
pub(crate) trait Context<T> {
    /// Puts a sentence before the cause.
    fn context(self, what: impl Display) -> Result<T>;

    /// Puts a sentence before the cause, made only if it is needed.
    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: StdError> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl Display) -> Result<T> {
        self.with_context(|| what)
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| Error::Message(format!("{}: {}", what(), Error::of(&error))))
    }
}

/// Errors of the libraries that are complete sentences.
macro_rules! sentences {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Error::of(&error)
            }
        })*
    };
}

sentences!(
    arcadian_debugger::debuggee::LocationError,
    arcadian_debugger::debuggee::SetError,
    arcadian_debugger::debugger::EvaluationError,
    arcadian_debugger::expression::ExpressionError,
    arcadian_debugger::expression::ValueError,
    arcadian_machine::MapError,
    arcadian_machine::UnknownRegister,
);

/// An error with a sentence.
macro_rules! message {
    ($($text:tt)*) => { $crate::Error::Message(format!($($text)*)) };
}

/// Returns from the function with a sentence.
macro_rules! refuse {
    ($($text:tt)*) => { return Err($crate::error::message!($($text)*)) };
}

pub(crate) use {message, refuse};

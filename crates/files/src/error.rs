//! Errors as messages.

use std::{error::Error as StdError, fmt::Display};

use crate::diagnostic::Diagnostic;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An error with an excerpt of a text.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    #[error("{0}")]
    Message(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns the message of a library's error, followed by its causes.
    pub fn of(error: &dyn StdError) -> Self {
        let causes = std::iter::successors(Some(error), |error: &&dyn StdError| (*error).source());
        Error::Message(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
    }

    /// Returns the error on one line, without an excerpt.
    pub fn title(&self) -> String {
        match self {
            Error::Diagnostic(diagnostic) => diagnostic.title().to_owned(),
            Error::Message(message) => message.clone(),
        }
    }
}

/// Converts the error of a library.
pub trait Context<T> {
    /// Converts an error whose message says what could not be done.
    fn without_context(self) -> Result<T>;

    /// Adds a message before the cause.
    fn context(self, what: impl Display) -> Result<T>;

    /// Adds a message before the cause, which is built only on an error.
    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: StdError> Context<T> for std::result::Result<T, E> {
    fn without_context(self) -> Result<T> {
        self.map_err(|error| Error::of(&error))
    }

    fn context(self, what: impl Display) -> Result<T> {
        self.with_context(|| what)
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| Error::Message(format!("{}: {}", what(), Error::of(&error))))
    }
}

/// Builds an error from a message.
#[macro_export]
macro_rules! message {
    ($($text:tt)*) => { $crate::Error::Message(format!($($text)*)) };
}

/// Returns from the function with an error.
#[macro_export]
macro_rules! refuse {
    ($($text:tt)*) => { return Err($crate::message!($($text)*)) };
}

pub use {message, refuse};

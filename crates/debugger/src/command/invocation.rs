//! A command as it was typed.

use super::{Command, CommandError};

/// A command with its arguments.
pub(super) struct Invocation<'a> {
    pub(super) command: &'static Command,
    pub(super) arguments: &'a str,
}

type Parsed<T> = Result<T, CommandError>;

impl<'a> Invocation<'a> {
    pub(super) fn usage_error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(CommandError::Usage { message: message.into(), usage: self.command.usage() })
    }

    /// Checks that there are no arguments.
    pub(super) fn no_arguments(&self) -> Parsed<()> {
        match self.arguments {
            "" => Ok(()),
            other => self.usage_error(format!("unexpected argument `{other}`")),
        }
    }

    /// Returns the arguments. There must be some.
    pub(super) fn required(&self) -> Parsed<&'a str> {
        match self.arguments {
            "" => self.usage_error("an argument is missing"),
            text => Ok(text),
        }
    }

    /// Parses a count or a number of a stoppoint or display, which are always decimal.
    pub(super) fn number<T: std::str::FromStr>(&self, text: &str) -> Parsed<T> {
        text.parse().or_else(|_| self.usage_error(format!("`{text}` is not a decimal number")))
    }

    /// Parses the only argument as a number, if there is one.
    pub(super) fn number_or(&self, default: u64) -> Parsed<u64> {
        match self.arguments {
            "" => Ok(default),
            text => self.number(text),
        }
    }

    /// Splits off the last word if it is a number.
    pub(super) fn trailing_number(&self) -> Option<(&'a str, u64)> {
        let (before, last) = self.arguments.rsplit_once(char::is_whitespace)?;
        Some((before.trim_end(), last.parse().ok()?))
    }
}

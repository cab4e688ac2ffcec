//! A command with what was typed behind it.

use super::{Command, CommandError};

/// A command and its arguments.
pub(super) struct Call<'a> {
    pub(super) command: &'static Command,
    pub(super) arguments: &'a str,
}

type Read<T> = Result<T, CommandError>;

impl<'a> Call<'a> {
    pub(super) fn wrong<T>(&self, why: impl Into<String>) -> Read<T> {
        Err(CommandError::Usage { why: why.into(), usage: self.command.usage() })
    }

    /// There must be nothing.
    pub(super) fn nothing(&self) -> Read<()> {
        match self.arguments {
            "" => Ok(()),
            other => self.wrong(format!("`{other}` is too much")),
        }
    }

    /// There must be something.
    pub(super) fn something(&self) -> Read<&'a str> {
        match self.arguments {
            "" => self.wrong("something is missing"),
            text => Ok(text),
        }
    }

    /// A number of steps or rows, always decimal.
    pub(super) fn number(&self, text: &str) -> Read<u64> {
        text.parse().or_else(|_| self.wrong(format!("`{text}` is no number; counts are decimal")))
    }

    /// A number, if one is there.
    pub(super) fn number_or(&self, default: u64) -> Read<u64> {
        match self.arguments {
            "" => Ok(default),
            text => self.number(text),
        }
    }

    /// The number of a stop or display.
    pub(super) fn id(&self, text: &str) -> Read<u32> {
        text.parse().or_else(|_| self.wrong(format!("`{text}` is no number")))
    }

    /// The last word, if it is a number, and what stands before it.
    pub(super) fn trailing_number(&self) -> Option<(&'a str, u64)> {
        let (before, last) = self.arguments.rsplit_once(char::is_whitespace)?;
        Some((before.trim_end(), last.parse().ok()?))
    }
}

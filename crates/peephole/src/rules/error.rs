//! Errors of rule files.

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RuleError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
    /// The number of characters that are wrong, at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// The text of the line.
    pub text: String,
}

impl RuleError {
    /// Creates an error about a part of a line. A part that is not in the line is its beginning.
    pub(crate) fn new(line: usize, text: &str, part: &str, message: impl Into<String>) -> RuleError {
        let at = text.find(part).unwrap_or(0);
        let column = text.get(..at).map_or(0, |before| before.chars().count()) + 1;
        let length = part.chars().count().max(1);
        RuleError { line, column, length, message: message.into(), text: text.to_owned() }
    }
}

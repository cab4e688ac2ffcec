//! Rows of code, and lines of a source.

use std::ops::Range;

use arcadian_isa::hex;

use super::Location;

/// A row of code: an instruction, some bytes of data, or a line of BASIC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeRow {
    /// The first location in it.
    pub location: Location,
    /// What precedes the text: address and bytes, or the line number.
    pub gutter: String,
    /// Its bytes in memory.
    pub bytes: Vec<u8>,
    /// The labels that precede it.
    pub labels: Vec<String>,
    /// The instruction or the text of the line. Of data it is the bytes.
    pub text: String,
    /// The comment of the source.
    pub comment: String,
    /// The characters of `text` that belong to the requested location, if the row has several locations.
    pub statement: Option<Range<usize>>,
}

/// The characters reserved for a mark before a row.
const MARK: usize = 2;

impl CodeRow {
    /// Writes the row after a mark of at most two characters; each label has its own line.
    pub fn lines(&self, mark: &str) -> Vec<String> {
        let labels = self.labels.iter().map(|label| format!("{label}:"));
        // The gutter already shows the bytes of data.
        let text = if self.text == hex::bytes(&self.bytes).to_string() { "" } else { &self.text };
        let comment = if self.comment.is_empty() { String::new() } else { format!("; {}", self.comment) };
        let line = format!("{mark:MARK$}{}{text:<20}  {comment}", self.gutter);
        labels.chain([line.trim_end().to_owned()]).collect()
    }

    /// Writes the row, and marks the statement on another line if there is one.
    pub fn marked_lines(&self, mark: &str) -> Vec<String> {
        let mut lines = self.lines(mark);
        if let Some(statement) = &self.statement {
            lines.push(" ".repeat(self.statement_column()) + &"^".repeat(statement.len().max(1)));
        }
        lines
    }

    /// Returns the column of the statement in [`lines`](Self::lines), counted from 0; 0 for a row without statements.
    pub fn statement_column(&self) -> usize {
        let statement = self.statement.as_ref();
        statement.map_or(0, |statement| MARK + self.gutter.chars().count() + statement.start)
    }

    /// Returns the text of the statement, or of the row if it has no statements.
    pub fn statement_text(&self) -> String {
        let range = self.statement.clone().unwrap_or(0..usize::MAX);
        self.text.chars().take(range.end).skip(range.start).collect()
    }

    /// Writes the statement or instruction with the comment.
    pub(super) fn step_text(&self) -> String {
        let comment = if self.comment.is_empty() { String::new() } else { format!("  ; {}", self.comment) };
        format!("{:<20}{comment}", self.statement_text())
    }
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, under the name by which it was opened.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

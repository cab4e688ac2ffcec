//! Errors and warnings with their places.

use std::fmt;
use std::ops::Range;

use crate::fault::Fault;

/// How many diagnostics are kept; of the rest only the number.
pub const MOST: usize = 100;

/// Whether the source can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The source has no meaning, or its sheet does not hold.
    Error,
    /// It may not mean what was intended.
    Warning,
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the host names it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The bytes of the line that are meant.
    pub span: Range<usize>,
    /// The whole line.
    pub text: String,
}

/// Another place that has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// What is there.
    pub message: String,
    /// Where.
    pub place: Place,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is; `Display` gives the message.
    pub fault: Fault,
    /// Where. Of a line made by a macro: where the macro was called.
    pub place: Place,
    /// What may be done.
    pub hint: Option<String>,
    /// Other places, such as the first definition of a name.
    pub related: Vec<Related>,
}

/// `file:line:column: error: message (hint)`, for logs and tests; the program shows more.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, line, span, .. } = &self.place;
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{file}:{line}:{}: {severity}: {}", span.start + 1, self.fault)?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))?;
        self.related.iter().try_for_each(|related| {
            write!(f, " [{}:{}: {}]", related.place.file, related.place.line, related.message)
        })
    }
}

/// The source has errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first(.diagnostics, *.omitted))]
pub struct Failure {
    /// Errors and warnings in the order of the lines; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there were than are kept.
    pub omitted: usize,
}

fn first(diagnostics: &[Diagnostic], omitted: usize) -> String {
    let more = (diagnostics.len() + omitted).saturating_sub(1);
    let first = diagnostics.first().map(ToString::to_string).unwrap_or_default();
    if more == 0 { first } else { format!("{first} (and {more} more)") }
}

/// Diagnostics being gathered.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) omitted: usize,
    pub(crate) errors: usize,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        if self.list.len() == MOST {
            self.omitted += 1;
            // Warnings make room, or a hundred of them would hide what is wrong.
            let warning = self.list.iter().rposition(|found| found.severity == Severity::Warning);
            let Some(warning) = warning.filter(|_| is_error) else { return };
            self.list.remove(warning);
        }
        self.list.push(diagnostic);
    }

    /// Whether one more error would not be kept.
    pub(crate) const fn is_full(&self) -> bool {
        self.errors >= MOST
    }

    /// In the order of the lines; files in the order in which they were first complained about.
    pub(crate) fn sorted(mut self) -> Failure {
        let mut files: Vec<String> = Vec::new();
        for diagnostic in &self.list {
            if !files.contains(&diagnostic.place.file) {
                files.push(diagnostic.place.file.clone());
            }
        }
        let rank = |place: &Place| files.iter().position(|file| *file == place.file);
        self.list.sort_by_key(|found| (rank(&found.place), found.place.line, found.place.span.start));
        Failure { diagnostics: self.list, omitted: self.omitted }
    }
}

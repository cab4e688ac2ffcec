//! Errors and warnings with their locations.

use std::fmt;
use std::ops::Range;

use crate::fault::{Fault, Hint};
use crate::syntax::At;

/// The maximum number of diagnostics kept; the rest are only counted.
pub const MOST: usize = 100;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The source cannot be assembled, or its hand-assembled bytes differ.
    Error,
    /// The source assembles but may not mean what was intended.
    Warning,
    /// Something to know, such as what was read and ignored.
    Note,
}

/// A location in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file name, as the host gives it.
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
    /// The byte range within the line.
    pub span: Range<usize>,
    /// The text of the whole line.
    pub text: String,
}

/// A related location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The message about it.
    pub message: String,
    /// The location.
    pub location: SourceLocation,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The fault; its `Display` is the message.
    pub fault: Fault,
    /// The location. For a line of a macro expansion, the location of the macro call.
    pub location: SourceLocation,
    /// A suggested fix.
    pub hint: Option<Hint>,
    /// Related locations, such as the first definition of a name.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// Returns what is wrong at a location.
    pub(crate) fn new(severity: Severity, at: At, location: SourceLocation) -> Self {
        Self { severity, fault: at.fault, location, hint: at.hint, related: Vec::new() }
    }
}

/// Formats as `file:line:column: error: message; hint [related]`, for logs and tests.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourceLocation { file, line, span, .. } = &self.location;
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        write!(f, "{file}:{line}:{}: {severity}: {}", span.start + 1, self.fault)?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))?;
        self.related.iter().try_for_each(|related| {
            write!(f, " [{}:{}: {}]", related.location.file, related.location.line, related.message)
        })
    }
}

/// The error of [`assemble`](crate::assemble): the source has errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", first(.diagnostics, *.omitted))]
pub struct Failure {
    /// Errors and warnings in line order; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of diagnostics dropped because there were too many.
    pub omitted: usize,
}

fn first(diagnostics: &[Diagnostic], omitted: usize) -> String {
    let more = (diagnostics.len() + omitted).saturating_sub(1);
    let first = diagnostics.first().map(ToString::to_string).unwrap_or_default();
    if more == 0 { first } else { format!("{first} (and {more} more)") }
}

/// Collects diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) omitted: usize,
    pub(crate) errors: usize,
}

/// Proof that an error has been reported. Only [`Diagnostics::error`] creates it, so no error can count as reported
/// elsewhere that is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reported(());

/// The reason why something has no value or no bytes.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// A fault that is still to be reported.
    New(At),
    /// An undefined symbol, with its full name. Each is reported once.
    Undefined(Box<(String, At)>),
    /// The consequence of a reported error.
    Reported(Reported),
}

impl From<At> for Problem {
    fn from(at: At) -> Self {
        Problem::New(at)
    }
}

impl Diagnostics {
    pub(crate) fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        self.errors += 1;
        self.push(Diagnostic { severity: Severity::Error, ..diagnostic });
        Reported(())
    }

    /// Adds a warning or a note.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        if self.list.len() == MOST {
            self.omitted += 1;
            // A warning makes room for an error; otherwise a hundred warnings would hide it.
            let warning = self.list.iter().rposition(|found| found.severity != Severity::Error);
            let Some(warning) = warning.filter(|_| is_error) else { return };
            self.list.remove(warning);
        }
        self.list.push(diagnostic);
    }

    /// Whether a further error would be dropped.
    pub(crate) const fn is_full(&self) -> bool {
        self.errors >= MOST
    }

    /// Sorts by line within a file; files come in the order of their first diagnostic.
    pub(crate) fn sorted(mut self) -> Failure {
        let mut files: Vec<String> = Vec::new();
        for diagnostic in &self.list {
            if !files.contains(&diagnostic.location.file) {
                files.push(diagnostic.location.file.clone());
            }
        }
        let rank = |location: &SourceLocation| files.iter().position(|file| *file == location.file);
        self.list
            .sort_by_key(|found| (rank(&found.location), found.location.line, found.location.span.start));
        Failure { diagnostics: self.list, omitted: self.omitted }
    }
}

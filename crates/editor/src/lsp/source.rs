//! The source of an analysis, and the problems that are found in it.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arcadian_files::{LONGEST_PROGRAM, LONGEST_SOURCE};
use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range, TextEdit};

use crate::lsp::{text::Text, uri::Snapshot};

/// A document to be analyzed.
pub(crate) struct Source {
    /// The file; for a document that was never saved, its URI.
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<Text>,
    pub(crate) language: Language,
    pub(crate) snapshot: Snapshot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Assembly: sheets and sources.
    Assembly,
    /// Bally BASIC: listings and programs.
    Basic,
}

impl Language {
    /// Returns the language of a document: its extension decides, otherwise the name that the client gives.
    pub(crate) fn of(path: &Path, id: &str) -> Language {
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        let is_named = || id.to_ascii_lowercase().contains("basic");
        match extension.as_str() {
            "lst" | "bas" => Language::Basic,
            "" | "txt" if is_named() => Language::Basic,
            _ => Language::Assembly,
        }
    }
}

pub(crate) type Problems = BTreeMap<PathBuf, Vec<Problem>>;

/// An error or a warning.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) diagnostic: Diagnostic,
    /// Replacements that may fix it, the best first.
    pub(crate) fixes: Vec<Fix>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fix {
    pub(crate) title: String,
    pub(crate) edits: Vec<TextEdit>,
}

/// The kind of a problem, shown as the code of its diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Assembler,
    /// The contract in the header of a sheet is wrong.
    Contract,
    /// A routine does not satisfy its contract.
    Proof,
    /// The size of a line of a listing differs from its printed number.
    Size,
    Basic,
    /// The file itself cannot be read.
    File,
    /// The server failed.
    Internal,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Assembler => "assembler",
            Kind::Contract => "contract",
            Kind::Proof => "proof",
            Kind::Size => "sz",
            Kind::Basic => "basic",
            Kind::File => "file",
            Kind::Internal => "internal",
        }
    }
}

impl Problem {
    pub(crate) fn new(kind: Kind, range: Range, severity: DiagnosticSeverity, message: String) -> Self {
        let diagnostic = Diagnostic {
            range,
            severity: Some(severity),
            code: Some(NumberOrString::String(kind.name().to_owned())),
            source: Some("arcadian".to_owned()),
            message,
            ..Diagnostic::default()
        };
        Problem { diagnostic, fixes: Vec::new() }
    }

    pub(crate) fn error(kind: Kind, range: Range, message: impl Into<String>) -> Self {
        Self::new(kind, range, DiagnosticSeverity::ERROR, message.into())
    }
}

/// The reason why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The document has changed.
    Cancelled,
    Panicked(String),
}

/// Tells an analysis that its result is no longer wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancellation(pub(crate) Arc<AtomicBool>);

impl Cancellation {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.is_cancelled() { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

/// Returns an error if a text is longer than the commands accept.
pub(crate) fn too_long(source: &Source) -> Option<Problem> {
    let longest = match source.language {
        Language::Assembly => LONGEST_SOURCE,
        Language::Basic => LONGEST_PROGRAM,
    };
    let length = source.text.as_str().len() as u64;
    let message = format!("the file has {length} bytes; a file of this kind has at most {longest}");
    (length > longest).then(|| Problem::error(Kind::File, Range::default(), message))
}

/// Returns the result of some work, or the message of its panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_documents() {
        for (path, id, language) in [
            ("/a/x.asm", "basic", Language::Assembly),
            ("/a/x.LST", "asm", Language::Basic),
            ("/a/x.bas", "", Language::Basic),
            ("untitled:Untitled-1", "bally-basic", Language::Basic),
            ("untitled:Untitled-1", "asm", Language::Assembly),
        ] {
            assert_eq!(Language::of(Path::new(path), id), language, "{path} {id}");
        }
    }
}

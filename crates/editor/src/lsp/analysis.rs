//! The analysis of a document, as a job of another thread.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arcadian_files::Files;
use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range, TextEdit};

use crate::lsp::{
    assembly::{self, AssemblyView},
    basic::{self, BasicView},
    context::{self, Language},
    text::Text,
    uri::{Overlay, Snapshot},
};

/// The analysis of a document.
#[derive(Default)]
pub(crate) struct Analysis {
    /// What is wrong, by file: the document and the files that it includes.
    pub(crate) problems: BTreeMap<PathBuf, Vec<Problem>>,
    /// The other files that were read. If one of them changes, the analysis is out of date.
    pub(crate) read: Vec<PathBuf>,
    pub(crate) content: Content,
}

impl Analysis {
    /// Returns whether any file has an error.
    pub(crate) fn has_errors(&self) -> bool {
        let is_error = |problem: &Problem| problem.diagnostic.severity == Some(DiagnosticSeverity::ERROR);
        self.problems.values().flatten().any(is_error)
    }
}

/// What the document means.
#[derive(Default)]
pub(crate) enum Content {
    Assembly(Box<AssemblyView>),
    Basic(Box<BasicView>),
    /// It could not be read.
    #[default]
    Nothing,
}

/// An error or a warning.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) diagnostic: Diagnostic,
    /// Replacements that may fix it, the best first.
    pub(crate) fixes: Vec<Fix>,
}

/// A replacement that may fix a problem.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fix {
    pub(crate) title: String,
    pub(crate) edits: Vec<TextEdit>,
}

/// The kind of a problem, shown as the code of its diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The assembler reports it.
    Assembler,
    /// The contract in the header of a sheet is wrong.
    Contract,
    /// A routine does not satisfy its contract.
    Proof,
    /// The size of a line of a listing differs from its printed number.
    Size,
    /// A line of BASIC is wrong.
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

/// An analysis to be run.
pub struct Job {
    /// The key of the document.
    pub(crate) uri: String,
    /// The revision of the document that is analyzed.
    pub(crate) revision: u64,
    pub(crate) source: Source,
    pub(crate) cancelled: Cancellation,
    /// What earlier analyses found, which is freed together with the job.
    pub(crate) discarded: Vec<Content>,
}

/// What is analyzed.
pub(crate) struct Source {
    /// The file; for a document that was never saved, its URI.
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<Text>,
    pub(crate) language: Language,
    pub(crate) snapshot: Snapshot,
}

/// The result of a [`Job`].
pub struct Done {
    pub(crate) uri: String,
    pub(crate) revision: u64,
    pub(crate) result: Result<Analysis, Stopped>,
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The document has changed.
    Cancelled,
    /// The analysis panicked, with this message.
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

    /// Returns an error after a cancellation.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.is_cancelled() { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

impl Job {
    /// Runs the analysis. A panic ends only the analysis.
    pub fn run(self, files: &dyn Files) -> Done {
        let Job { uri, revision, source, cancelled, discarded } = self;
        let analyze = || {
            cancelled.check()?;
            let overlay = Overlay::new(files, &source.snapshot.open);
            if let Some(problem) = context::too_long(&source) {
                let problems = [(source.path.clone(), vec![problem])].into();
                return Ok(Analysis { problems, ..Analysis::default() });
            }
            let mut analysis = match source.language {
                Language::Assembly => assembly::analyze(&source, &overlay, &cancelled),
                Language::Basic => basic::analyze(&source, &overlay, &cancelled),
            }?;
            analysis
                .problems
                .entry(source.path.clone())
                .or_default()
                .extend(context::not_utf_8(&source, files));
            cancelled.check()?;
            Ok(analysis)
        };
        let result = caught(analyze).unwrap_or_else(|why| Err(Stopped::Panicked(why)));
        drop(discarded);
        Done { uri, revision, result }
    }
}

/// Returns the result of some work, or the message of its panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
    })
}

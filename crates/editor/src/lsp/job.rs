//! The analysis of a document, which a host may run on another thread.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arcadian_files::Files;

use crate::lsp::{
    analysis::{Analysis, Content},
    assembly, basic, file,
    language::Language,
    overlay::{Overlay, Snapshot},
    panics::caught,
    text::Text,
};

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
            if let Some(problem) = file::too_long(&source) {
                let problems = [(source.path.clone(), vec![problem])].into();
                return Ok(Analysis { problems, ..Analysis::default() });
            }
            let mut analysis = match source.language {
                Language::Assembly => assembly::analyze(&source, &overlay, &cancelled),
                Language::Basic => basic::analyze(&source, &overlay, &cancelled),
            }?;
            analysis.problems.entry(source.path.clone()).or_default().extend(file::not_utf_8(&source, files));
            cancelled.check()?;
            Ok(analysis)
        };
        let result = caught(analyze).unwrap_or_else(|why| Err(Stopped::Panicked(why)));
        drop(discarded);
        Done { uri, revision, result }
    }
}

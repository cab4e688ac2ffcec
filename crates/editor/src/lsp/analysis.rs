//! The analysis of a document, as a job of another thread.

use std::path::PathBuf;

use arcadian_files::Files;
use lsp_types::DiagnosticSeverity;

use crate::lsp::{
    assembly::{self, AssemblyView},
    basic::{self, BasicView},
    source::{Cancellation, Language, Problem, Problems, Source, Stopped, caught, too_long},
    uri::Overlay,
};

#[derive(Default)]
pub(crate) struct Analysis {
    /// The errors and warnings by file: the document and the files that it includes.
    pub(crate) problems: Problems,
    /// The other files that were read. If one of them changes, the analysis is out of date.
    pub(crate) read: Vec<PathBuf>,
    pub(crate) content: Content,
}

impl Analysis {
    pub(crate) fn has_errors(&self) -> bool {
        let is_error = |problem: &Problem| problem.diagnostic.severity == Some(DiagnosticSeverity::ERROR);
        self.problems.values().flatten().any(is_error)
    }
}

#[derive(Default)]
pub(crate) enum Content {
    Assembly(Box<AssemblyView>),
    Basic(Box<BasicView>),
    /// A document that could not be read.
    #[default]
    Nothing,
}

/// An analysis to be run.
pub struct Job {
    pub(crate) uri: String,
    pub(crate) revision: u64,
    pub(crate) source: Source,
    pub(crate) cancelled: Cancellation,
    /// The contents from earlier analyses, which are freed together with the job.
    pub(crate) discarded: Vec<Content>,
}

/// The result of a [`Job`].
pub struct Done {
    pub(crate) uri: String,
    pub(crate) revision: u64,
    pub(crate) result: Result<Analysis, Stopped>,
}

impl Job {
    /// Runs the analysis. A panic ends only the analysis.
    pub fn run(self, files: &dyn Files) -> Done {
        let Job { uri, revision, source, cancelled, discarded } = self;
        let analyze = || {
            cancelled.check()?;
            let overlay = Overlay::new(files, &source.snapshot.open);
            if let Some(problem) = too_long(&source) {
                let problems = [(source.path.clone(), vec![problem])].into();
                return Ok(Analysis { problems, ..Analysis::default() });
            }
            let (problems, content) = match source.language {
                Language::Assembly => {
                    let (problems, view) = assembly::analyze(&source, &overlay, &cancelled)?;
                    (problems, view.map(|view| Content::Assembly(Box::new(view))))
                }
                Language::Basic => {
                    let (problems, view) = basic::analyze(&source, &overlay, &cancelled)?;
                    (problems, view.map(|view| Content::Basic(Box::new(view))))
                }
            };
            cancelled.check()?;
            Ok(Analysis { problems, read: overlay.read_files(), content: content.unwrap_or_default() })
        };
        let result = caught(analyze).unwrap_or_else(|why| Err(Stopped::Panicked(why)));
        drop(discarded);
        Done { uri, revision, result }
    }
}

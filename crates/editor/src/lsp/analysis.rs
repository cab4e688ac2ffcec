//! What is known of a document.

use std::{collections::BTreeMap, path::PathBuf};

use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString, Range, TextEdit};

use crate::lsp::{assembly::AssemblyView, basic::BasicView};

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
    /// Whether any file has an error.
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

//! An open document with what is known of it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use lsp_types::Uri;

use crate::{
    analysis::{Analysis, Content, Problem},
    language::Language,
    proof::Proof,
    shift::Shift,
    text::Text,
};

/// An open document.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// The file; for a document that was never saved, its URI.
    pub(crate) path: PathBuf,
    pub(crate) language: Language,
    pub(crate) text: Arc<Text>,
    /// The client's version of the text.
    pub(crate) version: i32,
    /// Changes whenever the document or a file that it includes does.
    pub(crate) revision: u64,
    /// The last analysis, with its revision.
    pub(crate) analysis: Option<(u64, Analysis)>,
    /// The lines that changed since the text that the content of the analysis is of, if any did.
    pub(crate) shift: Option<Shift>,
    /// The last proof with its revision, and the problem that it found.
    pub(super) proof: Option<(u64, Proof, Option<Problem>)>,
}

impl Document {
    /// Whether the last analysis is of the current text.
    pub(super) fn is_analyzed(&self) -> bool {
        self.analysis.as_ref().is_some_and(|(revision, _)| *revision == self.revision)
    }

    /// Returns the last analysis.
    pub(crate) fn latest(&self) -> Option<&Analysis> {
        self.analysis.as_ref().map(|(_, analysis)| analysis)
    }

    /// Returns the proof of the current text.
    pub(crate) fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref().filter(|(revision, ..)| *revision == self.revision).map(|(_, proof, _)| proof)
    }

    /// Returns what the proof of the current text found.
    pub(super) fn fault(&self) -> Option<&Problem> {
        self.proof
            .as_ref()
            .filter(|(revision, ..)| *revision == self.revision)
            .and_then(|(.., fault)| fault.as_ref())
    }

    /// Keeps an analysis. Without content, because of errors, it keeps that of the last one, so that names are still known. Returns
    /// what is not needed any more.
    pub(super) fn keep(&mut self, revision: u64, mut analysis: Analysis) -> Option<Content> {
        let mut last = self.analysis.take().map(|(_, last)| last.content);
        if matches!(analysis.content, Content::Nothing) && last.is_some() {
            analysis.content = last.take().unwrap_or_default();
        } else {
            self.shift = None;
        }
        self.analysis = Some((revision, analysis));
        last
    }

    /// Whether its last analysis read a file.
    pub(super) fn reads(&self, path: &Path) -> bool {
        self.path != path
            && self.latest().is_some_and(|analysis| analysis.read.iter().any(|read| read == path))
    }

    /// Returns what the last analysis found.
    pub(super) fn into_content(self) -> Option<Content> {
        self.analysis.map(|(_, analysis)| analysis.content)
    }
}

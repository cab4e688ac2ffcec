//! An open document with its analysis, and the queue of documents to analyze.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use lsp_types::Uri;

use crate::lsp::{
    analysis::{Analysis, Content},
    proof::{Proof, RoutineName},
    source::{Cancellation, Language, Problem},
    text::{Shift, Text},
};

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
    pub(super) proofs: BTreeMap<RoutineName, KeptProof>,
}

pub(super) struct KeptProof {
    pub(super) revision: u64,
    pub(super) proof: Proof,
    pub(super) fault: Option<Problem>,
}

impl Document {
    /// Returns whether the last analysis is of the current text.
    pub(super) fn is_analyzed(&self) -> bool {
        self.analysis.as_ref().is_some_and(|(revision, _)| *revision == self.revision)
    }

    pub(crate) fn latest(&self) -> Option<&Analysis> {
        self.analysis.as_ref().map(|(_, analysis)| analysis)
    }

    /// Returns the line at which a routine begins, or the first one.
    pub(super) fn line_of(&self, routine: &RoutineName) -> usize {
        let Some(Content::Assembly(view)) = self.latest().map(|analysis| &analysis.content) else { return 0 };
        match routine {
            None => view.start_line(&self.path).map(|(line, _)| line),
            Some(label) => {
                let mut contracts = view.contracts(&self.path).into_iter();
                contracts.find(|(_, name)| name == label).map(|(line, _)| line)
            }
        }
        .unwrap_or(0)
    }

    /// Returns the proof of a routine of the current text.
    pub(crate) fn proof(&self, routine: &RoutineName) -> Option<&Proof> {
        let kept = self.proofs.get(routine).filter(|kept| kept.revision == self.revision);
        kept.map(|kept| &kept.proof)
    }

    /// Iterates over what proofs of the current text found.
    pub(super) fn faults(&self) -> impl Iterator<Item = &Problem> {
        let current = self.proofs.values().filter(|kept| kept.revision == self.revision);
        current.filter_map(|kept| kept.fault.as_ref())
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

    /// Returns whether its last analysis read a file.
    pub(super) fn reads(&self, path: &Path) -> bool {
        self.path != path
            && self.latest().is_some_and(|analysis| analysis.read.iter().any(|read| read == path))
    }

    /// Returns what the last analysis found.
    pub(super) fn into_content(self) -> Option<Content> {
        self.analysis.map(|(_, analysis)| analysis.content)
    }
}

/// The documents to be analyzed, by their URIs.
#[derive(Default)]
pub(super) struct Queue {
    /// The most urgent first.
    waiting: Vec<String>,
    running: Option<Running>,
    /// The contents from earlier analyses that nothing needs any more. Freeing them takes a while for a long source, so the thread of the
    /// analyses does it.
    discarded: Vec<Content>,
}

/// The analysis in progress.
struct Running {
    uri: String,
    cancelled: Cancellation,
}

impl Queue {
    /// Adds a document, unless it is waiting already.
    pub(super) fn add(&mut self, uri: &str) {
        if !self.waiting.iter().any(|waiting| waiting == uri) {
            self.waiting.push(uri.to_owned());
        }
    }

    pub(super) fn add_first(&mut self, uri: &str) {
        self.remove(uri);
        self.waiting.insert(0, uri.to_owned());
    }

    pub(super) fn remove(&mut self, uri: &str) {
        self.waiting.retain(|waiting| waiting != uri);
    }

    /// Cancels the analysis in progress if it is of this document.
    pub(super) fn cancel(&self, uri: &str) {
        if let Some(running) = self.running.as_ref().filter(|running| running.uri == uri) {
            running.cancelled.cancel();
        }
    }

    /// Starts the most urgent analysis, unless one is in progress.
    pub(super) fn start(&mut self) -> Option<(String, Cancellation, Vec<Content>)> {
        if self.running.is_some() || self.waiting.is_empty() {
            return None;
        }
        let uri = self.waiting.remove(0);
        let cancelled = Cancellation::default();
        self.running = Some(Running { uri: uri.clone(), cancelled: cancelled.clone() });
        Some((uri, cancelled, std::mem::take(&mut self.discarded)))
    }

    pub(super) fn finish(&mut self) {
        self.running = None;
    }

    /// Frees something with the next analysis.
    pub(super) fn discard(&mut self, content: Option<Content>) {
        self.discarded.extend(content);
    }
}

//! Which documents are to be analyzed, and which one is.

use crate::lsp::{analysis::Content, job::Cancellation};

/// The documents to be analyzed, by their URIs.
#[derive(Default)]
pub(super) struct Queue {
    /// The most urgent first.
    waiting: Vec<String>,
    running: Option<Running>,
    /// What earlier analyses found and nothing needs any more. To free it takes a while for a long source, so the thread of the
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

    /// Adds a document before all others.
    pub(super) fn add_first(&mut self, uri: &str) {
        self.remove(uri);
        self.waiting.insert(0, uri.to_owned());
    }

    /// Removes a document that is waiting.
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

    /// Ends the analysis in progress.
    pub(super) fn finish(&mut self) {
        self.running = None;
    }

    /// Frees something with the next analysis.
    pub(super) fn discard(&mut self, content: Option<Content>) {
        self.discarded.extend(content);
    }
}

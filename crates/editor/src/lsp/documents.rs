//! The open documents with their analyses, and which of them are out of date.

mod diagnostics;
mod document;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_verify::Verdict;
use lsp_types::{Diagnostic, Uri};

use crate::lsp::{
    analysis::{Analysis, Done, Job, Kind, Problem, Source, Stopped},
    context::Language,
    proof::Proof,
    text::{Encoding, Shift, Text},
    uri::{OpenDocument, Snapshot},
};
pub(crate) use diagnostics::Publication;
use document::KeptProof;
use document::Queue;
pub(crate) use document::{Document, RoutineName};

/// The open documents. The keys are the URIs of the client.
#[derive(Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
    queue: Queue,
    last_revision: u64,
    /// The diagnostics that the client has, by file; none of them is empty.
    published: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Documents {
    pub(crate) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// Opens a document, or opens it anew.
    pub(crate) fn open(&mut self, uri: Uri, language: &str, version: i32, text: String) {
        let key = uri.as_str().to_owned();
        let path = crate::lsp::uri::to_path(&key).unwrap_or_else(|| PathBuf::from(&key));
        let language = Language::of(&path, language);
        let text = Arc::new(Text::new(text));
        let document = Document {
            uri,
            path,
            language,
            text,
            version,
            revision: 0,
            analysis: None,
            shift: None,
            proofs: BTreeMap::new(),
        };
        let old = self.open.insert(key.clone(), document);
        self.queue.discard(old.and_then(Document::into_content));
        self.touch(&key);
    }

    /// Changes the text of a document. Returns which of its lines changed, if any did, or `None` if it is not open.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        change: impl FnOnce(&mut Text) -> Vec<Shift>,
    ) -> Option<Option<Shift>> {
        let document = self.open.get_mut(uri)?;
        let changed = change(Arc::make_mut(&mut document.text)).into_iter().reduce(Shift::then);
        document.shift = document.shift.into_iter().chain(changed).reduce(Shift::then);
        document.version = version;
        self.touch(uri);
        Some(changed)
    }

    /// Closes a document. Returns false if it is not open.
    pub(crate) fn close(&mut self, uri: &str) -> bool {
        let Some(document) = self.open.remove(uri) else { return false };
        self.queue.remove(uri);
        self.queue.cancel(uri);
        // The saved file is now read in its place.
        self.touch_file(&document.path);
        self.queue.discard(document.into_content());
        true
    }

    /// Makes the analyses of a document and of those that include it out of date.
    pub(crate) fn touch(&mut self, uri: &str) {
        let Some(path) = self.open.get(uri).map(|document| document.path.clone()) else { return };
        self.touch_file(&path);
        self.renew(uri);
        // What is edited comes first.
        self.queue.add_first(uri);
    }

    /// Analyzes a document again although its text is the same, because its file is not.
    pub(crate) fn check_again(&mut self, uri: &str) {
        if self.open.contains_key(uri) {
            self.queue.add(uri);
        }
    }

    /// Makes the analyses of the documents that include a file out of date.
    pub(crate) fn touch_file(&mut self, path: &Path) {
        let readers = self.open.iter().filter(|(_, document)| document.reads(path));
        let readers: Vec<String> = readers.map(|(uri, _)| uri.clone()).collect();
        for uri in readers {
            self.renew(&uri);
            self.queue.add(&uri);
        }
    }

    fn renew(&mut self, uri: &str) {
        self.last_revision += 1;
        if let Some(document) = self.open.get_mut(uri) {
            document.revision = self.last_revision;
        }
        self.queue.cancel(uri);
    }

    /// Returns the next analysis to be run, unless one is in progress.
    pub(crate) fn next_job(&mut self, settings: &Snapshot) -> Option<Job> {
        let (uri, cancelled, discarded) = self.queue.start()?;
        let (revision, source) = self.source(&uri, settings)?;
        Some(Job { uri, revision, source, cancelled, discarded })
    }

    /// Returns a document as it is now, with its revision.
    pub(crate) fn source(&self, uri: &str, settings: &Snapshot) -> Option<(u64, Source)> {
        let document = self.open.get(uri)?;
        let source = Source {
            path: document.path.clone(),
            text: Arc::clone(&document.text),
            language: document.language,
            snapshot: self.snapshot(settings),
        };
        Some((document.revision, source))
    }

    /// Keeps the result of a proof, unless the document has changed since.
    pub(crate) fn keep_proof(
        &mut self,
        (uri, routine): (&str, RoutineName),
        revision: u64,
        proof: Proof,
        encoding: Encoding,
    ) {
        let Some(document) = self.open.get_mut(uri).filter(|document| document.revision == revision) else {
            return;
        };
        let line = document.line_of(&routine);
        let range = document.text.range(line, 0..document.text.line(line).len(), encoding);
        let fault = (proof.verdict == Verdict::Fails)
            .then(|| Problem::error(Kind::Proof, range, proof.explanation()));
        document.proofs.insert(routine, KeptProof { revision, proof, fault });
    }

    /// Returns the open documents for an analysis, with the settings of the client.
    pub(crate) fn snapshot(&self, settings: &Snapshot) -> Snapshot {
        let open = self.open.values().map(|document| {
            let open = OpenDocument { uri: document.uri.clone(), text: Arc::clone(&document.text) };
            (document.path.clone(), open)
        });
        Snapshot { open: open.collect(), ..settings.clone() }
    }

    /// Takes the result of an analysis. Returns whether it is of the current text.
    pub(crate) fn finish(&mut self, done: Done) -> bool {
        self.queue.finish();
        let Some(document) =
            self.open.get_mut(&done.uri).filter(|document| document.revision == done.revision)
        else {
            return false;
        };
        let analysis = match done.result {
            Ok(analysis) => analysis,
            Err(Stopped::Cancelled) => return false,
            Err(Stopped::Panicked(why)) => failed(document.path.clone(), &why),
        };
        let old = document.keep(done.revision, analysis);
        self.queue.discard(old);
        true
    }

    /// Returns whether the answers about a document would be of its current text.
    pub(crate) fn is_ready(&self, uri: &str) -> bool {
        let Some(document) = self.open.get(uri) else { return false };
        let readers = self.open.values().filter(|other| other.reads(&document.path));
        document.is_analyzed() && readers.into_iter().all(Document::is_analyzed)
    }
}

/// Returns the analysis of a document whose analysis panicked.
fn failed(path: PathBuf, why: &str) -> Analysis {
    let message = format!("the analysis of this file failed: this is a bug in arcadian\n{why}");
    let problem = Problem::error(Kind::Internal, lsp_types::Range::default(), message);
    let problems = BTreeMap::from([(path, vec![problem])]);
    Analysis { problems, ..Analysis::default() }
}

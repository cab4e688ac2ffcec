//! The open documents with their analyses: which of them are out of date, what is wrong with each file, and what of it the client
//! does not have.

mod document;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_files::PROJECT;
use arcadian_verify::Verdict;
use lsp_types::{Diagnostic, Uri};

use crate::lsp::{
    analysis::{Analysis, Content, Done, Job},
    assembly,
    proof::{Proof, RoutineName},
    source::{Kind, Language, Problem, Source, Stopped},
    text::{Encoding, Shift, Text},
    uri::{OpenDocument, Snapshot},
};
pub(crate) use document::Document;
use document::KeptProof;
use document::Queue;

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

    /// Makes the analyses of the documents that include a file out of date. The file of a project can be new to all.
    pub(crate) fn touch_file(&mut self, path: &Path) {
        let is_project = path.ends_with(PROJECT);
        let readers = self.open.iter().filter(|(_, document)| is_project || document.reads(path));
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

    /// Returns the analysis that says most about a document: its own, or that of a document which includes it and without which
    /// it means nothing.
    pub(crate) fn analysis(&self, uri: &str) -> Option<&Analysis> {
        let document = self.open.get(uri)?;
        self.reader_of(document).or_else(|| document.latest())
    }

    /// Returns the analysis of a document that includes a document which means nothing alone.
    fn reader_of(&self, document: &Document) -> Option<&Analysis> {
        let is_alone = document.latest().is_some_and(|own| !matches!(own.content, Content::Nothing));
        let mut readers = self.open.values().filter(|other| !is_alone && other.reads(&document.path));
        readers.find_map(|other| {
            other.latest().filter(|analysis| match &analysis.content {
                Content::Assembly(view) => view.file(&document.path).is_some(),
                _ => false,
            })
        })
    }

    /// Returns what is wrong with a file according to all analyses.
    pub(crate) fn problems(&self, path: &Path) -> Vec<&Problem> {
        let own = self.open.values().find(|document| document.path == path);
        let is_part = own.is_some_and(|document| self.reader_of(document).is_some());
        let others = self.open.values().filter(|document| !(is_part && document.path == path));
        let all =
            others.filter_map(Document::latest).filter_map(|analysis| analysis.problems.get(path)).flatten();
        let all = all.chain(own.into_iter().flat_map(Document::faults));
        let mut problems: Vec<&Problem> = Vec::new();
        for problem in all {
            // Two documents that include a file find the same in it.
            if !problems.iter().any(|other| other.diagnostic == problem.diagnostic) {
                problems.push(problem);
            }
        }
        problems
    }

    /// Returns the diagnostics that the client does not have: those of a document that was just analyzed, and those of every file
    /// for which they changed.
    pub(crate) fn publications(&mut self, analyzed: Option<&str>) -> Vec<Publication> {
        let wrong =
            self.open.values().filter_map(Document::latest).flat_map(|analysis| analysis.problems.keys());
        let open = self.open.values().map(|document| &document.path);
        let mut paths: Vec<PathBuf> = wrong.chain(open).chain(self.published.keys()).cloned().collect();
        let analyzed = analyzed.and_then(|uri| self.open.get(uri)).map(|document| document.path.clone());
        paths.extend(analyzed.clone());
        paths.sort();
        paths.dedup();
        let mut publications = Vec::new();
        for path in paths {
            let diagnostics: Vec<Diagnostic> =
                self.problems(&path).into_iter().map(|problem| problem.diagnostic.clone()).collect();
            let known = self.published.get(&path).map_or(&[][..], |known| known);
            if diagnostics == known && analyzed.as_ref() != Some(&path) {
                continue;
            }
            publications.extend(self.publish(path, diagnostics));
        }
        publications
    }

    /// Keeps the diagnostics of a file as those that the client has, and returns them for it.
    fn publish(&mut self, path: PathBuf, diagnostics: Vec<Diagnostic>) -> Option<Publication> {
        let open = self.open.values().find(|document| document.path == path);
        let uri = open.map(|document| document.uri.clone()).or_else(|| crate::lsp::uri::of_path(&path));
        let version = open.map(|document| document.version);
        let publication = uri.map(|uri| Publication { uri, version, diagnostics: diagnostics.clone() });
        if diagnostics.is_empty() {
            self.published.remove(&path);
        } else {
            self.published.insert(path, diagnostics);
        }
        publication
    }

    /// Returns what can be said about lines that have just changed, until their document is analyzed: the diagnostics of the other
    /// lines at their new places, and the errors that the new lines have by themselves. Editors move diagnostics as well, so there
    /// is nothing to say if no line lost or got one.
    pub(crate) fn early(&mut self, uri: &str, shift: Shift, encoding: Encoding) -> Option<Publication> {
        let document = self.open.get(uri)?;
        let lines = shift.new_lines()?;
        if document.language != Language::Assembly || document.latest().is_none() {
            return None;
        }
        let errors = match document.latest().map(|analysis| &analysis.content) {
            Some(Content::Assembly(view)) if view.is_plain_source(&document.path) => {
                assembly::early_errors(view, &document.text, document.shift, lines, encoding)
            }
            _ => Vec::new(),
        };
        let known = self.published.get(&document.path).map_or(&[][..], |known| known);
        let mut diagnostics: Vec<Diagnostic> = known.iter().filter_map(|found| moved(found, shift)).collect();
        let is_news = diagnostics.len() < known.len() || !errors.is_empty();
        diagnostics.extend(errors.into_iter().map(|problem| problem.diagnostic));
        let path = document.path.clone();
        self.publish(path, diagnostics).filter(|_| is_news)
    }
}

/// Returns the analysis of a document whose analysis panicked.
fn failed(path: PathBuf, why: &str) -> Analysis {
    let message = format!("the analysis of this file failed: this is a bug in arcadian\n{why}");
    let problem = Problem::error(Kind::Internal, lsp_types::Range::default(), message);
    let problems = BTreeMap::from([(path, vec![problem])]);
    Analysis { problems, ..Analysis::default() }
}

/// Returns a diagnostic at its place after a change, unless its lines changed. Other places that it names may be out of date.
fn moved(found: &Diagnostic, shift: Shift) -> Option<Diagnostic> {
    let line = |line: u32| u32::try_from(shift.new_line(usize::try_from(line).ok()?)?).ok();
    let mut found = Diagnostic { related_information: None, ..found.clone() };
    found.range.start.line = line(found.range.start.line)?;
    found.range.end.line = line(found.range.end.line)?;
    Some(found)
}

/// The diagnostics of a file, to be sent to the client.
#[derive(Debug)]
pub(crate) struct Publication {
    pub(crate) uri: Uri,
    pub(crate) version: Option<i32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

//! The open documents with their analyses, and which of them are out of date.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_verify::Verdict;
use lsp_types::{Diagnostic, Uri};

use crate::{
    analysis::{Analysis, Content, Kind, Problem},
    job::{Cancellation, Done, Job, Source, Stopped},
    language::Language,
    overlay::{OpenDocument, Snapshot},
    proof::Proof,
    shift::Shift,
    text::{Encoding, Text},
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
    proof: Option<(u64, Proof, Option<Problem>)>,
}

impl Document {
    /// Whether the last analysis is of the current text.
    fn is_analyzed(&self) -> bool {
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
    fn fault(&self) -> Option<&Problem> {
        self.proof
            .as_ref()
            .filter(|(revision, ..)| *revision == self.revision)
            .and_then(|(.., fault)| fault.as_ref())
    }

    /// Keeps an analysis. Without content, because of errors, it keeps that of the last one, so that names are still known.
    fn keep(&mut self, revision: u64, mut analysis: Analysis) {
        let last = self.analysis.take().map(|(_, last)| last.content);
        match (&analysis.content, last) {
            (Content::Nothing, Some(last)) => analysis.content = last,
            _ => self.shift = None,
        }
        self.analysis = Some((revision, analysis));
    }

    /// Whether its last analysis read a file.
    fn reads(&self, path: &Path) -> bool {
        self.path != path
            && self.latest().is_some_and(|analysis| analysis.read.iter().any(|read| read == path))
    }
}

/// The open documents. The keys are the URIs of the client.
#[derive(Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
    /// The documents to be analyzed, the most urgent first.
    queue: Vec<String>,
    running: Option<Running>,
    last_revision: u64,
    /// The diagnostics that the client has, by file; none of them is empty.
    published: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

/// The analysis in progress.
struct Running {
    uri: String,
    cancelled: Cancellation,
}

/// The diagnostics of a file, to be sent to the client.
#[derive(Debug)]
pub(crate) struct Publication {
    pub(crate) uri: Uri,
    pub(crate) version: Option<i32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Documents {
    pub(crate) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    /// Opens a document, or opens it anew.
    pub(crate) fn open(&mut self, uri: Uri, language: &str, version: i32, text: String) {
        let key = uri.as_str().to_owned();
        let path = crate::uri::to_path(&key).unwrap_or_else(|| PathBuf::from(&key));
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
            proof: None,
        };
        self.open.insert(key.clone(), document);
        self.touch(&key);
    }

    /// Changes the text of a document. Returns false if it is not open.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        change: impl FnOnce(&mut Text) -> Vec<Shift>,
    ) -> bool {
        let Some(document) = self.open.get_mut(uri) else { return false };
        for later in change(Arc::make_mut(&mut document.text)) {
            document.shift = Some(document.shift.map_or(later, |shift| shift.then(later)));
        }
        document.version = version;
        self.touch(uri);
        true
    }

    /// Closes a document. Returns false if it is not open.
    pub(crate) fn close(&mut self, uri: &str) -> bool {
        let Some(document) = self.open.remove(uri) else { return false };
        self.queue.retain(|queued| queued != uri);
        self.cancel(uri);
        // The saved file is now read in its place.
        self.touch_file(&document.path);
        true
    }

    /// Makes the analyses of a document and of those that include it out of date.
    pub(crate) fn touch(&mut self, uri: &str) {
        let Some(path) = self.open.get(uri).map(|document| document.path.clone()) else { return };
        self.touch_file(&path);
        self.renew(uri);
        // What is edited comes first.
        self.queue.retain(|queued| queued != uri);
        self.queue.insert(0, uri.to_owned());
    }

    /// Analyzes a document again although its text is the same, because its file is not.
    pub(crate) fn check_again(&mut self, uri: &str) {
        if self.open.contains_key(uri) && !self.queue.iter().any(|queued| queued == uri) {
            self.queue.push(uri.to_owned());
        }
    }

    /// Makes the analyses of the documents that include a file out of date.
    pub(crate) fn touch_file(&mut self, path: &Path) {
        let readers = self.open.iter().filter(|(_, document)| document.reads(path));
        let readers: Vec<String> = readers.map(|(uri, _)| uri.clone()).collect();
        for uri in readers {
            self.renew(&uri);
            if !self.queue.contains(&uri) {
                self.queue.push(uri);
            }
        }
    }

    fn renew(&mut self, uri: &str) {
        self.last_revision += 1;
        if let Some(document) = self.open.get_mut(uri) {
            document.revision = self.last_revision;
        }
        self.cancel(uri);
    }

    /// Cancels the analysis in progress if it is of this document.
    fn cancel(&self, uri: &str) {
        if let Some(running) = self.running.as_ref().filter(|running| running.uri == uri) {
            running.cancelled.cancel();
        }
    }

    /// Returns the next analysis to be run, unless one is in progress.
    pub(crate) fn next_job(&mut self, settings: &Snapshot) -> Option<Job> {
        if self.running.is_some() || self.queue.is_empty() {
            return None;
        }
        let uri = self.queue.remove(0);
        let (revision, source) = self.source(&uri, settings)?;
        let cancelled = Cancellation::default();
        self.running = Some(Running { uri: uri.clone(), cancelled: cancelled.clone() });
        Some(Job { uri, revision, source, cancelled })
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
    pub(crate) fn keep_proof(&mut self, uri: &str, revision: u64, proof: Proof, encoding: Encoding) {
        let Some(document) = self.open.get_mut(uri).filter(|document| document.revision == revision) else {
            return;
        };
        let start = match document.latest().map(|analysis| &analysis.content) {
            Some(Content::Assembly(view)) => view.start_line(&document.path).map_or(0, |(line, _)| line),
            _ => 0,
        };
        let range = document.text.range(start, 0..document.text.line(start).len(), encoding);
        let fault = (proof.verdict == Verdict::Fails)
            .then(|| Problem::error(Kind::Proof, range, proof.explanation()));
        document.proof = Some((revision, proof, fault));
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
        self.running = None;
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
        document.keep(done.revision, analysis);
        true
    }

    /// Whether the answers about a document would be of its current text.
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
        let all = all.chain(own.and_then(Document::fault));
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
            let open = self.open.values().find(|document| document.path == path);
            let uri = open.map(|document| document.uri.clone()).or_else(|| crate::uri::of_path(&path));
            let version = open.map(|document| document.version);
            if let Some(uri) = uri {
                publications.push(Publication { uri, version, diagnostics: diagnostics.clone() });
            }
            if diagnostics.is_empty() {
                self.published.remove(&path);
            } else {
                self.published.insert(path, diagnostics);
            }
        }
        publications
    }
}

/// Returns the analysis of a document whose analysis panicked.
fn failed(path: PathBuf, why: &str) -> Analysis {
    let message = format!("the analysis of this file failed: this is a bug in arcadian\n{why}");
    let problem = Problem::error(Kind::Internal, lsp_types::Range::default(), message);
    let problems = BTreeMap::from([(path, vec![problem])]);
    Analysis { problems, ..Analysis::default() }
}

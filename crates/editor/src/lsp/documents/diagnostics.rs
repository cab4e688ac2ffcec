//! What is wrong with each file according to the analyses of all documents, and what of it the client does not have.

use std::path::{Path, PathBuf};

use lsp_types::{Diagnostic, Uri};

use super::{Document, Documents};
use crate::lsp::{
    analysis::{Analysis, Content, Problem},
    assembly,
    context::Language,
    text::{Encoding, Shift},
};

/// The diagnostics of a file, to be sent to the client.
#[derive(Debug)]
pub(crate) struct Publication {
    pub(crate) uri: Uri,
    pub(crate) version: Option<i32>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Documents {
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
        let errors = assembly::early_errors(document, lines, encoding);
        let known = self.published.get(&document.path).map_or(&[][..], |known| known);
        let mut diagnostics: Vec<Diagnostic> = known.iter().filter_map(|found| moved(found, shift)).collect();
        let is_news = diagnostics.len() < known.len() || !errors.is_empty();
        diagnostics.extend(errors.into_iter().map(|problem| problem.diagnostic));
        let path = document.path.clone();
        self.publish(path, diagnostics).filter(|_| is_news)
    }
}

/// Returns a diagnostic at its place after a change, unless its lines changed. Other places that it names may be out of date.
fn moved(found: &Diagnostic, shift: Shift) -> Option<Diagnostic> {
    let line = |line: u32| u32::try_from(shift.new_line(usize::try_from(line).ok()?)?).ok();
    let mut found = Diagnostic { related_information: None, ..found.clone() };
    found.range.start.line = line(found.range.start.line)?;
    found.range.end.line = line(found.range.end.line)?;
    Some(found)
}

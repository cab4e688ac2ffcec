//! The files of the host with the documents of the editor in place of their saved versions.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_files::{
    FileKind, Files,
    error::{Error, Result},
};
use lsp_types::Uri;

use crate::lsp::{
    text::{Encoding, Text},
    uri,
};

/// A document that is open in the editor.
#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    /// The URI as the client writes it.
    pub(crate) uri: Uri,
    pub(crate) text: Arc<Text>,
}

/// What the editor has and the client asked for at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) open: BTreeMap<PathBuf, OpenDocument>,
    pub(crate) encoding: Encoding,
    /// The processor of sources that name none.
    pub(crate) processor: Option<arcadian_isa::Processor>,
    /// The folders in which included files are looked for, after that of the including file.
    pub(crate) folders: Vec<PathBuf>,
    /// The syntax of all sources; by default it is recognized.
    pub(crate) dialect: Option<arcadian_asm::Dialect>,
}

impl Snapshot {
    /// Returns the URI of a file, as the client writes it if the file is open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        self.open.get(path).map(|open| open.uri.clone()).or_else(|| uri::of_path(path))
    }
}

/// The files of an analysis. It records which ones are read.
pub(crate) struct Overlay<'a> {
    files: &'a dyn Files,
    open: &'a BTreeMap<PathBuf, OpenDocument>,
    read: RefCell<Vec<PathBuf>>,
}

impl<'a> Overlay<'a> {
    pub(crate) fn new(files: &'a dyn Files, open: &'a BTreeMap<PathBuf, OpenDocument>) -> Self {
        Overlay { files, open, read: RefCell::default() }
    }

    /// Returns the files that were read, in this order, each once.
    pub(crate) fn read_files(&self) -> Vec<PathBuf> {
        self.read.borrow().clone()
    }

    fn opened(&self, path: &Path) -> Option<&OpenDocument> {
        self.open.get(&uri::normal(path))
    }
}

impl Files for Overlay<'_> {
    fn kind(&self, path: &Path) -> FileKind {
        if self.opened(path).is_some() { FileKind::File } else { self.files.kind(path) }
    }

    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
        let normal = uri::normal(path);
        if !self.read.borrow().contains(&normal) {
            self.read.borrow_mut().push(normal);
        }
        match self.opened(path) {
            Some(open) => Ok(open.text.as_str().as_bytes().to_vec()),
            None => self.files.bytes(path, what, longest),
        }
    }

    fn peek(&self, longest: u64) -> Result<Vec<u8>> {
        self.files.peek(longest)
    }

    fn missing(&self, path: &Path, known: &[&str]) -> Error {
        self.files.missing(path, known)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        self.files.is_same(one, other)
    }
}

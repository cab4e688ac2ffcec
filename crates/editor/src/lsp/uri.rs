//! Files as the editor names them: URIs, and the documents of the editor in place of their saved versions.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use arcadian_files::{
    FileKind, Files,
    error::{Error, Result},
    escape,
    source::{Defaults, Linking, Syntax},
};
use lsp_types::Uri;

use crate::lsp::text::{Encoding, Text};

/// Returns the path of a `file:` URI, or `None` for other URIs, such as that of a document that was never saved.
pub(crate) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    let decoded = decode(path)?;
    // `/c:/x` is a path with a drive.
    let drive = decoded
        .get(1..3)
        .filter(|drive| drive.ends_with(':') && drive.starts_with(|c: char| c.is_ascii_alphabetic()));
    Some(normal(Path::new(if drive.is_some() { decoded.get(1..)? } else { &decoded })))
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// Returns the URI of a path, or `None` if the path is relative or not Unicode.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let is_absolute = path.is_absolute() || text.starts_with('/');
    let slash = if text.starts_with('/') { "" } else { "/" };
    let encoded = escape::percent(text.bytes(), b"/!+,=@");
    format!("file://{slash}{encoded}").parse().ok().filter(|_| is_absolute)
}

/// Returns a path without `.` and `..`, so that equal paths are the same file. Symbolic links are not followed.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    /// The URI as the client writes it.
    pub(crate) uri: Uri,
    pub(crate) text: Arc<Text>,
}

/// The state of the editor at one moment: its open documents and the settings that the client asked for.
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
    /// Returns the syntax of all sources that the client asked for, and what counts for sources that state nothing.
    pub(crate) fn settings(&self) -> (Syntax, Defaults) {
        let linking = Linking { include: self.folders.clone(), ..Linking::default() };
        let defaults = Defaults { cpu: self.processor, ..Defaults::default() };
        (Syntax { dialect: self.dialect, linking }, defaults)
    }

    /// Returns the URI of a file, as the client writes it if the file is open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        self.open.get(path).map(|open| open.uri.clone()).or_else(|| of_path(path))
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
        self.open.get(&normal(path))
    }
}

impl Files for Overlay<'_> {
    fn kind(&self, path: &Path) -> FileKind {
        if self.opened(path).is_some() { FileKind::File } else { self.files.kind(path) }
    }

    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
        let normal = normal(path);
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

    fn project(&self, path: &Path) -> Option<PathBuf> {
        Some(normal(&self.files.absolute(&self.files.project(path)?)))
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        self.files.is_same(one, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_uris() {
        for (uri, path) in [
            ("file:///a/b.asm", Some("/a/b.asm")),
            ("file://localhost/a/b%20c%C3%B7.asm", Some("/a/b c÷.asm")),
            ("file:///a/./b/../c.asm?x#y", Some("/a/c.asm")),
            ("file:///c%3A/x.asm", Some("c:/x.asm")),
            ("file:///a%2", None),
            ("file:///a%FF", None),
            ("file://server/a", None),
            ("untitled:Untitled-1", None),
            ("", None),
        ] {
            assert_eq!(to_path(uri).as_deref(), path.map(Path::new), "{uri}");
        }
    }

    #[test]
    fn uris_of_paths() {
        let uri = |path: &str| of_path(Path::new(path)).map(|uri| uri.as_str().to_owned());
        assert_eq!(uri("/a/b c÷%.asm").as_deref(), Some("file:///a/b%20c%C3%B7%25.asm"));
        assert_eq!(uri("a.asm"), None);
        assert_eq!(
            to_path(&uri("/a b/c#?.asm").unwrap_or_default()).as_deref(),
            Some(Path::new("/a b/c#?.asm"))
        );
    }
}

//! Files as a host gives access to them, and what a text file may contain.

use std::path::{Path, PathBuf};

use crate::{
    border::{name, shown},
    diagnostic,
    error::{Error, Result, refuse},
};

/// The longest program file, in bytes; the machine holds 1804.
pub const LONGEST_PROGRAM: u64 = 1 << 20;
/// The longest key file, in bytes.
pub const LONGEST_KEYS: u64 = 1 << 24;
/// The longest source file, in bytes.
pub const LONGEST_SOURCE: u64 = 1 << 22;
/// The longest memory image, in bytes: the whole memory.
pub const LONGEST_IMAGE: u64 = 1 << 16;

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A device or a pipe, which may have no end.
    Device,
    /// Nothing.
    Missing,
}

/// The files that a host gives access to.
pub trait Files {
    /// Returns what a path names.
    fn kind(&self, path: &Path) -> Kind;

    /// Reads a file of at most `longest` bytes; `-` is standard input. `what` says what it should contain.
    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>>;

    /// Returns up to `longest` bytes of standard input, which can still be read afterward.
    fn peek(&self, longest: u64) -> Result<Vec<u8>>;

    /// Returns why there is no such file, with a name that was perhaps meant: that of a file, or one of `known`.
    fn missing(&self, path: &Path, known: &[&str]) -> Error;

    /// Returns the absolute path of a file.
    fn absolute(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    /// Returns whether two paths name the same file.
    fn is_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    /// Reads a text file of at most `longest` bytes; `-` is standard input. `what` says what it should contain.
    ///
    /// In what is returned lines end with a line feed, whichever of LF, CRLF and CR the file has; a byte order mark is left out.
    fn text(&self, path: &Path, what: &str, longest: u64) -> Result<String> {
        decode(path, what, self.bytes(path, what, longest)?)
    }
}

/// No files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn kind(&self, _path: &Path) -> Kind {
        Kind::Missing
    }

    fn bytes(&self, path: &Path, _what: &str, _longest: u64) -> Result<Vec<u8>> {
        Err(self.missing(path, &[]))
    }

    fn peek(&self, _longest: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, path: &Path, _known: &[&str]) -> Error {
        Error::Message(format!("{} cannot be read: there are no files here", shown(path)))
    }
}

/// Returns the text of a file's bytes, with LF at the end of each line.
fn decode(path: &Path, what: &str, bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        refuse!("{} is UTF-16 text; save it as UTF-8", shown(path));
    }
    if bytes.contains(&0) {
        refuse!("{} is a binary file; {what} is text", shown(path));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(with_line_feeds(text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(error) => Err(not_utf_8(path, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn not_utf_8(path: &Path, bytes: &[u8], at: usize) -> Error {
    let lossy = String::from_utf8_lossy(bytes);
    let start = with_line_feeds(&lossy[..at]).len();
    let rendered = diagnostic::render(
        &name(path),
        &with_line_feeds(&lossy),
        start..start + char::REPLACEMENT_CHARACTER.len_utf8(),
        &format!("byte {} is not UTF-8 text", at + 1),
        Some("save the file as UTF-8"),
    );
    rendered.into()
}

/// Returns a text with LF at the end of each line.
pub fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

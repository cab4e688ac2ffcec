//! The file access that a host provides, and the decoding of text files.

use std::path::{Path, PathBuf};

use crate::{
    diagnostic,
    error::{Error, Result, refuse},
    escape,
    line_ends::with_line_feeds,
    sound_file,
};

/// What a program file is, for messages.
pub const PROGRAM: &str = "a program";
/// The longest program file, in bytes; the machine holds 1804.
pub const LONGEST_PROGRAM: u64 = 1 << 20;
/// The longest key file, in bytes.
pub const LONGEST_KEYS: u64 = 1 << 24;
/// The longest source file, in bytes.
pub const LONGEST_SOURCE: u64 = 1 << 22;
/// The longest memory image, in bytes: the size of the memory.
pub const LONGEST_IMAGE: u64 = 1 << 16;

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    Folder,
    /// A device or a pipe, which may have no end.
    Device,
    /// No file.
    Missing,
}

/// The files that a host provides.
pub trait Files {
    /// Returns what a path names.
    fn kind(&self, path: &Path) -> FileKind;

    /// Reads a file of at most `longest` bytes; `-` is standard input. `what` names the expected content in errors.
    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>>;

    /// Reads a file as [`bytes`](Self::bytes) does, and gives it away piece by piece, so that it need not fit into memory.
    fn pieces(&self, path: &Path, what: &str, longest: u64, take: &mut dyn FnMut(&[u8])) -> Result<()> {
        take(&self.bytes(path, what, longest)?);
        Ok(())
    }

    /// Returns up to `longest` bytes of standard input without consuming them.
    fn peek(&self, longest: u64) -> Result<Vec<u8>>;

    /// Returns the error for a missing file, with the nearest name of a file or of `known`.
    fn missing(&self, path: &Path, known: &[&str]) -> Error;

    fn absolute(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    /// Returns whether two paths name the same file.
    fn is_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    /// Reads a text file of at most `longest` bytes; `-` is standard input. `what` names the expected content in errors.
    ///
    /// Lines of the result end with LF, also if the file has CRLF or CR. A byte order mark is removed.
    fn text(&self, path: &Path, what: &str, longest: u64) -> Result<String> {
        self.text_as_it_is(path, what, longest).map(|text| with_line_feeds(&text))
    }

    /// Reads a text file as [`text`](Self::text) does, with its own line ends and byte order mark.
    fn text_as_it_is(&self, path: &Path, what: &str, longest: u64) -> Result<String> {
        decode(path, what, self.bytes(path, what, longest)?)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn kind(&self, _path: &Path) -> FileKind {
        FileKind::Missing
    }

    fn bytes(&self, path: &Path, _what: &str, _longest: u64) -> Result<Vec<u8>> {
        Err(self.missing(path, &[]))
    }

    fn peek(&self, _longest: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, path: &Path, _known: &[&str]) -> Error {
        Error::Message(format!("{} cannot be read: this host has no files", escape::path(path)))
    }
}

/// Decodes a text file.
fn decode(path: &Path, what: &str, bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        refuse!("{} is UTF-16 text; save it as UTF-8", escape::path(path));
    }
    let is_text = !bytes.contains(&0) && std::str::from_utf8(&bytes).is_ok();
    if let Some(format) = sound_file::format(&bytes).filter(|_| !is_text) {
        let conversion = sound_file::conversion(path);
        refuse!(
            "{} is {format}; {what} is text, and a recording of a tape a WAV file: {conversion}",
            escape::path(path)
        );
    }
    if bytes.starts_with(b"RIFF") && !is_text {
        refuse!(
            "{} is a RIFF file; {what} is text, and the name of a recording ends in .wav",
            escape::path(path)
        );
    }
    if bytes.contains(&0) {
        refuse!("{} is a binary file; {what} is text", escape::path(path));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => Err(not_utf_8(path, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn not_utf_8(path: &Path, bytes: &[u8], at: usize) -> Error {
    let lossy = String::from_utf8_lossy(bytes);
    let start = with_line_feeds(&lossy[..at]).len();
    let rendered = diagnostic::render(
        &escape::source_name(path),
        &with_line_feeds(&lossy),
        start..start + char::REPLACEMENT_CHARACTER.len_utf8(),
        &format!("byte {} is not UTF-8 text", at + 1),
        Some("save the file as UTF-8"),
    );
    rendered.into()
}

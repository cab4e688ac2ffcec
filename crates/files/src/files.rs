//! The file access that a host provides, and the decoding of text files: libraries read text with LF, and files keep their own
//! line ends.

use std::path::{Path, PathBuf};

use arcadian_basic::listing::{Edit, apply};

use crate::{
    container,
    encoding::{self, Encoding},
    error::{Error, Result, refuse},
    escape,
};

/// The description of a program file in messages.
pub const PROGRAM: &str = "a program";
/// The name of the file that describes a project.
pub const PROJECT: &str = "arcadian.toml";
/// The longest program file, in bytes; the machine holds 1804.
pub const LONGEST_PROGRAM: u64 = 1 << 20;
/// The longest key file, in bytes.
pub const LONGEST_KEYS: u64 = 1 << 24;
/// The longest source file, in bytes.
pub const LONGEST_SOURCE: u64 = 1 << 22;
/// The longest memory image, in bytes: the size of the memory.
pub const LONGEST_IMAGE: u64 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    Folder,
    /// A device or a pipe, which may have no end.
    Device,
    Missing,
}

/// The files that a host provides.
pub trait Files {
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

    fn is_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    /// Whether a file was written after another one, if the host knows.
    fn is_newer(&self, _one: &Path, _other: &Path) -> bool {
        false
    }

    /// Returns the file of the project to which a file or a folder belongs, if the host looks for projects.
    fn project(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    /// Reads a text file of at most `longest` bytes; `-` is standard input. `what` names the expected content in errors.
    ///
    /// Lines of the result end with LF, also if the file has CRLF or CR. A byte order mark is removed.
    fn text(&self, path: &Path, what: &str, longest: u64) -> Result<String> {
        self.text_as_it_is(path, what, longest).map(|(text, _)| with_line_feeds(&text))
    }

    /// Reads a text file as [`text`](Self::text) does, with its own line ends and byte order mark, and its encoding unless
    /// that is UTF-8.
    fn text_as_it_is(&self, path: &Path, what: &str, longest: u64) -> Result<(String, Option<Encoding>)> {
        let (text, encoding) = decode(path, what, self.bytes(path, what, longest)?)?;
        if let Some(encoding) = encoding {
            self.note(&format!("note: {} is read as {}", escape::path(path), encoding.name()));
        }
        Ok((text, encoding))
    }

    /// Reads a source as [`text`](Self::text) does. Only comments have characters that are not ASCII, so their encoding is not noted.
    fn source(&self, path: &Path) -> Result<String> {
        const WHAT: &str = "a source";
        let (text, _) = decode(path, WHAT, self.bytes(path, WHAT, LONGEST_SOURCE)?)?;
        Ok(with_line_feeds(&text))
    }

    /// Tells the user what was noticed about a file.
    fn note(&self, _text: &str) {}
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

/// Decodes the bytes of a text file, and returns its encoding unless that is UTF-8. `what` names the expected content in errors.
pub fn decode(path: &Path, what: &str, bytes: Vec<u8>) -> Result<(String, Option<Encoding>)> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => return Ok((text, None)),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    if let Some(format) = container::format(&bytes) {
        let conversion = container::conversion(path);
        refuse!(
            "{} is {format}; {what} is text, and a recording of a tape a WAV file: {conversion}",
            escape::path(path)
        );
    }
    if bytes.starts_with(b"RIFF") {
        refuse!(
            "{} is a RIFF file; {what} is text, and the name of a recording ends in .wav",
            escape::path(path)
        );
    }
    match encoding::read(&bytes) {
        Some((text, encoding)) => Ok((text, Some(encoding))),
        None => refuse!("{} is a binary file; {what} is text", escape::path(path)),
    }
}

/// Decodes the bytes of a source as far as that is possible: those that no encoding has can be in its comments.
pub fn source_text(bytes: Vec<u8>) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => text,
        other => {
            let bytes = other.map_or_else(|error| error.into_bytes(), String::into_bytes);
            encoding::read(&bytes)
                .map_or_else(|| String::from_utf8_lossy(&bytes).into_owned(), |(text, _)| text)
        }
    };
    text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text)
}

/// A character that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Replaces CRLF and CR by LF, and removes a byte order mark and the Ctrl-Z with which CP/M and DOS end a text.
pub fn with_line_feeds(text: &str) -> String {
    let text = text.trim_end_matches('\u{1a}');
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

/// Applies edits of a text [`with_line_feeds`] to the file's text. New lines get the line end of the file's first row, and
/// everything else stays as it is. Returns `None` if two edits concern the same bytes.
pub fn edited(file: &str, edits: &[Edit]) -> Option<String> {
    let places = places(file);
    let end = line_end(file);
    let edit = |edit: &Edit| {
        let span = *places.get(edit.span.start)?..*places.get(edit.span.end)?;
        Some(Edit { span, text: edit.text.replace('\n', end) })
    };
    apply(file, &edits.iter().map(edit).collect::<Option<Vec<_>>>()?)
}

/// Returns, for each byte of the text with line feeds and its end, the position in the file.
fn places(file: &str) -> Vec<usize> {
    let bytes = file.as_bytes();
    let start = if file.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let is_second = |at: &usize| *at > start && bytes[*at] == b'\n' && bytes[at - 1] == b'\r';
    (start..bytes.len()).filter(|at| !is_second(at)).chain([bytes.len()]).collect()
}

fn line_end(file: &str) -> &'static str {
    match file.find(['\r', '\n']).map(|at| &file[at..]) {
        Some(end) if end.starts_with("\r\n") => "\r\n",
        Some(end) if end.starts_with('\r') => "\r",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file, the edits of its text with line feeds, and the file afterwards.
    type Row = (&'static str, &'static [(usize, usize, &'static str)], Option<&'static str>);

    const EDITED: [Row; 10] = [
        ("a\nb\n", &[(2, 3, "c\nd")], Some("a\nc\nd\n")),
        ("a\r\nb\r\n", &[(2, 3, "c\nd")], Some("a\r\nc\r\nd\r\n")),
        ("a\rb\r", &[(1, 1, "\n"), (2, 3, "")], Some("a\r\r\r")),
        ("\u{feff}a\r\nb\nc", &[(0, 1, "d"), (4, 5, "e")], Some("\u{feff}d\r\nb\ne")),
        ("a\r\nb\nc", &[(0, 2, "")], Some("b\nc")),
        ("a\r\nb", &[(1, 1, ";")], Some("a;\r\nb")),
        ("é\r\nb", &[(3, 4, "c")], Some("é\r\nc")),
        ("abc", &[(0, 2, "x"), (1, 3, "y")], None),
        ("abc", &[(2, 9, "x")], None),
        ("", &[], Some("")),
    ];

    #[test]
    fn line_ends_stay() {
        for (file, edits, expected) in EDITED {
            let edits: Vec<Edit> = edits
                .iter()
                .map(|&(start, end, text)| Edit { span: start..end, text: text.to_owned() })
                .collect();
            assert_eq!(edited(file, &edits).as_deref(), expected, "{file:?}");
            let of_text = apply(&with_line_feeds(file), &edits);
            assert_eq!(edited(file, &edits).map(|file| with_line_feeds(&file)), of_text, "{file:?}");
        }
    }
}

//! Reading text files: never more than expected, and with a clear word about what is no text.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    border::{is_stream, name, shown},
    diagnostic, nearby,
};

/// The longest program file; the machine holds 1804 bytes.
pub const LONGEST_PROGRAM: u64 = 1 << 20;
/// The longest key file.
pub const LONGEST_KEYS: u64 = 1 << 24;

/// Whether standard input has been read as a file.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);
/// What was read of it to see what it is.
static PEEKED: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Reads a text file of at most `longest` bytes; `-` is standard input. `what` says what it should hold.
///
/// Lines end with a line feed in what is returned, whichever of LF, CRLF and CR the file has; a byte order mark is left out.
pub fn text(path: &Path, what: &str, longest: u64) -> Result<String> {
    decode(path, what, bytes(path, what, longest)?)
}

/// Reads a file of at most `longest` bytes; `-` is standard input. `what` says what it should hold.
pub fn bytes(path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
    match is_stream(path) {
        true => stream(what, longest),
        false => file(path, what, longest),
    }
}

fn file(path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
    let found = fs::metadata(path).map_err(|error| nearby::unreadable(path, &error, &[]))?;
    if found.is_dir() {
        bail!("{} is a directory; name {what}", shown(path));
    }
    if found.len() > longest {
        return Err(too_long(path, what, longest));
    }
    let opened = File::open(path).map_err(|error| nearby::unreadable(path, &error, &[]))?;
    take(opened, path, what, longest)
}

fn stream(what: &str, longest: u64) -> Result<Vec<u8>> {
    ensure!(
        !IS_TAKEN.swap(true, Ordering::Relaxed),
        "{what} cannot be read from standard input, which another file `-` has been read from; name a file for one of them"
    );
    let peeked = PEEKED.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
    take(peeked.as_slice().chain(io::stdin().lock()), Path::new("-"), what, longest)
}

/// The first `longest` bytes of standard input, which can still be read afterward.
pub fn peek_stream(longest: u64) -> Result<Vec<u8>> {
    let mut peeked = PEEKED.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = peeked.get_or_insert_default();
    let missing = longest.saturating_sub(bytes.len() as u64);
    io::stdin().lock().take(missing).read_to_end(bytes).context("<stdin> cannot be read")?;
    Ok(bytes.clone())
}

/// A pipe or a device does not know its length, so one byte too many is asked for.
fn take(input: impl Read, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = input.take(longest + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("{} cannot be read", shown(path)))?;
    if bytes.len() as u64 > longest {
        return Err(too_long(path, what, longest));
    }
    Ok(bytes)
}

fn too_long(path: &Path, what: &str, longest: u64) -> anyhow::Error {
    anyhow::anyhow!("{} is longer than {} KB, so it is not {what}", shown(path), longest >> 10)
}

/// Whether a file that another file names can be read: a device or a pipe may have no end, or never begin.
pub fn check_regular(path: &Path) -> Result<()> {
    let found = fs::metadata(path).with_context(|| format!("{} cannot be read", shown(path)))?;
    if !found.is_file() && !found.is_dir() {
        bail!("{} is a device or a pipe; only regular files can be included", shown(path));
    }
    Ok(())
}

fn decode(path: &Path, what: &str, bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        bail!("{} is UTF-16 text; save it as UTF-8", shown(path));
    }
    if bytes.contains(&0) {
        bail!("{} is a binary file; {what} is text", shown(path));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(with_line_feeds(text.strip_prefix('\u{feff}').unwrap_or(&text))),
        Err(error) => Err(not_utf_8(path, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn not_utf_8(path: &Path, bytes: &[u8], at: usize) -> anyhow::Error {
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

/// Text with LF at the end of each line.
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A stream of lines that may end with LF, CRLF or CR, as one whose lines end with LF.
pub struct LineFeeds<R> {
    input: R,
    /// Whether the last byte was a carriage return.
    is_after_return: bool,
}

impl<R> LineFeeds<R> {
    /// Nothing read yet.
    pub fn new(input: R) -> Self {
        Self { input, is_after_return: false }
    }
}

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.input.read(buffer)?;
            let mut kept = 0;
            for at in 0..count {
                let byte = buffer[at];
                if !(byte == b'\n' && self.is_after_return) {
                    buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
                self.is_after_return = byte == b'\r';
            }
            // 0 would be the end of the input.
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: [(&str, &str); 6] = [
        ("a\rb\r", "a\nb\n"),
        ("a\r\nb", "a\nb"),
        ("a\nb\n", "a\nb\n"),
        ("\r\r\n\r", "\n\n\n"),
        ("\n\r", "\n\n"),
        ("", ""),
    ];

    #[test]
    fn ends_of_lines() {
        for (text, lines) in ENDS {
            assert_eq!(with_line_feeds(text), lines, "{text:?}");
            for size in 1..5 {
                let mut stream = LineFeeds::new(text.as_bytes());
                let mut read = Vec::new();
                let mut buffer = vec![0; size];
                while let Ok(count @ 1..) = stream.read(&mut buffer) {
                    read.extend_from_slice(&buffer[..count]);
                }
                assert_eq!(String::from_utf8_lossy(&read), lines, "{text:?} in pieces of {size}");
            }
        }
    }
}

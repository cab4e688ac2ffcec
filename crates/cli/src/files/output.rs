//! Writing to standard output, standard error and files. Untrusted text is escaped, and files are written atomically.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use arcadian_desk::{diagnostic::Diagnostic, escape};

use super::Verdict;
use crate::terminal::color::no_color;

/// Whether an option uses standard output, for a file named `-` or for JSON.
static IS_CLAIMED: AtomicBool = AtomicBool::new(false);
/// Whether a file is written to standard output. Reports then go to standard error.
static IS_FILE: AtomicBool = AtomicBool::new(false);

/// Writes text to standard output, with hidden characters escaped.
pub fn print(text: &str) -> Result<()> {
    send(text).map(drop)
}

/// Writes text as [`print`] does. Returns whether standard output is still open.
pub fn send(text: &str) -> Result<bool> {
    let text = escape::text(text);
    match IS_FILE.load(Ordering::Relaxed) {
        true => Ok(io::stderr().lock().write_all(text.as_bytes()).is_ok()),
        false => write_out(text.as_bytes()),
    }
}

/// Writes a JSON value in one line to standard output.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&(escape::json(value)? + "\n"))
}

/// Runs a command. If it reports as JSON, its error is reported as a JSON object as well, so that a script always gets one.
pub fn with_json_error(is_json: bool, run: impl FnOnce() -> Result<Verdict>) -> Result<Verdict> {
    let result = run();
    if let (true, Err(error)) = (is_json, &result) {
        print_json(&json_error(error))?;
    }
    result
}

/// Returns an error as a JSON object.
pub fn json_error(error: &anyhow::Error) -> Value {
    json!({ "ok": false, "error": format!("{error:#}") })
}

/// Writes text with escape sequences to standard output unchanged. The text must not contain untrusted input.
pub fn print_graphics(text: &str) -> Result<()> {
    if IS_FILE.load(Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    write_out(text.as_bytes()).map(drop)
}

/// Writes a file to standard output, with hidden characters escaped only if that is a terminal.
fn print_file(bytes: &[u8]) -> Result<()> {
    match io::stdout().is_terminal() {
        true => write_out(escape::text(&String::from_utf8_lossy(bytes)).as_bytes()).map(drop),
        false => write_out(bytes).map(drop),
    }
}

/// Writes bytes to standard output. Returns whether it is still open; a closed pipe is not an error.
fn write_out(bytes: &[u8]) -> Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write to standard output"),
    }
}

/// Writes a message to standard error, with hidden characters escaped. Ignores a closed standard error.
pub fn note(text: &str) {
    note_graphics(&escape::text(text));
}

/// Writes a message with escape sequences to standard error unchanged. The message must not contain untrusted input.
pub fn note_graphics(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes an error with its source excerpt to standard error, in color on a terminal.
pub fn show(diagnostic: &Diagnostic) {
    match io::stderr().is_terminal() && !no_color() {
        true => note_graphics(diagnostic.styled()),
        false => note(&diagnostic.to_string()),
    }
}

/// Writes an error to standard error: with its source excerpt if it has one, otherwise as one line with its causes.
pub fn report(error: &anyhow::Error) {
    let diagnostic = match error.downcast_ref() {
        Some(arcadian_desk::Error::Diagnostic(diagnostic)) => Some(diagnostic),
        _ => error.downcast_ref::<Diagnostic>(),
    };
    match diagnostic {
        Some(diagnostic) => show(diagnostic),
        None => show(&Diagnostic::without_excerpt(&format!("{error:#}"))),
    }
}

/// Reserves standard output for one option, such as `--json`. Fails if another option has reserved it.
pub fn claim(what: &str) -> Result<()> {
    if IS_CLAIMED.swap(true, Ordering::Relaxed) {
        bail!("cannot use standard output for {what}: another option uses it; name a file for one of them");
    }
    Ok(())
}

/// An output file. Creating it checks that it can be written; it appears under its path only when it is complete.
pub struct Pending {
    path: PathBuf,
    file: Target,
}

enum Target {
    /// Standard output.
    Stdout,
    /// A temporary file in the same directory, to be renamed.
    Temporary(NamedTempFile),
    /// A device or a pipe, which is written in place.
    InPlace(File),
}

impl Pending {
    /// Prepares a text file at `path`, which may exist; `-` is standard output.
    pub fn new(path: &Path) -> Result<Self> {
        let file = match escape::is_stream(path) {
            true => stream()?,
            false => target(path).with_context(|| unwritable(path))?,
        };
        Ok(Self { path: path.to_owned(), file })
    }

    /// Prepares a binary file, which is not written to a terminal.
    pub fn binary(path: &Path) -> Result<Self> {
        if escape::is_stream(path) && io::stdout().is_terminal() {
            bail!("cannot write bytes to a terminal; redirect standard output, or name a file");
        }
        Self::new(path)
    }

    /// Writes the bytes and completes the file.
    pub fn finish(mut self, bytes: &[u8]) -> Result<()> {
        if matches!(self.file, Target::Stdout) {
            return print_file(bytes);
        }
        self.write_all(bytes).with_context(|| unwritable(&self.path))?;
        self.keep()
    }

    /// Completes the file with the bytes written so far.
    pub fn keep(self) -> Result<()> {
        let Target::Temporary(file) = self.file else { return Ok(()) };
        let persisted = file.persist(resolved(&self.path));
        persisted.map(drop).map_err(|error| error.error).with_context(|| unwritable(&self.path))
    }

    /// Returns the path of the completed file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Target::Stdout => write_out(bytes).map(|_| bytes.len()).map_err(io::Error::other),
            Target::InPlace(file) => file.write(bytes),
            Target::Temporary(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.file {
            Target::Stdout => Ok(()),
            Target::InPlace(file) => file.flush(),
            Target::Temporary(file) => file.flush(),
        }
    }
}

/// Claims standard output for a file.
fn stream() -> Result<Target> {
    claim("an output file `-`")?;
    IS_FILE.store(true, Ordering::Relaxed);
    Ok(Target::Stdout)
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", escape::output_path(path))
}

fn target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory")),
        Ok(found) if !found.is_file() => OpenOptions::new().write(true).open(path).map(Target::InPlace),
        Ok(found) if found.permissions().readonly() => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"))
        }
        _ => temporary(&resolved(path)).map(Target::Temporary),
    }
}

/// Returns the target of a symbolic link, so that writing replaces the target and keeps the link.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Creates a temporary file in the directory of `path`.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arcadian-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The original error would name the temporary file.
    builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(|error| match (error.kind(), folder) {
        (ErrorKind::NotFound, Some(folder)) if !folder.exists() => {
            io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", escape::path(folder)))
        }
        (kind, _) => kind.into(),
    })
}

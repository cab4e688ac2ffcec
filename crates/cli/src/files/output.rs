//! Writing: to standard output and standard error, where untrusted text is made visible, and files that appear whole or
//! not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tempfile::NamedTempFile;

use arcadian_desk::{border, diagnostic::Diagnostic};

use crate::terminal::color::no_color;

/// Whether standard output is for a file named `-`, or for JSON. Reports go to standard error beside a file.
static CLAIMED: AtomicBool = AtomicBool::new(false);
static IS_FILE: AtomicBool = AtomicBool::new(false);

/// Writes text for people to standard output, with hidden characters escaped.
pub fn print(text: &str) -> Result<()> {
    send(text).map(drop)
}

/// Does the same, and says whether the reader is still there.
pub fn send(text: &str) -> Result<bool> {
    let text = border::visible(text);
    match IS_FILE.load(Ordering::Relaxed) {
        true => Ok(io::stderr().lock().write_all(text.as_bytes()).is_ok()),
        false => write_out(text.as_bytes()),
    }
}

/// Writes a JSON value in one line to standard output.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&(border::json(value)? + "\n"))
}

/// Writes the program's own colors and cursor movements to standard output. Never for text from outside.
pub fn print_graphics(text: &str) -> Result<()> {
    if IS_FILE.load(Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    write_out(text.as_bytes()).map(drop)
}

/// Writes a file to standard output: as it is, unless a person would see it.
fn print_file(bytes: &[u8]) -> Result<()> {
    match io::stdout().is_terminal() {
        true => write_out(border::visible(&String::from_utf8_lossy(bytes)).as_bytes()).map(drop),
        false => write_out(bytes).map(drop),
    }
}

/// Writes bytes to standard output, and says whether the reader is still there; a closed pipe is not an error.
fn write_out(bytes: &[u8]) -> Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("standard output cannot be written"),
    }
}

/// Writes a message to standard error, with hidden characters escaped. If standard error is closed nobody can be told.
pub fn note(text: &str) {
    note_graphics(&border::visible(text));
}

/// Writes a message with the program's own colors to standard error. Never for text from outside.
pub fn note_graphics(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes an error with its place to standard error.
pub fn show(diagnostic: &Diagnostic) {
    match io::stderr().is_terminal() && !no_color() {
        true => note_graphics(diagnostic.styled()),
        false => note(&diagnostic.to_string()),
    }
}

/// Writes an error to standard error: with its place if it has one, else the message and its causes in one sentence.
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

/// Takes standard output for one thing, such as `--json`; a second one is refused.
pub fn claim(what: &str) -> Result<()> {
    if CLAIMED.swap(true, Ordering::Relaxed) {
        bail!("{what} needs standard output, which is taken by another option; name a file for one of them");
    }
    Ok(())
}

/// A file that will be written: whether that is possible is known when it is made, and it appears under its name
/// when all its bytes are there.
pub struct Pending {
    path: PathBuf,
    file: Target,
}

enum Target {
    /// Standard output.
    Stream,
    /// Beside the place where the file will be.
    Beside(NamedTempFile),
    /// A device or a pipe, which nothing may replace.
    Itself(File),
}

impl Pending {
    /// Prepares a text file under `path`, which may exist; `-` is standard output.
    pub fn new(path: &Path) -> Result<Self> {
        let file = match border::is_stream(path) {
            true => stream()?,
            false => target(path).with_context(|| unwritable(path))?,
        };
        Ok(Self { path: path.to_owned(), file })
    }

    /// Prepares a file of bytes, which a terminal cannot show.
    pub fn binary(path: &Path) -> Result<Self> {
        if border::is_stream(path) && io::stdout().is_terminal() {
            bail!("cannot write bytes to a terminal; redirect standard output, or name a file");
        }
        Self::new(path)
    }

    /// Puts the bytes under the path.
    pub fn finish(mut self, bytes: &[u8]) -> Result<()> {
        if matches!(self.file, Target::Stream) {
            return print_file(bytes);
        }
        self.write_all(bytes).with_context(|| unwritable(&self.path))?;
        self.keep()
    }

    /// Puts what has been written under the path.
    pub fn keep(self) -> Result<()> {
        let Target::Beside(file) = self.file else { return Ok(()) };
        let persisted = file.persist(resolved(&self.path));
        persisted.map(drop).map_err(|error| error.error).with_context(|| unwritable(&self.path))
    }

    /// The path it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Target::Stream => write_out(bytes).map(|_| bytes.len()).map_err(io::Error::other),
            Target::Itself(file) => file.write(bytes),
            Target::Beside(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.file {
            Target::Stream => Ok(()),
            Target::Itself(file) => file.flush(),
            Target::Beside(file) => file.flush(),
        }
    }
}

/// Standard output as a file.
fn stream() -> Result<Target> {
    claim("an output file `-`")?;
    IS_FILE.store(true, Ordering::Relaxed);
    Ok(Target::Stream)
}

fn unwritable(path: &Path) -> String {
    format!("{} cannot be written", border::display_output_path(path))
}

fn target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory")),
        Ok(found) if !found.is_file() => OpenOptions::new().write(true).open(path).map(Target::Itself),
        Ok(found) if found.permissions().readonly() => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"))
        }
        _ => beside(&resolved(path)).map(Target::Beside),
    }
}

/// What a symbolic link leads to, so that the link stays one.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arcadian-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error would name the temporary file, which nobody knows.
    builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(|error| match (error.kind(), folder) {
        (ErrorKind::NotFound, Some(folder)) => io::Error::new(
            ErrorKind::NotFound,
            format!("there is no folder {}", border::display_path(folder)),
        ),
        (kind, _) => kind.into(),
    })
}

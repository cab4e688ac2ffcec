//! Writing: to standard output, and files that are never half there.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

/// Writes text to standard output.
pub fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output. A reader that went away has had enough: that is no error.
pub fn print_bytes(bytes: &[u8]) -> Result<()> {
    send(bytes).map(drop)
}

/// Writes bytes to standard output, and says whether anyone still reads.
pub fn send(bytes: &[u8]) -> Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("standard output cannot be written"),
    }
}

/// Says something beside the output. If standard error is gone there is nobody to tell.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A file that will be written: whether that is possible is known when it is made, and it appears under its name
/// when all its bytes are there.
pub struct Pending {
    path: PathBuf,
    file: Target,
}

enum Target {
    /// Beside the place where the file will be.
    Beside(NamedTempFile),
    /// A device or a pipe, which nothing may replace.
    Itself(File),
}

impl Pending {
    /// Prepares a file under `path`, which may exist.
    pub fn new(path: &Path) -> Result<Self> {
        let file = target(path).with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Puts the bytes under the path.
    pub fn finish(self, bytes: &[u8]) -> Result<()> {
        let written = match self.file {
            Target::Itself(mut file) => file.write_all(bytes),
            Target::Beside(mut file) => file.write_all(bytes).and_then(|()| {
                let persisted = file.persist(resolved(&self.path));
                persisted.map(drop).map_err(|error| error.error)
            }),
        };
        written.with_context(|| format!("{} cannot be written", self.path.display()))
    }
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
        (ErrorKind::NotFound, Some(folder)) => {
            io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display()))
        }
        (kind, _) => kind.into(),
    })
}

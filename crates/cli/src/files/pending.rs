//! Output files, which appear whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Seek, Write},
    path::{Path, PathBuf, is_separator},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arcadian_files::escape;

use super::{
    output::{self, print_file, write_out},
    pipe,
    replace::{self, replace},
    roles::{self, Claim},
};

/// An output file. Creating it checks that it can be written; it appears under its path only when it is complete.
pub struct Pending {
    path: PathBuf,
    target: Target,
    _claim: Option<Claim>,
}

enum Target {
    /// Standard output.
    Stdout,
    /// A regular file, with the bytes written so far in a file without a name: it vanishes however the process ends.
    Regular { path: PathBuf, written: Option<File> },
    /// A device or a pipe, which is written in place.
    InPlace(File),
}

impl Pending {
    /// Prepares a text file at `path`, which may exist; `-` is standard output.
    pub fn new(path: &Path) -> Result<Self> {
        if escape::is_stream(path) {
            output::claim_for_file()?;
            return Ok(Self { path: path.to_owned(), target: Target::Stdout, _claim: None });
        }
        Self::prepare(path, None).with_context(|| unwritable(path))
    }

    /// Prepares a binary file, which is not written to a terminal.
    pub fn binary(path: &Path) -> Result<Self> {
        let pending = Self::new(path)?;
        let is_terminal = match &pending.target {
            Target::Stdout => io::stdout().is_terminal(),
            Target::InPlace(file) => file.is_terminal(),
            Target::Regular { .. } => false,
        };
        ensure!(!is_terminal, "cannot write bytes to a terminal; redirect standard output, or name a file");
        Ok(pending)
    }

    /// Prepares a regular file in which a person saves their work. It may replace what the command has read as `what`.
    pub fn saved(path: &Path, what: &str) -> Result<Self> {
        let pending = Self::prepare(path, Some(what));
        let pending = pending.and_then(|pending| match pending.target {
            Target::Regular { .. } => Ok(pending),
            _ => Err(anyhow!("it is a device or a pipe")),
        });
        pending.with_context(|| unwritable(path))
    }

    fn prepare(path: &Path, replaced: Option<&str>) -> Result<Self> {
        let target = target(path)?;
        let claim = roles::claim(path, replaced).map_err(anyhow::Error::msg)?;
        Ok(Self { path: path.to_owned(), target, _claim: claim })
    }

    /// Writes the bytes and completes the file.
    pub fn finish(self, bytes: &[u8]) -> Result<()> {
        match self.target {
            Target::Stdout => return print_file(bytes),
            Target::InPlace(mut file) => {
                let is_terminal = file.is_terminal();
                file.write_all(&output::shown(bytes, is_terminal))
            }
            Target::Regular { path, .. } => replace(&path, &mut &*bytes),
        }
        .with_context(|| unwritable(&self.path))
    }

    /// Completes the file with the bytes written so far.
    pub fn keep(self) -> Result<()> {
        match self.target {
            Target::Stdout | Target::InPlace(_) => return Ok(()),
            Target::Regular { path, written: None } => replace(&path, &mut io::empty()),
            Target::Regular { path, written: Some(mut file) } => {
                file.rewind().and_then(|()| replace(&path, &mut file))
            }
        }
        .with_context(|| unwritable(&self.path))
    }

    /// Whether it is a regular file, which can be written again.
    pub fn is_regular(&self) -> bool {
        matches!(self.target, Target::Regular { .. })
    }

    /// Returns the path of the completed file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout => write_out(bytes).map(|_| bytes.len()).map_err(io::Error::other),
            Target::InPlace(file) => file.write(bytes),
            Target::Regular { path, written } => match written {
                Some(file) => file.write(bytes),
                None => written.insert(replace::unnamed(path)?).write(bytes),
            },
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout => Ok(()),
            Target::InPlace(file) => file.flush(),
            Target::Regular { written, .. } => written.as_mut().map_or(Ok(()), File::flush),
        }
    }
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", escape::output_path(path))
}

/// Checks that a path can be written, and opens a device or a pipe.
fn target(path: &Path) -> Result<Target> {
    let ends_with_separator =
        path.as_os_str().as_encoded_bytes().last().is_some_and(|byte| is_separator(char::from(*byte)));
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => bail!("it is a directory"),
        Ok(found) if pipe::is_pipe(&found) => Ok(Target::InPlace(pipe::writer(path)?)),
        Ok(found) if !found.is_file() => Ok(Target::InPlace(OpenOptions::new().write(true).open(path)?)),
        Ok(found) if found.permissions().readonly() => bail!("the file is read-only"),
        Ok(_) => {
            // A link stays, and the file that it leads to is written.
            let path = fs::canonicalize(path)?;
            OpenOptions::new().write(true).open(&path)?;
            regular(path)
        }
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        Err(_) if fs::symlink_metadata(path).is_ok() => {
            let missing = fs::read_link(path).map(|target| escape::path(&target)).unwrap_or_default();
            bail!("it is a symbolic link to {missing}, which does not exist")
        }
        Err(_) if path.file_name().is_none() || ends_with_separator => {
            bail!("this is not the name of a file")
        }
        Err(_) => regular(path.to_owned()),
    }
}

fn regular(path: PathBuf) -> Result<Target> {
    replace::check(&path)?;
    Ok(Target::Regular { path, written: None })
}

//! Output files, which appear whole or not at all, and copies of what could not be written.

use std::{
    env,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, IsTerminal, Read, Seek as _, Write},
    path::{Path, PathBuf, is_separator},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arcadian_files::escape;
use tempfile::NamedTempFile;

use super::{
    output::{self, print_file, write_out},
    roles::{self, Claim},
};
use crate::terminal::uninterrupted;

/// An output file. Creating it checks that it can be written; it appears under its path only when it is complete.
pub struct Pending {
    path: PathBuf,
    target: Target,
    _claim: Option<Claim>,
}

enum Target {
    Stdout,
    /// A regular file, with the bytes written so far in a file without a name: it vanishes however the process ends.
    Regular {
        path: PathBuf,
        written: Option<File>,
    },
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

    /// Returns whether it is a regular file, which can be written again.
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
                None => written.insert(unnamed(path)?).write(bytes),
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
        Ok(found) if output::is_pipe(&found) => Ok(Target::InPlace(output::writer(path)?)),
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
            bail!(output::missing_target(&fs::read_link(path).unwrap_or_default()))
        }
        Err(_) if path.file_name().is_none() || ends_with_separator => {
            bail!("this is not the name of a file")
        }
        Err(_) => regular(path.to_owned()),
    }
}

fn regular(path: PathBuf) -> Result<Target> {
    check(&path)?;
    Ok(Target::Regular { path, written: None })
}

/// Gives a file its complete content. On an error, it is what it was before.
///
/// The content goes to a temporary file, which takes the name of the file; it is removed if a signal comes. An existing file
/// keeps its mode, its owner and its hard links. Extended attributes, such as access control lists, are not kept.
pub fn replace(path: &Path, content: &mut impl Read) -> io::Result<()> {
    uninterrupted(|| {
        let mut temporary = temporary(path)?;
        io::copy(content, temporary.as_file_mut())?;
        match OpenOptions::new().write(true).open(path) {
            Ok(existing) if !adopt(temporary.as_file(), &existing)? => overwrite(&existing, temporary),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => temporary.persist(path).map(drop).map_err(|error| error.error),
        }
    })
}

/// Checks that a file can be created in the folder of `path`.
pub fn check(path: &Path) -> io::Result<()> {
    uninterrupted(|| temporary(path)?.close())
}

/// Creates a file without a name on the disk of `path`.
pub fn unnamed(path: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder(path)).map_err(|error| error.kind().into())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a temporary file in the directory of `path`.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arcadian-");
    // Nobody else reads the content of an existing file before its mode is known.
    #[cfg(unix)]
    if !path.exists() {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    // The original error would name the temporary file.
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        ErrorKind::NotFound if !folder.exists() => {
            io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", escape::path(folder)))
        }
        // The current folder is still there for this process.
        ErrorKind::NotFound => {
            io::Error::new(ErrorKind::NotFound, "the current folder was removed; start in another one")
        }
        kind => kind.into(),
    })
}

/// Gives a new file the mode and the owner of an existing one. Returns false if it cannot take its place: the existing file
/// has other names, or an owner to whom this process cannot give a file.
#[cfg(unix)]
fn adopt(new: &File, existing: &File) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let (old, own) = (existing.metadata()?, new.metadata()?);
    let owner = (old.uid(), old.gid());
    let can_replace = old.nlink() == 1
        && (owner == (own.uid(), own.gid()) || fchown(new, Some(owner.0), Some(owner.1)).is_ok());
    if can_replace {
        new.set_permissions(old.permissions())?;
    }
    Ok(can_replace)
}

#[cfg(not(unix))]
fn adopt(_new: &File, _existing: &File) -> io::Result<bool> {
    Ok(true)
}

/// Copies a complete temporary file into an existing one.
fn overwrite(mut existing: &File, mut temporary: NamedTempFile) -> io::Result<()> {
    let length = temporary.as_file().metadata()?.len();
    reserve(existing, length)?;
    temporary.rewind()?;
    let copied = io::copy(temporary.as_file_mut(), &mut existing).and_then(|_| existing.set_len(length));
    copied.map_err(|error| match temporary.keep() {
        Ok((_, kept)) => io::Error::new(
            error.kind(),
            format!("{error}; the file is damaged, its complete new content is in {}", escape::path(&kept)),
        ),
        Err(_) => error,
    })
}

/// Reserves the space for a file, so that a full disk is found before the file changes.
#[cfg(target_os = "linux")]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    use rustix::{
        fs::{FallocateFlags, fallocate},
        io::Errno,
    };
    match fallocate(file, FallocateFlags::KEEP_SIZE, 0, length.max(1)) {
        Err(error @ (Errno::NOSPC | Errno::FBIG | Errno::DQUOT)) => Err(error.into()),
        // Not every file system can reserve.
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_file: &File, _length: u64) -> io::Result<()> {
    Ok(())
}

/// The name of the file in messages.
const WHAT: &str = "what was rescued";

/// Completes a file at the end of a session. If that is not possible, its content is kept in another one, and the error says where.
pub fn finish(file: Pending, bytes: &[u8]) -> Result<()> {
    let path = file.path().to_owned();
    file.finish(bytes).map_err(|error| match rescued(&path, bytes) {
        Ok(path) => error.context(format!("the content is in {} instead", escape::path(&path))),
        Err(_) => error,
    })
}

/// Writes a new file beside the one that was meant, or if that fails in the folder for temporary files.
pub fn rescued(path: &Path, bytes: &[u8]) -> Result<PathBuf> {
    let word = |n: usize| if n == 2 { "rescued".to_owned() } else { format!("rescued-{n}") };
    let write = |path: &Path| -> Result<PathBuf> {
        let path = free(path, word);
        Pending::saved(&path, WHAT)?.finish(bytes)?;
        Ok(path)
    };
    let name = path.file_name().map_or_else(|| "file".into(), PathBuf::from);
    write(path).or_else(|_| write(&env::temp_dir().join(name)))
}

/// Returns the first free path with a word in its name, which the numbers from 2 on determine: `game-2.txt` for `game.txt`.
pub fn free(path: &Path, word: impl Fn(usize) -> String) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_os_string();
    let with = |n: usize| {
        let mut name = stem.clone();
        name.push(format!("-{}", word(n)));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        path.with_file_name(name)
    };
    let mut paths = (2..).map(with);
    paths.find(|path| !path.exists()).unwrap_or_else(|| with(0))
}

/// Returns the first error of several files, each of which was tried. The others are shown at once.
pub fn all(finished: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let mut errors = finished.into_iter().filter_map(Result::err);
    let first = errors.next();
    errors.for_each(|error| output::note(&format!("error: {error:#}")));
    first.map_or(Ok(()), Err)
}

//! Creating and replacing a regular file as a whole.

use std::{
    fs::{File, OpenOptions},
    io::{self, ErrorKind, Read, Seek as _},
    path::Path,
};

use arcadian_files::escape;
use tempfile::NamedTempFile;

use crate::terminal::uninterrupted;

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

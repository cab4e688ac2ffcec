//! Suggestions for misspelled file names.

use std::{fs, io, path::Path};

use arcadian_asm::nearest;

use arcadian_files::{Error, diagnostic::Diagnostic, escape};

/// The number of directory entries that are compared.
const MOST_FILES: usize = 4_096;

/// Returns the error for an unreadable file. If the file is missing, the error suggests the nearest name in `known` or in the
/// same directory.
pub fn unreadable(path: &Path, error: &io::Error, known: &[&str]) -> Error {
    let title = format!("cannot read {}: {error}", escape::path(path));
    match similar(path, known) {
        Some(near) if error.kind() == io::ErrorKind::NotFound => {
            Diagnostic::with_help(&title, &format!("did you mean `{near}`?")).into()
        }
        _ => Error::Message(title),
    }
}

fn similar(path: &Path, known: &[&str]) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files =
        fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten().take(MOST_FILES);
    let files: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    let known = known.iter().copied().filter(|_| folder.is_none());
    let near = nearest(name, known.chain(files.iter().map(String::as_str)))?;
    Some(escape::path(&folder.unwrap_or(Path::new("")).join(near)))
}

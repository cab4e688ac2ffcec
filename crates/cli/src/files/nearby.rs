//! What was probably meant by a name that there is not.

use std::{fs, io, path::Path};

use arcadian_asm::nearest;

use arcadian_desk::{Error, border, diagnostic::Diagnostic};

/// How many files of a folder are looked at.
const MOST_FILES: usize = 4_096;

/// A file that cannot be read, with the nearest name that can: one of `known`, or of a file in the same folder.
pub fn unreadable(path: &Path, error: &io::Error, known: &[&str]) -> Error {
    let title = format!("{} cannot be read: {error}", border::display_path(path));
    match similar(path, known) {
        Some(near) if error.kind() == io::ErrorKind::NotFound => {
            Diagnostic::with_help(&title, &format!("is `{near}` meant?")).into()
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
    Some(border::display_path(&folder.unwrap_or(Path::new("")).join(near)))
}

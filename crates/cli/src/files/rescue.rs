//! What people have done is kept elsewhere if its file cannot be written at the end of a session.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::Result;
use arcadian_files::escape;

use super::output::{self, Pending};

/// What the file is, for messages.
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

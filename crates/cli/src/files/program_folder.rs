//! A directory as the folder for programs, and the rescue of unsaved lines.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use arcadian_files::{Error, FileKind, Files, LONGEST_PROGRAM, PROGRAM, error::Result, escape};
use arcadian_play::folder::Folder;

use super::{Disk, output::Pending};

/// A directory with programs. `-` is a file in it, not a standard stream.
pub struct ProgramFolder(PathBuf);

impl ProgramFolder {
    /// Returns the current directory.
    pub fn current() -> Self {
        Self(Path::new(".").to_owned())
    }
}

impl Folder for ProgramFolder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    fn kind(&self, name: &str) -> FileKind {
        Disk.kind(&self.0.join(name))
    }

    fn read(&self, name: &str) -> Result<String> {
        Disk.text(&self.0.join(name), PROGRAM, LONGEST_PROGRAM)
    }

    fn write(&mut self, name: &str, text: &str) -> Result<()> {
        let path = self.0.join(name);
        let written = Pending::saved(&path, PROGRAM).and_then(|file| file.finish(text.as_bytes()));
        written.map_err(|error| Error::Message(error.root_cause().to_string()))
    }
}

/// Writes unsaved lines with `write`, which returns the name of the file: to the current directory, or if that fails, to the
/// one for temporary files. Returns a message.
pub fn rescue(write: impl Fn(&mut dyn Folder) -> Result<String, String>) -> String {
    let current = write(&mut ProgramFolder::current());
    let (folder, written) = match current {
        Ok(name) => (PathBuf::new(), Ok(name)),
        Err(_) => (env::temp_dir(), write(&mut ProgramFolder(env::temp_dir()))),
    };
    match written {
        Ok(name) => {
            format!("note: the unsaved lines of the program are in {}", escape::path(&folder.join(name)))
        }
        Err(why) => format!("error: cannot save the unsaved lines of the program: {why}"),
    }
}

//! The current directory as the folder for programs.

use std::{fs, path::Path};

use arcadian_desk::{
    Error,
    error::Result,
    files::{Files, Kind, LONGEST_PROGRAM, PROGRAM},
    play::folder::Folder,
};

use crate::files::{Disk, output::Pending};

/// The current directory.
pub struct CurrentFolder;

/// Returns the path of a file in the current directory. `-` is a file here, not a standard stream.
fn path(name: &str) -> std::path::PathBuf {
    Path::new(".").join(name)
}

impl Folder for CurrentFolder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(".").into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    fn kind(&self, name: &str) -> Kind {
        Disk.kind(&path(name))
    }

    fn read(&self, name: &str) -> Result<String> {
        Disk.text(&path(name), PROGRAM, LONGEST_PROGRAM)
    }

    fn write(&mut self, name: &str, text: &str) -> Result<()> {
        let written = Pending::saved(&path(name), PROGRAM).and_then(|file| file.finish(text.as_bytes()));
        written.map_err(|error| Error::Message(error.root_cause().to_string()))
    }
}

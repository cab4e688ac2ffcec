//! Reading sources and programs, and the folder of programs.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use arcadian_files::{
    Error, FileKind, Files, LONGEST_PROGRAM, PROGRAM, diagnostic, error, escape, source::Syntax,
};
use arcadian_isa::Processor;
use arcadian_play::folder::Folder;
use arcadian_program::{Options, Program};

use super::{Disk, output, pending::Pending};

/// Returns the options of the assembler for a source. A dialect that is recognized is said on standard error.
pub fn assembler(
    syntax: &Syntax,
    processor: Option<Processor>,
    name: &str,
    text: &str,
) -> Result<arcadian_asm::Options> {
    let (options, note) = syntax.options(processor, name, text)?;
    note.iter().for_each(|note| output::show(&diagnostic::render_source(note).with_line("")));
    Ok(options)
}

/// Reads a program, and says what the user has to know.
pub fn open(path: &Path, options: &Options) -> Result<Program> {
    let program = arcadian_program::open(&Disk, path, options).map_err(|located| located.error)?;
    program.notes.iter().for_each(|note| output::note(note));
    Ok(program)
}

/// A directory with programs. `-` is a file in it, not a standard stream.
pub struct ProgramFolder(PathBuf);

impl ProgramFolder {
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

    fn read(&self, name: &str) -> error::Result<String> {
        Disk.text(&self.0.join(name), PROGRAM, LONGEST_PROGRAM)
    }

    fn write(&mut self, name: &str, text: &str) -> error::Result<()> {
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

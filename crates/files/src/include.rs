//! The files that a source includes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use arcadian_asm::{Host, Included};

use crate::{FileKind, Files, LONGEST_IMAGE, LONGEST_SOURCE, error::Error, escape};

/// Finds included files in the folder of the including file, then in that of the source, then in other folders.
pub struct Folders<'a> {
    files: &'a dyn Files,
    /// The folder of the source, in which most assemblers are called.
    root: PathBuf,
    others: &'a [PathBuf],
    /// The paths by the names that the assembler uses, from which a path that is not UTF-8 cannot be restored.
    paths: HashMap<String, PathBuf>,
}

impl<'a> Folders<'a> {
    /// Returns the files that a source may include.
    pub fn new(files: &'a dyn Files, source: &Path, others: &'a [PathBuf]) -> Self {
        let root = source.parent().unwrap_or(Path::new("")).to_owned();
        Self { files, root, others, paths: HashMap::from([(escape::source_name(source), source.to_owned())]) }
    }

    fn find(&self, name: &str, from: &str) -> Result<PathBuf, String> {
        let exists = |path: &Path| self.files.kind(path) != FileKind::Missing;
        let from = self.paths.get(from).map_or(Path::new(from), PathBuf::as_path);
        let beside = from.parent().unwrap_or(Path::new("")).join(name);
        let folders = std::iter::once(&self.root).chain(self.others);
        let elsewhere = folders.map(|folder| folder.join(name)).find(|path| exists(path));
        let found = if exists(&beside) { beside } else { elsewhere.unwrap_or(beside) };
        // A source cannot include standard input.
        let found = if escape::is_stream(&found) { Path::new(".").join(found) } else { found };
        match self.files.kind(&found) {
            FileKind::File | FileKind::Folder => Ok(found),
            FileKind::Missing => Err(self.files.missing(&found, &[]).title()),
            FileKind::Device => Err(format!(
                "{} is a device or a pipe; only regular files can be included",
                escape::path(&found)
            )),
        }
    }
}

impl Host for Folders<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let path = self.find(name, from)?;
        let text =
            self.files.text(&path, "a source", LONGEST_SOURCE).map_err(|error: Error| error.title())?;
        let name = escape::source_name(&path);
        self.paths.insert(name.clone(), path);
        Ok(Included { name, text })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let path = self.find(name, from)?;
        self.files.bytes(&path, "a memory image", LONGEST_IMAGE).map_err(|error| error.title())
    }
}

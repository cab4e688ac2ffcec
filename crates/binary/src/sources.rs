//! The sources that a map names.

use std::path::{Path, PathBuf};

use arcadian_debug_data::{DebugData, SourceFile};
use arcadian_files::{FileKind, Files, LONGEST_SOURCE, escape};

/// The endings of assembler sources. SDCC names a source by its module, without the ending.
const ENDINGS: [&str; 5] = ["asm", "s", "z80", "a80", "src"];
/// The names that a note lists.
const LISTED: usize = 3;

/// A source.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The path, or the name in the map if the file was not found.
    pub(crate) name: String,
    /// The lines, if the source was found or the map contains it.
    pub(crate) lines: Vec<String>,
    /// The size of the file.
    pub(crate) size: Option<u64>,
}

/// The sources by their index in the debug data.
pub(crate) struct Sources {
    all: Vec<Source>,
    /// The names of sources that have code, but were not found.
    missing: Vec<String>,
    map: String,
}

impl Sources {
    /// Finds the sources: as named, relative to the map or in one of the folders.
    pub(crate) fn find(files: &dyn Files, data: &DebugData, map: &Path, folders: &[PathBuf]) -> Self {
        let beside = map.parent().unwrap_or(Path::new("")).to_owned();
        let folders: Vec<PathBuf> = std::iter::once(beside).chain(folders.iter().cloned()).collect();
        let mut missing = Vec::new();
        let all = data.files.iter().enumerate().map(|(index, file)| {
            if !data.lines.iter().any(|line| line.file == index) {
                return Source { name: file.name.clone(), ..Source::default() };
            }
            let source = read(files, file, &folders);
            if source.lines.is_empty() {
                missing.push(file.name.clone());
            }
            source
        });
        let all = all.collect();
        Sources { all, missing, map: escape::path(map) }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Source> {
        self.all.iter()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Source> {
        self.all.get(index)
    }

    /// Returns a note about sources that were not found.
    pub(crate) fn missing(&self) -> Option<String> {
        let names: Vec<_> = self.missing.iter().take(LISTED).map(|name| escape::text(name)).collect();
        let more = if self.missing.len() > LISTED { " and more" } else { "" };
        let (count, map) = (self.missing.len(), &self.map);
        let names = names.join(", ");
        (count > 0).then(|| {
            format!("{count} sources that {map} names were not found: {names}{more}; --source-dir DIR says where they are")
        })
    }
}

/// Reads a source, or takes its text from the map.
fn read(files: &dyn Files, file: &SourceFile, folders: &[PathBuf]) -> Source {
    let found = candidates(&file.name, folders).into_iter().find(|path| files.kind(path) == FileKind::File);
    let bytes = found.as_ref().and_then(|path| files.bytes(path, "a source", LONGEST_SOURCE).ok());
    let name = found.map_or_else(|| file.name.clone(), |path| escape::source_name(&path));
    let size = bytes.as_ref().map(|bytes| bytes.len() as u64);
    // Comments can be in any encoding.
    let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).or_else(|| file.text.clone());
    let lines = text.unwrap_or_default().lines().map(str::to_owned).collect();
    Source { name, lines, size }
}

/// Returns the paths at which a source can be.
fn candidates(name: &str, folders: &[PathBuf]) -> Vec<PathBuf> {
    let name = PathBuf::from(name.replace('\\', "/"));
    let base = name.file_name().map(PathBuf::from);
    let named = folders.iter().map(|folder| folder.join(&name));
    let moved = folders.iter().filter_map(|folder| Some(folder.join(base.as_ref()?)));
    let paths: Vec<PathBuf> = named.chain(moved).collect();
    let is_module = name.extension().is_some_and(|ending| ending == ENDINGS[0]);
    let with_ending =
        |ending: &&str| paths.iter().map(move |path| path.with_extension(ending)).collect::<Vec<_>>();
    let endings = ENDINGS.iter().filter(|_| is_module).flat_map(|ending| with_ending(&ending));
    paths.iter().cloned().chain(endings).collect()
}

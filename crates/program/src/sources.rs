//! The sources that a map names.

use std::path::{Path, PathBuf};

use crate::debug_data::{DebugData, Level, LineRange, SourceFile};
use arcadian_files::{FileKind, Files, LONGEST_SOURCE, escape};

/// The endings of assembler sources. SDCC names a source by its module, without the ending.
const ENDINGS: [&str; 5] = ["asm", "s", "z80", "a80", "src"];
const MEMORY: usize = 0x1_0000;
/// The names that a note lists.
const LISTED: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The path, or the name in the map if the file was not found.
    pub(crate) name: String,
    /// The lines, if the source was found or the map contains it.
    pub(crate) lines: Vec<String>,
    pub(crate) size: Option<u64>,
}

/// The sources by their index in the debug data.
pub(crate) struct Sources {
    all: Vec<Source>,
    /// The names of sources that were not found, and whose code no other source shows.
    missing: Vec<String>,
    map: String,
}

impl Sources {
    /// Finds the sources: as named, relative to the map, to one of the folders or to the current directory.
    pub(crate) fn find(files: &dyn Files, data: &DebugData, map: &Path, folders: &[PathBuf]) -> Self {
        let beside = map.parent().unwrap_or(Path::new("")).to_owned();
        let folders: Vec<PathBuf> = std::iter::once(beside).chain(folders.iter().cloned()).collect();
        let has_code = |index| data.lines.iter().any(|line| line.file == index);
        let all = data.files.iter().enumerate().map(|(index, file)| {
            if has_code(index) { read(files, file, &folders) } else { Source::named(&file.name) }
        });
        let all: Vec<Source> = all.collect();
        let missing = missing(data, &all);
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
        let (names, map) = (names.join(", "), &self.map);
        let hint = "--source-dir DIR says where sources are";
        match self.missing.len() {
            0 => None,
            1 => Some(format!("{names}, which {map} names, was not found; {hint}")),
            count if count > LISTED => {
                Some(format!("{count} sources that {map} names were not found ({names}, …); {hint}"))
            }
            count => Some(format!("{count} sources that {map} names were not found ({names}); {hint}")),
        }
    }
}

impl Source {
    fn named(name: &str) -> Self {
        Source { name: name.to_owned(), ..Source::default() }
    }
}

/// Returns the names of sources without text, unless other sources with text describe all of their code. Of what was written in C,
/// only C does: the compiler's output is not what its author knows.
fn missing(data: &DebugData, sources: &[Source]) -> Vec<String> {
    let has_text = |index: usize| sources.get(index).is_some_and(|source| !source.lines.is_empty());
    let shown_by = |is_enough: &dyn Fn(&LineRange) -> bool| {
        let mut is_shown = vec![false; MEMORY];
        for line in data.lines.iter().filter(|line| has_text(line.file) && is_enough(line)) {
            let length = line.length.unwrap_or(1) as usize;
            is_shown.iter_mut().skip(line.address as usize).take(length).for_each(|shown| *shown = true);
        }
        is_shown
    };
    let is_compiled = |line: &LineRange| line.level == Level::Compiled;
    let (by_any, by_compiled) = (shown_by(&|_| true), shown_by(&is_compiled));
    let is_shown = |line: &LineRange| {
        let shown = if is_compiled(line) { &by_compiled } else { &by_any };
        shown.get(line.address as usize) == Some(&true)
    };
    let lacks =
        |index: usize| data.lines.iter().any(|line| line.file == index && !line.is_data && !is_shown(line));
    let files = data.files.iter().enumerate();
    files.filter(|(index, _)| !has_text(*index) && lacks(*index)).map(|(_, file)| file.name.clone()).collect()
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

/// Returns the paths at which a source can be. A build that writes into a folder of its own names sources from where it was
/// started, which is the current directory more often than any other.
fn candidates(name: &str, folders: &[PathBuf]) -> Vec<PathBuf> {
    let name = PathBuf::from(name.replace('\\', "/"));
    let base = name.file_name().map(PathBuf::from);
    let named = folders.iter().map(|folder| folder.join(&name)).chain([name.clone()]);
    let moved = folders.iter().filter_map(|folder| Some(folder.join(base.as_ref()?)));
    let paths: Vec<PathBuf> = named.chain(moved).collect();
    let is_module = name.extension().is_some_and(|ending| ending == ENDINGS[0]);
    let with_ending =
        |ending: &&str| paths.iter().map(move |path| path.with_extension(ending)).collect::<Vec<_>>();
    let endings = ENDINGS.iter().filter(|_| is_module).flat_map(with_ending);
    paths.iter().cloned().chain(endings).collect()
}

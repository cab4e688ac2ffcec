//! The sources that a map names.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use crate::debug_data::{DebugData, Format, Level, LineRange, SourceFile, parse};
use arcadian_asm::{Subject, sheet::subject};
use arcadian_files::{FileKind, Files, LONGEST_SOURCE, escape, source_text};
use arcadian_isa::Processor;

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
    /// The reason why its lines may not be those of the binary.
    pub(crate) doubt: Option<Doubt>,
}

#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

/// Lines by their numbers, as a tool wrote them when the binary was built.
type Written = BTreeMap<usize, String>;

/// The sources by their index in the debug data.
pub(crate) struct Sources {
    all: Vec<Source>,
    /// The names of sources that were not found, and whose code no other source shows.
    missing: Vec<String>,
    map: String,
}

impl Sources {
    /// Finds the sources: as named, relative to the map, to one of the folders or to the current directory.
    pub(crate) fn find(
        files: &dyn Files,
        data: &DebugData,
        binary: &Path,
        map: &Path,
        folders: &[PathBuf],
    ) -> Self {
        let beside = map.parent().unwrap_or(Path::new("")).to_owned();
        let has_code = |index| data.lines.iter().any(|line| line.file == index);
        let texts = |file: &SourceFile| texts(files, &file.name, &beside, folders);
        let found: Vec<Vec<Text>> = data.files.iter().map(texts).collect();
        let compiled = found.iter().flatten().flat_map(|text| compiled_lines(&text.lines));
        let compiled: Vec<(&str, usize, &str)> = compiled.collect();
        let all = data.files.iter().zip(&found).map(|(file, found)| {
            let listed = || listing(files, &file.name, &beside);
            let written = written(&file.name, &compiled).or_else(listed).unwrap_or_default();
            let mut source = choose(file, found, &written);
            // Times are compared only if nothing tells what the source was.
            if written.is_empty() && source.doubt.is_none() {
                source.doubt = newer(files, &source.name, binary);
            }
            source
        });
        let mut all: Vec<Source> = all.collect();
        // A file without code can have constants and macros of the others.
        // One of a library can have a name that one of the program has elsewhere.
        let parts = all
            .iter()
            .zip(&data.files)
            .enumerate()
            .filter(|(index, (part, file))| !has_code(*index) && part.name.ends_with(&file.name));
        if let Some(stale) = parts.filter_map(|(_, (part, _))| part.doubt.clone()).next() {
            all.iter_mut().filter(|source| source.size.is_some()).for_each(|source| {
                source.doubt.get_or_insert_with(|| stale.clone());
            });
        }
        // Tools that do not note sizes do not name all files either.
        if data.files.iter().all(|file| file.size.is_none()) {
            let mut others = Vec::new();
            for source in &mut all {
                let parts = included(files, source, folders);
                let stale = parts.iter().find_map(|part| newer(files, &part.name, binary));
                source.doubt = source.doubt.take().or(stale);
                others.extend(parts);
            }
            for part in others {
                if all.iter().all(|source| source.name != part.name) {
                    all.push(part);
                }
            }
        }
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

fn newer(files: &dyn Files, source: &str, binary: &Path) -> Option<Doubt> {
    let message = || format!("{source} is newer than {}", escape::path(binary));
    files.is_newer(Path::new(source), binary).then(|| Doubt { message: message(), help: AGAIN })
}

/// Returns the files that a source includes, directly or not.
fn included(files: &dyn Files, source: &Source, folders: &[PathBuf]) -> Vec<Source> {
    let mut found: Vec<Source> = Vec::new();
    let mut open = vec![(source.name.clone(), source.lines.clone())];
    while let Some((name, lines)) = open.pop() {
        let beside = Path::new(&name).parent().unwrap_or(Path::new(""));
        for name in lines.iter().filter_map(|line| included_name(line)) {
            let Some(text) = texts(files, name, beside, folders).into_iter().next() else { continue };
            let part = Source {
                size: Some(text.size),
                lines: text.lines,
                ..Source::named(&escape::source_name(&text.path))
            };
            if found.iter().all(|other| other.name != part.name) {
                open.push((part.name.clone(), part.lines.clone()));
                found.push(part);
            }
        }
    }
    found
}

/// Returns the name of the file that a line includes: `#include "NAME"` in C, `.include "NAME"` in an assembler.
fn included_name(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once('"')?;
    let word = word.trim().trim_start_matches(['#', '.']).trim_start();
    word.eq_ignore_ascii_case("include").then(|| rest.split('"').next()).flatten()
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

/// A file that can be the source.
struct Text {
    path: PathBuf,
    size: u64,
    lines: Vec<String>,
}

impl Text {
    fn read(files: &dyn Files, path: PathBuf) -> Option<Text> {
        let bytes = files.bytes(&path, "a source", LONGEST_SOURCE).ok()?;
        let (size, lines) = (bytes.len() as u64, source_text(bytes).lines().map(str::to_owned).collect());
        Some(Text { path, size, lines })
    }

    /// Returns the first line that is not what was written, with what was.
    fn difference<'a>(&self, written: &'a Written) -> Option<(usize, &'a str)> {
        let is_same = |number: usize, text: &str| {
            let own =
                number.checked_sub(1).and_then(|index| self.lines.get(index)).map_or("", String::as_str);
            words(own).eq(words(text))
        };
        written
            .iter()
            .find(|(number, text)| !is_same(**number, text))
            .map(|(number, text)| (*number, &**text))
    }
}

/// Returns the words of a line without what depends on the encoding: the compiler's output can have that of another file.
fn words(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| c.is_ascii_whitespace());
    words.map(|word| word.chars().filter(char::is_ascii).collect()).filter(|word: &String| !word.is_empty())
}

/// Chooses the source among the files that have its name: by its size and its lines when the binary was built, if these are known. If
/// there is none, its text is that in the map.
fn choose(file: &SourceFile, found: &[Text], written: &Written) -> Source {
    let Some(first) = found.first() else {
        let lines = file.text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
        return Source { lines, ..Source::named(&file.name) };
    };
    let has_size = |text: &&Text| file.size.is_none_or(|size| size == text.size);
    let is_same = |text: &&Text| has_size(text) && text.difference(written).is_none();
    let same: Vec<&Text> = found.iter().filter(is_same).collect();
    let text = same.first().copied().unwrap_or(first);
    let name = escape::path(&text.path);
    let other = same.iter().find(|other| other.lines != text.lines);
    let (message, help) = match (other, text.difference(written), file.size) {
        (Some(other), ..) => (
            format!(
                "the map names {}, which is {name} or {}",
                escape::text(&file.name),
                escape::path(&other.path)
            ),
            "name only the folder of the right one with --source-dir",
        ),
        (None, Some((line, was)), _) => (
            format!("{name} has changed since the build: line {line} was `{}`", escape::line(was.trim())),
            AGAIN,
        ),
        (None, None, Some(size)) if size != text.size => {
            (format!("{name} has changed since the build: it has {} bytes, and had {size}", text.size), AGAIN)
        }
        _ => (String::new(), AGAIN),
    };
    Source {
        name: escape::source_name(&text.path),
        lines: text.lines.clone(),
        size: Some(text.size),
        doubt: Some(Doubt { message, help }).filter(|doubt| !doubt.message.is_empty()),
    }
}

pub(crate) const AGAIN: &str = "build the binary again";

/// Returns the lines of a source that SDCC wrote into its output as comments: `;FILE:LINE: TEXT`.
fn compiled_lines(output: &[String]) -> impl Iterator<Item = (&str, usize, &str)> {
    output.iter().filter_map(|line| {
        let comment = line.strip_prefix(';')?;
        comment.match_indices(':').find_map(|(colon, _)| {
            let (number, text) = comment.get(colon + 1..)?.split_once(':')?;
            Some((comment.get(..colon)?, number.parse().ok()?, text))
        })
    })
}

/// Returns the lines of a source in the output of its compiler. Sources of several folders have the same name if these differ.
fn written(name: &str, compiled: &[(&str, usize, &str)]) -> Option<Written> {
    let mut all = Written::new();
    for (_, number, text) in compiled.iter().filter(|(file, ..)| base(file) == base(name)) {
        let known = all.entry(*number).or_insert_with(|| (*text).to_owned());
        if known != text {
            return None;
        }
    }
    Some(all).filter(|all| !all.is_empty())
}

/// Returns the lines in the listing of a module of SDCC's assembler that is beside the map.
fn listing(files: &dyn Files, name: &str, beside: &Path) -> Option<Written> {
    let name = base(name).strip_suffix(".asm")?;
    let path = beside.join(format!("{name}.rst"));
    if files.kind(&path) != FileKind::File {
        return None;
    }
    let text = files.text(&path, "a listing", LONGEST_SOURCE).ok()?;
    let data = parse(Format::Rst, &escape::source_name(&path), &text).ok()?;
    let lines: Vec<&str> = data.files.first()?.text.as_deref()?.lines().collect();
    let with_code = data.lines.iter().filter_map(|line| usize::try_from(line.line).ok());
    Some(with_code.filter_map(|line| Some((line, (*lines.get(line.checked_sub(1)?)?).to_owned()))).collect())
}

/// Returns the last part of a path of any system.
pub(crate) fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Returns the files that can be a source, those with other contents: in the folders that the user names, beside the map, or in the
/// current folder; then the last part of the name there. A build that writes into a folder of its own names sources from where it was
/// started, which is the current folder more often than any other.
fn texts(files: &dyn Files, name: &str, beside: &Path, folders: &[PathBuf]) -> Vec<Text> {
    let name = name.replace('\\', "/");
    let last = base(&name).to_owned();
    let in_folders = |name: &str| folders.iter().map(|folder| folder.join(name)).collect();
    let groups: [Vec<PathBuf>; 5] = [
        in_folders(&name),
        vec![beside.join(&name)],
        vec![PathBuf::from(&name)],
        in_folders(&last),
        vec![beside.join(&last)],
    ];
    let is_module = Path::new(&name).extension().is_some_and(|ending| ending == ENDINGS[0]);
    let with_ending = |ending: &&str| {
        groups.clone().map(|group| group.iter().map(|path| path.with_extension(ending)).collect())
    };
    let endings = ENDINGS.iter().filter(|_| is_module).flat_map(with_ending);
    let mut groups = groups.clone().into_iter().chain(endings);
    let is_file = |path: &PathBuf| files.kind(path) == FileKind::File;
    let existing = groups.find_map(|group: Vec<PathBuf>| {
        let existing: Vec<PathBuf> = group.into_iter().filter(is_file).collect();
        Some(existing).filter(|existing| !existing.is_empty())
    });
    let mut found: Vec<Text> = Vec::new();
    for text in existing.unwrap_or_default().into_iter().filter_map(|path| Text::read(files, path)) {
        if found.iter().all(|other| other.lines != text.lines) {
            found.push(text);
        }
    }
    found
}

impl Sources {
    /// Returns the macros in sources of SDCC whose lines have data and no instruction.
    pub(crate) fn data_macros(&self, processor: Option<Processor>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for source in self.iter() {
            let mut open: Option<(&str, bool, bool)> = None;
            for line in &source.lines {
                let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
                let (first, second) = (words.next().unwrap_or_default(), words.next());
                match (first.to_ascii_lowercase().as_str(), &mut open) {
                    (".macro", _) => open = second.map(|name| (name, false, false)),
                    (".endm", Some((name, has_data, false))) if *has_data => {
                        found.insert((*name).to_owned());
                        open = None;
                    }
                    (".endm", _) => open = None,
                    (_, Some((_, has_data, has_code))) => {
                        *has_data |= subject(line, &|_| false).0 == Subject::Data || found.contains(first);
                        *has_code |= is_instruction(processor, line);
                    }
                    (_, None) => {}
                }
            }
        }
        found
    }
}

/// Whether a line of assembler, perhaps after a label, has an instruction.
pub(crate) fn is_instruction(processor: Option<Processor>, line: &str) -> bool {
    let code = line.split(';').next().unwrap_or_default();
    let Some(processor) = processor else { return false };
    code.split_whitespace().take(2).any(|word| {
        let is = |mnemonic: &str| mnemonic.eq_ignore_ascii_case(word);
        processor.rows().any(|row| is(row.mnemonic)) || processor.aliases().iter().any(|(alias, _)| is(alias))
    })
}

//! The content of debug data, independent of the tool that wrote it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// The data that a tool wrote about a binary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugData {
    pub files: Vec<SourceFile>,
    pub symbols: Vec<Symbol>,
    pub lines: Vec<LineRange>,
    /// The parts of memory, and where the binary has them.
    pub segments: Vec<Segment>,
    /// The names of symbols, without their scopes, to which lines of assembler refer: by the index of the file and the line.
    pub references: BTreeMap<(usize, u32), BTreeSet<String>>,
    /// The libraries with code in the program, as the tool named them.
    pub libraries: Vec<String>,
    pub unknown: Unknown,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as the tool wrote it.
    pub name: String,
    /// The size in bytes at the time of the build.
    pub size: Option<u64>,
    /// The text, if the debug data contains it.
    pub text: Option<String>,
}

/// A label or a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name with its scopes, as the tool's own language writes it: `_square::loop`, `module.label.local`.
    pub name: String,
    /// An address, perhaps with a bank above its low 16 bits, or the value of a constant.
    pub value: u32,
    pub kind: SymbolKind,
    /// The module that it belongs to, if only this one can have it, or if the tool says so of every symbol.
    pub module: Option<String>,
    /// The name of its segment, if the format says it.
    pub segment: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A place in the program.
    Label,
    Constant,
}

/// A source line and the memory that it became. A line with several parts has several of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineRange {
    /// The index in [`DebugData::files`].
    pub file: usize,
    /// The line, counted from 1.
    pub line: u32,
    /// The columns in bytes, counted from 1.
    pub columns: Option<Range<u32>>,
    pub address: u32,
    /// The number of bytes; none if only the first address is known.
    pub length: Option<u32>,
    /// The bytes, if the debug data has them.
    pub bytes: Vec<u8>,
    pub level: Level,
    pub is_data: bool,
    /// The name of its segment, if the format says it.
    pub segment: Option<String>,
}

/// The language of a line. One address can have a line of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A line in the definition of a macro.
    MacroBody,
    /// Assembler source, or the output of a compiler.
    #[default]
    Assembly,
    /// The source of a compiler.
    Compiled,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub name: String,
    pub address: u32,
    /// The number of bytes.
    pub size: u32,
    /// Whether the program can write to it; none if the format does not say so.
    pub is_writable: Option<bool>,
    /// The location of its bytes; none if no file has them, or if the format does not say so.
    pub part: Option<FilePart>,
}

/// The location of the bytes of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    pub file: String,
    pub offset: u64,
}

/// Records of a kind that the parser does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    pub count: usize,
    /// The line of the first, counted from 1, and its first word.
    pub first: Option<(usize, String)>,
}

impl Unknown {
    pub(crate) fn add(&mut self, line: usize, word: &str) {
        /// The longest word to show.
        const LONGEST: usize = 40;
        self.count += 1;
        self.first.get_or_insert_with(|| (line, word.chars().take(LONGEST).collect()));
    }
}

impl DebugData {
    /// Returns the index of a file, which is added if there is none of this name.
    pub(crate) fn file(&mut self, name: &str) -> usize {
        let found = self.files.iter().position(|file| file.name == name);
        found.unwrap_or_else(|| {
            self.files.push(SourceFile { name: name.to_owned(), ..SourceFile::default() });
            self.files.len() - 1
        })
    }

    pub(crate) fn label(&mut self, name: String, value: u32) {
        self.symbols.push(Symbol { name, value, kind: SymbolKind::Label, module: None, segment: None });
    }

    /// Gives each line of a compiler its length: up to the next such line, the next label, or the last instruction of a function
    /// at one of `ends`.
    pub(crate) fn close_lines(&mut self, ends: &BTreeSet<u32>) {
        let is_compiled = |line: &&LineRange| line.level == Level::Compiled;
        let starts = self.lines.iter().filter(is_compiled).map(|line| line.address);
        let labels = self.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Label);
        // The length of the last instruction is unknown; its first byte belongs to the line.
        let after_last = ends.iter().filter_map(|end| end.checked_add(1));
        let bounds: BTreeSet<u32> =
            starts.chain(labels.map(|symbol| symbol.value)).chain(after_last).collect();
        for line in self.lines.iter_mut().filter(|line| line.level == Level::Compiled) {
            let after = line.address.checked_add(1).and_then(|next| bounds.range(next..).next());
            line.length = after.map(|end| end - line.address);
        }
    }

    /// Adds what another file says about the same binary. A line with bytes replaces the same line without.
    pub fn merge(&mut self, other: DebugData) {
        let files: Vec<usize> = other.files.into_iter().map(|file| self.merge_file(file)).collect();
        let lines = other.lines.into_iter();
        let lines = lines.filter_map(|line| Some(LineRange { file: *files.get(line.file)?, ..line }));
        self.merge_lines(lines.collect());
        let known: BTreeSet<(String, u32)> = self.symbols.iter().map(Symbol::key).collect();
        self.symbols.extend(other.symbols.into_iter().filter(|symbol| !known.contains(&symbol.key())));
        let is_new = |segment: &Segment| !self.segments.contains(segment);
        let segments: Vec<Segment> = other.segments.into_iter().filter(is_new).collect();
        self.segments.extend(segments);
        for ((file, line), names) in other.references {
            if let Some(file) = files.get(file) {
                self.references.entry((*file, line)).or_default().extend(names);
            }
        }
        self.libraries.extend(other.libraries);
        self.unknown.count += other.unknown.count;
        self.unknown.first = self.unknown.first.take().or(other.unknown.first);
    }

    fn merge_file(&mut self, file: SourceFile) -> usize {
        let index = self.file(&file.name);
        if let Some(own) = self.files.get_mut(index) {
            own.size = own.size.or(file.size);
            own.text = own.text.take().or(file.text);
        }
        index
    }

    fn merge_lines(&mut self, lines: Vec<LineRange>) {
        let keys = self.lines.iter().enumerate().map(|(index, line)| (line.key(), index));
        let known: BTreeMap<LineKey, usize> = keys.collect();
        for line in lines {
            match known.get(&line.key()).and_then(|index| self.lines.get_mut(*index)) {
                Some(own) if own.length.is_none() => *own = line,
                Some(_) => {}
                None => self.lines.push(line),
            }
        }
    }
}

/// The identity of a line: its file, number, address and language.
type LineKey = (usize, u32, u32, Level);

impl LineRange {
    fn key(&self) -> LineKey {
        (self.file, self.line, self.address, self.level)
    }
}

impl Symbol {
    fn key(&self) -> (String, u32) {
        (self.name.clone(), self.value)
    }
}

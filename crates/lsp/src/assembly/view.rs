//! An assembly with the texts of its files, for answers about places in them.

use std::path::{Path, PathBuf};

use arcadian_asm::{Assembly, Dialect, Line, Symbol, SymbolKind, sheet};
use arcadian_files::{Files, LONGEST_SOURCE};

use super::{line, problems};
use crate::{job::Source, overlay::Overlay, text::Text};

/// An assembly with the texts of its files.
pub(crate) struct AssemblyView {
    pub(crate) assembly: Assembly,
    pub(super) dialect: Dialect,
    pub(super) files: Vec<SourceFile>,
    /// The labels that are not local, in the order of the lines, with the keys of their symbols.
    labels: Vec<(usize, String)>,
    pub(super) macros: Vec<Macro>,
}

/// A file of the source.
pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    pub(super) text: Text,
    /// Whether its lines can have hand-assembled columns.
    is_sheet: bool,
    /// For each line, the index of its first record in the assembly, if it has one.
    records: Vec<Option<usize>>,
}

/// A macro definition.
pub(super) struct Macro {
    pub(super) name: String,
    pub(super) place: Place,
}

/// The place of a name: its file, its line from 0, and its bytes in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) file: usize,
    pub(super) line: usize,
    pub(super) span: std::ops::Range<usize>,
}

impl AssemblyView {
    pub(super) fn new(
        source: &Source,
        assembly: Assembly,
        dialect: Dialect,
        root: String,
        files: &Overlay<'_>,
    ) -> Self {
        let read = |(index, name): (usize, &String)| {
            let path = problems::path(source, name);
            let text = if index == 0 {
                root.clone()
            } else {
                files.text(&path, "a source", LONGEST_SOURCE).unwrap_or_default()
            };
            let (is_sheet, text) = (is_sheet(&text), Text::new(text));
            let records = vec![None; text.lines().len()];
            SourceFile { path, text, is_sheet, records }
        };
        let mut files: Vec<SourceFile> = assembly.files.iter().enumerate().map(read).collect();
        for (index, line) in assembly.lines.iter().enumerate() {
            let records = files.get_mut(line.file).map(|file| &mut file.records);
            if let Some(record) = records.and_then(|records| records.get_mut(line.number.saturating_sub(1))) {
                record.get_or_insert(index);
            }
        }
        let mut labels: Vec<(usize, String)> = assembly
            .symbols
            .iter()
            .filter(|(_, symbol)| symbol.kind == SymbolKind::Label)
            .filter_map(|(key, symbol)| Some((symbol.line?, key.clone())))
            .collect();
        labels.sort();
        let macros = files.iter().enumerate().flat_map(|(index, file)| macros(index, file)).collect();
        AssemblyView { assembly, dialect, files, labels, macros }
    }

    /// Whether a file is the first one, and its lines have no hand-assembled columns.
    pub(super) fn is_plain_source(&self, path: &Path) -> bool {
        self.files.first().is_some_and(|file| file.path == path && !file.is_sheet)
    }

    /// Returns the index of a file.
    pub(crate) fn file(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|file| file.path == path)
    }

    /// Returns the record of a line; of a macro's line, that of its first expansion.
    pub(super) fn record(&self, file: usize, line: usize) -> Option<(usize, &Line)> {
        let index = (*self.files.get(file)?.records.get(line)?)?;
        Some((index, self.assembly.lines.get(index)?))
    }

    /// Returns the text of a line.
    pub(crate) fn line(&self, file: usize, line: usize) -> &str {
        self.files.get(file).map_or("", |file| file.text.line(line))
    }

    /// Returns the byte of a line at which its source begins.
    pub(super) fn source_start(&self, file: usize, line: usize) -> usize {
        let is_sheet = self.files.get(file).is_some_and(|file| file.is_sheet);
        if is_sheet { sheet::source_start(self.line(file, line)) } else { 0 }
    }

    /// Returns the word at a byte of a line.
    pub(super) fn word(&self, file: usize, line: usize, byte: usize) -> Option<Place> {
        let span = line::word_at(self.line(file, line), self.source_start(file, line), byte)?;
        Some(Place { file, line, span })
    }

    /// Returns the text of a place.
    pub(super) fn text(&self, place: &Place) -> &str {
        self.line(place.file, place.line).get(place.span.clone()).unwrap_or("")
    }

    /// Returns the symbol that a name in a line stands for, with its key.
    pub(super) fn symbol(&self, place: &Place) -> Option<(&str, &Symbol)> {
        let name = self.text(place).to_ascii_uppercase();
        let symbols = &self.assembly.symbols;
        let found = |key: &str| symbols.get_key_value(key).map(|(key, symbol)| (key.as_str(), symbol));
        if let Some(local) = name.strip_prefix(['.', '@']) {
            return self.local(place, local).or_else(|| found(&name));
        }
        // A name in an included sheet is prefixed with its routine.
        found(&name).or_else(|| {
            let ending = format!(".{name}");
            let mut own = symbols.iter().filter(|(key, _)| key.ends_with(&ending));
            own.find(|(_, symbol)| self.file_of(symbol) == Some(place.file))
                .map(|(key, symbol)| (key.as_str(), symbol))
        })
    }

    /// Returns a local symbol: that of the nearest label above which has one with this name.
    fn local(&self, place: &Place, local: &str) -> Option<(&str, &Symbol)> {
        let (record, _) = self.record(place.file, place.line)?;
        let above = self.labels.partition_point(|(line, _)| *line <= record);
        let labels = self.labels.get(..above)?.iter().rev();
        let keys = labels.map(|(_, parent)| format!("{parent}.{local}"));
        keys.into_iter()
            .find_map(|key| self.assembly.symbols.get_key_value(&key))
            .map(|(key, symbol)| (key.as_str(), symbol))
    }

    fn file_of(&self, symbol: &Symbol) -> Option<usize> {
        self.assembly.lines.get(symbol.line?).map(|line| line.file)
    }

    /// Returns where a symbol is defined.
    pub(super) fn definition(&self, symbol: &Symbol) -> Option<Place> {
        let record = self.assembly.lines.get(symbol.line?)?;
        let (file, number) = (record.file, record.number.saturating_sub(1));
        let last = symbol.name.rsplit('.').next().unwrap_or(&symbol.name);
        let text = self.line(file, number);
        let is_name = |span: &std::ops::Range<usize>| {
            let word = text.get(span.clone()).unwrap_or("");
            word.trim_start_matches(['.', '@']).eq_ignore_ascii_case(last)
                || word.eq_ignore_ascii_case(&symbol.name)
        };
        let span = line::words(text, self.source_start(file, number)).find(is_name);
        Some(Place { file, line: number, span: span.unwrap_or(0..0) })
    }

    /// Returns the line of a file at which execution begins, and whether a contract says what happens then. A file without
    /// instructions has none.
    pub(crate) fn start_line(&self, path: &Path) -> Option<(usize, bool)> {
        let file = self.file(path)?;
        let sheet = self.assembly.sheet.as_ref();
        let routine = sheet.and_then(|sheet| sheet.routine.as_ref());
        let label =
            routine.and_then(|name| self.assembly.symbol(name)).and_then(|symbol| self.definition(symbol));
        let is_contract = sheet.is_some_and(arcadian_asm::Sheet::has_specification) && label.is_some();
        let first = || {
            let line = self.assembly.line_at(self.assembly.start())?;
            Some((line.file, line.number.saturating_sub(1)))
        };
        let (in_file, line) = label.map(|place| (place.file, place.line)).or_else(first)?;
        (in_file == file).then_some((line, is_contract))
    }

    /// Returns the labels in a file with contracts above them, and their lines.
    pub(crate) fn contracts(&self, path: &Path) -> Vec<(usize, String)> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let mut found = Vec::new();
        for contract in self.assembly.contracts() {
            let definition = self.assembly.symbol(&contract.label).and_then(|symbol| self.definition(symbol));
            let line = definition.map_or(contract.first().saturating_sub(1), |place| place.line);
            if contract.file == file {
                found.push((line, contract.label));
            }
        }
        found
    }

    /// Returns the dialect as an argument of a command, if it is not known from the source.
    pub(crate) fn dialect_to_state(&self, text: &str) -> Option<Dialect> {
        let name = self.assembly.files.first().map_or("", String::as_str);
        let known = Dialect::stated(text).or_else(|| Dialect::guess(name, text).map(|(dialect, _)| dialect));
        Some(self.dialect).filter(|dialect| *dialect != known.unwrap_or_default())
    }

    /// Returns the macro with a name.
    pub(super) fn macro_named(&self, name: &str) -> Option<&Macro> {
        self.macros.iter().find(|found| found.name.eq_ignore_ascii_case(name))
    }
}

/// Whether the comments at the top of a text make it a sheet.
fn is_sheet(text: &str) -> bool {
    let top =
        text.lines().take_while(|line| line.trim_start().is_empty() || line.trim_start().starts_with(';'));
    let mut keys = top.filter_map(|line| line.strip_prefix(";!")?.split_once(':')).map(|(key, _)| key.trim());
    keys.any(|key| key.eq_ignore_ascii_case("routine") || key.eq_ignore_ascii_case("cpu"))
}

/// Returns the macros that a file defines: `NAME MACRO …` or `MACRO NAME …`.
fn macros(index: usize, file: &SourceFile) -> Vec<Macro> {
    let of_line = |(number, text): (usize, &str)| {
        if !text.as_bytes().windows(5).any(|word| word.eq_ignore_ascii_case(b"MACRO")) {
            return None;
        }
        let words: Vec<_> = line::words(text, 0).take(3).collect();
        let word = |at: usize| words.get(at).and_then(|span| text.get(span.clone())).unwrap_or("");
        let is_macro = |at: usize| word(at).trim_start_matches('.').eq_ignore_ascii_case("MACRO");
        let at = match () {
            () if is_macro(1) => 0,
            () if is_macro(0) => 1,
            () => return None,
        };
        let place = Place { file: index, line: number, span: words.get(at)?.clone() };
        Some(Macro { name: word(at).to_owned(), place })
    };
    file.text.lines().enumerate().filter_map(of_line).collect()
}

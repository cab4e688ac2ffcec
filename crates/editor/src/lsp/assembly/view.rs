//! An assembly with the texts of its files, for answers about places in them.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use arcadian_asm::{
    Assembly, Diagnostic, Dialect, Host, Included, Line, Options, SourceLocation, Symbol,
    names::{NameKind, Occurrence},
    sheet,
};
use arcadian_files::{Files, escape, source::Folders};
use arcadian_program::{
    cycles::{StatedError, stated},
    routine_of,
};
use arcadian_proof::{HeaderError, Routine, SheetError};
use lsp_types::{Position, Range};

use super::super::assembly;
use crate::lsp::{
    source::{Cancellation, Kind, Problem, Problems, Source},
    text::Text,
    uri::Overlay,
};

/// An assembly with the texts of its files.
pub(crate) struct AssemblyView {
    pub(crate) assembly: Assembly,
    pub(super) dialect: Dialect,
    pub(super) files: Vec<SourceFile>,
    /// The places where symbols are defined, by their full names.
    definitions: BTreeMap<String, Vec<Place>>,
    pub(super) macros: Vec<Macro>,
    pub(super) reading: Reading,
}

pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    pub(super) text: Text,
    /// Whether its lines can have hand-assembled columns.
    is_sheet: bool,
    /// For each line, the index of its first record in the assembly, if it has one.
    records: Vec<Option<usize>>,
}

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

impl Place {
    pub(super) fn of(found: &Occurrence) -> Self {
        Place { file: found.file, line: found.line.saturating_sub(1), span: found.span.clone() }
    }
}

impl AssemblyView {
    pub(super) fn new(
        source: &Source,
        assembly: Assembly,
        dialect: Dialect,
        root: String,
        files: &Overlay<'_>,
        reading: Reading,
    ) -> Self {
        let read = |(index, name): (usize, &String)| {
            let path = assembly::path(source, name);
            let text = if index == 0 { root.clone() } else { files.source(&path).unwrap_or_default() };
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
        let (mut definitions, mut macros) = (BTreeMap::<String, Vec<Place>>::new(), Vec::new());
        for found in assembly.names.occurrences.iter().filter(|found| found.is_definition) {
            let Some(entity) = assembly.names.entity(found) else { continue };
            let place = Place::of(found);
            if entity.kind == NameKind::Macro {
                let text = files.get(place.file).map_or("", |file| file.text.line(place.line));
                let name = text.get(place.span.clone()).unwrap_or(&entity.name).to_owned();
                macros.push(Macro { name, place });
            } else if entity.symbol.is_some() {
                definitions.entry(entity.name.clone()).or_default().push(place);
            }
        }
        AssemblyView { assembly, dialect, files, definitions, macros, reading }
    }

    /// Returns whether a file is the first one, and its lines have no hand-assembled columns.
    pub(crate) fn is_plain_source(&self, path: &Path) -> bool {
        self.files.first().is_some_and(|file| file.path == path && !file.is_sheet)
    }

    pub(crate) fn file(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|file| file.path == path)
    }

    /// Returns the record of a line; of a macro's line, that of its first expansion.
    pub(super) fn record(&self, file: usize, line: usize) -> Option<(usize, &Line)> {
        let index = (*self.files.get(file)?.records.get(line)?)?;
        Some((index, self.assembly.lines.get(index)?))
    }

    pub(crate) fn line(&self, file: usize, line: usize) -> &str {
        self.files.get(file).map_or("", |file| file.text.line(line))
    }

    /// Returns the byte of a line at which its source begins.
    pub(super) fn source_start(&self, file: usize, line: usize) -> usize {
        let is_sheet = self.files.get(file).is_some_and(|file| file.is_sheet);
        if is_sheet { sheet::source_start(self.line(file, line)) } else { 0 }
    }

    pub(super) fn text(&self, place: &Place) -> &str {
        self.line(place.file, place.line).get(place.span.clone()).unwrap_or("")
    }

    /// Returns where a symbol is defined: of a variable, where it last gets a value.
    pub(super) fn definition(&self, symbol: &Symbol) -> Option<Place> {
        let record = self.assembly.lines.get(symbol.line?)?;
        let is_last = |place: &&Place| (place.file, place.line + 1) == (record.file, record.number);
        let places = self.definitions.get(&symbol.name).map_or(&[][..], Vec::as_slice);
        let place = places.iter().find(is_last).or(places.first()).cloned();
        Some(place.unwrap_or(Place { file: record.file, line: record.number.saturating_sub(1), span: 0..0 }))
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
}

/// The files that a source includes, until the analysis is cancelled.
pub(super) struct Includes<'a> {
    pub(super) folders: Folders<'a>,
    pub(super) cancelled: &'a Cancellation,
    pub(super) given: Given,
}

/// The files that the host gave, by the name in the source and the including file.
#[derive(Default)]
pub(super) struct Given {
    sources: BTreeMap<(String, String), Included>,
    binaries: BTreeMap<(String, String), Vec<u8>>,
}

/// The inputs of reading a source, and the diagnostics.
pub(super) struct Reading {
    pub(super) name: String,
    pub(super) options: Options,
    pub(super) given: Given,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Host for Includes<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let included = self.folders.source(name, from)?;
        self.given.sources.insert((name.to_owned(), from.to_owned()), included.clone());
        Ok(included)
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let bytes = self.folders.binary(name, from)?;
        self.given.binaries.insert((name.to_owned(), from.to_owned()), bytes.clone());
        Ok(bytes)
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.is_cancelled()
    }
}

/// The same files, some of them with other texts.
pub(super) struct Again<'a> {
    pub(super) given: &'a Given,
    pub(super) changed: &'a BTreeMap<String, String>,
}

impl Host for Again<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let found = self.given.sources.get(&(name.to_owned(), from.to_owned()));
        let Included { name, text } = found.cloned().ok_or("it was not read before")?;
        let text = self.changed.get(&name).cloned().unwrap_or(text);
        Ok(Included { name, text })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let found = self.given.binaries.get(&(name.to_owned(), from.to_owned()));
        Ok(found.cloned().ok_or("it was not read before")?)
    }
}

/// Returns whether the comments at the top of a text make it a sheet.
fn is_sheet(text: &str) -> bool {
    let top =
        text.lines().take_while(|line| line.trim_start().is_empty() || line.trim_start().starts_with(';'));
    let mut keys = top.filter_map(|line| line.strip_prefix(";!")?.split_once(':')).map(|(key, _)| key.trim());
    keys.any(|key| key.eq_ignore_ascii_case("routine") || key.eq_ignore_ascii_case("cpu"))
}

/// Reads the comments that state cycles, and adds what is wrong with them.
pub(super) fn check_cycles(found: &mut Problems, source: &Source, assembly: &Assembly) {
    for StatedError { location, problem } in stated(assembly).into_iter().filter_map(Result::err) {
        let range = assembly::range(&location, source.snapshot.encoding);
        let problem = Problem::error(Kind::Contract, range, problem.to_string());
        found.entry(assembly::path(source, &location.file)).or_default().push(problem);
    }
}

/// Returns the first error in what the comments of a source state, if there is one.
pub(super) fn first_error(
    assembly: &Assembly,
    name: &str,
    text: &str,
    host: &mut dyn Host,
) -> Option<String> {
    if let Some(StatedError { problem, .. }) = stated(assembly).into_iter().find_map(Result::err) {
        return Some(problem.to_string());
    }
    let of_label = |contract| routine_of(assembly, &contract, &[], host, arcadian_claims::all()).err();
    let error = assembly.contracts().into_iter().find_map(of_label);
    if let Some(error) = error.filter(|error| matches!(error, SheetError::Header(_))) {
        return Some(error.to_string());
    }
    let sheet = assembly.sheet.as_ref()?;
    if sheet.routine.is_none() || !sheet.has_specification() {
        return None;
    }
    Routine::read(name, text, host, arcadian_claims::all()).err().map(|error| error.to_string())
}

/// Reads the contracts above labels, and adds what is wrong with their header lines. What depends on where the program is linked is
/// found by a proof.
pub(super) fn check_above_labels(
    found: &mut Problems,
    source: &Source,
    assembly: &Assembly,
    host: &mut dyn Host,
) {
    for contract in assembly.contracts() {
        if let Err(SheetError::Header(error)) =
            routine_of(assembly, &contract, &[], host, arcadian_claims::all())
        {
            add(found, source, *error);
        }
    }
}

/// Reads the contract of a sheet, and adds what is wrong with it. A sheet without a specification has none.
pub(super) fn check(
    found: &mut Problems,
    source: &Source,
    assembly: &Assembly,
    text: &str,
    host: &mut dyn Host,
) {
    let Some(sheet) = &assembly.sheet else { return };
    if sheet.routine.is_none() || !sheet.has_specification() {
        return;
    }
    let name = escape::source_name(&source.path);
    let Err(error) = Routine::read(&name, text, host, arcadian_claims::all()) else { return };
    match error {
        SheetError::Assembly(failure) => {
            for diagnostic in &failure.diagnostics {
                assembly::add(found, source, Kind::Contract, diagnostic);
            }
        }
        SheetError::Header(error) => add(found, source, *error),
        other => {
            let message = other.to_string();
            let message = message.strip_prefix(&format!("{name}: ")).unwrap_or(&message).to_owned();
            let problem = Problem::error(Kind::Contract, header_range(text), message);
            found.entry(source.path.clone()).or_default().push(problem);
        }
    }
}

fn add(found: &mut Problems, source: &Source, error: HeaderError) {
    let HeaderError { file, line, span, message, help } = error;
    let location = SourceLocation { file, line: line.number, span, text: line.text };
    let encoding = source.snapshot.encoding;
    let range = assembly::range(&location, encoding);
    let hint = help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let mut problem = Problem::error(Kind::Contract, range, format!("{message}{hint}"));
    problem.fixes = help.iter().flat_map(|help| assembly::of_hint(help, &location, encoding)).collect();
    found.entry(assembly::path(source, &location.file)).or_default().push(problem);
}

/// Returns the range of the header line that names the routine.
fn header_range(text: &str) -> Range {
    let is_header =
        |line: &str| line.strip_prefix(";!").is_some_and(|rest| rest.trim_start().starts_with("routine"));
    let found = text.lines().enumerate().find(|(_, line)| is_header(line));
    let (number, line) = found.unwrap_or((0, ""));
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    // The line is ASCII up to its value, and a column after the end of a line is its end.
    let end = u32::try_from(line.len()).unwrap_or(u32::MAX);
    Range::new(Position::new(number, 0), Position::new(number, end))
}

//! The sources of a program: files, built-in texts, and disassemblies of code without a source.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    rc::Rc,
};

use arcadian_claims::sheets;
use arcadian_debugger::{Debuggee, Location, debuggee::CodeRow};
use arcadian_files::{
    FileKind, Files,
    error::{Result, message, refuse},
    program,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::client::Client;

/// The limit of texts; a program that modifies its code needs a new disassembly for each version.
const MAX_TEXTS: usize = 64;
/// The rows of a disassembly before and after its location.
const ROWS_BEFORE: usize = 100;
const ROWS_AFTER: usize = 400;
/// The rows that cover any BASIC program; line numbers are below 32,768.
const ALL_ROWS: usize = 40_000;

/// A `Source` object of the protocol.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Source {
    path: Option<String>,
    pub(crate) source_reference: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceId {
    /// A file, by the client's path.
    File(String),
    /// A text of the adapter, by its reference.
    Text(i64),
}

impl Source {
    pub(crate) fn id(&self) -> Result<SourceId> {
        match (self.source_reference, &self.path) {
            (Some(reference), _) if reference > 0 => Ok(SourceId::Text(reference)),
            (_, Some(path)) => Ok(SourceId::File(path.clone())),
            _ => refuse!("a source needs a `path` or a `sourceReference`"),
        }
    }
}

pub(crate) struct Sources {
    host: Rc<dyn Files>,
    pub(crate) files: Vec<String>,
    is_built_in: bool,
    /// The texts of the adapter. A text's reference is its index plus 1.
    pub(crate) texts: Vec<SourceText>,
}

/// A text that the adapter sends to the client.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    pub name: String,
    pub content: String,
    /// The file of the program; none for a disassembly.
    pub file: Option<String>,
    /// The location and bytes of each line of a disassembly.
    pub rows: BTreeMap<usize, (Location, Vec<u8>)>,
}

/// A location in a source, with the client's line and column numbers.
#[derive(Clone, Debug)]
pub(crate) struct SourceLocation {
    pub source: Value,
    pub line: usize,
    pub column: usize,
}

pub(crate) fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.unwrap_or(path).to_owned()
}

impl Sources {
    /// Returns the sources of a program; `target` is the name it was launched by.
    pub(crate) fn of(program: &dyn Debuggee, target: &Path, host: Rc<dyn Files>) -> Sources {
        let is_built_in = host.kind(target) != FileKind::File;
        let mut files: Vec<String> = Vec::new();
        let mut absent = BTreeSet::new();
        for (file, _) in program.source_lines() {
            if files.contains(&file) || absent.contains(&file) {
                continue;
            }
            // The map of a binary can name sources that are not here.
            if is_built_in || host.kind(file.as_ref()) == FileKind::File {
                files.push(file);
            } else {
                absent.insert(file);
            }
        }
        let texts = if is_built_in {
            files.iter().filter_map(|file| built_in(file, target)).collect()
        } else {
            Vec::new()
        };
        Sources { host, files, is_built_in, texts }
    }

    /// Returns the first line with code at or after a line, and the locations at which a breakpoint in it stops, or those of a column.
    pub(crate) fn find_locations(
        &self,
        program: &dyn Debuggee,
        id: &SourceId,
        line: usize,
        column: Option<usize>,
    ) -> Result<(usize, Vec<Location>)> {
        let no_code = || message!("there is no code at or after line {line}");
        if let Some(file) = self.file(id) {
            let exact = || in_line(program, file, line, column?);
            let exact = exact().map(|locations| (line, locations));
            return exact.or_else(|| program.locations_in_source(file, line)).ok_or_else(no_code);
        }
        match id {
            SourceId::File(path) => refuse!("{} is not a source of this program", file_name(path)),
            SourceId::Text(reference) => {
                let row = self.text(*reference)?.rows.range(line..).next();
                row.map(|(line, (location, _))| (*line, vec![*location])).ok_or_else(no_code)
            }
        }
    }

    /// Returns where a location is in its source, or in a disassembly if it has no source.
    pub(crate) fn locate(
        &mut self,
        program: &dyn Debuggee,
        location: Location,
        client: Client,
    ) -> Option<SourceLocation> {
        let line = program.source_line(location).filter(|line| self.files.contains(&line.file));
        let (source, line, column) = match line {
            Some(line) => (self.describe(&line.file), line.line, line.column),
            None => self.disassembled(program, location)?,
        };
        Some(SourceLocation {
            source,
            line: line - 1 + client.first_line,
            column: column - 1 + client.first_column,
        })
    }

    /// Returns the file of the program that a source is.
    pub(crate) fn file(&self, id: &SourceId) -> Option<&str> {
        match id {
            SourceId::Text(reference) => self.text(*reference).ok()?.file.as_deref(),
            SourceId::File(_) if self.is_built_in => None,
            SourceId::File(path) => self
                .files
                .iter()
                .find(|file| self.host.is_same(file.as_ref(), path.as_ref()))
                .map(String::as_str),
        }
    }

    pub(crate) fn text(&self, reference: i64) -> Result<&SourceText> {
        let index = usize::try_from(reference).ok().and_then(|reference| reference.checked_sub(1));
        let text = index.and_then(|index| self.texts.get(index));
        text.ok_or_else(|| message!("there is no source {reference}"))
    }

    pub(crate) fn describe(&self, file: &str) -> Value {
        match self.texts.iter().position(|text| text.file.as_deref() == Some(file)) {
            Some(index) => self.describe_text(index),
            None => json!({"name": file_name(file), "path": self.host.absolute(file.as_ref())}),
        }
    }

    /// Returns the `Source` object of a source that is known.
    pub(crate) fn describe_id(&self, id: &SourceId) -> Option<Value> {
        match (self.file(id), id) {
            (Some(file), _) => Some(self.describe(file)),
            (None, SourceId::Text(reference)) => {
                let index = usize::try_from(*reference).ok()?.checked_sub(1)?;
                self.texts.get(index).map(|_| self.describe_text(index))
            }
            (None, SourceId::File(_)) => None,
        }
    }

    pub(crate) fn describe_text(&self, index: usize) -> Value {
        let name = self.texts.get(index).map_or("", |text| text.name.as_str());
        json!({"name": name, "sourceReference": index + 1, "origin": "arcadian"})
    }

    fn disassembled(&mut self, program: &dyn Debuggee, location: Location) -> Option<(Value, usize, usize)> {
        let row = program.rows(location, 0, 0).into_iter().next()?;
        let find = |texts: &[SourceText]| {
            texts.iter().enumerate().find_map(|(index, text)| Some((index, text.line_of(&row)?)))
        };
        if find(&self.texts).is_none() && self.texts.len() < MAX_TEXTS {
            self.texts.push(SourceText::disassembly(program, location));
        }
        let (index, line) = find(&self.texts)?;
        Some((self.describe_text(index), line, row.statement_column() + 1))
    }
}

impl SourceText {
    fn disassembly(program: &dyn Debuggee, location: Location) -> SourceText {
        let (name, before, after) = match program.address(location) {
            Some(address) => (format!("disassembly of {address:04X}"), ROWS_BEFORE, ROWS_AFTER),
            None => ("listing".to_owned(), ALL_ROWS, ALL_ROWS),
        };
        let (mut lines, mut rows) = (Vec::new(), BTreeMap::new());
        for row in program.rows(location, before, after) {
            lines.extend(row.lines(""));
            rows.insert(lines.len(), (row.location, row.bytes));
        }
        SourceText { name, content: lines.join("\n") + "\n", file: None, rows }
    }

    /// Returns the line of a row, if the text has the same bytes at its location.
    fn line_of(&self, row: &CodeRow) -> Option<usize> {
        let is_same =
            |(location, bytes): &(Location, Vec<u8>)| (location, bytes) == (&row.location, &row.bytes);
        self.rows.iter().find(|(_, row)| is_same(row)).map(|(line, _)| *line)
    }
}

fn built_in(file: &str, target: &Path) -> Option<SourceText> {
    let sheet = || sheets().find(|sheet| sheet.file == file).map(|sheet| sheet.text());
    let content = if program::is_built_in(target) { Some(arcadian_basic::rotate::LISTING) } else { sheet() };
    let (name, file) = (file_name(file), Some(file.to_owned()));
    Some(SourceText { name, content: content?.to_owned(), file, rows: BTreeMap::new() })
}

/// Returns the locations of a line at the first column with code from a column on, or else at its last column with code.
fn in_line(program: &dyn Debuggee, file: &str, line: usize, column: usize) -> Option<Vec<Location>> {
    let all = locations_in_file(program, file);
    let locations = || all.iter().filter(|(at, ..)| *at == line);
    let columns = || locations().map(|(_, column, _)| *column);
    let chosen = columns().filter(|at| *at >= column).min().or(columns().max())?;
    Some(locations().filter(|(_, at, _)| *at == chosen).map(|(.., location)| *location).collect())
}

/// Returns the lines, columns and locations of a file at which a step can start, in order.
fn locations_in_file(program: &dyn Debuggee, file: &str) -> Vec<(usize, usize, Location)> {
    let in_file = |location| {
        program
            .source_line(location)
            .filter(|line| line.file == file)
            .map(|line| (line.line, line.column, location))
    };
    let mut locations: Vec<_> = program.all_locations().into_iter().filter_map(in_file).collect();
    locations.sort_unstable();
    locations
}

/// Returns the lines and columns of a file at which a breakpoint can be set, in order. A line that calls a macro, repeats or includes
/// others has its first column.
pub(crate) fn breakpoint_positions(program: &dyn Debuggee, file: &str) -> Vec<(usize, usize)> {
    let mut positions: BTreeSet<(usize, usize)> =
        locations_in_file(program, file).into_iter().map(|(line, column, _)| (line, column)).collect();
    for (_, line) in program.source_lines().into_iter().filter(|(name, _)| name == file) {
        if positions.range((line, 0)..=(line, usize::MAX)).next().is_none() {
            positions.insert((line, 1));
        }
    }
    positions.into_iter().collect()
}

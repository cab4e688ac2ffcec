//! Where code stands: files, sheets that are built in, and disassemblies of what has no source.

use std::{collections::BTreeMap, path::Path, rc::Rc};

use arcadian_debugger::{Debuggee, Location, debuggee::Row, notation::hex_address};
use arcadian_proof::claims::sheets;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    dap::client::Client,
    error::{Result, message, refuse},
    files::{Files, Kind},
    program,
};

/// So many disassemblies are made; a program that writes itself could want any number.
const MOST_TEXTS: usize = 64;
/// Rows of a disassembly before and behind the place that it is made for.
const BEFORE: usize = 100;
const BEHIND: usize = 400;
/// More rows than a BASIC program has lines.
const ALL: usize = 40_000;

/// A source, as a client names it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::dap) struct Source {
    path: Option<String>,
    pub(in crate::dap) source_reference: Option<i64>,
}

/// What a client means by a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A file, as the client writes it.
    File(String),
    /// A text that only the adapter has.
    Text(i64),
}

impl Source {
    /// What is meant.
    pub(in crate::dap) fn key(&self) -> Result<Key> {
        match (self.source_reference, &self.path) {
            (Some(reference), _) if reference > 0 => Ok(Key::Text(reference)),
            (_, Some(path)) => Ok(Key::File(path.clone())),
            _ => refuse!("a source has a `path` or a `sourceReference`"),
        }
    }
}

/// The sources of a program.
pub(crate) struct Sources {
    host: Rc<dyn Files>,
    pub(in crate::dap) files: Vec<String>,
    is_built_in: bool,
    /// A text's reference is its place, counted from 1.
    pub(in crate::dap) texts: Vec<Text>,
}

/// A text that only the adapter has.
#[derive(Clone, Debug)]
pub(in crate::dap) struct Text {
    pub name: String,
    pub content: String,
    /// The file of the program that it is; a disassembly is none.
    pub file: Option<String>,
    pub rows: BTreeMap<usize, (Location, Vec<u8>)>,
}

/// A place in a source, as the client counts.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The source.
    pub source: Value,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The last part of a path.
pub(in crate::dap) fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.unwrap_or(path).to_owned()
}

impl Sources {
    /// Those of a program that was launched by this name.
    pub(crate) fn of(program: &dyn Debuggee, target: &Path, host: Rc<dyn Files>) -> Sources {
        let is_built_in = host.kind(target) != Kind::File;
        let mut files: Vec<String> = Vec::new();
        for line in program.all_locations().into_iter().filter_map(|spot| program.source_line(spot)) {
            if !files.contains(&line.file) {
                files.push(line.file);
            }
        }
        let texts = if is_built_in {
            files.iter().filter_map(|file| built_in(file, target)).collect()
        } else {
            Vec::new()
        };
        Sources { host, files, is_built_in, texts }
    }

    /// The first place of a line, and column, or of the next that has code.
    pub(crate) fn spot(
        &self,
        program: &dyn Debuggee,
        key: &Key,
        line: usize,
        column: Option<usize>,
    ) -> Result<Location> {
        let no_code = || message!("there is no code at line {line} or behind it");
        if let Some(file) = self.file(key) {
            let exact = || in_line(program, file, line, column?);
            return exact().or_else(|| program.location_in_source(file, line)).ok_or_else(no_code);
        }
        match key {
            Key::File(path) => refuse!("{} is no source of this program", file_name(path)),
            Key::Text(reference) => {
                let row = self.text(*reference)?.rows.range(line..).next();
                row.map(|(_, (spot, _))| *spot).ok_or_else(no_code)
            }
        }
    }

    /// Where a place is; if no source has it, in a disassembly that is made for it.
    pub(crate) fn locate(&mut self, program: &dyn Debuggee, spot: Location, client: Client) -> Option<Place> {
        let (source, line, column) = match program.source_line(spot) {
            Some(line) => (self.describe(&line.file), line.line, line.column),
            None => self.disassembled(program, spot)?,
        };
        Some(Place { source, line: line - 1 + client.first_line, column: column - 1 + client.first_column })
    }

    /// The file of the program that is meant.
    pub(in crate::dap) fn file(&self, key: &Key) -> Option<&str> {
        match key {
            Key::Text(reference) => self.text(*reference).ok()?.file.as_deref(),
            Key::File(_) if self.is_built_in => None,
            Key::File(path) => self
                .files
                .iter()
                .find(|file| self.host.is_same(file.as_ref(), path.as_ref()))
                .map(String::as_str),
        }
    }

    pub(in crate::dap) fn text(&self, reference: i64) -> Result<&Text> {
        let index = usize::try_from(reference).ok().and_then(|reference| reference.checked_sub(1));
        let text = index.and_then(|index| self.texts.get(index));
        text.ok_or_else(|| message!("there is no source {reference}"))
    }

    pub(in crate::dap) fn describe(&self, file: &str) -> Value {
        match self.texts.iter().position(|text| text.file.as_deref() == Some(file)) {
            Some(index) => self.describe_text(index),
            None => json!({"name": file_name(file), "path": self.host.absolute(file.as_ref())}),
        }
    }

    pub(in crate::dap) fn describe_text(&self, index: usize) -> Value {
        let name = self.texts.get(index).map_or("", |text| text.name.as_str());
        json!({"name": name, "sourceReference": index + 1, "origin": "arcadian"})
    }

    fn disassembled(&mut self, program: &dyn Debuggee, spot: Location) -> Option<(Value, usize, usize)> {
        let row = program.rows(spot, 0, 0).into_iter().next()?;
        let known = |texts: &[Text]| {
            texts.iter().enumerate().find_map(|(index, text)| Some((index, text.line_of(&row)?)))
        };
        if known(&self.texts).is_none() && self.texts.len() < MOST_TEXTS {
            self.texts.push(Text::disassembly(program, spot));
        }
        let (index, line) = known(&self.texts)?;
        Some((self.describe_text(index), line, row.statement_column() + 1))
    }
}

impl Text {
    fn disassembly(program: &dyn Debuggee, spot: Location) -> Text {
        let (name, before, behind) = match program.address(spot) {
            Some(address) => (format!("disassembly of {}", hex_address(address)), BEFORE, BEHIND),
            None => ("listing".to_owned(), ALL, ALL),
        };
        let (mut lines, mut rows) = (Vec::new(), BTreeMap::new());
        for row in program.rows(spot, before, behind) {
            lines.extend(row.lines(""));
            rows.insert(lines.len(), (row.location, row.bytes));
        }
        Text { name, content: lines.join("\n") + "\n", file: None, rows }
    }

    /// The line with this row, if the text has it as it is.
    fn line_of(&self, row: &Row) -> Option<usize> {
        let is_it = |(spot, bytes): &(Location, Vec<u8>)| (spot, bytes) == (&row.location, &row.bytes);
        self.rows.iter().find(|(_, row)| is_it(row)).map(|(line, _)| *line)
    }
}

/// The text of a file that is built in.
fn built_in(file: &str, target: &Path) -> Option<Text> {
    let sheet = || sheets().find(|sheet| sheet.file == file).map(|sheet| sheet.text);
    let content = if program::is_built_in(target) { Some(arcadian_roms::ROTATE.listing) } else { sheet() };
    let (name, file) = (file_name(file), Some(file.to_owned()));
    Some(Text { name, content: content?.to_owned(), file, rows: BTreeMap::new() })
}

/// The place of a line that begins at a column or behind it, else its last.
fn in_line(program: &dyn Debuggee, file: &str, line: usize, column: usize) -> Option<Location> {
    let places = places(program, file).into_iter().filter(|(at, ..)| *at == line);
    let (before, behind): (Vec<_>, Vec<_>) = places.partition(|(_, at, _)| *at < column);
    behind.first().or(before.last()).map(|(.., spot)| *spot)
}

/// Lines and columns at which a step can begin, in order.
pub(in crate::dap) fn places(program: &dyn Debuggee, file: &str) -> Vec<(usize, usize, Location)> {
    let place = |spot| {
        program.source_line(spot).filter(|line| line.file == file).map(|line| (line.line, line.column, spot))
    };
    let mut places: Vec<_> = program.all_locations().into_iter().filter_map(place).collect();
    places.sort_unstable();
    places
}

//! Where code stands: files, sheets that are built in, and disassemblies of what has no source.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf, absolute},
};

use anyhow::{Result, anyhow, bail};
use arcadian_debugger::{Debuggee, Location, debuggee::Row, notation::hex_address};
use arcadian_proof::claims::sheets;
use serde::Deserialize;
use serde_json::{Value, json};

use super::session::{Client, Session};
use crate::program;

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
pub struct Source {
    path: Option<String>,
    source_reference: Option<i64>,
}

/// What a client means by a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A file, as the client writes it.
    File(String),
    /// A text that only the adapter has.
    Text(i64),
}

impl Source {
    /// What is meant.
    pub fn key(&self) -> Result<Key> {
        match (self.source_reference, &self.path) {
            (Some(reference), _) if reference > 0 => Ok(Key::Text(reference)),
            (_, Some(path)) => Ok(Key::File(path.clone())),
            _ => bail!("a source has a `path` or a `sourceReference`"),
        }
    }
}

/// The sources of a program.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<String>,
    is_built_in: bool,
    /// A text's reference is its place, counted from 1.
    texts: Vec<Text>,
}

/// A text that only the adapter has.
#[derive(Clone, Debug)]
struct Text {
    name: String,
    content: String,
    /// The file of the program that it is; a disassembly is none.
    file: Option<String>,
    rows: BTreeMap<usize, (Location, Vec<u8>)>,
}

/// A place in a source, as the client counts.
#[derive(Clone, Debug)]
pub struct Place {
    /// The source.
    pub source: Value,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The last part of a path.
pub fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.unwrap_or(path).to_owned()
}

impl Sources {
    /// Those of a program that was launched by this name.
    pub fn of(program: &dyn Debuggee, target: &Path) -> Sources {
        let is_built_in = !target.is_file();
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
        Sources { files, is_built_in, texts }
    }

    /// The first place of a line, and column, or of the next that has code.
    pub fn spot(
        &self,
        program: &dyn Debuggee,
        key: &Key,
        line: usize,
        column: Option<usize>,
    ) -> Result<Location> {
        let no_code = || anyhow!("there is no code at line {line} or behind it");
        if let Some(file) = self.file(key) {
            let exact = || in_line(program, file, line, column?);
            return exact().or_else(|| program.location_in_source(file, line)).ok_or_else(no_code);
        }
        match key {
            Key::File(path) => bail!("{} is no source of this program", file_name(path)),
            Key::Text(reference) => {
                let row = self.text(*reference)?.rows.range(line..).next();
                row.map(|(_, (spot, _))| *spot).ok_or_else(no_code)
            }
        }
    }

    /// Where a place is; if no source has it, in a disassembly that is made for it.
    pub fn locate(&mut self, program: &dyn Debuggee, spot: Location, client: Client) -> Option<Place> {
        let (source, line, column) = match program.source_line(spot) {
            Some(line) => (self.describe(&line.file), line.line, line.column),
            None => self.disassembled(program, spot)?,
        };
        Some(Place { source, line: line - 1 + client.first_line, column: column - 1 + client.first_column })
    }

    /// The file of the program that is meant.
    fn file(&self, key: &Key) -> Option<&str> {
        match key {
            Key::Text(reference) => self.text(*reference).ok()?.file.as_deref(),
            Key::File(_) if self.is_built_in => None,
            Key::File(path) => self.files.iter().find(|file| is_same_file(file, path)).map(String::as_str),
        }
    }

    fn text(&self, reference: i64) -> Result<&Text> {
        let index = usize::try_from(reference).ok().and_then(|reference| reference.checked_sub(1));
        let text = index.and_then(|index| self.texts.get(index));
        text.ok_or_else(|| anyhow!("there is no source {reference}"))
    }

    fn describe(&self, file: &str) -> Value {
        match self.texts.iter().position(|text| text.file.as_deref() == Some(file)) {
            Some(index) => self.describe_text(index),
            None => json!({"name": file_name(file), "path": whole(file)}),
        }
    }

    fn describe_text(&self, index: usize) -> Value {
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
fn places(program: &dyn Debuggee, file: &str) -> Vec<(usize, usize, Location)> {
    let place = |spot| {
        program.source_line(spot).filter(|line| line.file == file).map(|line| (line.line, line.column, spot))
    };
    let mut places: Vec<_> = program.all_locations().into_iter().filter_map(place).collect();
    places.sort_unstable();
    places
}

fn whole(file: &str) -> PathBuf {
    absolute(file).unwrap_or_else(|_| PathBuf::from(file))
}

fn is_same_file(file: &str, path: &str) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let (file, path) = (whole(file), Path::new(path));
    file == path || real(&file).is_some_and(|file| Some(file) == real(path))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    source: Source,
    line: usize,
    end_line: Option<usize>,
}

/// The places of a range of lines where a breakpoint can be.
pub fn locations(session: &mut Session, given: &Range) -> Result<Value> {
    let client = session.client();
    let key = given.source.key()?;
    let target = session.target()?;
    let places = match (target.sources.file(&key), &key) {
        (Some(file), _) => places(target.program(), file),
        (None, Key::File(_)) => Vec::new(),
        (None, Key::Text(reference)) => {
            let rows = &target.sources.text(*reference)?.rows;
            rows.iter().map(|(line, (spot, _))| (*line, 1, *spot)).collect()
        }
    };
    let shown = places
        .into_iter()
        .map(|(line, column, _)| (line - 1 + client.first_line, column - 1 + client.first_column));
    let wanted = given.line..=given.end_line.unwrap_or(given.line);
    let shown = shown.filter(|(line, _)| wanted.contains(line));
    let shown: Vec<Value> = shown.map(|(line, column)| json!({"line": line, "column": column})).collect();
    Ok(json!({"breakpoints": shown}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    source: Option<Source>,
    source_reference: Option<i64>,
}

/// The text of a source that is no file.
pub fn source(session: &mut Session, given: &Wanted) -> Result<Value> {
    let named = given.source.as_ref().and_then(|source| source.source_reference);
    let reference = named.or(given.source_reference).filter(|reference| *reference > 0);
    let reference =
        reference.ok_or_else(|| anyhow!("this source is a file, which the client reads itself"))?;
    let text = session.target()?.sources.text(reference)?;
    Ok(json!({"content": text.content, "mimeType": "text/plain"}))
}

/// All sources.
pub fn loaded(session: &mut Session) -> Result<Value> {
    let sources = &session.target()?.sources;
    let files = sources.files.iter().map(|file| sources.describe(file));
    let is_disassembly = |(index, text): (usize, &Text)| text.file.is_none().then_some(index);
    let others = sources.texts.iter().enumerate().filter_map(is_disassembly);
    let all: Vec<Value> = files.chain(others.map(|index| sources.describe_text(index))).collect();
    Ok(json!({"sources": all}))
}

//! The positions of a program's lines in its file, the locations of statements, and the rows that show them.

use std::{collections::BTreeMap, ops::Range};

use arcadian_basic::{
    Basic, Position,
    listing::{Entry, Listing},
    statements, store, text_of, width_before,
};

use crate::debuggee::{CodeRow, Location, LocationError, SourceLine};

/// The file of a program. The default has no lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    file: String,
    /// By line number, the row and column in the file of each byte of the line, counted from 1.
    lines: BTreeMap<u16, Vec<(usize, usize)>>,
}

impl Source {
    /// Locates the lines of a listing that was read from `text`. `file` is the name of the file.
    pub fn of(file: impl Into<String>, text: &str, listing: &Listing) -> Self {
        let starts: Vec<usize> = text.split_inclusive('\n').scan(0, next_start).collect();
        let position = |at: usize| {
            let row = starts.partition_point(|&start| start <= at).max(1);
            let before = starts.get(row - 1).and_then(|&start| text.get(start..at));
            (row, before.map_or(0, |before| before.chars().count()) + 1)
        };
        let positions = |entry: &Entry| listing.origins(entry).into_iter().map(position).collect();
        let lines = listing.entries.iter().map(|entry| (entry.line.number, positions(entry))).collect();
        Self { file: file.into(), lines }
    }

    /// Returns the position of a location in the file.
    pub(super) fn line(&self, location: Location) -> Option<SourceLine> {
        let (number, at) = parts(location);
        let positions = self.lines.get(&number)?;
        let (line, column) = *positions.get(at).or(positions.last())?;
        Some(SourceLine { file: self.file.clone(), line, column })
    }

    /// Returns the first of some locations in a row of a file, or in the next row that has one, with this row.
    pub(super) fn location_in_line(
        &self,
        locations: impl Iterator<Item = Location>,
        file: &str,
        row: usize,
    ) -> Option<(usize, Location)> {
        if file != self.file {
            return None;
        }
        let placed = locations
            .filter_map(|location| self.line(location).map(|line| (line.line, line.column, location)));
        placed.filter(|(line, _, _)| *line >= row).min().map(|(line, _, location)| (line, location))
    }
}

fn next_start(at: &mut usize, row: &str) -> Option<usize> {
    let start = *at;
    *at += row.len();
    Some(start)
}

/// Encodes a position as line number × 65,536 + offset in the text.
pub(super) fn of(position: Position) -> Location {
    Location(u32::from(position.line) << 16 | position.at as u32 & 0xFFFF)
}

/// Returns the line number and the offset in the text of the line.
pub(super) fn parts(location: Location) -> (u16, usize) {
    ((location.0 >> 16) as u16, (location.0 & 0xFFFF) as usize)
}

/// Returns the locations where statements start, line by line.
pub(super) fn all(basic: &Basic) -> impl Iterator<Item = Location> {
    basic.store().places().flat_map(|line| in_line(basic, line))
}

fn in_line(basic: &Basic, line: store::LinePlace) -> Vec<Location> {
    let starts = statements(basic.store().text(line), basic.dialect());
    starts.into_iter().map(|at| of(Position { line: line.number, at })).collect()
}

/// Writes a location as [`find`] reads it.
pub(super) fn name(basic: &Basic, location: Location) -> String {
    let (number, _) = parts(location);
    let line = basic.store().places().find(|place| place.number == number);
    let starts = line.map_or(Vec::new(), |line| in_line(basic, line));
    match starts.iter().filter(|start| **start < location).count() {
        0 => number.to_string(),
        before => format!("{number}.{}", before + 1),
    }
}

/// Parses `100`, or `100.2` for the second statement of line 100.
pub(super) fn find(basic: &Basic, text: &str) -> Result<Location, LocationError> {
    let (line, statement) = parse(text.trim()).ok_or_else(|| LocationError::Invalid {
        text: text.to_owned(),
        expected: "use a line number such as 100, or 100.2 for the second statement of the line".to_owned(),
    })?;
    let place = basic.store().places().find(|place| u64::from(place.number) == line);
    let found = place.and_then(|place| in_line(basic, place).get(statement - 1).copied());
    found.ok_or_else(|| LocationError::NoCode { text: text.trim().to_owned(), next: next_line(basic, line) })
}

/// Parses a line number and a statement number that counts from 1.
fn parse(text: &str) -> Option<(u64, usize)> {
    let (line, statement) = text.split_once('.').unwrap_or((text, "1"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let statement = statement.parse().ok().filter(|&number: &usize| is_number(statement) && number > 0)?;
    line.parse().ok().filter(|_| is_number(line)).map(|line| (line, statement))
}

fn next_line(basic: &Basic, line: u64) -> Option<String> {
    let later = basic.store().places().map(|place| place.number).filter(|&number| u64::from(number) > line);
    later.min().map(|number| number.to_string())
}

/// Returns the line of a location with up to `before` lines before it and `after` lines after it.
pub(super) fn rows(basic: &Basic, around: Location, before: usize, after: usize) -> Vec<CodeRow> {
    let lines: Vec<_> = basic.store().places().collect();
    let (number, at) = parts(around);
    let here = lines.iter().position(|line| line.number >= number).unwrap_or(lines.len().saturating_sub(1));
    let first = here.saturating_sub(before);
    let end = here.saturating_add(after).saturating_add(1).min(lines.len());
    let row = |line: &store::LinePlace| row(basic, *line, (line.number == number).then_some(at));
    lines.get(first..end).unwrap_or_default().iter().map(row).collect()
}

fn row(basic: &Basic, line: store::LinePlace, marked: Option<usize>) -> CodeRow {
    let text = basic.store().text(line);
    let starts = statements(text, basic.dialect());
    let at = starts.first().copied().unwrap_or(0);
    let end = (line.end + 1).min(basic.store().end());
    CodeRow {
        location: of(Position { line: line.number, at }),
        gutter: format!("{:>6} ", line.number),
        bytes: basic.store().bytes()[line.text - 2..end].to_vec(),
        text: text_of(text),
        statement: marked.map(|at| characters(text, &starts, at)),
        ..CodeRow::default()
    }
}

/// Returns the characters of the statement that contains a byte of the line's text.
fn characters(text: &[u8], starts: &[usize], at: usize) -> Range<usize> {
    let next = starts.partition_point(|&start| start <= at);
    let start = next.checked_sub(1).map_or(0, |index| starts[index]);
    let end = starts.get(next).copied().unwrap_or(text.len());
    let own = text[start..end].trim_ascii_end();
    let own = if next < starts.len() { own.strip_suffix(b";").unwrap_or(own) } else { own };
    let width = text_of(text).chars().count();
    width_before(text, start).min(width)..width_before(text, start + own.trim_ascii_end().len()).min(width)
}

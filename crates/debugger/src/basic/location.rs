//! Locations: a line number and a position in the text of the line.

use arcadian_basic::{Basic, Position, statements, store};

use crate::debuggee::{Location, LocationError};

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

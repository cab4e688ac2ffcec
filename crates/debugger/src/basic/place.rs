//! Places: the number of a line, and the statement in it.

use arcadian_basic::{Basic, Position, statements, store};

use crate::debuggee::{NoSpot, Spot};

pub(super) fn spot(position: Position) -> Spot {
    Spot(u32::from(position.line) << 16 | position.at as u32 & 0xFFFF)
}

/// The number of the line, and the place in its text.
pub(super) fn parts(spot: Spot) -> (u16, usize) {
    ((spot.0 >> 16) as u16, (spot.0 & 0xFFFF) as usize)
}

/// The places where statements begin, line after line.
pub(super) fn all(basic: &Basic) -> impl Iterator<Item = Spot> {
    basic.store().places().flat_map(|line| in_line(basic, line))
}

fn in_line(basic: &Basic, line: store::Place) -> Vec<Spot> {
    let begins = statements(basic.store().text(line), basic.dialect());
    begins.into_iter().map(|at| spot(Position { line: line.number, at })).collect()
}

/// The place that a person means by `100`, or by `100.2`: the second statement of line 100.
pub(super) fn find(basic: &Basic, text: &str) -> Result<Spot, NoSpot> {
    let (line, statement) = read(text.trim()).ok_or_else(|| NoSpot::NotAPlace {
        text: text.to_owned(),
        expected: "a line number such as 100 is, and 100.2 for the second statement of its line".to_owned(),
    })?;
    let place = basic.store().places().find(|place| u64::from(place.number) == line);
    let found = place.and_then(|place| in_line(basic, place).get(statement - 1).copied());
    found.ok_or_else(|| NoSpot::NoCode { text: text.trim().to_owned(), near: next_line(basic, line) })
}

/// A line's number, and the number of a statement in it from 1.
fn read(text: &str) -> Option<(u64, usize)> {
    let (line, statement) = text.split_once('.').unwrap_or((text, "1"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let statement = statement.parse().ok().filter(|&number: &usize| digits(statement) && number > 0)?;
    line.parse().ok().filter(|_| digits(line)).map(|line| (line, statement))
}

fn next_line(basic: &Basic, line: u64) -> Option<String> {
    let behind = basic.store().places().map(|place| place.number).filter(|&number| u64::from(number) > line);
    behind.min().map(|number| number.to_string())
}

//! The listing as rows, one per line.

use std::ops::Range;

use arcadian_basic::{Basic, Position, statements, store, text_of, width_before};

use super::location;
use crate::debuggee::{CodeRow, Location};

/// Returns the line of a location with up to `before` lines before it and `after` lines after it.
pub(super) fn rows(basic: &Basic, around: Location, before: usize, after: usize) -> Vec<CodeRow> {
    let lines: Vec<_> = basic.store().places().collect();
    let (number, at) = location::parts(around);
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
        location: location::of(Position { line: line.number, at }),
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

//! The listing: a row for each line.

use std::ops::Range;

use arcadian_basic::{Basic, Position, statements, store, text_of, width_before};

use super::place;
use crate::debuggee::{Row, Spot};

/// Up to so many lines before the one of a place and behind it.
pub(super) fn rows(basic: &Basic, around: Spot, before: usize, behind: usize) -> Vec<Row> {
    let lines: Vec<_> = basic.store().places().collect();
    let (number, at) = place::parts(around);
    let here = lines.iter().position(|line| line.number >= number).unwrap_or(lines.len().saturating_sub(1));
    let first = here.saturating_sub(before);
    let shown = here.saturating_add(behind).saturating_add(1).min(lines.len());
    let row = |line: &store::Place| row(basic, *line, (line.number == number).then_some(at));
    lines.get(first..shown).unwrap_or_default().iter().map(row).collect()
}

fn row(basic: &Basic, line: store::Place, marked: Option<usize>) -> Row {
    let text = basic.store().text(line);
    let begins = statements(text, basic.dialect());
    let at = begins.first().copied().unwrap_or(0);
    let end = (line.end + 1).min(basic.store().end());
    Row {
        spot: place::spot(Position { line: line.number, at }),
        bytes: basic.store().bytes()[line.text - 2..end].to_vec(),
        text: text_of(text),
        statement: marked.map(|at| characters(text, &begins, at)),
        ..Row::default()
    }
}

/// The characters of the statement that a byte of a line's text belongs to.
fn characters(text: &[u8], begins: &[usize], at: usize) -> Range<usize> {
    let next = begins.partition_point(|&begin| begin <= at);
    let begin = next.checked_sub(1).map_or(0, |index| begins[index]);
    let end = begins.get(next).copied().unwrap_or(text.len());
    let own = text[begin..end].trim_ascii_end();
    let own = if next < begins.len() { own.strip_suffix(b";").unwrap_or(own) } else { own };
    let width = text_of(text).chars().count();
    width_before(text, begin).min(width)..width_before(text, begin + own.trim_ascii_end().len()).min(width)
}

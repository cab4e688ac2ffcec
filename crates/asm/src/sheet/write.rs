//! Writing a sheet: a source with its columns filled in.

use std::collections::BTreeMap;
use std::fmt::Write;

use arcadian_isa::hex;

use super::Hand;
use crate::assembly::{Assembly, Line};
use crate::source::Opening;
use crate::syntax::{blanks, byte, slice, word};

/// The number of bytes in a line before the source, and in each continuation line.
const BESIDE: usize = 4;
const BELOW: usize = 8;
/// The column where the source begins: four digits, a gap of two, four bytes, a gap of two.
const COLUMN: usize = 4 + 2 + BESIDE * 3 - 1 + 2;

impl Assembly {
    /// Returns the first source file as a sheet, with the assembled address and bytes in every line that emits some. Existing
    /// hand-assembled columns are replaced.
    pub fn sheet_text(&self) -> String {
        let mut out = String::new();
        if self.sheet.as_ref().is_none_or(|sheet| sheet.processor.is_none()) {
            let _ = writeln!(out, ";! cpu: {}", self.processor.to_string().to_ascii_lowercase());
        }
        let mut by_root: BTreeMap<usize, Vec<&Line>> = BTreeMap::new();
        for line in &self.lines {
            by_root.entry(line.root).or_default().push(line);
        }
        let column = self.source_column();
        for (number, text) in self.source.iter().enumerate() {
            let lines = by_root.get(&number).map_or(&[][..], |lines| lines);
            self.sheet_line(&mut out, text, lines, column);
        }
        out
    }

    /// Returns the instructions of the first source file, as indices of [`lines`](Self::lines). Those of macros are omitted.
    pub fn instructions(&self) -> Vec<usize> {
        let is_own = |line: &Line| line.file == 0 && line.depth == 0 && line.row.is_some();
        (0..self.lines.len()).filter(|index| self.lines.get(*index).is_some_and(is_own)).collect()
    }

    /// Returns the lines of the first source file without hand-assembled columns. Of some instructions, given as indices of
    /// [`lines`](Self::lines), only the labels remain.
    pub fn source_without(&self, deleted: &[usize]) -> Vec<String> {
        let own = self.lines.iter().enumerate().filter(|(_, line)| line.file == 0 && line.depth == 0);
        let by_root: BTreeMap<usize, (usize, &Line)> = own.map(|found| (found.1.root, found)).collect();
        let line = |(number, text): (usize, &String)| {
            let Some((index, line)) = by_root.get(&number) else { return Some(text.clone()) };
            let hand = Hand::read(text).filter(|_| line.by_hand);
            let source = hand.map_or(&**text, |hand| slice(text, hand.rest..text.len()));
            if !deleted.contains(index) {
                return Some(without_columns(source, line.opening));
            }
            let label = || with_colon(slice(source, 0..word(source, blanks(source, 0)).end));
            line.labelled.then(label)
        };
        self.source.iter().enumerate().filter_map(line).collect()
    }

    /// Returns the column where the source of the lines with hand-assembled columns begins.
    fn source_column(&self) -> usize {
        let first =
            |text: &String| self.hand(text).map(|hand| blanks(text, hand.rest)).filter(|at| *at < text.len());
        self.source.iter().filter_map(first).min().unwrap_or(0)
    }

    fn hand(&self, text: &str) -> Option<Hand> {
        Hand::read(text).filter(|_| self.sheet.is_some())
    }

    fn sheet_line(&self, out: &mut String, text: &str, lines: &[&Line], column: usize) {
        let Some(first) = lines.first().filter(|line| line.opening != Opening::Verbatim) else {
            return push_line(out, text);
        };
        let hand = Hand::read(text).filter(|_| first.by_hand);
        let start = hand.as_ref().map_or(0, |hand| column.min(blanks(text, hand.rest)).max(hand.rest));
        let source = slice(text, start..text.len());
        // What is included has its own columns, or none.
        let lines: Vec<&Line> = lines.iter().filter(|line| line.file == 0).copied().collect();
        let bytes: Vec<u8> = lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
        if bytes.is_empty() && !first.labelled {
            let is_continuation =
                hand.as_ref().is_some_and(|hand| !hand.bytes.is_empty()) && source.trim().is_empty();
            match hand {
                Some(_) if is_continuation => {}
                Some(_) => push_line(out, &format!("{:8}{source}", "")),
                None => push_line(out, &without_columns(source, first.opening)),
            }
            return;
        }
        let start =
            lines.iter().find(|line| !line.bytes.is_empty()).map_or(first.address, |line| line.address);
        let (beside, below) = bytes.split_at(bytes.len().min(BESIDE));
        let columns = format!("{start:04X}  {}", hex::bytes(beside));
        let source = if first.labelled { with_colon(source) } else { source.to_owned() };
        push_line(out, &format!("{columns:COLUMN$}{source}"));
        for (index, chunk) in below.chunks(BELOW).enumerate() {
            let address = usize::from(start) + beside.len() + index * BELOW;
            let _ = writeln!(out, "{:04X}  {}", address as u16, hex::bytes(chunk));
        }
    }
}

/// Appends a line without its trailing blanks.
fn push_line(out: &mut String, text: &str) {
    *out += text.trim_end();
    out.push('\n');
}

/// Returns a line without hand-assembled columns, changed if its first word could be read as an address.
fn without_columns(source: &str, opening: Opening) -> String {
    match (Hand::read(source), opening) {
        (Some(_), Opening::Label) => with_colon(source),
        (Some(_), Opening::Statement) => format!(" {source}"),
        _ => source.to_owned(),
    }
}

/// Adds the colon that a label needs after hand-assembled columns.
fn with_colon(source: &str) -> String {
    let label = word(source, blanks(source, 0));
    if label.is_empty() || byte(source, label.end) == Some(b':') {
        return source.to_owned();
    }
    format!("{}:{}", slice(source, 0..label.end), slice(source, label.end..source.len()))
}

//! A sheet with its columns filled in.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Hand;
use crate::assembly::{Assembly, Line};
use crate::scan::{blanks, byte, slice, word};

/// How many bytes stand before the source, and in each line that continues.
const BESIDE: usize = 4;
const BELOW: usize = 8;
/// Where the source begins: four digits, a gap of two, four bytes, a gap of two.
const COLUMN: usize = 4 + 2 + BESIDE * 3 - 1 + 2;

impl Assembly {
    /// The first source file as a sheet, with the right address and bytes in every line that makes some. Hand columns
    /// that it has are replaced.
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

    /// Where the source of the lines with hand columns begins.
    fn source_column(&self) -> usize {
        let first =
            |text: &String| self.hand(text).map(|hand| blanks(text, hand.rest)).filter(|at| *at < text.len());
        self.source.iter().filter_map(first).min().unwrap_or(0)
    }

    fn hand(&self, text: &str) -> Option<Hand> {
        Hand::read(text).filter(|_| self.sheet.is_some())
    }

    fn sheet_line(&self, out: &mut String, text: &str, lines: &[&Line], column: usize) {
        let hand = self.hand(text);
        let source = match &hand {
            Some(hand) => slice(text, column.min(blanks(text, hand.rest)).max(hand.rest)..text.len()),
            None => text,
        };
        let bytes: Vec<u8> = lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
        let start = lines.iter().find(|line| !line.bytes.is_empty()).or(lines.first());
        let labelled = lines.first().is_some_and(|line| line.labelled);
        let (Some(start), true) = (start, !bytes.is_empty() || labelled) else {
            let gone = hand.is_some_and(|hand| !hand.bytes.is_empty()) && source.trim().is_empty();
            if !gone {
                let indent = if text.len() == source.len() { 0 } else { 8 };
                let _ = writeln!(out, "{}", format!("{:indent$}{source}", "").trim_end());
            }
            return;
        };
        let (beside, below) = bytes.split_at(bytes.len().min(BESIDE));
        let columns = format!("{:04X}  {}", start.address, digits(beside));
        let source = if labelled { with_colon(source) } else { source.to_owned() };
        let _ = writeln!(out, "{}", format!("{columns:COLUMN$}{source}").trim_end());
        for (index, chunk) in below.chunks(BELOW).enumerate() {
            let address = usize::from(start.address) + beside.len() + index * BELOW;
            let _ = writeln!(out, "{address:04X}  {}", digits(chunk));
        }
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Behind hand columns a label needs its colon.
fn with_colon(source: &str) -> String {
    let label = word(source, blanks(source, 0));
    if label.is_empty() || byte(source, label.end) == Some(b':') {
        return source.to_owned();
    }
    format!("{}:{}", slice(source, 0..label.end), slice(source, label.end..source.len()))
}

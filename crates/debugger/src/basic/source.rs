//! The positions of a program's lines in its file.

use std::collections::BTreeMap;

use arcadian_basic::listing::{Entry, Listing};

use super::location;
use crate::debuggee::{Location, SourceLine};

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
        let (number, at) = location::parts(location);
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

//! Where the lines of a program stand in its file.

use std::collections::BTreeMap;

use arcadian_basic::listing::{Entry, Listing};

use super::place;
use crate::debuggee::{Line, Spot};

/// The file of a program. The default is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    file: String,
    /// For each line of the program, by its number, where its bytes stand: rows and columns, from 1.
    lines: BTreeMap<u16, Vec<(usize, usize)>>,
}

impl Source {
    /// The places of a listing that was read from `text`, a file to be called `file`.
    pub fn of(file: impl Into<String>, text: &str, listing: &Listing) -> Self {
        let starts: Vec<usize> = text.split_inclusive('\n').scan(0, next_start).collect();
        let place = |at: usize| {
            let row = starts.partition_point(|&start| start <= at).max(1);
            let before = starts.get(row - 1).and_then(|&start| text.get(start..at));
            (row, before.map_or(0, |before| before.chars().count()) + 1)
        };
        let places = |entry: &Entry| listing.origins(entry).into_iter().map(place).collect();
        let lines = listing.entries.iter().map(|entry| (entry.line.number, places(entry))).collect();
        Self { file: file.into(), lines }
    }

    /// Where a place of the program stands.
    pub(super) fn line(&self, spot: Spot) -> Option<Line> {
        let (number, at) = place::parts(spot);
        let places = self.lines.get(&number)?;
        let (line, column) = *places.get(at).or(places.last())?;
        Some(Line { file: self.file.clone(), line, column })
    }

    /// The first of these places that stands in a row of a file, or in the next row that has one.
    pub(super) fn spot_in(&self, spots: impl Iterator<Item = Spot>, file: &str, row: usize) -> Option<Spot> {
        if file != self.file {
            return None;
        }
        let placed = spots.filter_map(|spot| self.line(spot).map(|line| (line.line, line.column, spot)));
        placed.filter(|(line, _, _)| *line >= row).min().map(|(_, _, spot)| spot)
    }
}

fn next_start(at: &mut usize, row: &str) -> Option<usize> {
    let start = *at;
    *at += row.len();
    Some(start)
}

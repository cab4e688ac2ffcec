//! Printed listings and program text: reading, checking, repairing, writing.
//!
//! A printed listing passed through a typewriter and often through character recognition. Its header
//! states the conventions of the typewriter, the number in parentheses before a line is what PRINT SZ
//! showed after that line was entered: a checksum for every line (see [`account`]).

pub mod account;
pub mod errata;
mod error;
mod header;
mod repair;
mod split;
pub mod write;

pub use error::{ListingError, Wrong};
pub use header::Header;
pub use repair::Repair;

use crate::{Dialect, Line, line};
use split::Raw;
use std::collections::HashMap;

/// How a file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As printed: a line may be wrapped, its continuation indented or bare.
    Listing,
    /// Program text: one line a line.
    Text,
}

impl Form {
    /// `.lst` is a listing, `.bas` is text; anything else is a listing if a line of it begins with `(`.
    pub fn of(name: &str, source: &str) -> Form {
        match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
            Some("lst") => Form::Listing,
            Some("bas") => Form::Text,
            _ if source.lines().any(|line| line.starts_with('(')) => Form::Listing,
            _ => Form::Text,
        }
    }
}

/// A printed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// As it stands between the parentheses.
    pub text: String,
    /// Its value; with look-alikes (`I` for 1) read as digits.
    pub value: i32,
    /// Whether all its characters are digits.
    pub clean: bool,
}

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line as the machine keeps it.
    pub line: Line,
    /// The number in parentheses, where there is one.
    pub printed: Option<Printed>,
    raw: Raw,
    /// Where in `raw` the text of the line begins, in characters.
    text_at: usize,
}

impl Entry {
    /// The whole line as printed, wraps joined: `(1784) 2 GOTO 12`.
    pub fn as_printed(&self) -> String {
        self.raw.text()
    }

    /// The bytes of the source file that the line stands in.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.raw.span(0..self.raw.chars.len())
    }
}

/// A listing that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What the header says.
    pub header: Header,
    /// The lines in the order of the file.
    pub entries: Vec<Entry>,
}

impl Listing {
    /// Reads a file without repairs.
    pub fn read(source: &str, form: Form) -> Result<Self, ListingError> {
        let (header, raws) = split::split(source, form)?;
        let entries = raws.into_iter().map(|raw| entry(raw, &header)).collect::<Result<Vec<_>, _>>()?;
        check_numbers(source, &entries)?;
        Ok(Self { header, entries })
    }

    /// The dialect of the header; `bally` where it says nothing.
    pub fn dialect(&self) -> Dialect {
        self.header.dialect.unwrap_or_default()
    }

    /// Where in the source file the bytes of an entry's text stand, in bytes of the file. What a repair put in
    /// stands where the text it replaced began.
    pub fn origins(&self, entry: &Entry) -> Vec<usize> {
        let text = &entry.raw.chars[entry.text_at..];
        let origins = line::scan_with_origins(text, &self.header.conventions).map(|(_, origins)| origins);
        let in_file = |at| entry.raw.span(entry.text_at + at..entry.text_at + at + 1).start;
        origins.unwrap_or_default().into_iter().map(in_file).collect()
    }

    /// The program.
    pub fn lines(&self) -> Vec<Line> {
        self.entries.iter().map(|entry| entry.line.clone()).collect()
    }
}

/// Reads one line from its characters.
fn entry(raw: Raw, header: &Header) -> Result<Entry, ListingError> {
    let (printed, number, text_at) = split::parts(&raw, header)?;
    let text = line::scan(&raw.chars[text_at..], &header.conventions).map_err(|unknown| {
        let at = text_at + unknown.at;
        ListingError { wrong: Wrong::UnknownCharacter(unknown.character), span: raw.span(at..at + 1) }
    })?;
    if text.is_empty() {
        return Err(ListingError { wrong: Wrong::NoText(number), span: raw.span(0..raw.chars.len()) });
    }
    Ok(Entry { line: Line { number, text }, printed, raw, text_at })
}

/// There must be lines, and none twice.
fn check_numbers(source: &str, entries: &[Entry]) -> Result<(), ListingError> {
    if entries.is_empty() {
        return Err(ListingError { wrong: Wrong::NoLines, span: source.len()..source.len() });
    }
    let mut first = HashMap::new();
    for entry in entries {
        if let Some(first) = first.insert(entry.line.number, entry.span().start) {
            let row = source[..first].matches('\n').count() + 1;
            let wrong = Wrong::Twice { number: entry.line.number, first: row };
            return Err(ListingError { wrong, span: entry.span() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

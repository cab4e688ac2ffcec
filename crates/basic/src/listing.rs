//! Printed listings and program text: parsing, byte counts, repairs and output.
//!
//! A printed listing was typed on a typewriter and often read by character recognition. Its header states the
//! conventions of the typewriter. The number in parentheses before a line is the value of SZ after that line
//! was entered: a checksum for every line (see [`account`]).

pub mod account;
pub mod doubts;
#[cfg(feature = "errata")]
pub mod errata;
mod findings;
mod header;
mod misreading;
mod repair;
mod split;
pub mod survey;
pub mod typed;
pub mod write;

pub use findings::{Fault, FaultKind, Finding, FindingKind};
pub use header::{Edit, ErrorKind, Header, ListingError, apply, edits};
pub use repair::Repair;

use crate::{Dialect, Line, line};
use split::Raw;
use std::collections::HashMap;

/// The keys of a header other than single characters.
const HEADER_KEYS: [&str; 6] = ["title", "author", "date", "source", "note", "dialect"];

/// The names in a header of characters that are hard to type or to see.
const CHARACTER_NAMES: [(&str, char); 7] = [
    ("blank", ' '),
    ("times", '×'),
    ("divide", '÷'),
    ("up", '↑'),
    ("left", '←'),
    ("right", '→'),
    ("down", '↓'),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A printed listing, in which lines may be wrapped.
    Listing,
    /// Program text, without wrapped lines.
    Text,
}

impl Form {
    /// Returns the format of a file: `.lst` is a listing and `.bas` is text; any other file is a listing if one of its
    /// lines begins with `(`.
    pub fn of(name: &str, source: &str) -> Form {
        match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
            Some("lst") => Form::Listing,
            Some("bas") => Form::Text,
            _ if source.lines().any(|line| line.starts_with('(')) => Form::Listing,
            _ => Form::Text,
        }
    }
}

/// A printed number: the value of SZ in the margin of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text between the parentheses.
    pub text: String,
    /// Its value, with similar characters (`I` for 1) read as digits.
    pub value: i32,
    /// Whether all its characters are digits.
    pub is_clean: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line as the machine stores it.
    pub line: Line,
    pub printed: Option<Printed>,
    raw: Raw,
    /// The index in `raw` after the sign that closes the printed number; 0 if there is none.
    close: usize,
    /// The index in `raw` at which the text of the line begins, in characters.
    text_at: usize,
}

impl Entry {
    /// Returns the bytes of the source file that contain the line.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.raw.whole_span()
    }

    /// Returns the number of its first row in the file, from 1.
    pub fn row(&self) -> usize {
        self.raw.row()
    }

    /// Returns the line as printed, with wraps joined.
    pub fn as_printed(&self) -> String {
        self.raw.text()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub header: Header,
    /// The lines in the order of the file.
    pub entries: Vec<Entry>,
    /// The lines of a text that a later one with the same number replaces.
    pub replaced: Vec<Replaced>,
}

/// A line that a later one replaces, with the rows of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub number: u16,
    pub row: usize,
    pub by: usize,
}

impl Listing {
    /// Parses a file, without repairs.
    pub fn read(source: &str, form: Form) -> Result<Self, ListingError> {
        let (header, raws) = split::split(source, form)?;
        let entries = raws.into_iter().map(|raw| entry(raw, &header)).collect::<Result<Vec<_>, _>>()?;
        let (entries, earlier) = latest(entries, form);
        check_numbers(source, &entries)?;
        let replaced = earlier.into_iter().map(|(replaced, _)| replaced).collect();
        Ok(Self { header, entries, replaced })
    }

    /// Returns the dialect that the header names, by default `bally`.
    pub fn dialect(&self) -> Dialect {
        self.header.dialect.unwrap_or_default()
    }

    /// Returns, for each byte of an entry's text, its position in the source file. Text inserted by a repair has the
    /// position of the text that it replaces.
    pub fn origins(&self, entry: &Entry) -> Vec<usize> {
        let text = &entry.raw.chars[entry.text_at..];
        let origins = line::scan_with_origins(text, &self.header.conventions).map(|(_, origins)| origins);
        let in_file = |at| entry.raw.span(entry.text_at + at..entry.text_at + at + 1).start;
        origins.unwrap_or_default().into_iter().map(in_file).collect()
    }

    pub fn lines(&self) -> Vec<Line> {
        self.entries.iter().map(|entry| entry.line.clone()).collect()
    }
}

fn entry(raw: Raw, header: &Header) -> Result<Entry, ListingError> {
    let parts = split::parts(&raw, header)?;
    match parts.damage.first() {
        Some(damage) => Err(damage.clone()),
        None => entry_of(raw, &parts, header),
    }
}

fn entry_of(raw: Raw, parts: &split::Parts, header: &Header) -> Result<Entry, ListingError> {
    let (number, text_at) = (parts.number, parts.number_at.end);
    let text = line::scan(&raw.chars[text_at..], &header.conventions).map_err(|unknown| {
        let at = text_at + unknown.at;
        ListingError { kind: ErrorKind::UnknownCharacter(unknown.character), span: raw.span(at..at + 1) }
    })?;
    if text.is_empty() {
        return Err(ListingError { kind: ErrorKind::NoText(number), span: raw.whole_span() });
    }
    let printed = parts.printed.clone();
    Ok(Entry { line: Line { number, text }, printed, raw, close: parts.close, text_at })
}

/// Returns the last line with each number, and the earlier ones: a machine keeps what is typed last. On a page, where the printed numbers
/// show every line once, one of the numbers is misread.
fn latest(entries: Vec<Entry>, form: Form) -> (Vec<Entry>, Vec<(Replaced, Entry)>) {
    if form == Form::Listing || entries.iter().any(|entry| entry.printed.is_some()) {
        return (entries, Vec::new());
    }
    let last: HashMap<u16, usize> = entries.iter().map(|entry| (entry.line.number, entry.row())).collect();
    let (mut kept, mut earlier) = (Vec::new(), Vec::new());
    for entry in entries {
        let (number, row) = (entry.line.number, entry.row());
        match last.get(&number) {
            Some(&by) if by != row => earlier.push((Replaced { number, row, by }, entry)),
            _ => kept.push(entry),
        }
    }
    (kept, earlier)
}

/// Returns an error if there are no lines, or two with the same number.
fn check_numbers(source: &str, entries: &[Entry]) -> Result<(), ListingError> {
    if entries.is_empty() {
        return Err(ListingError { kind: ErrorKind::NoLines, span: source.len()..source.len() });
    }
    let mut first = HashMap::new();
    for entry in entries {
        if let Some(first) = first.insert(entry.line.number, entry.span().start) {
            let row = source[..first].matches('\n').count() + 1;
            let kind = ErrorKind::Twice { number: entry.line.number, first: row };
            return Err(ListingError { kind, span: entry.span() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

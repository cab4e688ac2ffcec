//! The debug data that assemblers and linkers write beside a binary, in one type.
//!
//! ```
//! use arcadian_program::debug_data::{Format, parse};
//!
//! let labels = "al C:0300 .start\nal C:0308 .loop\n";
//! assert_eq!(Format::of("game.lbl", labels), Some(Format::Vice));
//! let data = parse(Format::Vice, "game.lbl", labels)?;
//! assert_eq!(data.symbols[1].name, "loop");
//! assert_eq!(data.symbols[1].value, 0x308);
//! # Ok::<(), arcadian_program::debug_data::ParseError>(())
//! ```
//!
//! Each format has a module, which says where the format is described. A parser refuses a record that it knows but cannot read,
//! with its line and column. Records that it does not know are counted in [`DebugData::unknown`]. The result is at most a
//! constant times as large as the text. Nothing here reads a file: the caller finds the map and the sources that it names.

mod ld65;
mod model;
mod sdcc;
mod sld;
mod vice;
mod z88dk;

use std::ops::Range;

pub use model::{DebugData, FilePart, Level, LineRange, Segment, SourceFile, Symbol, SymbolKind, Unknown};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The text, without the line end.
    pub(crate) text: &'a str,
    /// The number, counted from 1.
    pub(crate) number: usize,
    /// The offset of its first byte in the text.
    offset: usize,
}

/// Returns the lines of a text. Lines end with LF, CRLF or CR.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let start = text.as_ptr() as usize;
    let lines = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    lines.enumerate().map(move |(index, text)| Line {
        text,
        number: index + 1,
        offset: text.as_ptr() as usize - start,
    })
}

impl<'a> Line<'a> {
    /// Returns the error for a part of the line. The part must be a slice of [`text`](Self::text).
    pub(crate) fn error(&self, part: &str, fault: Fault) -> ParseError {
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let span: Range<usize> = self.offset + at..self.offset + (at + part.len()).min(self.text.len());
        ParseError { line: self.number, column: at + 1, span, fault }
    }

    pub(crate) fn number(&self, part: &str, base: u32) -> Result<u32, ParseError> {
        let is_digits = !part.is_empty() && part.chars().all(|c| c.is_digit(base));
        if !is_digits {
            return Err(self.error(part, Fault::Number(part.to_owned())));
        }
        u32::from_str_radix(part, base).map_err(|_| self.error(part, Fault::Large(part.to_owned())))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    pub fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("this record has no `{0}`")]
    Missing(&'static str),
    #[error("`{0}` is not a number")]
    Number(String),
    /// A number does not fit into 32 bits.
    #[error("`{0}` is too large")]
    Large(String),
    /// A field is not what the format has there.
    #[error("`{text}` is not {expected}")]
    Field { text: String, expected: &'static str },
    /// A string has no end.
    #[error("this string has no closing quotation mark")]
    Quote,
    /// A record refers to another one that does not exist.
    #[error("there is no {kind} {id}")]
    Reference { kind: &'static str, id: u32 },
    /// Two records have the same number.
    #[error("{kind} {id} is defined twice")]
    Twice { kind: &'static str, id: u32 },
    /// Records are missing.
    #[error("this file is not complete: it says {says} records `{kind}`, and has {has}")]
    Count {
        kind: &'static str,
        /// The number that it states.
        says: u32,
        /// The number that it has.
        has: usize,
    },
    /// The file is of a version with another structure.
    #[error("version {0} of this format is not supported; arcadian reads version {1}")]
    Version(u32, u32),
    /// The text has no record of the format.
    #[error("this is not {0}")]
    Format(&'static str),
    /// An address is beyond the largest one.
    #[error("the addresses end beyond 32 bits")]
    Range,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The debug file of ld65.
    Ld65,
    /// The NoICE file of SDCC's linker.
    Noi,
    /// The debug file of SDCC.
    Cdb,
    /// The listing that SDCC's linker completes with addresses.
    Rst,
    /// Source level debugging data of sjasmplus.
    Sld,
    /// The map of z88dk's linker.
    Z88dk,
    /// A label file of the emulator VICE, which ld65 and ACME write.
    Vice,
}

struct Row {
    format: Format,
    /// The description of a file of this format, for messages.
    about: &'static str,
    /// The ends of names, the usual one first.
    endings: &'static [&'static str],
    /// Returns whether a text has this format.
    is_it: fn(&str) -> bool,
    parse: fn(&str, &str) -> Result<DebugData, ParseError>,
}

/// The formats, those that say most first.
const FORMATS: &[Row] = &[
    Row {
        format: Format::Ld65,
        about: "a debug file of ld65",
        endings: &[".dbg"],
        is_it: ld65::is_it,
        parse: |_, text| ld65::parse(text),
    },
    Row {
        format: Format::Noi,
        about: "a NoICE file of SDCC's linker",
        endings: &[".noi"],
        is_it: sdcc::is_noi,
        parse: |_, text| sdcc::parse_noi(text),
    },
    Row {
        format: Format::Cdb,
        about: "a debug file of SDCC",
        endings: &[".cdb"],
        is_it: sdcc::is_cdb,
        parse: |_, text| sdcc::parse_cdb(text),
    },
    Row {
        format: Format::Rst,
        about: "a listing of SDCC's linker",
        endings: &[".rst"],
        is_it: sdcc::is_listing,
        parse: sdcc::parse_listing,
    },
    Row {
        format: Format::Sld,
        about: "source level debugging data of sjasmplus",
        endings: &[".sld.txt", ".sld"],
        is_it: sld::is_it,
        parse: |_, text| sld::parse(text),
    },
    Row {
        format: Format::Z88dk,
        about: "a map of z88dk",
        endings: &[".map"],
        is_it: z88dk::is_it,
        parse: |_, text| z88dk::parse(text),
    },
    Row {
        format: Format::Vice,
        about: "a label file of VICE",
        endings: &[".lbl", ".labels", ".vs"],
        is_it: vice::is_it,
        parse: |_, text| vice::parse(text),
    },
];

impl Format {
    /// All formats, those that say most first.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMATS.iter().map(|row| row.format)
    }

    fn row(self) -> &'static Row {
        // Every format has a row, as a test checks.
        FORMATS.iter().find(|row| row.format == self).unwrap_or(&FORMATS[0])
    }

    /// Returns what a file of this format is: `a debug file of ld65`.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Returns the ends of file names, the usual one first: `.dbg`.
    pub fn endings(self) -> &'static [&'static str] {
        self.row().endings
    }

    /// Returns whether a file of this format is about a whole binary, not only about a module.
    pub fn is_whole_map(self) -> bool {
        self != Format::Rst
    }

    /// Returns the format of a file by its content; the name decides if the content fits several.
    pub fn of(name: &str, text: &str) -> Option<Format> {
        let name = name.to_ascii_lowercase();
        let is_named = |row: &&Row| row.endings.iter().any(|ending| name.ends_with(ending));
        let fits = |row: &&Row| (row.is_it)(text);
        let found = FORMATS.iter().filter(is_named).find(fits).or_else(|| FORMATS.iter().find(fits));
        found.map(|row| row.format)
    }
}

/// Reads debug data. `name` is the name of its file.
pub fn parse(format: Format, name: &str, text: &str) -> Result<DebugData, ParseError> {
    (format.row().parse)(name, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_row() {
        for row in FORMATS {
            assert_eq!(row.format.row().about, row.about);
        }
        assert_eq!(FORMATS.len(), Format::all().count());
    }
}

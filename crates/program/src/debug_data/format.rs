//! The formats, by name and content.

use crate::debug_data::{DebugData, ParseError, ld65, sdcc, sld, vice, z88dk};

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

//! The files of SDCC and its linker: symbols with a meaning in the `.cdb` and `.noi` files, and completed listings.
//!
//! - `.cdb` (SDCC manual, "CDB File Format"): a record starts with a letter. `L:` is a symbol with its address.
//! - `.noi` (NoICE commands): `DEF NAME 0xADDRESS`. With `--debug` it has the same symbols, and all labels.
//! - `.rst`: the listing of a module with final addresses and bytes, written with `-Wl-u`.

mod listing;
mod name;

use std::collections::{BTreeMap, BTreeSet};

use crate::debug_data::{
    DebugData, Fault, LineRange, ParseError, Segment,
    cursor::{Line, lines},
};
use name::Name;

pub(crate) use listing::{is_it as is_listing, parse as parse_listing};

/// The records of a `.cdb` file: module, function, symbol, type, and the linker's addresses.
const RECORDS: [&str; 5] = ["M", "F", "S", "T", "L"];

pub(crate) fn is_cdb(text: &str) -> bool {
    lines(text).next().is_some_and(|line| line.text.starts_with("M:"))
}

pub(crate) fn is_noi(text: &str) -> bool {
    let mut all = lines(text).map(|line| line.text).filter(|line| !line.is_empty());
    all.next().is_some_and(|line| line.starts_with("DEF ") || line.starts_with("LOAD "))
}

pub(crate) fn parse_cdb(text: &str) -> Result<DebugData, ParseError> {
    let mut found = Symbols::default();
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        match line.text.split_once(':') {
            Some(("L", rest)) => {
                let Some((name, address)) = rest.rsplit_once(':') else {
                    return Err(line.error(rest, Fault::Missing("address")));
                };
                found.add(&line, name, line.number(address.trim_end(), 16)?)?;
            }
            Some((record, _)) if RECORDS.contains(&record) => {}
            _ => found.data.unknown.add(line.number, line.text),
        }
    }
    Ok(found.finish())
}

pub(crate) fn parse_noi(text: &str) -> Result<DebugData, ParseError> {
    let mut found = Symbols::default();
    for line in lines(text) {
        let mut words = line.text.split_whitespace();
        match words.next() {
            Some(word @ "DEF") => {
                let name = words.next().ok_or_else(|| line.error(word, Fault::Missing("name")))?;
                let value = words.next().ok_or_else(|| line.error(name, Fault::Missing("address")))?;
                let digits = value.strip_prefix("0x").unwrap_or(value);
                found.add(&line, name, line.number(digits, 16)?)?;
            }
            None | Some("LOAD") => {}
            Some(other) => found.data.unknown.add(line.number, other),
        }
    }
    Ok(found.finish())
}

/// Collects symbols by their meaning.
#[derive(Default)]
struct Symbols {
    data: DebugData,
    /// Start and length of the linker's areas.
    areas: BTreeMap<String, (Option<u32>, Option<u32>)>,
    /// The addresses of the last instructions of functions.
    ends: BTreeSet<u32>,
}

impl Symbols {
    fn add(&mut self, line: &Line, text: &str, value: u32) -> Result<(), ParseError> {
        match Name::parse(line, text)? {
            Name::Label(name) => self.data.label(name, value),
            Name::Line { file, line, level } => {
                let file = self.data.file(&file);
                let (columns, length, bytes) = (None, None, Vec::new());
                let is_data = false;
                let range = LineRange { file, line, columns, address: value, length, bytes, level, is_data };
                self.data.lines.push(range);
            }
            Name::AreaStart(area) => self.areas.entry(area).or_default().0 = Some(value),
            Name::AreaLength(area) => self.areas.entry(area).or_default().1 = Some(value),
            Name::FunctionEnd => {
                self.ends.insert(value);
            }
            Name::Internal => {}
        }
        Ok(())
    }

    fn finish(mut self) -> DebugData {
        self.data.close_lines(&self.ends);
        let areas = self.areas.into_iter();
        let segment = |(name, (address, size)): (String, (Option<u32>, Option<u32>))| {
            let size = size.filter(|size| *size > 0)?;
            Some(Segment { name, address: address?, size, is_writable: None, part: None })
        };
        self.data.segments = areas.filter_map(segment).collect();
        // A function of C is in the file as its name and as the label of the assembler.
        let mut seen = BTreeSet::new();
        self.data.symbols.retain(|symbol| seen.insert((symbol.name.clone(), symbol.value)));
        self.data
    }
}

//! Source level debugging data of sjasmplus, written by `--sld`, version 1. (sjasmplus documentation, "SLD File Format
//! definition".)
//!
//! A line has eight fields: source file, line, file and line of a macro's definition, page, value, type, data. Columns follow the
//! line after colons. A line that begins with `|` controls the format, or is a comment. A record of type Z has the addresses of the
//! slots of the memory, in each of which one page is at a time.

use std::collections::{BTreeMap, BTreeSet};

use crate::debug_data::{
    DebugData, Fault, Level, Line, LineRange, ParseError, Segment, Symbol, SymbolKind, lines,
};

const VERSION: u32 = 1;
const FIRST: &str = "|SLD.data.version|";
const COUNT: &str = "a line of eight fields separated by `|`";
/// Types without a use here: keywords in comments, and labels as older versions wrote them.
const UNUSED: [&str; 3] = ["K", "F", "D"];
const SLOTS: &str = "slots.adr:";
const MEMORY: u32 = 0x1_0000;
/// Traits of labels that are not places or numbers of the program.
const NO_SYMBOL: [&str; 3] = ["+module", "+endmod", "+macro"];

pub(crate) fn is_it(text: &str) -> bool {
    text.starts_with(FIRST)
}

pub(crate) fn parse(text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    let mut pages = Pages::default();
    for line in lines(text).filter(|line| !line.text.is_empty() && !line.text.starts_with("||")) {
        match line.text.strip_prefix(FIRST).map(|version| line.number(version.trim_end(), 10)) {
            Some(Ok(VERSION)) => {}
            Some(version) => return Err(line.error(line.text, Fault::Version(version?, VERSION))),
            None => record(&mut data, &mut pages, &line)?,
        }
    }
    data.segments = pages.shared();
    Ok(data)
}

/// The slots of the memory, and the pages with code in each.
#[derive(Default)]
struct Pages<'a> {
    slots: Vec<u32>,
    used: BTreeMap<u32, BTreeSet<&'a str>>,
}

impl<'a> Pages<'a> {
    fn add(&mut self, page: &'a str, address: u32) {
        let slot = self.slots.iter().copied().filter(|slot| *slot <= address).max().unwrap_or(0);
        self.used.entry(slot).or_default().insert(page);
    }

    /// Returns the pages that share a slot, each as long as the slot.
    fn shared(&self) -> Vec<Segment> {
        let pages = |(slot, pages): (&u32, &BTreeSet<&str>)| {
            let end = self.slots.iter().copied().filter(|next| next > slot).min().unwrap_or(MEMORY);
            let segment = |page: &&str| Segment {
                name: format!("page {page}"),
                address: *slot,
                size: end.saturating_sub(*slot),
                is_writable: None,
                part: None,
            };
            pages.iter().map(segment).collect::<Vec<_>>()
        };
        self.used.iter().filter(|(_, pages)| pages.len() > 1).flat_map(pages).collect()
    }
}

fn record<'a>(data: &mut DebugData, pages: &mut Pages<'a>, line: &Line<'a>) -> Result<(), ParseError> {
    let mut parts = line.text.splitn(8, '|');
    let mut next = || {
        let wrong = || Fault::Field { text: line.text.to_owned(), expected: COUNT };
        parts.next().ok_or_else(|| line.error(line.text, wrong()))
    };
    let (file, place, definition, defined, page, value, kind, details) =
        (next()?, next()?, next()?, next()?, next()?, next()?, next()?, next()?);
    match kind {
        "T" => {
            let address = line.number(value, 10)?;
            pages.add(page, address);
            trace(data, line, file, place, Level::Assembly, address)?;
            if defined != "0" {
                let definition = if definition.is_empty() { file } else { definition };
                trace(data, line, definition, defined, Level::MacroBody, address)?;
            }
        }
        "Z" => {
            let slots = details.split_once(SLOTS).map_or("", |(_, slots)| slots);
            pages.slots = slots.split(',').filter_map(|slot| slot.trim().parse().ok()).collect();
        }
        "L" => {
            if let Some((name, kind)) = label(details) {
                // The value of a constant can be negative.
                let value = match value.strip_prefix('-') {
                    Some(digits) => line.number(digits, 10)?.wrapping_neg(),
                    None => line.number(value, 10)?,
                };
                data.symbols.push(Symbol { name, value, kind, module: None, segment: None });
            }
        }
        _ if UNUSED.contains(&kind) => {}
        _ => data.unknown.add(line.number, kind),
    }
    Ok(())
}

/// Adds the place of an instruction: a line, and perhaps columns.
fn trace(
    data: &mut DebugData,
    line: &Line,
    file: &str,
    place: &str,
    level: Level,
    address: u32,
) -> Result<(), ParseError> {
    let mut numbers = place.split(':').map(|number| line.number(number, 10));
    let number = numbers.next().transpose()?.unwrap_or_default();
    let columns = match (numbers.next().transpose()?, numbers.next().transpose()?) {
        (Some(first), end) => Some(first..end.unwrap_or(u32::MAX)),
        (None, _) => None,
    };
    let file = data.file(file);
    data.lines.push(LineRange { file, line: number, columns, address, level, ..LineRange::default() });
    Ok(())
}

/// Returns the name `module.label.local` and the kind of a label.
fn label(details: &str) -> Option<(String, SymbolKind)> {
    let mut parts = details.split(',');
    let names: Vec<&str> = parts.by_ref().take(3).filter(|part| !part.is_empty()).collect();
    let traits: Vec<&str> = parts.collect();
    let kind = if traits.contains(&"+equ") { SymbolKind::Constant } else { SymbolKind::Label };
    let is_symbol = !names.is_empty() && !traits.iter().any(|name| NO_SYMBOL.contains(name));
    is_symbol.then(|| (names.join("."), kind))
}

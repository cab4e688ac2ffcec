//! Source level debugging data of sjasmplus, written by `--sld`, version 1. (sjasmplus documentation, "SLD File Format
//! definition".)
//!
//! A line has eight fields: source file, line, file and line of a macro's definition, page, value, type, data. Columns follow the
//! line after colons. A line that begins with `|` controls the format, or is a comment.

use crate::debug_data::{DebugData, Fault, Level, Line, LineRange, ParseError, Symbol, SymbolKind, lines};

const VERSION: u32 = 1;
const FIRST: &str = "|SLD.data.version|";
const COUNT: &str = "a line of eight fields separated by `|`";
/// Types without a use here: the memory of the device, keywords in comments, and labels as older versions wrote them.
const UNUSED: [&str; 4] = ["Z", "K", "F", "D"];
/// Traits of labels that are not places or numbers of the program.
const NO_SYMBOL: [&str; 3] = ["+module", "+endmod", "+macro"];

pub(crate) fn is_it(text: &str) -> bool {
    text.starts_with(FIRST)
}

pub(crate) fn parse(text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    for line in lines(text).filter(|line| !line.text.is_empty() && !line.text.starts_with("||")) {
        match line.text.strip_prefix(FIRST).map(|version| line.number(version.trim_end(), 10)) {
            Some(Ok(VERSION)) => {}
            Some(version) => return Err(line.error(line.text, Fault::Version(version?, VERSION))),
            None => record(&mut data, &line)?,
        }
    }
    Ok(data)
}

fn record(data: &mut DebugData, line: &Line) -> Result<(), ParseError> {
    let mut parts = line.text.splitn(8, '|');
    let mut next = || {
        let wrong = || Fault::Field { text: line.text.to_owned(), expected: COUNT };
        parts.next().ok_or_else(|| line.error(line.text, wrong()))
    };
    let (file, place, definition, defined, _page, value, kind, details) =
        (next()?, next()?, next()?, next()?, next()?, next()?, next()?, next()?);
    match kind {
        "T" => {
            let address = line.number(value, 10)?;
            trace(data, line, file, place, Level::Assembly, address)?;
            if defined != "0" {
                let definition = if definition.is_empty() { file } else { definition };
                trace(data, line, definition, defined, Level::MacroBody, address)?;
            }
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

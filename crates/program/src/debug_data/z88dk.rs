//! The map of z88dk's linker, written by `-m`: `NAME = $ADDRESS ; TYPE, SCOPE, DEF, MODULE, SECTION, PLACE`. With `-debug` it has
//! a symbol for each line of C, and for lines of assembler source. (z88dk wiki, "Tool - z80asm - command line", map files.)
//!
//! A place is `FILE:LINE`, for C `FILE::FUNCTION::LEVEL::BLOCK:LINE`.

use std::collections::BTreeMap;

use crate::debug_data::{
    DebugData, Fault, Level, Line, LineRange, ParseError, Segment, Symbol, SymbolKind, lines,
};

const FIELDS: &str = "a symbol such as `_main = $8000 ; addr, public, , main_c, code_compiler, main.c:3`";
/// The names of symbols that stand for source lines.
const LINES: [(&str, Level); 2] = [("__C_LINE_", Level::Compiled), ("__ASM_LINE_", Level::Assembly)];
/// The endings of the linker's symbols for a section: its first address, the one after its last, its length.
const BOUNDS: [&str; 3] = ["head", "tail", "size"];
/// The names of symbols that carry records of another format.
const RECORDS: &str = "__CDBINFO__";

pub(crate) fn is_it(text: &str) -> bool {
    let first = lines(text).find(|line| !line.text.trim().is_empty());
    first.is_some_and(|line| Row::read(&line).is_ok())
}

/// A symbol.
struct Row<'a> {
    name: &'a str,
    value: u32,
    is_constant: bool,
    module: &'a str,
    is_public: bool,
    place: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &Line<'a>) -> Result<Row<'a>, ParseError> {
        let wrong = || line.error(line.text, Fault::Field { text: line.text.to_owned(), expected: FIELDS });
        let (name, rest) = line.text.split_once('=').ok_or_else(wrong)?;
        let (value, details) = rest.split_once(';').ok_or_else(wrong)?;
        let digits = value.trim().strip_prefix('$').ok_or_else(wrong)?;
        let mut fields = details.splitn(6, ',').map(str::trim);
        let mut next = || fields.next().ok_or_else(wrong);
        let (kind, scope, _defined, module, _section, place) =
            (next()?, next()?, next()?, next()?, next()?, next()?);
        Ok(Row {
            name: name.trim(),
            value: line.number(digits, 16)?,
            is_constant: kind != "addr",
            module,
            is_public: scope == "public",
            place,
        })
    }

    /// Returns the file and the line of the place.
    fn place(&self, line: &Line) -> Result<(&'a str, u32), ParseError> {
        let missing = || line.error(self.name, Fault::Missing("place"));
        let (file, number) = self.place.rsplit_once(':').ok_or_else(missing)?;
        Ok((file.split("::").next().unwrap_or(file), line.number(number, 10)?))
    }
}

pub(crate) fn parse(text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    let mut sections: BTreeMap<String, (Option<u32>, Option<u32>)> = BTreeMap::new();
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        let row = Row::read(&line)?;
        if let Some((_, level)) = LINES.iter().find(|(start, _)| row.name.starts_with(start)) {
            let (file, number) = row.place(&line)?;
            let file = data.file(file);
            let (address, level) = (row.value, *level);
            data.lines.push(LineRange { file, line: number, address, level, ..LineRange::default() });
        } else if let Some((section, bound)) = section(&row) {
            let (head, size) = sections.entry(section.to_owned()).or_default();
            match bound {
                "head" => *head = Some(row.value),
                "size" => *size = Some(row.value),
                _ => {}
            }
        } else if !row.name.starts_with(RECORDS) {
            data.symbols.push(symbol(&row));
        }
    }
    let segment = |(name, (address, size)): (String, (Option<u32>, Option<u32>))| {
        let size = size.filter(|size| *size > 0)?;
        Some(Segment { name, address: address?, size, is_writable: None, part: None })
    };
    data.segments = sections.into_iter().filter_map(segment).collect();
    data.close_lines(&Default::default());
    Ok(data)
}

/// Returns the section and the last word of a symbol such as `__NAME_head` that the linker makes.
fn section<'a>(row: &Row<'a>) -> Option<(&'a str, &'a str)> {
    let name = row.name.strip_prefix("__").filter(|_| row.is_constant && row.module.is_empty())?;
    name.rsplit_once('_').filter(|(_, bound)| BOUNDS.contains(bound))
}

/// Returns the symbol of a row. A local one has the name of its module before its own.
fn symbol(row: &Row) -> Symbol {
    let is_plain = row.is_public || row.module.is_empty();
    let name = if is_plain { row.name.to_owned() } else { format!("{}.{}", row.module, row.name) };
    let kind = if row.is_constant { SymbolKind::Constant } else { SymbolKind::Label };
    Symbol { name, value: row.value, kind, module: None, segment: None }
}

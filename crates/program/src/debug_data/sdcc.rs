//! The files of SDCC and its linker: symbols with a meaning in the `.cdb` and `.noi` files, and completed listings.
//!
//! - `.cdb` (SDCC manual, "CDB File Format"): a record starts with a letter. `L:` is a symbol with its address.
//! - `.noi` (NoICE commands): `DEF NAME 0xADDRESS`. With `--debug` it has the same symbols, and all labels.
//! - `.rst`: the listing of a module with final addresses and bytes, written with `-Wl-u`, as in
//!   `   8024 45               [ 4]    6         ld      b, l`. A line has an address, bytes, the cycles of an instruction in brackets, its
//!   number, and the source. A number may be all there is before the source; bytes that do not fit continue in a line without a number.

use std::collections::{BTreeMap, BTreeSet};

use crate::debug_data::{DebugData, Fault, Level, Line, LineRange, ParseError, Segment, SourceFile, lines};

pub(crate) use is_it as is_listing;
pub(crate) use parse as parse_listing;

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
    /// The addresses of what is defined, by scope and name.
    starts: BTreeMap<String, u32>,
    /// The addresses of the last instructions of functions, in the same way.
    ends: BTreeMap<String, u32>,
    /// The modules of static names with their addresses.
    modules: BTreeMap<(String, u32), String>,
    /// The number of the block of each line in the data. Those of a function are higher than those of functions before it.
    blocks: Vec<u32>,
}

impl Symbols {
    fn add(&mut self, line: &Line, text: &str, value: u32) -> Result<(), ParseError> {
        match Name::parse(line, text)? {
            Name::Label(name) => {
                self.starts.insert(scope_and_name(text).to_owned(), value);
                // `FMODULE$NAME$…` is a static name.
                let module = text.strip_prefix('F').and_then(|rest| rest.split_once('$'));
                if let Some((module, _)) = module {
                    self.modules.insert((name.clone(), value), module.to_owned());
                }
                self.data.label(name, value);
            }
            Name::Line { file, line, level, block } => {
                let file = self.data.file(&file);
                let range = LineRange { file, line, address: value, level, ..LineRange::default() };
                self.data.lines.push(range);
                self.blocks.push(block);
            }
            Name::AreaStart(area) => self.areas.entry(area).or_default().0 = Some(value),
            Name::AreaLength(area) => self.areas.entry(area).or_default().1 = Some(value),
            Name::FunctionEnd => {
                self.ends.insert(scope_and_name(text).get(1..).unwrap_or_default().to_owned(), value);
            }
            Name::Internal => {}
        }
        Ok(())
    }

    fn finish(mut self) -> DebugData {
        self.add_entries();
        self.data.close_lines(&self.ends.values().copied().collect());
        // Of the parts of an absolute area, which have its name and a number, only the lengths are right.
        let names: BTreeSet<String> = self.areas.keys().cloned().collect();
        let is_absolute = |name: &str, address: Option<u32>| {
            let whole = name.trim_end_matches(|c: char| c.is_ascii_digit());
            address == Some(0) && whole != name && names.contains(whole)
        };
        let areas = self.areas.into_iter().filter(|(name, (address, _))| !is_absolute(name, *address));
        let segment = |(name, (address, size)): (String, (Option<u32>, Option<u32>))| {
            let size = size.filter(|size| *size > 0)?;
            Some(Segment { name, address: address?, size, is_writable: None, part: None })
        };
        self.data.segments = areas.filter_map(segment).collect();
        // A function of C is in the file as its name and as the label of the assembler.
        let mut seen = BTreeSet::new();
        self.data.symbols.retain(|symbol| seen.insert((symbol.name.clone(), symbol.value)));
        for symbol in &mut self.data.symbols {
            symbol.module = self.modules.remove(&(symbol.name.clone(), symbol.value));
        }
        self.data
    }
}

impl Symbols {
    /// Adds the line of a function at its first instruction. SDCC defines the symbol of a line again where the line continues, and the
    /// linker keeps the last address: of a function in one line, that of its return.
    fn add_entries(&mut self) {
        let functions = self.ends.iter().filter_map(|(name, end)| Some((*self.starts.get(name)?, *end)));
        let entry = |(start, end): (u32, u32)| {
            let all =
                self.data.lines.iter().zip(&self.blocks).filter(|(line, _)| line.level == Level::Compiled);
            let inside = all.filter(|(line, _)| (start..=end).contains(&line.address));
            let inside: Vec<(&LineRange, u32)> = inside.map(|(line, block)| (line, *block)).collect();
            // The last line of a function before it that has no return, such as one in assembler, is at its start too.
            let least = inside.iter().filter(|(line, _)| line.address > start).map(|(_, block)| *block).min();
            let own = inside.iter().filter(|(_, block)| least.is_none_or(|least| *block >= least));
            let own = own.map(|(line, _)| *line);
            let own: Vec<&LineRange> = own.collect();
            let first = own.iter().min_by_key(|line| line.address).filter(|line| line.address > start)?;
            let line = own.iter().filter(|line| line.file == first.file).map(|line| line.line).min()?;
            Some(LineRange { line, address: start, ..(*first).clone() })
        };
        let entries: Vec<LineRange> = functions.filter_map(entry).collect();
        self.data.lines.extend(entries);
    }
}

/// The meaning of a symbol.
pub(super) enum Name {
    /// A label under the name that the assembler source uses.
    Label(String),
    /// The first address of a source line.
    Line {
        file: String,
        line: u32,
        level: Level,
        block: u32,
    },
    AreaStart(String),
    AreaLength(String),
    /// The last instruction of a function.
    FunctionEnd,
    /// Nothing that a user can name: the absolute area.
    Internal,
}

impl Name {
    /// Parses `C$FILE$LINE$…`, `A$MODULE$LINE`, `G$NAME$…`, `FMODULE$NAME$…`, `LMODULE.FUNCTION$NAME$…`, `XG$…`, or a label.
    pub(super) fn parse(line: &Line, text: &str) -> Result<Name, ParseError> {
        let mut parts = text.split('$');
        let kind = parts.next().unwrap_or_default();
        let first = parts.next();
        let Some(first) = first.filter(|_| !kind.is_empty()) else { return Ok(plain(text)) };
        let c_label = |scope: &str, name: &str| Name::Label(format!("{scope}_{name}"));
        Ok(match kind {
            "C" | "A" => {
                let number = parts.next().ok_or_else(|| line.error(text, Fault::Missing("line number")))?;
                let number = line.number(number, 10)?;
                let is_compiled = kind == "C";
                let file = if is_compiled { first.to_owned() } else { assembly_of(first) };
                let level = if is_compiled { Level::Compiled } else { Level::Assembly };
                // `…$LEVEL_LEVEL$BLOCK`
                let block = parts.nth(1).and_then(|block| block.parse().ok()).unwrap_or(0);
                Name::Line { file, line: number, level, block }
            }
            "G" => c_label("", first),
            _ if kind.starts_with('X') => Name::FunctionEnd,
            _ => match (kind.strip_prefix('F'), kind.strip_prefix('L')) {
                (Some(_), _) => c_label("", first),
                (_, Some(scope)) => {
                    let function = scope.rsplit('.').next().unwrap_or(scope);
                    Name::Label(format!("_{function}.{first}"))
                }
                _ => plain(text),
            },
        })
    }
}

/// Returns the beginning of a symbol: `G$NAME` of `G$NAME$…`.
fn scope_and_name(text: &str) -> &str {
    text.match_indices('$').nth(1).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// Returns the assembler source of a module, as SDCC names it.
pub(super) fn assembly_of(module: &str) -> String {
    format!("{module}.asm")
}

/// Returns the meaning of a symbol of the linker or of a label. Areas begin with an underscore.
fn plain(text: &str) -> Name {
    if text == ".__.ABS." {
        return Name::Internal;
    }
    match (text.strip_prefix("s__"), text.strip_prefix("l__")) {
        (Some(area), _) => Name::AreaStart(format!("_{area}")),
        (_, Some(area)) => Name::AreaLength(format!("_{area}")),
        _ => Name::Label(text.to_owned()),
    }
}

/// The first column that belongs to the value of a constant rather than to an address.
const VALUES: usize = 16;
/// The first column that belongs to the number of a line.
const NUMBERS: usize = 30;
/// The numbers of digits that an address can have.
const DIGITS: [usize; 3] = [4, 6, 8];

struct Row<'a> {
    address: Option<(&'a str, u32)>,
    bytes: Vec<u8>,
    has_cycles: bool,
    /// The line's number and its source.
    source: Option<(u32, &'a str)>,
}

pub(crate) fn is_it(text: &str) -> bool {
    let mut rows = lines(text).filter(|line| !line.text.trim().is_empty()).map(|line| Row::read(&line));
    rows.next().is_some_and(|row| matches!(row, Ok(Row { source: Some((1, _)), .. })))
}

pub(crate) fn parse(name: &str, text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    let mut source = String::new();
    let mut count: u32 = 0;
    let (mut is_nested, mut has_nested) = (false, false);
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        let row = Row::read(&line)?;
        if let Some((number, _)) = row.source {
            // The lines of an included file and of a macro have numbers of their own.
            is_nested = number <= count;
            has_nested |= is_nested;
        }
        match row.source {
            _ if is_nested => {}
            Some((number, text)) => {
                // Lines that the listing leaves out are empty, so that numbers stay right.
                while count.saturating_add(1) < number && count < text_limit(line.number) {
                    source.push('\n');
                    count += 1;
                }
                source.push_str(text);
                source.push('\n');
                count = number;
                data.lines.extend(row.range(number));
            }
            None => continue_last(&mut data, &row),
        }
    }
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let module = stem.rsplit_once('.').map_or(stem, |(module, _)| module);
    data.files.push(SourceFile {
        name: assembly_of(module),
        size: None,
        text: Some(source).filter(|_| !has_nested),
    });
    Ok(data)
}

/// Returns the largest line number that a line of the listing can have.
fn text_limit(row: usize) -> u32 {
    /// The most lines in a row that a listing leaves out.
    const LEFT_OUT: usize = 1 << 16;
    u32::try_from(row.saturating_add(LEFT_OUT)).unwrap_or(u32::MAX)
}

/// Adds bytes to the line before.
fn continue_last(data: &mut DebugData, row: &Row) {
    let Some(last) = data.lines.last_mut() else { return };
    let follows = row
        .address
        .is_some_and(|(_, address)| Some(address) == last.address.checked_add(last.bytes.len() as u32));
    if follows {
        last.bytes.extend(&row.bytes);
        last.length = Some(last.bytes.len() as u32);
    }
}

impl<'a> Row<'a> {
    fn read(line: &Line<'a>) -> Result<Row<'a>, ParseError> {
        let trimmed = line.text.trim_start();
        let indent = line.text.len() - trimmed.len();
        let mut row = Row { address: None, bytes: Vec::new(), has_cycles: false, source: None };
        let mut rest = trimmed;
        let (word, after) = split_word(rest);
        if indent < VALUES && DIGITS.contains(&word.len()) {
            row.address = Some((word, line.number(word, 16)?));
            rest = after;
            while let Some((byte, after)) = byte(rest) {
                row.bytes.push(byte);
                rest = after;
            }
        } else if indent < NUMBERS && DIGITS.contains(&word.len()) {
            // The value of a constant.
            rest = after;
        }
        rest = rest.trim_start();
        if let Some((_, after)) = rest.strip_prefix('[').and_then(|cycles| cycles.split_once(']')) {
            row.has_cycles = true;
            rest = after.trim_start();
        }
        let (number, source) = split_word(rest);
        if number.is_empty() {
            return Ok(row);
        }
        let number = line.number(number, 10).map_err(|_| {
            line.error(number, Fault::Field { text: number.to_owned(), expected: "the number of a line" })
        })?;
        row.source = Some((number, source.strip_prefix(' ').unwrap_or(source)));
        Ok(row)
    }

    /// Returns the addresses of the row, if it has bytes.
    fn range(&self, line: u32) -> Option<LineRange> {
        let (_, address) = self.address?;
        let length = Some(u32::try_from(self.bytes.len()).ok()?).filter(|length| *length > 0)?;
        Some(LineRange {
            line,
            address,
            length: Some(length),
            bytes: self.bytes.clone(),
            is_data: !self.has_cycles,
            ..LineRange::default()
        })
    }
}

/// Returns the text before the first space, and the rest with the space.
fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// Returns a byte that follows a single space, and the rest.
fn byte(text: &str) -> Option<(u8, &str)> {
    let digits =
        text.strip_prefix(' ')?.get(..2).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))?;
    let rest = text.get(3..)?;
    let is_end = rest.is_empty() || rest.starts_with(' ');
    Some((u8::from_str_radix(digits, 16).ok().filter(|_| is_end)?, rest))
}

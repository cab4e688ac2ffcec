//! The symbols, variables and lines of debug data as the debugger shows them.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use arcadian_isa::Processor;

use crate::{
    debug_data::{DebugData, Level, LineRange, Segment, SymbolKind},
    map::{Part, loaded},
    source::{Line, Lines, Source, Symbol, is_condition},
    sources::Sources,
};

/// The longest instruction in bytes.
const LONGEST: usize = 4;

/// What a line of a source became.
pub(crate) struct Placed {
    pub(crate) addresses: BTreeSet<u16>,
    pub(crate) level: Level,
    pub(crate) is_data: bool,
}

/// Returns what each line became, by its file and number.
pub(crate) fn placed(data: &DebugData) -> BTreeMap<(usize, usize), Placed> {
    let mut all: BTreeMap<_, Placed> = BTreeMap::new();
    for line in &data.lines {
        let (Ok(number), Ok(address)) = (usize::try_from(line.line), u16::try_from(line.address)) else {
            continue;
        };
        let new = || Placed { addresses: BTreeSet::new(), level: line.level, is_data: true };
        let placed = all.entry((line.file, number)).or_insert_with(new);
        placed.addresses.insert(address);
        placed.level = placed.level.max(line.level);
        placed.is_data &= line.is_data;
    }
    all
}

/// Whether a line is in a part of a condition that has no code, while another part of it has.
pub(crate) fn is_left_out(
    placed: &BTreeMap<(usize, usize), Placed>,
    file: usize,
    lines: &[String],
    number: usize,
) -> bool {
    let condition = |number: usize| {
        let line = lines.get(number.checked_sub(1)?).filter(|line| is_condition(line))?;
        let word = line.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).to_ascii_lowercase();
        Some(if word.starts_with("if") { 1 } else { -i32::from(word.starts_with("endif")) })
    };
    // The nearest limit of the part, and that of the condition. An end is met first on the way up.
    let limits = |mut numbers: Box<dyn Iterator<Item = usize>>, outer: i32| {
        let (mut depth, mut nearest) = (0, None);
        numbers.find_map(|number| match (condition(number)?, depth) {
            (change, 0) if change == outer => Some((nearest.unwrap_or(number), number)),
            (0, 0) => {
                nearest.get_or_insert(number);
                None
            }
            (change, _) => {
                depth -= outer * change;
                None
            }
        })
    };
    let above = limits(Box::new((1..=number).rev()), 1);
    let below = limits(Box::new(number..=lines.len()), -1);
    let Some(((first, start), (last, end))) = above.zip(below) else { return false };
    let has_code = |from, to| placed.range((file, from)..(file, to)).any(|(_, placed)| !placed.is_data);
    !has_code(first, last) && has_code(start, end)
}

/// The lines of a compiler's language, which usually have several instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompiledLines {
    pub files: BTreeSet<String>,
    /// The addresses at which a line begins.
    pub starts: BTreeSet<u16>,
}

/// Returns what the debugger shows of a binary.
pub(crate) fn source(
    data: &DebugData,
    sources: &Sources,
    parts: &[Part],
    processor: Option<Processor>,
) -> Source {
    let symbols = data.symbols.iter().filter_map(|symbol| {
        let value = u16::try_from(symbol.value).ok()?;
        Some(Symbol { name: symbol.name.clone(), value, is_label: symbol.kind == SymbolKind::Label })
    });
    let mut ranges = ranges(data, parts, processor);
    // Of several lines at an address the last counts: one whose text is there, the language of the programmer, the shortest.
    let has_text = |file: usize| sources.get(file).is_some_and(|source| !source.lines.is_empty());
    ranges.sort_by_key(|(line, length)| (has_text(line.file), line.level, Reverse(*length)));
    let ends: BTreeSet<_> = ranges
        .iter()
        .map(|(line, length)| (identity(line), line.address.saturating_add(u32::from(*length))))
        .collect();
    let starts = starts(&ranges, &ends);
    let lines = ranges.iter().filter_map(|(line, length)| {
        // Several instructions of a line without columns show its text once.
        let is_first = line.columns.is_some() || !ends.contains(&(identity(line), line.address));
        Some(Line {
            file: line.file,
            number: usize::try_from(line.line).ok()?,
            column: column(line, sources),
            address: u16::try_from(line.address).ok()?,
            length: *length,
            is_data: line.is_data,
            is_start: !line.is_data && starts.contains(&(identity(line), line.address)),
            note: if is_first { note(line, sources) } else { String::new() },
        })
    });
    let files = sources.iter().map(|source| source.name.clone()).collect();
    Source::foreign(symbols.collect(), Lines::new(files, lines.collect()))
}

pub(crate) fn compiled(data: &DebugData, sources: &Sources) -> CompiledLines {
    let mut compiled = CompiledLines::default();
    for line in data.lines.iter().filter(|line| line.level == Level::Compiled && !line.is_data) {
        compiled.files.extend(sources.get(line.file).map(|source| source.name.clone()));
        compiled.starts.extend(u16::try_from(line.address).ok());
    }
    compiled
}

/// Returns the lines and addresses at which a breakpoint in a line stops: of a compiler's language the first, of assembly the first
/// statement of the line in each of its expansions. Without columns, code that follows code of the same line belongs to it.
fn starts(ranges: &[(&LineRange, u16)], ends: &BTreeSet<(Identity, u32)>) -> BTreeSet<(Identity, u32)> {
    let mut first: BTreeMap<Identity, (Option<u32>, u32)> = BTreeMap::new();
    let column = |line: &LineRange| line.columns.as_ref().map(|columns| columns.start);
    for (line, _) in ranges.iter().filter(|(line, _)| !line.is_data) {
        let (least, address) = first.entry(identity(line)).or_insert((column(line), line.address));
        (*least, *address) = ((*least).min(column(line)), (*address).min(line.address));
    }
    let is_start = |line: &&LineRange| {
        let own = (identity(line), line.address);
        let (least, address) = first.get(&own.0).copied().unwrap_or_default();
        match line.level {
            Level::Compiled => line.address == address,
            Level::MacroBody => true,
            Level::Assembly => column(line) == least && (least.is_some() || !ends.contains(&own)),
        }
    };
    let code = ranges.iter().map(|(line, _)| *line).filter(|line| !line.is_data);
    code.filter(is_start).map(|line| (identity(line), line.address)).collect()
}

/// The identity of a line: its file, its number and its language.
type Identity = (usize, u32, Level);

fn identity(line: &LineRange) -> Identity {
    (line.file, line.line, line.level)
}

/// Returns the lines with their lengths, without those that only enclose others, such as `.endproc`.
fn ranges<'a>(
    data: &'a DebugData,
    parts: &[Part],
    processor: Option<Processor>,
) -> Vec<(&'a LineRange, u16)> {
    let all = data.lines.iter().map(|line| (line, length(line, parts, processor)));
    let all: Vec<(&LineRange, u16)> = all.collect();
    let key = |line: &LineRange| (line.file, line.level, line.address);
    let mut shortest: BTreeMap<_, u16> = BTreeMap::new();
    for (line, length) in &all {
        let least = shortest.entry(key(line)).or_insert(*length);
        *least = (*least).min(*length);
    }
    all.into_iter().filter(|(line, length)| shortest.get(&key(line)) == Some(length)).collect()
}

/// Returns the length of a line; if the map does not have it, that of the instruction there.
fn length(line: &LineRange, parts: &[Part], processor: Option<Processor>) -> u16 {
    let own = line.length.map(|length| u16::try_from(length).unwrap_or(u16::MAX));
    own.unwrap_or_else(|| {
        let bytes = (1..=LONGEST).rev().find_map(|length| loaded(parts, line.address, length));
        let instruction = bytes.zip(processor).and_then(|(bytes, processor)| processor.decode(bytes).ok());
        instruction.map_or(1, |instruction| instruction.length().into())
    })
}

/// Returns the text of a line, or of its part.
fn text<'a>(line: &LineRange, sources: &'a Sources) -> Option<&'a str> {
    let index = usize::try_from(line.line).ok()?.checked_sub(1)?;
    let text = sources.get(line.file)?.lines.get(index)?;
    let Some(columns) = &line.columns else { return Some(text) };
    let start = usize::try_from(columns.start).ok()?.saturating_sub(1);
    let end = usize::try_from(columns.end).ok()?.saturating_sub(1).min(text.len());
    text.get(start..end).or(Some(text))
}

/// Returns the column at which the text of a line starts, counted from 1.
fn column(line: &LineRange, sources: &Sources) -> usize {
    let first = line.columns.as_ref().map_or(1, |columns| columns.start as usize);
    let text = text(line, sources).unwrap_or_default();
    first + text.len() - text.trim_start().len()
}

/// Returns what a row shows beside its instruction: `sum.c:12  n = last;`.
fn note(line: &LineRange, sources: &Sources) -> String {
    let name = sources.get(line.file).map_or("", |source| &source.name);
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let text =
        text(line, sources).unwrap_or_default().trim().trim_end_matches(':').trim_start_matches(':').trim();
    let text = text.replace('\t', " ");
    format!("{name}:{}  {text}", line.line).trim_end().to_owned()
}

/// The longest variable in bytes, if nothing says where it ends.
const LONGEST_VARIABLE: u32 = 256;
const MEMORY_END: u32 = 0x1_0000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub address: u16,
    /// The number of bytes.
    pub size: u16,
}

/// Returns the variables of a program by their addresses. A map does not say what they are, so a variable ends where the next one
/// or its segment does.
pub(crate) fn variables(data: &DebugData, parts: &[Part]) -> Vec<Variable> {
    let labels =
        data.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Label && !is_local(&symbol.name));
    let mut found: Vec<(u32, &str)> = labels
        .filter(|label| is_variable(data, parts, label.value))
        .map(|label| (label.value, label.name.as_str()))
        .collect();
    found.sort_unstable();
    let variable = |(address, name): &(u32, &str)| {
        let next = found.get(found.partition_point(|(other, _)| other <= address));
        let end = next.map_or(MEMORY_END, |(next, _)| *next).min(end(data, *address));
        let size = u16::try_from(end.saturating_sub(*address)).ok()?;
        Some(Variable { name: (*name).to_owned(), address: u16::try_from(*address).ok()?, size })
    };
    found.iter().filter_map(variable).collect()
}

/// Whether a label belongs to the one before it, as ca65 writes it. It can be the end of a table, where another segment begins.
fn is_local(name: &str) -> bool {
    name.contains('@')
}

/// Whether the memory at an address is the program's data. A map that does not say what can be written has the variables outside
/// of the binary.
fn is_variable(data: &DebugData, parts: &[Part], address: u32) -> bool {
    let is_writable = segment(data, address).and_then(|segment| segment.is_writable);
    let has_code = || {
        let covers = |first: u32, length: u32| (first..first.saturating_add(length)).contains(&address);
        let code = data.lines.iter().filter(|line| !line.is_data);
        code.into_iter().any(|line| covers(line.address, line.length.unwrap_or(1)))
    };
    address < MEMORY_END && is_writable.unwrap_or_else(|| loaded(parts, address, 1).is_none()) && !has_code()
}

fn segment(data: &DebugData, address: u32) -> Option<&Segment> {
    let is_in = |segment: &&Segment| {
        (segment.address..segment.address.saturating_add(segment.size)).contains(&address)
    };
    data.segments.iter().find(is_in)
}

/// Returns the end of the segment that an address is in. Memory that is in none may be a single byte or a device's.
fn end(data: &DebugData, address: u32) -> u32 {
    let end = |segment: &Segment| segment.address.saturating_add(segment.size);
    segment(data, address).map_or(address + 1, end).min(address + LONGEST_VARIABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_conditions() {
        let source = ".ifdef FAST\nf: inx\n.if 0\n g: dex\n.endif\n rts\n.else\nf: iny\n rts\n.endif\nh: rts\n.ifdef G\ni: rts\n.endif\n";
        let lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let left_out = |with_code: &[usize]| -> Vec<usize> {
            let placed = |number: &usize| {
                ((0, *number), Placed { addresses: BTreeSet::new(), level: Level::Assembly, is_data: false })
            };
            let placed = with_code.iter().map(placed).collect();
            (1..=lines.len()).filter(|number| is_left_out(&placed, 0, &lines, *number)).collect()
        };
        // A part in which nothing is can only be left out if another part is there.
        assert_eq!(left_out(&[2, 6, 11]), [7, 8, 9]);
        assert_eq!(left_out(&[8, 9, 11]), [2, 3, 6, 7]);
        assert!(left_out(&[11]).is_empty());
    }
}

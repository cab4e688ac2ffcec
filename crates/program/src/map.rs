//! The maps of a binary: those that the user names, or the one beside it; whether a map belongs to the binary; and the addresses of
//! the bytes of the binary. The time of a file says nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use arcadian_files::{
    FileKind, Files, diagnostic,
    error::{Result, message, refuse},
    escape,
};
use arcadian_isa::{Processor, hex};

use crate::{
    debug_data::{DebugData, FilePart, Format, LineRange, Segment, SymbolKind, parse},
    sources::{Sources, base},
};

/// The longest map, in bytes.
const LONGEST_MAP: u64 = 1 << 24;

/// A value for each program in which maps are read. Where the feature `tools` is off there is none, so the compiler leaves out what
/// needs a map.
#[cfg(feature = "tools")]
#[derive(Clone, Copy)]
pub(crate) struct Tools;
#[cfg(not(feature = "tools"))]
#[derive(Clone, Copy)]
pub(crate) enum Tools {}

impl Tools {
    #[cfg(feature = "tools")]
    fn new() -> Result<Self> {
        Ok(Tools)
    }

    #[cfg(not(feature = "tools"))]
    fn new() -> Result<Self> {
        refuse!("maps of binaries are not read here");
    }

    pub(crate) fn exist(self) {
        #[cfg(not(feature = "tools"))]
        match self {}
    }
}

pub(crate) struct Found {
    pub(crate) tools: Tools,
    pub(crate) data: DebugData,
    pub(crate) maps: Vec<PathBuf>,
    /// The format of the first map.
    pub(crate) format: Format,
    pub(crate) notes: Vec<String>,
}

/// Reads the maps that are named, the map beside a binary, or if there is none, others.
pub(crate) fn find(
    files: &dyn Files,
    binary: &Path,
    named: &[PathBuf],
    others: &[PathBuf],
) -> Result<Option<Found>> {
    if named.is_empty() && cfg!(not(feature = "tools")) {
        return Ok(None);
    }
    let tools = Tools::new()?;
    let mut notes = Vec::new();
    let maps = match beside(files, binary).filter(|_| named.is_empty()) {
        Some(map) => {
            notes.push(format!("{} has its map beside it: {}", escape::path(binary), escape::path(&map)));
            vec![map]
        }
        None if named.is_empty() => others.to_vec(),
        None => named.to_vec(),
    };
    let mut read = maps.iter().map(|map| read_map(files, map));
    let Some((format, mut data)) = read.next().transpose()? else { return Ok(None) };
    for more in read {
        data.merge(more?.1);
    }
    let unknown = &data.unknown;
    if let Some((line, word)) = &unknown.first {
        let count = unknown.count;
        let map = maps.first().map_or_else(String::new, |map| escape::path(map));
        notes.push(format!(
            "warning: {count} records of {map} are of a kind that arcadian does not know; the first is `{}` in line {line}",
            escape::text(word)
        ));
    }
    Ok(Some(Found { tools, data, maps, format, notes }))
}

/// Returns the first file beside a binary that has the name of a map and is one. Other tools use the same names.
pub fn beside(files: &dyn Files, binary: &Path) -> Option<PathBuf> {
    if escape::is_stream(binary) || cfg!(not(feature = "tools")) {
        return None;
    }
    let endings = Format::all().filter(|format| format.is_whole_map()).flat_map(Format::endings);
    let mut names = endings.flat_map(|ending| {
        let with = |mut path: PathBuf| {
            path.as_mut_os_string().push(ending);
            path
        };
        [with(binary.with_extension("")), with(binary.to_owned())]
    });
    let is_map = |path: &Path| {
        let text = files.text(path, "a map", LONGEST_MAP);
        text.is_ok_and(|text| Format::of(&escape::source_name(path), &text).is_some())
    };
    names.find(|path| path != binary && files.kind(path) == FileKind::File && is_map(path))
}

fn read_map(files: &dyn Files, map: &Path) -> Result<(Format, DebugData)> {
    let text = files.text(map, "a map", LONGEST_MAP)?;
    let name = escape::source_name(map);
    let Some(format) = Format::of(&name, &text) else {
        let known: Vec<&str> = Format::all().map(Format::about).collect();
        refuse!("{} is not a map that arcadian reads; it reads {}", escape::path(map), known.join(", "));
    };
    match parse(format, &name, &text) {
        Ok(data) => Ok((format, data)),
        Err(error) => {
            let help = format!("this is {}; build the binary again", format.about());
            let message = error.fault.to_string();
            Err(diagnostic::render(&name, &text, error.span, &message, Some(&help)).into())
        }
    }
}

pub(crate) fn processor(format: Format) -> Option<Processor> {
    match format {
        Format::Ld65 => Some(Processor::Mos6502),
        Format::Sld | Format::Z88dk => Some(Processor::Z80),
        Format::Noi | Format::Cdb | Format::Rst | Format::Vice => None,
    }
}

/// Compares the bytes that a listing has for each line.
pub(crate) fn check_bytes(binary: &str, parts: &[Part], map: &str, data: &DebugData) -> Result<()> {
    let known = |line: &&LineRange| !line.bytes.is_empty();
    for line in data.lines.iter().filter(known) {
        let Some(own) = loaded(parts, line.address, line.bytes.len()) else { continue };
        if own != line.bytes {
            let file = data.files.get(line.file).map_or("", |file| &file.name);
            refuse!(
                "{map} is not the map of {binary}: {}:{} at {:04X} is {} in the listing and {} in {binary}; build both again",
                escape::text(file),
                line.line,
                line.address,
                hex::bytes(&line.bytes),
                hex::bytes(own)
            );
        }
    }
    Ok(())
}

/// Returns a warning if code of the map is outside of the binary. A linker that says where segments are can write several files.
pub(crate) fn bytes_outside(binary: &str, parts: &[Part], map: &str, data: &DebugData) -> Option<String> {
    if data.segments.iter().any(|segment| segment.part.is_some()) {
        return None;
    }
    let code = || data.lines.iter().filter(|line| !line.is_data);
    let mut outside = code().filter(|line| loaded(parts, line.address, 1).is_none());
    let first = outside.next()?.address;
    let count = outside.count() + 1;
    Some(format!(
        "warning: {map} has {count} of {} lines of code outside of {binary}, the first at {first:04X}; is it the map of another build?",
        code().count()
    ))
}

/// Returns bytes of a binary by their address, if it has all of them.
pub(crate) fn loaded(parts: &[Part], address: u32, length: usize) -> Option<&[u8]> {
    parts.iter().rev().find_map(|(first, bytes)| {
        let offset = usize::try_from(address.checked_sub(u32::from(*first))?).ok()?;
        bytes.get(offset..)?.get(..length)
    })
}

/// Returns a warning for each source whose size is not that at the time of the build.
pub(crate) fn check_sizes(binary: &str, data: &DebugData, sources: &Sources) -> Vec<String> {
    let pairs = data.files.iter().zip(sources.iter());
    let changed = pairs.filter_map(|(file, source)| {
        let (then, now) = (file.size?, source.size?);
        (then != now).then(|| {
            let name = escape::text(&source.name).into_owned();
            format!("warning: {name} has {now} bytes, and had {then} when {binary} was built; its lines may be wrong")
        })
    });
    changed.collect()
}

/// Bytes and their first address.
pub(crate) type Part = (u16, Vec<u8>);

const MEMORY: u64 = 0x1_0000;

/// Returns the parts of a binary by the segments of its map, or as a whole at an address.
pub(crate) fn parts(
    binary: &str,
    bytes: &[u8],
    map: &str,
    data: &DebugData,
    load: Option<u16>,
    notes: &mut Vec<String>,
) -> Result<Vec<Part>> {
    let segments = placed(binary, data);
    let Some(end) = segments.iter().map(|(segment, part)| part.offset + u64::from(segment.size)).max() else {
        return whole(binary, bytes, map, data, load, notes);
    };
    let size = bytes.len() as u64;
    if end > size {
        refuse!(
            "{map} is not the map of {binary}: it describes {end} bytes, and {binary} has {size}; build both again"
        );
    }
    if end < size {
        notes.push(format!("warning: {binary} has {size} bytes, of which {map} describes {end}"));
    }
    if let Some(load) = load {
        return at(binary, bytes, load, data);
    }
    let (segments, others) = in_memory(data, segments);
    if let Some(names) = listed(&others) {
        notes.push(format!(
            "{names} of {binary} is not loaded: the program has variables at its address, so it is not in the processor's memory"
        ));
    }
    let part = |(segment, part): &(&Segment, &FilePart)| {
        let outside = || message!("segment {} of {binary} is outside the memory of 64 KiB", segment.name);
        let address = load_address(data, segment);
        if u64::from(address) + u64::from(segment.size) > MEMORY {
            return Err(outside());
        }
        let first = usize::try_from(part.offset).map_err(|_| outside())?;
        let own =
            bytes.get(first..).and_then(|rest| rest.get(..segment.size as usize)).ok_or_else(outside)?;
        Ok((u16::try_from(address).map_err(|_| outside())?, own.to_vec()))
    };
    segments.iter().map(part).collect()
}

/// Removes the code and the labels of segments that share addresses, such as banks: nothing says which of them a routine finds there.
/// Returns a warning for each segment, and what is removed.
pub(crate) fn drop_overlaps(binary: &str, map: &str, data: &mut DebugData) -> Result<(Vec<String>, Banks)> {
    let own: BTreeSet<&str> = placed(binary, data).iter().map(|(segment, _)| segment.name.as_str()).collect();
    let all = data.segments.iter().filter(|segment| segment.size > 0);
    let all: Placed = all.filter_map(|segment| Some((segment, segment.part.as_ref()?))).collect();
    let files: BTreeSet<&str> = all.iter().map(|(_, part)| part.file.as_str()).collect();
    if files.len() > 1 && files.iter().all(|file| base(file) != base(binary)) {
        let names: Vec<_> = files.into_iter().map(escape::text).collect();
        refuse!(
            "{map} is not the map of {binary}: it describes {}; name one of these files",
            names.join(", ")
        );
    }
    let same = files.iter().filter(|file| base(file) == base(binary));
    let same: Vec<_> = same.map(|file| escape::text(file)).collect();
    if same.len() > 1 {
        refuse!(
            "{map} describes {}, which have one name: nothing says which of them {binary} is; give each another",
            same.join(", ")
        );
    }
    let all = in_memory(data, all).0;
    let is_own = |segment: &Segment| own.contains(segment.name.as_str());
    let (mut dropped, mut notes, mut banks) = (BTreeSet::new(), Vec::new(), Banks::default());
    for (number, one) in all.iter().enumerate() {
        for other in all.iter().skip(number + 1).filter(|other| is_own(one.0) || is_own(other.0)) {
            let Some((how, first, last)) = shared(data, &all, one, other) else { continue };
            let both = is_own(one.0) == is_own(other.0);
            let lost: Vec<_> = [one, other].into_iter().filter(|(own, _)| both || !is_own(own)).collect();
            let names = lost.iter().map(|(segment, _)| segment.name.clone());
            let is_new = names.filter(|name| dropped.insert(name.clone())).count() > 0;
            // The headers of a file are at addresses of their own, and have no code.
            if !is_new || !lost.iter().any(|(segment, _)| has_code(data, segment)) {
                continue;
            }
            let names = (escape::text(&one.0.name), escape::text(&other.0.name));
            let place = format!("{} and {} {how} {first:04X} to {last:04X}", names.0, names.1);
            notes.push(match lost.as_slice() {
                [(segment, part)] => format!(
                    "{place}: {} is in {}, and its code is not judged here",
                    escape::text(&segment.name),
                    escape::text(&part.file)
                ),
                _ => format!(
                    "{place} of {binary}: neither is loaded, and their code is not judged; give each area a file of its own \
                     (`file=` in the linker's configuration), and name its map with --map"
                ),
            });
            let ranges = lost.iter().filter(|_| both).map(|(segment, _)| range(data, segment));
            banks.shared.extend(ranges.map(|(first, last)| (first as u16, last as u16)));
        }
    }
    if let Some(note) = notes.first().filter(|_| own.iter().all(|name| dropped.contains(*name))) {
        refuse!("{note}");
    }
    let is_lost = |segment: &Option<String>| segment.as_ref().is_some_and(|name| dropped.contains(name));
    data.symbols.retain(|symbol| !is_lost(&symbol.segment));
    let lines: Vec<LineRange> = data.lines.extract_if(.., |line| is_lost(&line.segment)).collect();
    banks.add_lines(lines);
    data.segments.retain(|segment| !dropped.contains(&segment.name));
    Ok((notes.iter().map(|note| format!("warning: {note}")).collect(), banks))
}

/// Whether lines or labels of a map are in a segment.
fn has_code(data: &DebugData, segment: &Segment) -> bool {
    let is_it = |name: &Option<String>| name.as_deref() == Some(segment.name.as_str());
    data.lines.iter().any(|line| !line.is_data && is_it(&line.segment))
        || data.symbols.iter().any(|symbol| symbol.kind == SymbolKind::Label && is_it(&symbol.segment))
}

/// Returns the first and the last address of a segment.
fn range(data: &DebugData, segment: &Segment) -> (u64, u64) {
    let first = u64::from(load_address(data, segment));
    (first, first + u64::from(segment.size) - 1)
}

/// The least bytes that hardware exchanges at once.
const LEAST_BANK: u64 = 0x100;

/// Returns the first and the last address that two segments share, or that the areas or banks in which they can be do, and a word for
/// it. The map does not have the linker's areas. What the linker filled after a segment is of its area. Banks of one size are at
/// multiples of it in the memory and in the file, so the size divides what the distances of all segments differ by.
fn shared(data: &DebugData, all: &Placed, one: &InFile, other: &InFile) -> Option<(&'static str, u64, u64)> {
    let common = |one: (u64, u64), other: (u64, u64), how| {
        let (first, last) = (one.0.max(other.0), one.1.min(other.1));
        (first <= last).then_some((how, first, last))
    };
    let both = common(range(data, one.0), range(data, other.0), "are both at");
    let distance = |of: &InFile| i64::from(load_address(data, of.0)).wrapping_sub_unsigned(of.1.offset);
    if both.is_some() || distance(one) == distance(other) || one.1.file != other.1.file {
        return both;
    }
    let area = |of: &InFile, [before, after]: [u64; 2]| {
        let (first, last) = range(data, of.0);
        (first.saturating_sub(before), last + after)
    };
    let own = [one, other].map(|of| area(of, [0, filled(data, of)[1]]));
    if let Some(areas) = common(own[0], own[1], "are in areas that share") {
        return Some(areas);
    }
    let size = |difference: u64| 1 << difference.trailing_zeros().min(MEMORY.trailing_zeros());
    if size(distance(one).abs_diff(distance(other))) < LEAST_BANK {
        let own = [one, other].map(|of| area(of, [filled(data, of)[0], 0]));
        return common(own[0], own[1], "are in areas that share");
    }
    let all = all.iter().filter(|(_, part)| part.file == one.1.file).map(distance);
    let sizes = all.map(|other| size(other.abs_diff(distance(one)))).filter(|size| *size >= LEAST_BANK);
    let size = sizes.min().unwrap_or(MEMORY);
    let [own, its] = own.map(|(first, last)| (first / size * size, last / size * size + size - 1));
    common(own, its, "can be in banks at")
}

/// Returns how many bytes the linker has filled before a segment and after it, of whose area they are: banks that are not at multiples of
/// their size are not filled at their ends. What follows variables with initial values is of the area in which these are kept, after the
/// code that copies them to their addresses.
fn filled(data: &DebugData, (segment, part): &InFile) -> [u64; 2] {
    let parts = data.segments.iter().filter_map(|other| Some((other.part.as_ref()?, other)));
    let parts: Vec<_> = parts.filter(|(place, other)| place.file == part.file && other.size > 0).collect();
    let end_of = |place: &FilePart, of: &Segment| place.offset + u64::from(of.size);
    let end = end_of(part, segment);
    let ends = parts.iter().map(|(place, other)| end_of(place, other)).filter(|end| *end <= part.offset);
    let starts = parts.iter().map(|(place, _)| place.offset).filter(|start| *start >= end);
    let is_before = |(place, other): &(&FilePart, &Segment)| {
        let runs_on = load_address(data, other) + other.size == load_address(data, segment);
        end_of(place, other) == part.offset && other.is_writable == Some(false) && !runs_on
    };
    let is_copied = segment.is_writable == Some(true) && parts.iter().any(is_before);
    let after = starts.min().filter(|_| !is_copied).map_or(0, |start| start - end);
    [part.offset - ends.max().unwrap_or(0), after]
}

/// Refuses a map of which the binary has nothing.
pub(crate) fn check_place(binary: &str, parts: &[Part], map: &str, data: &DebugData) -> Result<()> {
    let mut described = data.segments.iter().filter(|segment| segment.size > 0).peekable();
    let has = |segment: &Segment| {
        let (first, size) = (u64::from(load_address(data, segment)) % MEMORY, u64::from(segment.size));
        parts.iter().any(|(own, bytes)| {
            first < u64::from(*own) + bytes.len() as u64 && u64::from(*own) < first + size
        })
    };
    if described.peek().is_some() && !described.any(has) {
        refuse!("{map} is not the map of {binary}, which has nothing at the addresses that it describes");
    }
    Ok(())
}

/// Removes the code and the labels of areas that share addresses of a binary, as banks do, where the map does not say which file has
/// which. Returns a warning for each pair, and what is removed.
pub(crate) fn drop_banks(binary: &str, parts: &[Part], data: &mut DebugData) -> (Vec<String>, Banks) {
    // Where the map says which file has an area, `drop_overlaps` has judged it.
    let has_files = data.segments.iter().any(|segment| segment.part.is_some());
    let last = |first: u64, size: u64| (first + size.max(1) - 1).min(MEMORY - 1);
    // Above the low 16 bits of an address is the number of a bank.
    let areas = data.segments.iter().filter(|segment| !has_files && segment.size > 0).map(|segment| {
        let first = u64::from(segment.address) % MEMORY;
        (escape::text(&segment.name).into_owned(), first, last(first, segment.size.into()))
    });
    let loaded = parts.iter().map(|(first, bytes)| {
        ("one part".to_owned(), u64::from(*first), last(u64::from(*first), bytes.len() as u64))
    });
    let loaded: Vec<Area> = loaded.collect();
    let has_bytes =
        |&(first, end): &(u64, u64)| loaded.iter().any(|(_, from, to)| *from <= end && first <= *to);
    let mut found: Vec<_> = overlaps(areas.collect()).into_iter().filter(|(_, all)| has_bytes(all)).collect();
    for (place, all) in overlaps(loaded.clone()) {
        if !found.iter().any(|(_, (first, last))| *first <= all.0 && all.1 <= *last) {
            found.push((place.replacen("one part", "another part", 1), all));
        }
    }
    let notes = found.iter().map(|(place, _)| {
        format!(
            "warning: {place} of {binary}: nothing says which of them is there, so code there is not judged"
        )
    });
    let notes = notes.collect();
    let shared = found.iter().map(|(_, (first, last))| (*first as u16, *last as u16)).collect();
    let mut banks = Banks { shared, lines: BTreeMap::new() };
    data.symbols.retain(|symbol| symbol.kind != SymbolKind::Label || !banks.has(symbol.value as u16));
    let lines: Vec<LineRange> = data.lines.extract_if(.., |line| banks.has(line.address as u16)).collect();
    banks.add_lines(lines);
    (notes, banks)
}

/// Addresses that several areas share, so that it is not known what is there.
#[derive(Default)]
pub(crate) struct Banks {
    pub(crate) shared: Vec<(u16, u16)>,
    /// The address of each line there, by file and line.
    pub(crate) lines: BTreeMap<(usize, usize), u16>,
}

impl Banks {
    fn add_lines(&mut self, lines: Vec<LineRange>) {
        self.lines
            .extend(lines.into_iter().map(|line| ((line.file, line.line as usize), line.address as u16)));
    }

    pub(crate) fn merge(&mut self, other: Banks) {
        self.shared.extend(other.shared);
        self.lines.extend(other.lines);
    }

    pub(crate) fn has(&self, address: u16) -> bool {
        self.shared.iter().any(|(first, last)| (*first..=*last).contains(&address))
    }
}

/// A name with its first and last address.
type Area = (String, u64, u64);

/// Returns each pair of areas that share addresses, as text, with the addresses of both.
fn overlaps(mut areas: Vec<Area>) -> Vec<(String, (u64, u64))> {
    areas.sort_by_key(|(_, first, _)| *first);
    let mut found = Vec::new();
    let mut before: Option<Area> = None;
    for area in areas {
        let (name, first, last) = &area;
        if let Some((other, from, to)) = before.as_ref().filter(|(_, _, to)| first <= to) {
            let place = format!("{other} and {name} are both at {first:04X} to {:04X}", to.min(last));
            found.push((place, (*from, *to.max(last))));
        }
        if before.as_ref().is_none_or(|(_, _, to)| to < last) {
            before = Some(area);
        }
    }
    found
}

/// Returns the segments that the binary has, with their places in it. A linker can write several files.
fn placed<'a>(binary: &str, data: &'a DebugData) -> Placed<'a> {
    let all = data.segments.iter().filter(|segment| segment.size > 0);
    let all: Vec<_> = all.filter_map(|segment| Some((segment, segment.part.as_ref()?))).collect();
    let is_own = |part: &FilePart| base(&part.file) == base(binary);
    if all.iter().any(|(_, part)| is_own(part)) {
        all.into_iter().filter(|(_, part)| is_own(part)).collect()
    } else {
        all
    }
}

/// A segment with its place in the file of a binary.
type InFile<'a> = (&'a Segment, &'a FilePart);
type Placed<'a> = Vec<InFile<'a>>;

/// Separates the segments that other parts of a machine have, such as the header of a cartridge and the tiles of its graphics chip. Their
/// addresses are where the program has variables.
fn in_memory<'a>(data: &DebugData, segments: Placed<'a>) -> (Placed<'a>, Placed<'a>) {
    let range = |first: u32, size: u32| u64::from(first)..u64::from(first) + u64::from(size);
    let variables: Vec<_> = data
        .segments
        .iter()
        .filter(|segment| segment.part.is_none() && segment.size > 0)
        .map(|segment| range(segment.address, segment.size))
        .collect();
    segments.into_iter().partition(|(segment, _)| {
        let own = range(load_address(data, segment), segment.size);
        variables.iter().all(|other| other.end <= own.start || own.end <= other.start)
    })
}

/// Whether a segment of a binary has addresses that variables take later.
pub(crate) fn is_overlaid(data: &DebugData, name: &str) -> bool {
    let all = data.segments.iter().filter_map(|segment| Some((segment, segment.part.as_ref()?)));
    in_memory(data, all.collect()).1.iter().any(|(segment, _)| segment.name == name)
}

/// Returns the names of segments, if there are any.
fn listed(segments: &[(&Segment, &FilePart)]) -> Option<String> {
    let names: Vec<_> = segments.iter().map(|(segment, _)| escape::text(&segment.name)).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("segment {one}")),
        several => Some(format!("each of the segments {}", several.join(", "))),
    }
}

/// Returns where the bytes of a segment are before the program moves them, which ld65 tells by a symbol.
fn load_address(data: &DebugData, segment: &Segment) -> u32 {
    let name = format!("__{}_LOAD__", segment.name);
    let symbol = data.symbols.iter().find(|symbol| symbol.name == name);
    symbol.map_or(segment.address, |symbol| symbol.value)
}

/// Returns a binary as one part. Without an address it is a segment of its size, or the memory from 0000 on.
fn whole(
    binary: &str,
    bytes: &[u8],
    map: &str,
    data: &DebugData,
    load: Option<u16>,
    notes: &mut Vec<String>,
) -> Result<Vec<Part>> {
    if let Some(load) = load {
        return at(binary, bytes, load, data);
    }
    if let Some(segment) = of_length(data, bytes.len() as u64) {
        notes.push(format!("{binary} is at {:04X}, where {map} has {}", segment.address, segment.name));
        return at(binary, bytes, u16::try_from(segment.address).unwrap_or_default(), data);
    }
    let labels = data.symbols.iter().map(|symbol| symbol.value);
    let code = data.lines.iter().filter(|line| !line.is_data).map(|line| line.address);
    let first = code.min().or_else(|| labels.min());
    match first {
        Some(first) if first as usize >= bytes.len() => refuse!(
            "{map} does not say where {binary} belongs: add --load ADDR, the address of its first byte; the first code of the map is at {first:04X}"
        ),
        _ => at(binary, bytes, 0, data),
    }
}

/// Returns the first of the segments that follow each other and together have a length, if there is one such place.
fn of_length(data: &DebugData, length: u64) -> Option<&Segment> {
    let in_memory = |segment: &&Segment| segment.size > 0 && u64::from(segment.address) < MEMORY;
    let mut all: Vec<&Segment> = data.segments.iter().filter(in_memory).collect();
    all.sort_by_key(|segment| segment.address);
    let end = |segment: &Segment| u64::from(segment.address) + u64::from(segment.size);
    let has_length =
        |run: &&[&Segment]| run.iter().map(|segment| u64::from(segment.size)).sum::<u64>() == length;
    let runs = all.chunk_by(|one, next| end(one) == u64::from(next.address)).chain(all.chunks(1));
    let mut found: Vec<&Segment> = runs.filter(has_length).filter_map(|run| run.first().copied()).collect();
    found.sort_by_key(|segment| segment.address);
    found.dedup_by_key(|segment| segment.address);
    match found.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

fn at(binary: &str, bytes: &[u8], load: u16, data: &DebugData) -> Result<Vec<Part>> {
    let end = u64::from(load) + bytes.len() as u64;
    if end > MEMORY {
        refuse!("{binary} does not fit into the memory: {} bytes at {load:04X}", bytes.len());
    }
    let is_outside = |address: u32| !(u64::from(load)..end).contains(&u64::from(address));
    let mut code = data.lines.iter().filter(|line| !line.is_data).peekable();
    if code.peek().is_some() && code.all(|line| is_outside(line.address)) {
        let last = end.saturating_sub(1);
        refuse!(
            "{binary} at {load:04X} to {last:04X} has none of the code that its map describes; change --load ADDR"
        );
    }
    Ok(vec![(load, bytes.to_vec())])
}

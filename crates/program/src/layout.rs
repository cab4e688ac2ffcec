//! The addresses of the bytes of a binary.

use crate::debug_data::{DebugData, FilePart, Segment};
use arcadian_files::{
    error::{Result, message, refuse},
    escape,
};

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

/// Returns the segments that the binary has, with their places in it. A linker can write several files.
fn placed<'a>(binary: &str, data: &'a DebugData) -> Placed<'a> {
    let all = data.segments.iter().filter(|segment| segment.size > 0);
    let all: Vec<_> = all.filter_map(|segment| Some((segment, segment.part.as_ref()?))).collect();
    let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let is_own = |part: &FilePart| file(&part.file) == file(binary);
    if all.iter().any(|(_, part)| is_own(part)) {
        all.into_iter().filter(|(_, part)| is_own(part)).collect()
    } else {
        all
    }
}

/// Segments with their places in the file of a binary.
type Placed<'a> = Vec<(&'a Segment, &'a FilePart)>;

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

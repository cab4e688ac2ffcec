//! The maps of a binary: those that the user names, or the one beside it; and whether a map belongs to the binary. The time of a file says
//! nothing.

use std::path::{Path, PathBuf};

use arcadian_files::{
    FileKind, Files, diagnostic,
    error::{Result, refuse},
    escape,
};
use arcadian_isa::{Processor, hex};

use crate::{
    debug_data::{DebugData, Format, LineRange, parse},
    layout::Part,
    sources::Sources,
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

/// Reads the maps, or the map beside a binary.
pub(crate) fn find(files: &dyn Files, binary: &Path, named: &[PathBuf]) -> Result<Option<Found>> {
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
pub(crate) fn beside(files: &dyn Files, binary: &Path) -> Option<PathBuf> {
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

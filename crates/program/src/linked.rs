//! Binaries with the debug data that their own tools wrote.

use std::path::{Path, PathBuf};

use arcadian_files::{
    Files,
    error::{Context, Result, refuse},
    escape, image,
    intel_hex::{self, IntelHex},
    source::CPM_START,
};

use crate::{
    Content, Options, Program, check,
    debug_data::DebugData,
    find::{self, Tools},
    layout, lines,
    sources::Sources,
};

/// The longest binary with a map, in bytes: banks can make it longer than the memory.
const LONGEST: u64 = 1 << 20;

/// The debug data of a binary, and its sources.
pub(crate) struct Linked {
    pub(crate) data: DebugData,
    pub(crate) sources: Sources,
    pub(crate) tools: Tools,
}

/// Reads a binary with its maps; none if no map is named and none is beside the binary.
pub(crate) fn read(files: &dyn Files, path: &Path, options: &Options) -> Result<Option<Program>> {
    let Some(found) = find::maps(files, path, &options.map)? else { return Ok(None) };
    let name = escape::path(path);
    if options.symbols.is_some() {
        refuse!("--symbols is for a binary without a map; {name} has its symbols in its map");
    }
    let find::Found { tools, data, maps, format, mut notes } = found;
    let map = maps.first().map_or(path, PathBuf::as_path);
    let map_name = escape::path(map);
    let processor = options.cpu.or_else(|| find::processor(format));
    let parts = if image::is_named_as_hex(path) {
        hex(files, path, options)?.parts
    } else {
        let bytes = files.bytes(path, "a binary", LONGEST)?;
        let load = if options.is_cpm { Some(CPM_START) } else { options.load };
        layout::parts(&name, &bytes, &map_name, &data, load, &mut notes)?
    };
    check::bytes(&name, &parts, &map_name, &data)?;
    notes.extend(check::outside(&name, &parts, &map_name, &data));
    let sources = Sources::find(files, &data, map, &options.source_dir);
    notes.extend(sources.missing());
    notes.extend(check::sizes(&name, &data, &sources));
    Ok(Some(Program {
        name,
        source: lines::source(&data, &sources, &parts, processor),
        parts,
        notes,
        path: path.to_owned(),
        processor,
        content: Content::Linked(Box::new(Linked { data, sources, tools })),
        options: options.clone(),
    }))
}

/// Reads an Intel HEX file, which has the addresses of its parts.
pub(crate) fn hex(files: &dyn Files, path: &Path, options: &Options) -> Result<IntelHex> {
    if options.load.is_some() {
        refuse!("--load is for an image; an Intel HEX file has its addresses");
    }
    let text = files.text(path, "an Intel HEX file", LONGEST)?;
    intel_hex::read(&text).with_context(|| format!("cannot load {}", escape::path(path)))
}

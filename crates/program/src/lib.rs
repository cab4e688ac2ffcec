//! Binaries with the debug data that their own tools wrote.
//!
//! [`read`] finds the maps of a binary (`find.rs`), reads them ([`debug_data`]), decides where the bytes belong
//! (`layout.rs`), finds the sources (`sources.rs`), compares all of it (`check.rs`), and makes the symbols and lines that the debugger
//! shows (`lines.rs`, `variables.rs`). What does not fit is an error, or a warning if the map can still be right.
//!
//! [`BinaryCode`] is a binary as [`cycles`] measures it.
//!
//! [`devices`] reads the file of what is attached to the machine around a program.
//!
//! [`routines`] takes the routines of a binary whose contracts are comments in the sources (`contract.rs`), and makes a sheet of each
//! (`sheet.rs`), so that they are verified as any other.

mod check;
mod code;
mod contract;
pub mod cycles;
pub mod debug_data;
pub mod devices;
mod find;
mod layout;
mod lines;
mod routine;
mod sheet;
mod sources;
mod variables;

use std::{
    mem::take,
    path::{Path, PathBuf},
};

use crate::debug_data::DebugData;
use arcadian_debugger::code::Source;
use arcadian_debugger::step::{
    request::{LinkedBinary, StepRequest},
    subject::is_binary,
};
use arcadian_files::{
    Files,
    error::{Context, Result, refuse},
    escape, image, intel_hex,
};
use arcadian_isa::Processor;
use arcadian_proof::Routine;

use find::Found;
use layout::Part;
use sources::Sources;

pub use code::BinaryCode;
pub use routine::{RoutineOptions, routines, tested};

/// The longest binary with a map, in bytes: banks can make it longer than the memory.
const LONGEST: u64 = 1 << 20;

/// How a binary is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The maps; if there are none, a map beside the binary is used.
    pub maps: Vec<PathBuf>,
    /// Folders with the sources that the maps name.
    pub source_dirs: Vec<PathBuf>,
    /// The processor, if it is known.
    pub processor: Option<Processor>,
    /// The address of the first byte.
    pub load: Option<u16>,
}

/// A binary with all that is known about it.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) processor: Option<Processor>,
    pub(crate) parts: Vec<Part>,
    pub(crate) data: DebugData,
    pub(crate) sources: Sources,
    pub(crate) source: Source,
    pub(crate) notes: Vec<String>,
}

impl Opened {
    fn linked(self, routine: Option<Routine>) -> LinkedBinary {
        let variables = variables::variables(&self.data, &self.parts);
        let compiled = lines::compiled(&self.data, &self.sources);
        let Opened { processor, parts, source, notes, .. } = self;
        LinkedBinary { processor, parts, source, variables, compiled, routine, notes }
    }
}

/// Reads a binary with its maps; none if no map is named and none is beside the binary.
pub fn read(files: &dyn Files, path: &Path, options: &Options) -> Result<Option<LinkedBinary>> {
    Ok(open(files, path, options)?.map(|opened| opened.linked(None)))
}

fn open(files: &dyn Files, path: &Path, options: &Options) -> Result<Option<Opened>> {
    let Some(found) = find::maps(files, path, &options.maps)? else { return Ok(None) };
    let bytes = files.bytes(path, "a binary", LONGEST)?;
    let Found { data, maps, format, mut notes } = found;
    let map = maps.first().map_or(path, PathBuf::as_path);
    let processor = options.processor.or_else(|| find::processor(format));
    let name = escape::path(path);
    let parts = if image::is_named_as_hex(path) {
        hex_parts(&name, &bytes, options.load)?
    } else {
        layout::parts(&name, &bytes, &escape::path(map), &data, options.load, &mut notes)?
    };
    check::bytes(&name, &parts, &escape::path(map), &data)?;
    notes.extend(check::outside(&name, &parts, &escape::path(map), &data));
    let sources = Sources::find(files, &data, map, &options.source_dirs);
    notes.extend(sources.missing());
    notes.extend(check::sizes(&name, &data, &sources));
    let source = lines::source(&data, &sources, &parts, processor);
    Ok(Some(Opened { name, processor, parts, data, sources, source, notes }))
}

/// Returns the parts of an Intel HEX file, which has their addresses.
fn hex_parts(name: &str, bytes: &[u8], load: Option<u16>) -> Result<Vec<Part>> {
    if load.is_some() {
        refuse!("--load is for an image; an Intel HEX file has its addresses");
    }
    let text = std::str::from_utf8(bytes).with_context(|| format!("cannot load {name}"))?;
    Ok(intel_hex::read(text).with_context(|| format!("cannot load {name}"))?.parts)
}

/// Whether a file is a binary with a map beside it.
pub fn has_map(files: &dyn Files, path: &Path) -> bool {
    !image::is_named_as_source(path) && find::beside(files, path).is_some()
}

/// Adds the debug data of a binary to a request, if the program is a binary that has any.
pub fn link(files: &dyn Files, request: &mut StepRequest) -> Result<()> {
    let options = Options {
        maps: take(&mut request.map),
        source_dirs: take(&mut request.source_dir),
        processor: request.cpu,
        load: if request.cpm { Some(CPM_START) } else { request.load },
    };
    let path = request.program()?.to_owned();
    if let Some(file) = request.devices.take() {
        request.attached = devices::read(files, &file)?;
    }
    let names: Vec<String> = request.routine.take().into_iter().collect();
    let constant = take(&mut request.constant);
    let chosen = RoutineOptions { names, contracts: request.contract.take(), constant };
    let opened = if is_binary(files, request)? { open(files, &path, &options)? } else { None };
    if let Some(opened) = opened {
        let routine = match chosen.names.first() {
            Some(_) => routine::all(files, &opened, &path, &options, &chosen)?.into_iter().next(),
            None => None,
        };
        request.linked = Some(Box::new(opened.linked(routine)));
        return Ok(());
    }
    if !options.maps.is_empty() {
        refuse!("--map applies only to binaries with a map; {} is not one", escape::path(&path));
    }
    if is_binary(files, request)? && !chosen.names.is_empty() {
        refuse!(
            "--routine needs the map of a binary, and {} has none beside it; add --map FILE",
            escape::path(&path)
        );
    }
    request.routine = chosen.names.into_iter().next();
    request.constant = chosen.constant;
    if !options.source_dirs.is_empty() || chosen.contracts.is_some() {
        refuse!("--source-dir and --contract are for a binary with a map; add --map FILE");
    }
    Ok(())
}

/// Where CP/M loads programs.
pub const CPM_START: u16 = 0x0100;

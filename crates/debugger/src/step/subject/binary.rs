//! Memory images of machine code.

use std::path::Path;

use crate::code::{Source, enter};
use arcadian_asm::read_symbols;
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_files::{
    Files, LONGEST_SOURCE, escape,
    image::{self, Purpose},
    intel_hex,
};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, cpm, service::CONSOLE};
use arcadian_proof::Routine;

use super::code::{find, type_keys};
use crate::step::{
    options::{BinaryOptions, CpmOptions},
    request::LinkedBinary,
};

/// A memory image.
pub struct Binary {
    pub processor: Processor,
    /// What the user has to know.
    pub(crate) notes: Vec<String>,
    content: Content,
    name: String,
    source: Source,
}

/// The bytes of a binary.
enum Content {
    /// At an address that the user knows.
    Image(Vec<u8>),
    /// At the addresses in its map, or in an Intel HEX file.
    Parts(Vec<(u16, Vec<u8>)>),
}

impl Binary {
    /// Reads a memory image and its symbols, unless it was read with its map.
    pub(super) fn read(
        files: &dyn Files,
        path: &Path,
        processor: Option<Processor>,
        symbols: Option<&Path>,
        linked: Option<&LinkedBinary>,
    ) -> Result<Self> {
        let name = escape::path(path);
        let known = linked.and_then(|linked| linked.processor);
        let processor = processor.or(known).ok_or_else(|| {
            message!(
                "cannot tell what {name} is: name a source .asm and a BASIC program .bas or .lst; for machine code add the processor with --cpu 8080, z80 or 6502"
            )
        })?;
        if let Some(LinkedBinary { parts, source, notes, .. }) = linked.cloned() {
            if symbols.is_some() {
                refuse!("--symbols is for a binary without a map; {name} has its symbols in its map");
            }
            return Ok(Binary { processor, notes, content: Content::Parts(parts), name, source });
        }
        let content = if image::is_named_as_hex(path) {
            let text = files.text(path, "an Intel HEX file", LONGEST_SOURCE)?;
            let hex = intel_hex::read(&text).with_context(|| format!("cannot load {name}"))?;
            Content::Parts(hex.parts)
        } else {
            let purpose = Purpose { verb: "step through", processor: Some(processor), has_raw: false };
            Content::Image(image::read(files, path, purpose)?.bytes)
        };
        let symbols = symbols.map(|path| read_names(files, path)).transpose()?.unwrap_or_default();
        let source = Source::symbols(symbols);
        Ok(Binary { processor, notes: Vec::new(), content, name, source })
    }

    /// Returns the symbols and lines.
    pub(super) fn source(&self) -> Source {
        self.source.clone()
    }

    /// Loads the image into a machine without a system or with a console. Returns the address that ends the program.
    pub(super) fn load<C: MachineCore>(
        &self,
        machine: &mut Machine<C>,
        options: &BinaryOptions,
    ) -> Result<u16> {
        type_keys(machine, &options.keys)?;
        if options.console {
            machine.serve(CONSOLE).without_context()?;
        }
        let first = self.load_parts(machine, options.load.unwrap_or(0))?;
        let called = options.call.as_deref().map(|text| find(&self.source, text)).transpose()?;
        enter(machine, called.or(options.pc).unwrap_or(first), Routine::RETURN_ADDRESS).without_context()?;
        Ok(Routine::RETURN_ADDRESS)
    }

    /// Loads the bytes; an image at `load`. Returns the first address.
    fn load_parts<C: MachineCore>(&self, machine: &mut Machine<C>, load: u16) -> Result<u16> {
        let mut load_at = |address: u16, bytes: &[u8]| {
            let loaded = machine.backplane.load(address, bytes);
            loaded.with_context(|| format!("{} does not fit into the memory", self.name))
        };
        match &self.content {
            Content::Image(bytes) => load_at(load, bytes).map(|()| load),
            Content::Parts(parts) => {
                parts.iter().try_for_each(|(address, bytes)| load_at(*address, bytes))?;
                Ok(parts.first().map_or(load, |(address, _)| *address))
            }
        }
    }

    /// Loads the image into a machine with CP/M, and types the keys. Returns the address that ends the program.
    pub(super) fn load_cpm<C: MachineCore>(
        &self,
        machine: &mut Machine<C>,
        options: &CpmOptions,
    ) -> Result<u16> {
        let bytes = match &self.content {
            Content::Image(bytes) => bytes.as_slice(),
            Content::Parts(parts) => parts.first().map_or(&[][..], |(_, bytes)| bytes),
        };
        cpm::prepare(machine, bytes).with_context(|| format!("cannot run {}", self.name))?;
        type_keys(machine, &options.keys)?;
        Ok(0)
    }
}

/// Reads a symbol file. Ignores values that are not addresses.
pub(super) fn read_names(files: &dyn Files, path: &Path) -> Result<Vec<(String, u16)>> {
    let text = files.text(path, "a symbol file", LONGEST_SOURCE)?;
    let symbols = read_symbols(&text).map_err(|error| message!("{}: {error}", escape::path(path)))?;
    Ok(symbols.into_iter().filter_map(|(name, value)| Some((name, u16::try_from(value).ok()?))).collect())
}

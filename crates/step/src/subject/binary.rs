//! Memory images of machine code.

use std::path::Path;

use arcadian_asm::read_symbols;
use arcadian_debugger::code::{Source, enter};
use arcadian_files::error::{Context, Result, message};
use arcadian_files::{Files, LONGEST_IMAGE, LONGEST_SOURCE, escape};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, cpm, service::CONSOLE};
use arcadian_proof::Routine;

use super::code::type_keys;
use crate::options::{BinaryOptions, CpmOptions};

/// A memory image.
pub struct Binary {
    /// The processor.
    pub processor: Processor,
    bytes: Vec<u8>,
    name: String,
    symbols: Vec<(String, u16)>,
}

impl Binary {
    /// Reads a memory image and its symbols.
    pub(super) fn read(
        files: &dyn Files,
        path: &Path,
        processor: Option<Processor>,
        symbols: Option<&Path>,
    ) -> Result<Self> {
        let name = escape::path(path);
        let processor = processor.ok_or_else(|| {
            message!(
                "cannot tell what {name} is: name a source .asm and a BASIC program .bas or .lst; for machine code add the processor with --cpu 8080, z80 or 6502"
            )
        })?;
        let bytes = files.bytes(path, "a memory image", LONGEST_IMAGE)?;
        let symbols = symbols.map(|path| read_names(files, path)).transpose()?.unwrap_or_default();
        Ok(Binary { processor, bytes, name, symbols })
    }

    /// Returns the symbols.
    pub(super) fn source(&self) -> Source {
        Source::symbols(self.symbols.iter().cloned())
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
        let load = options.load.unwrap_or(0);
        let loaded = machine.backplane.load(load, &self.bytes);
        loaded.with_context(|| format!("{} does not fit into the memory", self.name))?;
        enter(machine, options.pc.unwrap_or(load), Routine::RETURN_ADDRESS).without_context()?;
        Ok(Routine::RETURN_ADDRESS)
    }

    /// Loads the image into a machine with CP/M, and types the keys. Returns the address that ends the program.
    pub(super) fn load_cpm<C: MachineCore>(
        &self,
        machine: &mut Machine<C>,
        options: &CpmOptions,
    ) -> Result<u16> {
        cpm::prepare(machine, &self.bytes).with_context(|| format!("cannot run {}", self.name))?;
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

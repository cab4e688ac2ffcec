//! Memory images of machine code.

use crate::error::{Context, Result, message};
use std::path::Path;

use arcadian_asm::read_symbols;
use arcadian_debugger::code::{Source, enter};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, MachineCore, cpm};
use arcadian_proof::Routine;

use crate::{
    escape,
    files::{Files, LONGEST_IMAGE, LONGEST_SOURCE},
    step::options::Options,
};

/// A memory image.
pub struct Binary {
    /// The processor.
    pub processor: Processor,
    bytes: Vec<u8>,
    name: String,
    symbols: Vec<(String, u16)>,
    is_cpm: bool,
}

impl Binary {
    /// Reads a memory image and its symbols.
    pub fn read(files: &dyn Files, path: &Path, options: &Options) -> Result<Self> {
        let name = escape::path(path);
        let processor = options.cpu.or(options.cpm.then_some(Processor::I8080)).ok_or_else(|| {
            message!(
                "cannot tell what {name} is: name a source .asm and a BASIC program .bas or .lst; for machine code add the processor with --cpu 8080, z80 or 6502"
            )
        })?;
        let bytes = files.bytes(path, "a memory image", LONGEST_IMAGE)?;
        let symbols =
            options.symbols.as_deref().map(|path| symbols(files, path)).transpose()?.unwrap_or_default();
        Ok(Binary { processor, bytes, name, symbols, is_cpm: options.cpm })
    }

    /// Returns whether it is a program for CP/M.
    pub fn is_cpm(&self) -> bool {
        self.is_cpm
    }

    /// Loads the image into a machine. Returns its symbols and the address that ends the program.
    pub fn load<C: MachineCore>(
        &self,
        machine: &mut Machine<C>,
        options: &Options,
    ) -> Result<(Source, Option<u16>)> {
        let source = Source::symbols(self.symbols.iter().cloned());
        if options.cpm {
            cpm::prepare(machine, &self.bytes).with_context(|| format!("cannot run {}", self.name))?;
            return Ok((source, Some(0)));
        }
        let load = options.load.unwrap_or(0);
        let loaded = machine.backplane.load(load, &self.bytes);
        loaded.with_context(|| format!("{} does not fit into the memory", self.name))?;
        enter(machine, options.pc.unwrap_or(load), Routine::RETURN_ADDRESS)?;
        Ok((source, Some(Routine::RETURN_ADDRESS)))
    }
}

/// Reads a symbol file. Ignores values that are not addresses.
pub(super) fn symbols(files: &dyn Files, path: &Path) -> Result<Vec<(String, u16)>> {
    let text = files.text(path, "a symbol file", LONGEST_SOURCE)?;
    let symbols = read_symbols(&text).map_err(|error| message!("{}: {error}", escape::path(path)))?;
    Ok(symbols.into_iter().filter_map(|(name, value)| Some((name, u16::try_from(value).ok()?))).collect())
}

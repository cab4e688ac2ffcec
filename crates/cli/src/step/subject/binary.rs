//! Bytes of machine code.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use arcadian_asm::read_symbols;
use arcadian_cpu::Core;
use arcadian_debugger::code::{Source, enter};
use arcadian_isa::Processor;
use arcadian_machine::{Machine, cpm};
use arcadian_proof::Routine;

use crate::{
    asm::{LONGEST_IMAGE, LONGEST_SOURCE},
    border, input,
    step::options::Options,
};

/// A memory image.
pub struct Binary {
    /// For this processor.
    pub processor: Processor,
    bytes: Vec<u8>,
    name: String,
    symbols: Vec<(String, u16)>,
}

impl Binary {
    /// Reads it, and the names of its addresses.
    pub fn read(path: &Path, options: &Options) -> Result<Self> {
        let name = border::shown(path);
        let processor = options.cpu.or(options.cpm.then_some(Processor::I8080)).with_context(|| {
            format!(
                "what is {name}? A source ends in .asm, a BASIC program in .bas or .lst; of machine code say the processor, --cpu 8080, z80 or 6502"
            )
        })?;
        let bytes = input::bytes(path, "a memory image", LONGEST_IMAGE)?;
        let symbols = options.symbols.as_deref().map(symbols).transpose()?.unwrap_or_default();
        Ok(Binary { processor, bytes, name, symbols })
    }

    /// Puts it into a machine; what is known of it, and where it is over.
    pub fn load<C: Core>(
        &self,
        machine: &mut Machine<C>,
        options: &Options,
    ) -> Result<(Source, Option<u16>)> {
        let source = Source::symbols(self.symbols.iter().cloned());
        if options.cpm {
            cpm::prepare(machine, &self.bytes).with_context(|| format!("{} cannot be run", self.name))?;
            return Ok((source, Some(0)));
        }
        let load = options.load.unwrap_or(0);
        let loaded = machine.backplane.load(load, &self.bytes);
        loaded.with_context(|| format!("{} does not fit into the memory", self.name))?;
        enter(machine, options.pc.unwrap_or(load), Routine::RETURN_ADDRESS)?;
        Ok((source, Some(Routine::RETURN_ADDRESS)))
    }
}

fn symbols(path: &Path) -> Result<Vec<(String, u16)>> {
    let text = input::text(path, "a symbol file", LONGEST_SOURCE)?;
    let symbols = read_symbols(&text).map_err(|error| anyhow!("{}: {error}", border::shown(path)))?;
    Ok(symbols.into_iter().filter_map(|(name, value)| Some((name, u16::try_from(value).ok()?))).collect())
}

//! The assembler and the disassembler through their public interface.

mod assembly;
mod contracts;
#[cfg(feature = "dialects")]
mod dialects;
mod disassembly;
mod files;
mod names;
#[cfg(feature = "dialects")]
mod own_syntax;
mod right;
mod statements;
mod wrong;

use std::collections::BTreeMap;

use arcadian_asm::{Assembly, Failure, Host, Included, NoFiles, Options, assemble};
use arcadian_isa::Processor;

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Sources that assemble.
pub(crate) const SOURCES: [&str; 7] = [
    include_str!("right/intel.asm"),
    include_str!("right/zilog.asm"),
    include_str!("right/mos.asm"),
    include_str!("right/numbers.asm"),
    include_str!("right/macros.asm"),
    include_str!("right/conditions.asm"),
    include_str!("right/directives.asm"),
];

/// Assembles a text for a processor, without other files.
pub(crate) fn run(processor: Processor, text: &str) -> Result<Assembly, Failure> {
    let options = Options { processor: Some(processor), ..Options::default() };
    assemble("test.asm", text, &options, &mut NoFiles)
}

pub(crate) fn messages(failure: &Failure) -> Vec<String> {
    failure.diagnostics.iter().map(ToString::to_string).collect()
}

/// Files by their names.
pub(crate) struct Files(pub(crate) BTreeMap<String, String>);

impl Host for Files {
    fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
        let text = self.0.get(name).cloned().ok_or("there is no such file")?;
        Ok(Included { name: name.to_owned(), text })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        self.source(name, from).map(|included| included.text.into_bytes())
    }
}

//! The assembler and the disassembler through their public interface.

mod assembly;
mod chains;
mod disassembly;
mod files;
mod right;
mod robust;
mod sheets;
mod statements;
mod wrong;

use arcadian_asm::{Assembly, Failure, NoFiles, Options, assemble};
use arcadian_isa::Processor;

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Assembles a text for a processor, without other files.
pub(crate) fn run(processor: Processor, text: &str) -> Result<Assembly, Failure> {
    let options = Options { processor: Some(processor), ..Options::default() };
    assemble("test.asm", text, &options, &mut NoFiles)
}

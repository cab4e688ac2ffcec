//! Assembling sources.

use std::path::Path;

use arcadian_asm::{Assembly, Dialect, Options};
use arcadian_isa::Processor;

use crate::{
    Files, diagnostic,
    error::{Result, refuse},
    escape,
    include::Folders,
};

/// The load address of CP/M programs.
const CPM_START: u16 = 0x0100;

/// Assembles a source that was read from a path. It includes files from the folder of the path.
pub fn assemble(files: &dyn Files, path: &Path, text: &str, cpu: Option<Processor>) -> Result<Assembly> {
    let name = escape::source_name(path);
    let (dialect, note) = Dialect::guess(&name, text).unzip();
    let options = Options { processor: cpu, dialect: dialect.unwrap_or_default(), ..Options::default() };
    let mut folders = Folders::new(files, path, &[]);
    let assembly = arcadian_asm::assemble(&name, text, &options, &mut folders);
    assembly
        .map(|mut assembly| {
            assembly.warnings.splice(0..0, note);
            assembly
        })
        .map_err(|failure| diagnostic::render_sources(&failure.diagnostics).into())
}

/// Returns the bytes of a source that is a CP/M program.
pub fn cpm_program(assembly: &Assembly) -> Result<&[u8]> {
    let name = assembly.files.first().map_or("the source", String::as_str);
    if assembly.processor == Processor::Mos6502 {
        refuse!(
            "cannot run {name} with --cpm: CP/M needs an 8080 or Z80; a program for the 6502 has --console"
        );
    }
    let begin = "a CP/M program begins at 0100";
    match (assembly.origin, assembly.start()) {
        (CPM_START, CPM_START) => Ok(&assembly.image),
        (CPM_START, start) => {
            refuse!("cannot run {name} with --cpm: {begin}, and its first instruction is at {start:04X}")
        }
        (origin, _) => {
            refuse!(
                "cannot run {name} with --cpm: {begin}, and it is at {origin:04X}; begin it with ORG 100H"
            )
        }
    }
}

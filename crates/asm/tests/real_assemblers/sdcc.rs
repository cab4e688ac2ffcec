//! sdasz80 and the linker sdldz80.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, hex_file, lines_after, output, placed};

pub(crate) struct Assembler;

impl Real for Assembler {
    const DIALECT: &'static str = "sdcc";
    const PROGRAM: &'static str = "sdasz80";
    const VARIABLE: &'static str = "SDASZ80";

    fn run(program: &Path, folder: &Path) -> Outcome {
        run(program, folder)
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn run(program: &Path, folder: &Path) -> Outcome {
    for old in ["source.rel", "source.ihx"] {
        let _ = std::fs::remove_file(folder.join(old));
    }
    let (done, said) = output(program, &["-o", "source.rel", "source.asm"], folder);
    if !done {
        return Err((lines_after(&said, "source.asm:"), said));
    }
    let linker = program.with_file_name("sdldz80");
    let (done, said) = output(&linker, &["-n", "-i", "source.ihx", "source.rel"], folder);
    // The linker names no lines.
    if !done || said.contains("Error") || said.contains("Warning") {
        return Err((Vec::new(), said));
    }
    Ok(hex_file(&std::fs::read_to_string(folder.join("source.ihx")).unwrap_or_default()))
}

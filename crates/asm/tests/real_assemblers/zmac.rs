//! zmac.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, hex_file, lines_after, output, placed};

pub(crate) struct Assembler;

impl Real for Assembler {
    const DIALECT: &'static str = "zmac";
    const PROGRAM: &'static str = "zmac";
    const VARIABLE: &'static str = "ZMAC";

    #[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.hex");
        let _ = std::fs::remove_file(&file);
        let (_, said) = output(program, &["--oo", "hex", "--od", ".", "source.asm"], folder);
        match std::fs::read_to_string(&file) {
            Ok(text) if !said.contains("error") => Ok(hex_file(&text)),
            _ => Err((lines_after(&said, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

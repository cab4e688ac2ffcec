//! sjasmplus.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, lines_after, output};

pub(crate) struct Assembler;

impl Real for Assembler {
    const DIALECT: &'static str = "sjasmplus";
    const PROGRAM: &'static str = "sjasmplus";
    const VARIABLE: &'static str = "SJASMPLUS";

    #[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.bin");
        let _ = std::fs::remove_file(&file);
        let (_, said) = output(program, &["--nologo", "--raw=source.bin", "source.asm"], folder);
        let errors: String =
            said.lines().filter(|line| line.contains("error:")).map(|line| format!("{line}\n")).collect();
        match std::fs::read(&file) {
            // Without memory, bytes follow each other as they are placed.
            Ok(bytes) if errors.is_empty() && !said.contains("Errors: 1") => Ok((0..).zip(bytes).collect()),
            _ => Err((lines_after(&errors, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        (0..).zip(assembly.lines.iter().flat_map(|line| line.bytes.iter().copied())).collect()
    }
}

//! ACME.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, lines_after, output, whole};

pub(crate) struct Assembler;

impl Real for Assembler {
    const DIALECT: &'static str = "acme";
    const PROGRAM: &'static str = "acme";
    const VARIABLE: &'static str = "ACME";

    fn run(program: &Path, folder: &Path) -> Outcome {
        run(program, folder)
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        whole(assembly)
    }
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn run(program: &Path, folder: &Path) -> Outcome {
    let file = folder.join("source.prg");
    let _ = std::fs::remove_file(&file);
    let (_, said) =
        output(program, &["--maxerrors", "100", "-f", "cbm", "-o", "source.prg", "source.asm"], folder);
    let Ok(bytes) = std::fs::read(&file) else {
        let errors: String =
            said.lines().filter(|line| line.contains("rror")).map(|line| format!("{line}\n")).collect();
        return Err((lines_after(&errors, "source.asm, line "), said));
    };
    let [low, high, ref rest @ ..] = *bytes else { return Ok(Bytes::new()) };
    Ok((u32::from(u16::from_le_bytes([low, high]))..).zip(rest.iter().copied()).collect())
}

//! sjasmplus.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, lines_after, output};

struct Sjasmplus;

impl Real for Sjasmplus {
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

#[test]
#[ignore = "compares 20,000 sources with the real sjasmplus: cargo test -p arcadian-asm --test real_assemblers sjasmplus -- --ignored --nocapture"]
fn sjasmplus() {
    Sjasmplus::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real sjasmplus: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn sjasmplus_cases() {
    Sjasmplus::check_cases(include_str!("../asm/dialects/cases/sjasmplus.asm"));
}

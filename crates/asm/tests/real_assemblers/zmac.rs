//! zmac.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::parts::{Bytes, Outcome, Real, hex_file, lines_after, output, placed};

struct Zmac;

impl Real for Zmac {
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

#[test]
#[ignore = "compares 20,000 sources with the real zmac: cargo test -p arcadian-asm --test real_assemblers zmac -- --ignored --nocapture"]
fn zmac() {
    Zmac::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real zmac: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn zmac_cases() {
    Zmac::check_cases(include_str!("../asm/dialects/cases/zmac.asm"));
}

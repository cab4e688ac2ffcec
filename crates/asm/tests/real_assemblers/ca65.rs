//! ca65 and ld65.

use std::fs;
use std::path::Path;

use arcadian_asm::{Assembly, Options};

use crate::grammar::Random;
use crate::harness::{Subject, run};
use crate::parts::random_parts;

/// The segments that exist without being named are in this order, as in this assembler.
const LINKER: &str = "MEMORY { Z: start=$0000,size=$100,file=\"\"; M: start=$1000,size=$8000,file=%O; }
SEGMENTS { ZEROPAGE: load=Z,type=zp,optional=yes; CODE: load=M,type=rw; RODATA: load=M,type=rw,optional=yes;
DATA: load=M,type=rw,optional=yes; BSS: load=M,type=bss,optional=yes,define=yes; }
";

const SUBJECT: Subject = Subject {
    dialect: "ca65",
    programs: &["ca65", "ld65"],
    generate,
    real,
    options,
    bytes,
    least_same: 95,
    prefix: 0,
};

pub(crate) struct Assembler;

impl Assembler {
    pub(crate) fn subject() -> Option<Subject> {
        Some(SUBJECT)
    }
}

fn options() -> Options {
    let others = [("far", 0x2345), ("alsofar", 0x42), ("near", 0x67)];
    Options {
        origin: Some(0x1000),
        defines: others.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        ..Options::default()
    }
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn real(folder: &Path, source: &str) -> Result<Vec<u8>, String> {
    let write =
        |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|error| error.to_string());
    if !folder.join("others.o").exists() {
        write("others.s", OTHERS)?;
        write("link.cfg", LINKER)?;
        run(folder, "ca65", &["others.s", "-o", "others.o"])?;
    }
    write("source.s", source)?;
    run(folder, "ca65", &["source.s", "-o", "out.o"])?;
    run(folder, "ld65", &["-C", "link.cfg", "-o", "out.bin", "out.o", "others.o"])?;
    fs::read(folder.join("out.bin")).map_err(|error| error.to_string())
}

/// With `.org`, ld65 writes bytes in their order in the source, wherever they are to be.
fn bytes(source: &str, assembly: &Assembly) -> Vec<u8> {
    if source.contains(".org") {
        return assembly.lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
    }
    assembly.image.clone()
}

/// Segments that follow have no order of lines with `.org`.
fn generate(random: &Random) -> String {
    let source = random_parts("ca65", random).concat();
    let others: &[&str] =
        if source.contains(".org") { &[".rodata", ".data", ".bss", ".zeropage"] } else { &[] };
    source.split_inclusive('\n').filter(|line| !others.contains(&line.trim_end())).collect()
}

/// Names of another module: one elsewhere, one in the zero page.
const OTHERS: &str = " .export far, alsofar, outside, _outside\n .exportzp near\noutside = $40\n_outside = $9000\nfar = $2345\nalsofar = $0042\nnear = $0067\n";

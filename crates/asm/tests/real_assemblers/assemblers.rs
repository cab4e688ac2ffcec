//! The real assemblers: how each is called, and which bytes of its files and of our result are compared.

#![expect(clippy::disallowed_methods, reason = "the real assemblers work with files")]

use std::fs;
use std::path::Path;

use arcadian_asm::{Assembly, Options};

use crate::grammar::Random;
use crate::harness::{Subject, run};
use crate::parts::{Bytes, Outcome, Real, hex_file, lines_after, output, placed, random_parts, whole};

/// ACME.
pub(crate) struct Acme;

impl Real for Acme {
    const DIALECT: &'static str = "acme";
    const PROGRAM: &'static str = "acme";
    const VARIABLE: &'static str = "ACME";

    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.prg");
        let _ = fs::remove_file(&file);
        let (_, said) =
            output(program, &["--maxerrors", "100", "-f", "cbm", "-o", "source.prg", "source.asm"], folder);
        let Ok(bytes) = fs::read(&file) else {
            let errors: String =
                said.lines().filter(|line| line.contains("rror")).map(|line| format!("{line}\n")).collect();
            return Err((lines_after(&errors, "source.asm, line "), said));
        };
        let [low, high, ref rest @ ..] = *bytes else { return Ok(Bytes::new()) };
        Ok((u32::from(u16::from_le_bytes([low, high]))..).zip(rest.iter().copied()).collect())
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        whole(assembly)
    }
}

/// sdasz80 and the linker sdldz80.
pub(crate) struct Sdcc;

impl Real for Sdcc {
    const DIALECT: &'static str = "sdcc";
    const PROGRAM: &'static str = "sdasz80";
    const VARIABLE: &'static str = "SDASZ80";

    fn run(program: &Path, folder: &Path) -> Outcome {
        for old in ["source.rel", "source.ihx"] {
            let _ = fs::remove_file(folder.join(old));
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
        Ok(hex_file(&fs::read_to_string(folder.join("source.ihx")).unwrap_or_default()))
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

/// sjasmplus.
pub(crate) struct Sjasmplus;

impl Real for Sjasmplus {
    const DIALECT: &'static str = "sjasmplus";
    const PROGRAM: &'static str = "sjasmplus";
    const VARIABLE: &'static str = "SJASMPLUS";

    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.bin");
        let _ = fs::remove_file(&file);
        let (_, said) = output(program, &["--nologo", "--raw=source.bin", "source.asm"], folder);
        let errors: String =
            said.lines().filter(|line| line.contains("error:")).map(|line| format!("{line}\n")).collect();
        match fs::read(&file) {
            // Without memory, bytes follow each other as they are placed.
            Ok(bytes) if errors.is_empty() && !said.contains("Errors: 1") => Ok((0..).zip(bytes).collect()),
            _ => Err((lines_after(&errors, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        (0..).zip(assembly.lines.iter().flat_map(|line| line.bytes.iter().copied())).collect()
    }
}

/// zmac.
pub(crate) struct Zmac;

impl Real for Zmac {
    const DIALECT: &'static str = "zmac";
    const PROGRAM: &'static str = "zmac";
    const VARIABLE: &'static str = "ZMAC";

    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.hex");
        let _ = fs::remove_file(&file);
        let (_, said) = output(program, &["--oo", "hex", "--od", ".", "source.asm"], folder);
        match fs::read_to_string(&file) {
            Ok(text) if !said.contains("error") => Ok(hex_file(&text)),
            _ => Err((lines_after(&said, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

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

/// ca65 and ld65.
pub(crate) struct Ca65;

impl Ca65 {
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

//! The kinds of programs: how a program's kind is recognized by its name or else by its content, and which options each kind has.

use arcadian_bally::Expansion;
use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE,
    error::{Error, Result, message, refuse},
    escape, image, program,
};
use arcadian_isa::Processor;
use arcadian_program::{self as file, Program};

use crate::step::request::{Dialect, StepRequest};

/// A kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Routine,
    Source,
    Binary,
    Basic,
    Cartridge,
    Cpm,
}

use Kind::{Basic, Binary, Cartridge, Cpm, Routine, Source};

/// The extensions of BASIC programs, as text and on tapes.
const BASIC_EXTENSIONS: [&str; 5] = ["bas", "lst", "txt", "wav", "prg"];

/// The form in which a program comes, which says what reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Basic,
    Bally,
    /// The name of a bundled routine.
    Name,
    /// A file of machine code, or of a source.
    Code,
}

impl Kind {
    /// Returns the kind of a program that is machine code, and the program if it is in a file.
    pub(crate) fn of_code(
        files: &dyn Files,
        request: &StepRequest,
        form: Form,
    ) -> Result<(Kind, Option<Program>)> {
        if form == Form::Name {
            return Ok((Routine, None));
        }
        let target = request.program()?;
        let is_source = || file::Kind::of(files, target, &request.options()) == file::Kind::Source;
        if request.same_as.is_some() && is_source() {
            return Ok((Routine, None));
        }
        let program = file::open(files, target, &request.options())?;
        let kind = match program.assembly() {
            _ if request.calls_by_contract(&program) => Routine,
            None if request.cpm => Cpm,
            None => Binary,
            Some(assembly) if assembly.sheet.as_ref().is_some_and(|sheet| sheet.has_specification()) => {
                Routine
            }
            Some(_) => Source,
        };
        Ok((kind, Some(program)))
    }
}

impl Form {
    pub(crate) fn of(files: &dyn Files, request: &StepRequest) -> Result<Form> {
        if request.cartridge().is_some() {
            return Ok(Form::Bally);
        }
        let path = request.program()?;
        let is_source = matches!(request.dialect, Some(Dialect::Source(_)));
        let of_text = |bytes: &[u8]| {
            if !is_source && !request.cpm && is_basic(bytes, request) { Form::Basic } else { Form::Code }
        };
        if escape::is_stream(path) {
            return Ok(of_text(&files.peek(LONGEST_SOURCE)?));
        }
        let extension =
            path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is = |known: &[&str]| extension.as_deref().is_some_and(|extension| known.contains(&extension));
        let is_file = files.kind(path) == FileKind::File;
        // A .prg is a tape of Bally BASIC, or a program of the 6502.
        let is_commodore = is(&["prg"]) && request.cpu == Some(Processor::Mos6502);
        Ok(match () {
            () if is_source && is_file => Form::Code,
            () if program::is_built_in(path) || is(&BASIC_EXTENSIONS) && !is_commodore => Form::Basic,
            () if image::is_named_as_source(path) || image::is_named_as_hex(path) => Form::Code,
            () if is_file => of_text(&files.bytes(path, "a program", LONGEST_SOURCE)?),
            () if escape::path(path).contains(['/', '.', '\\']) => {
                // Reading what is not a regular file usually fails, with a better error than the next line's.
                files.bytes(path, "a program", LONGEST_SOURCE)?;
                refuse!("{} is not a regular file", escape::path(path));
            }
            () => Form::Name,
        })
    }
}

/// Whether a content is a BASIC program: text that starts with a line number or a printed number, and has no processor.
fn is_basic(bytes: &[u8], request: &StepRequest) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| image::is_text(bytes)) else { return false };
    let mut lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']).map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("#!"));
    let is_numbered = first.is_some_and(|line| line.starts_with(|c: char| c == '(' || c.is_ascii_digit()));
    is_numbered && request.cpu.is_none()
}

/// The names of one program of a kind and of several.
const KINDS: [(Kind, &str, &str); 6] = [
    (Routine, "a routine", "routines"),
    (Source, "a source", "sources"),
    (Binary, "a binary", "binaries"),
    (Basic, "a BASIC program", "BASIC programs"),
    (Cartridge, "a cartridge", "cartridges"),
    (Cpm, "a CP/M program", "CP/M programs"),
];

/// An option of `step`.
struct Row {
    option: &'static str,
    /// The attribute of a launch configuration, and the field of a page's request.
    attribute: &'static str,
    is_given: fn(&StepRequest) -> bool,
    kinds: &'static [Kind],
}

const fn row(
    option: &'static str,
    attribute: &'static str,
    is_given: fn(&StepRequest) -> bool,
    kinds: &'static [Kind],
) -> Row {
    Row { option, attribute, is_given, kinds }
}

/// Machine code.
const CODE: &[Kind] = &[Routine, Source, Binary, Cpm];

/// The options. Those above `--in` say how a file is read, which is also checked when it is.
const OPTIONS: &[Row] = &[
    row("--load", "load", |r| r.load.is_some(), &[Source, Binary]),
    row("--symbols", "symbols", |r| r.symbols.is_some(), &[Binary, Cartridge, Cpm]),
    row("--map", "map", |r| !r.map.is_empty(), &[Binary, Cpm]),
    row("--source-dir", "sourceDir", |r| !r.source_dir.is_empty(), &[Binary, Cpm]),
    row("--load", "org", |r| r.linking.org.is_some(), &[Source]),
    row("--segment", "segment", |r| !r.linking.segment.is_empty(), &[Source]),
    row("-D", "define", |r| !r.linking.define.is_empty(), &[Source]),
    row("-I", "include", |r| !r.linking.include.is_empty(), &[Source]),
    row("--in", "inputs", |r| !r.inputs.is_empty(), &[Routine]),
    row("--set", "set", |r| !r.set.is_empty(), &[Routine, Source, Binary, Basic, Cpm]),
    row("--place", "place", |r| !r.place.is_empty(), &[Routine]),
    row("--same-as", "sameAs", |r| r.same_as.is_some(), &[Routine]),
    row("--poke", "poke", |r| !r.poke.is_empty(), CODE),
    row("--cpu", "cpu", |r| r.cpu.is_some(), CODE),
    row("--entry", "pc", |r| r.pc.is_some(), &[Routine, Source, Binary]),
    row("--routine", "call", |r| r.call.is_some(), &[Source, Binary]),
    row("--devices", "devices", |r| r.devices.is_some(), &[Source, Binary, Cpm]),
    row("--cpm", "cpm", |r| r.cpm, &[Source, Cpm]),
    row("--console", "console", |r| r.console, &[Source, Binary]),
    row("--keys", "keys", |r| !r.keys.is_empty(), &[Source, Binary, Basic, Cartridge, Cpm]),
    row("--keys-file", "keysFile", |r| r.bally.keys_file.is_some(), &[Basic, Cartridge]),
    row("--rom", "rom", |r| r.bally.parts.rom.is_some(), &[Cartridge]),
    row("--cart", "cart", |r| r.bally.parts.cart.is_some(), &[Cartridge]),
    row("--keypad", "keypad", |r| r.bally.keypad.is_some(), &[Cartridge]),
    row("--expansion", "expansion", |r| r.bally.parts.expansion != Expansion::None, &[Cartridge]),
    row("--handles", "handles", |r| r.bally.parts.handles.is_some(), &[Cartridge]),
    row("--load-state", "loadState", |r| r.bally.parts.load_state.is_some(), &[Cartridge]),
    row("--tape-in", "tapeIn", |r| r.bally.parts.fitting.is_some(), &[Cartridge]),
    row("--dialect", "dialect", |r| r.dialect.is_some(), &[Routine, Source, Basic]),
    row("--routine", "routine", |r| r.routine.is_some(), &[Routine]),
    row("--constant", "constant", |r| !r.constant.is_empty(), &[Routine]),
    row("--contract", "contract", |r| r.contract.is_some(), &[Routine]),
    row("--as-printed", "asPrinted", |r| r.as_printed, &[Basic]),
    row("--seed", "seed", |r| r.seed.is_some(), &[Routine, Basic]),
];

/// The options that say how a file is read.
const OF_READING: usize = 8;

/// Returns the attribute of a launch configuration for an option such as `--keys-file`.
pub fn attribute(option: &str) -> Option<&'static str> {
    OPTIONS.iter().find(|row| row.option == option).map(|row| row.attribute)
}

/// Refuses options that programs of a kind do not have, and those that contradict each other.
pub(crate) fn check(kind: Kind, request: &StepRequest) -> Result<()> {
    if request.bally.keys_file.is_some() && !request.keys.is_empty() {
        refuse!("the keys are in a file and in a text; use one of them");
    }
    check_dialect(kind, request)?;
    let is_code = matches!(kind, Source | Binary);
    if is_code && !request.keys.is_empty() && !request.cpm && !request.console {
        refuse!("--keys is for a program that reads a console; add --cpm or --console");
    }
    if request.cpm && request.console {
        refuse!("--cpm and --console are two systems; use one of them");
    }
    // A routine of a source or a binary has the options of its file.
    let first = if request.routine.is_some() { OF_READING } else { 0 };
    let wrong = OPTIONS.iter().skip(first).find(|row| (row.is_given)(request) && !row.kinds.contains(&kind));
    wrong.map_or(Ok(()), |row| Err(wrong_option(row, kind, request)))
}

/// Refuses a dialect of BASIC for a source, and that of a source for BASIC.
fn check_dialect(kind: Kind, request: &StepRequest) -> Result<()> {
    let name = || request.program().map(escape::path);
    match (kind, request.dialect) {
        (Basic, Some(dialect @ Dialect::Source(_))) => refuse!(
            "--dialect {} is for sources of an assembler, and {} is a BASIC program; the dialects of BASIC are bally and astro",
            dialect.name(),
            name()?
        ),
        (Source | Routine, Some(dialect @ Dialect::Basic(_))) => refuse!(
            "--dialect {} is for BASIC programs; {} is {}",
            dialect.name(),
            name()?,
            if kind == Source { "a source" } else { "a routine" }
        ),
        _ => Ok(()),
    }
}

/// Returns the error for an option that programs of this kind do not have.
fn wrong_option(row: &Row, kind: Kind, request: &StepRequest) -> Error {
    let kinds = KINDS.iter().filter(|(kind, ..)| row.kinds.contains(kind));
    let programs = kinds.map(|(_, _, several)| *several).collect::<Vec<_>>().join(", ");
    let programs = match programs.rsplit_once(", ") {
        Some((others, last)) => format!("{others} and {last}"),
        None => programs,
    };
    let has_registers = matches!(kind, Source | Binary | Cpm);
    let instead = if row.attribute == "inputs" && has_registers { "; --set A=3 sets a register" } else { "" };
    let kind = KINDS.iter().find(|(known, ..)| *known == kind).map_or("", |(_, one, _)| one);
    let target = request.program().map(escape::path).unwrap_or_default();
    message!("{} applies only to {programs}; {target} is {kind}{instead}", row.option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_is_recognized_by_its_content() {
        let any = StepRequest::default();
        let z80 = StepRequest { cpu: Some(Processor::Z80), ..StepRequest::default() };
        for (bytes, request, expected) in [
            (&b"10 PRINT 1\n"[..], &any, true),
            (b"#! dialect: astro\r\r(1793) 10 PRINT\r", &any, true),
            (b"\xef\xbb\xbf\n  10 PRINT\n", &any, true),
            (b";! cpu: 8080\n0000 C9 RET\n", &any, false),
            (b"0000 C9 RET\n", &z80, false),
            (b"\xc9", &z80, false),
            (b"\x3e\0\x76", &any, false),
            (b"\x3e\x05\x76\n", &any, false),
        ] {
            assert_eq!(is_basic(bytes, request), expected, "{}", bytes.escape_ascii());
        }
    }
}

//! The kind of a program, from its name or else from its content.

use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE,
    error::{Result, refuse},
    escape, image, program,
};
use arcadian_isa::Processor;
use arcadian_program::{self as file, Program};

use crate::step::{
    options::Kind,
    request::{Dialect, StepRequest},
};

/// The extensions of BASIC programs, as text and on tapes.
const BASIC_EXTENSIONS: [&str; 5] = ["bas", "lst", "txt", "wav", "prg"];

impl Kind {
    /// Returns the kind of the program that a request names, and the program if it is in a file of machine code.
    pub(super) fn of(files: &dyn Files, request: &StepRequest) -> Result<(Kind, Option<Program>)> {
        if request.cartridge().is_some() {
            return Ok((Kind::Cartridge, None));
        }
        if let Some(kind) = Kind::of_others(files, request)? {
            return Ok((kind, None));
        }
        let target = request.program()?;
        let is_source = || file::Kind::of(files, target, &request.options()) == file::Kind::Source;
        if request.same_as.is_some() && is_source() {
            return Ok((Kind::Routine, None));
        }
        let program = file::open(files, target, &request.options())?;
        let kind = match program.assembly() {
            _ if request.routine.is_some() => Kind::Routine,
            None if request.cpm => Kind::Cpm,
            None => Kind::Binary,
            Some(assembly) if assembly.sheet.as_ref().is_some_and(|sheet| sheet.has_specification()) => {
                Kind::Routine
            }
            Some(_) => Kind::Source,
        };
        Ok((kind, Some(program)))
    }

    /// Returns the kind of a program that is not a file of machine code.
    fn of_others(files: &dyn Files, request: &StepRequest) -> Result<Option<Kind>> {
        let path = request.program()?;
        let is_source = matches!(request.dialect, Some(Dialect::Source(_)));
        let is_basic =
            |bytes: &[u8]| (!is_source && !request.cpm && is_basic(bytes, request)).then_some(Kind::Basic);
        if escape::is_stream(path) {
            return Ok(is_basic(&files.peek(LONGEST_SOURCE)?));
        }
        let extension =
            path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is = |known: &[&str]| extension.as_deref().is_some_and(|extension| known.contains(&extension));
        let is_file = files.kind(path) == FileKind::File;
        // A .prg is a tape of Bally BASIC, or a program of the 6502.
        let is_commodore = is(&["prg"]) && request.cpu == Some(Processor::Mos6502);
        Ok(match () {
            () if is_source && is_file => None,
            () if program::is_built_in(path) || is(&BASIC_EXTENSIONS) && !is_commodore => Some(Kind::Basic),
            () if image::is_named_as_source(path) || image::is_named_as_hex(path) => None,
            () if is_file => is_basic(&files.bytes(path, "a program", LONGEST_SOURCE)?),
            () if escape::path(path).contains(['/', '.', '\\']) => {
                // Reading what is not a regular file usually fails, with a better error than the next line's.
                files.bytes(path, "a program", LONGEST_SOURCE)?;
                refuse!("{} is not a regular file", escape::path(path));
            }
            () => Some(Kind::Routine),
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

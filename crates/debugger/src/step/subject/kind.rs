//! The kind of a program, from its name or else from its content.

use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE,
    error::{Result, refuse},
    escape, image, program, source,
};

use crate::step::{
    options::Kind,
    request::{Dialect, StepRequest},
};

/// The extensions of BASIC programs, as text and on tapes.
const BASIC_EXTENSIONS: [&str; 5] = ["bas", "lst", "txt", "wav", "prg"];

impl Kind {
    /// Returns the kind of the program that a request names.
    pub(super) fn of(files: &dyn Files, request: &StepRequest) -> Result<Kind> {
        if request.cartridge().is_some() {
            return Ok(Kind::Cartridge);
        }
        if let Some(linked) = &request.linked {
            return Ok(match (&linked.routine, request.cpm) {
                (Some(_), _) => Kind::Routine,
                (None, true) => Kind::Cpm,
                (None, false) => Kind::Binary,
            });
        }
        match Kind::of_target(files, request)? {
            Kind::Source if request.routine.is_some() => Ok(Kind::Routine),
            Kind::Source if is_sheet(files, request)? => Ok(Kind::Routine),
            kind => Ok(kind),
        }
    }

    fn of_target(files: &dyn Files, request: &StepRequest) -> Result<Kind> {
        let path = &request.target;
        if escape::is_stream(path) {
            return Ok(Kind::of_content(&files.peek(LONGEST_SOURCE)?, request));
        }
        let extension =
            path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is = |known: &[&str]| extension.as_deref().is_some_and(|extension| known.contains(&extension));
        let is_source = matches!(request.dialect, Some(Dialect::Source(_)));
        Ok(match () {
            () if is_source && files.kind(path) == FileKind::File => Kind::Source,
            () if program::is_built_in(path) || is(&BASIC_EXTENSIONS) => Kind::Basic,
            () if image::is_named_as_source(path) => Kind::Source,
            () if image::is_named_as_hex(path) && request.cpm => Kind::Cpm,
            () if image::is_named_as_hex(path) => Kind::Binary,
            () if files.kind(path) == FileKind::File => {
                Kind::of_content(&files.bytes(path, "a program", LONGEST_SOURCE)?, request)
            }
            () if escape::path(path).contains(['/', '.', '\\']) => {
                // Reading what is not a regular file usually fails, with a better error than the next line's.
                files.bytes(path, "a program", LONGEST_SOURCE)?;
                refuse!("{} is not a regular file", escape::path(path));
            }
            () => Kind::Routine,
        })
    }

    /// Returns the kind of a content. A BASIC program starts with a line number or a printed number, and has no processor.
    fn of_content(bytes: &[u8], request: &StepRequest) -> Kind {
        if request.cpm {
            return Kind::Cpm;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if image::is_text(bytes) => text,
            _ => return Kind::Binary,
        };
        let mut lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']).map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with("#!"));
        let is_numbered =
            first.is_some_and(|line| line.starts_with(|c: char| c == '(' || c.is_ascii_digit()));
        if is_numbered && request.cpu.is_none() { Kind::Basic } else { Kind::Source }
    }
}

/// Returns whether a request names a binary.
pub fn is_binary(files: &dyn Files, request: &StepRequest) -> Result<bool> {
    let is_it = |kind| matches!(kind, Kind::Binary | Kind::Cpm);
    Ok(request.cartridge().is_none() && is_it(Kind::of_target(files, request)?))
}

/// Returns whether a source says what it must compute, by its header or by `--same-as`.
fn is_sheet(files: &dyn Files, request: &StepRequest) -> Result<bool> {
    if request.same_as.is_some() {
        return Ok(true);
    }
    let path = &request.target;
    let text = if escape::is_stream(path) {
        String::from_utf8_lossy(&files.peek(LONGEST_SOURCE)?).into_owned()
    } else {
        files.text(path, "a source", LONGEST_SOURCE)?
    };
    let assembly = source::assemble(files, path, &text, request.cpu, &request.syntax())?;
    Ok(assembly.sheet.is_some_and(|sheet| sheet.has_specification()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_isa::Processor;

    #[test]
    fn kinds_of_contents() {
        let any = StepRequest::default();
        let z80 = StepRequest { cpu: Some(Processor::Z80), ..StepRequest::default() };
        for (bytes, request, kind) in [
            (&b"10 PRINT 1\n"[..], &any, Kind::Basic),
            (b"#! dialect: astro\r\r(1793) 10 PRINT\r", &any, Kind::Basic),
            (b"\xef\xbb\xbf\n  10 PRINT\n", &any, Kind::Basic),
            (b";! cpu: 8080\n0000 C9 RET\n", &any, Kind::Source),
            (b"0000 C9 RET\n", &z80, Kind::Source),
            (b"\xc9", &z80, Kind::Binary),
            (b"\x3e\0\x76", &any, Kind::Binary),
            (b"\x3e\x05\x76\n", &any, Kind::Binary),
        ] {
            assert_eq!(Kind::of_content(bytes, request), kind, "{}", bytes.escape_ascii());
        }
    }
}

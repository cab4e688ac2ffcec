//! The kind of a target, from its name or else from its content.

use crate::error::Result;
use crate::{
    escape,
    files::{Files, Kind, LONGEST_SOURCE},
    image, program,
    step::options::Options,
};

/// The extensions of BASIC programs, as text and on tapes.
const BASIC_EXTENSIONS: [&str; 5] = ["bas", "lst", "txt", "wav", "prg"];

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetKind {
    Basic,
    Source,
    Binary,
    /// A bundled routine.
    Routine,
    /// A cartridge or ROM of the Bally.
    Cartridge,
}

impl TargetKind {
    /// Returns the kind of the target.
    pub(super) fn of(files: &dyn Files, options: &Options) -> Result<TargetKind> {
        let path = &options.target;
        if options.is_cartridge() {
            return Ok(TargetKind::Cartridge);
        }
        if escape::is_stream(path) {
            return Ok(TargetKind::of_content(&files.peek(LONGEST_SOURCE)?, options));
        }
        let extension =
            path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
        let is = |known: &[&str]| extension.as_deref().is_some_and(|extension| known.contains(&extension));
        Ok(match () {
            () if program::is_built_in(path) || is(&BASIC_EXTENSIONS) => TargetKind::Basic,
            () if image::is_named_as_source(path) => TargetKind::Source,
            () if files.kind(path) == Kind::File => {
                TargetKind::of_content(&files.bytes(path, "a program", LONGEST_SOURCE)?, options)
            }
            () => TargetKind::Routine,
        })
    }

    /// Returns the kind of a content. A BASIC program starts with a line number or a printed number, and has no processor.
    fn of_content(bytes: &[u8], options: &Options) -> TargetKind {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if image::is_text(bytes) => text,
            _ => return TargetKind::Binary,
        };
        let mut lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']).map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with("#!"));
        let is_numbered =
            first.is_some_and(|line| line.starts_with(|c: char| c == '(' || c.is_ascii_digit()));
        match is_numbered && options.cpu.is_none() {
            _ if options.cpm => TargetKind::Binary,
            true => TargetKind::Basic,
            false => TargetKind::Source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_isa::Processor;

    #[test]
    fn kinds_of_contents() {
        let any = Options::default();
        let z80 = Options { cpu: Some(Processor::Z80), ..Options::default() };
        for (bytes, options, kind) in [
            (&b"10 PRINT 1\n"[..], &any, TargetKind::Basic),
            (b"#! dialect: astro\r\r(1793) 10 PRINT\r", &any, TargetKind::Basic),
            (b"\xef\xbb\xbf\n  10 PRINT\n", &any, TargetKind::Basic),
            (b";! cpu: 8080\n0000 C9 RET\n", &any, TargetKind::Source),
            (b"0000 C9 RET\n", &z80, TargetKind::Source),
            (b"\xc9", &z80, TargetKind::Binary),
            (b"\x3e\0\x76", &any, TargetKind::Binary),
            (b"\x3e\x05\x76\n", &any, TargetKind::Binary),
        ] {
            assert_eq!(TargetKind::of_content(bytes, options), kind, "{}", bytes.escape_ascii());
        }
    }
}

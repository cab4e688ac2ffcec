//! What kind of program a target is: by its name, or by its content if the name does not say.

use crate::error::Result;
use crate::{
    border,
    files::{Files, Kind, LONGEST_SOURCE},
    image, program,
    step::options::Options,
};

/// The endings of files that hold sources for the assembler.
const SOURCES: [&str; 6] = ["asm", "s", "z80", "a80", "a65", "src"];
/// The endings of files that hold BASIC.
const PROGRAMS: [&str; 3] = ["bas", "lst", "txt"];

/// A kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Basic,
    Source,
    Binary,
    /// A routine that is built in.
    Routine,
}

impl Form {
    /// That of the target.
    pub(super) fn of(files: &dyn Files, options: &Options) -> Result<Form> {
        let path = &options.target;
        if border::is_stream(path) {
            return Ok(Form::of_content(&files.peek(LONGEST_SOURCE)?, options));
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let is = |endings: &[&str]| ending.as_deref().is_some_and(|ending| endings.contains(&ending));
        Ok(match () {
            () if program::is_built_in(path) || is(&PROGRAMS) => Form::Basic,
            () if is(&SOURCES) => Form::Source,
            () if files.kind(path) == Kind::File => {
                Form::of_content(&files.bytes(path, "a program", LONGEST_SOURCE)?, options)
            }
            () => Form::Routine,
        })
    }

    /// BASIC begins with a line number, or with the byte count before it; it has no processor.
    fn of_content(bytes: &[u8], options: &Options) -> Form {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if image::is_text(bytes) => text,
            _ => return Form::Binary,
        };
        let mut lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']).map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with("#!"));
        let is_numbered =
            first.is_some_and(|line| line.starts_with(|c: char| c == '(' || c.is_ascii_digit()));
        match is_numbered && options.cpu.is_none() {
            _ if options.cpm => Form::Binary,
            true => Form::Basic,
            false => Form::Source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_isa::Processor;

    #[test]
    fn content_tells_what_it_is() {
        let any = Options::default();
        let z80 = Options { cpu: Some(Processor::Z80), ..Options::default() };
        for (bytes, options, form) in [
            (&b"10 PRINT 1\n"[..], &any, Form::Basic),
            (b"#! dialect: astro\r\r(1793) 10 PRINT\r", &any, Form::Basic),
            (b"\xef\xbb\xbf\n  10 PRINT\n", &any, Form::Basic),
            (b";! cpu: 8080\n0000 C9 RET\n", &any, Form::Source),
            (b"0000 C9 RET\n", &z80, Form::Source),
            (b"\xc9", &z80, Form::Binary),
            (b"\x3e\0\x76", &any, Form::Binary),
            (b"\x3e\x05\x76\n", &any, Form::Binary),
        ] {
            assert_eq!(Form::of_content(bytes, options), form, "{}", bytes.escape_ascii());
        }
    }
}

//! Reading memory images, and telling them from text.

use std::{ffi::OsStr, path::Path};

use crate::{
    Files, LONGEST_IMAGE,
    error::{Result, refuse},
    escape,
};

/// Reads a memory image. Refuses text unless `raw` is set, because it is probably a source. `verb` names the operation in
/// the error.
pub fn read(files: &dyn Files, path: &Path, verb: &str, raw: bool) -> Result<Vec<u8>> {
    let image = files.bytes(path, "a memory image", LONGEST_IMAGE)?;
    if !raw && is_text(&image) {
        refuse!("{}", refusal(path, verb));
    }
    Ok(image)
}

/// The extensions of assembler sources.
const SOURCE_EXTENSIONS: [&str; 6] = ["asm", "s", "z80", "a80", "a65", "src"];

/// Returns whether a file is an assembler source by its name.
pub fn is_named_as_source(path: &Path) -> bool {
    let is_known = |own: &OsStr| SOURCE_EXTENSIONS.iter().any(|known| own.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is_known)
}

/// Returns whether a file is Intel HEX by its name.
pub fn is_named_as_hex(path: &Path) -> bool {
    let is_known = |own: &OsStr| ["hex", "ihx", "ihex"].iter().any(|known| own.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is_known)
}

/// Returns whether the bytes are lines of text, which a memory image of more than a few bytes never is.
pub fn is_text(bytes: &[u8]) -> bool {
    // CP/M fills the last block of a text with Ctrl-Z.
    let end = bytes.iter().rposition(|byte| *byte != 0x1A).map_or(0, |last| last + 1);
    let Ok(text) = std::str::from_utf8(bytes.get(..end).unwrap_or_default()) else { return false };
    let is_blank = |c: char| matches!(c, '\t' | '\n' | '\r' | '\x0C');
    text.contains(['\n', '\r'])
        && text.chars().all(|c| is_blank(c) || !c.is_control())
        && text.chars().any(char::is_alphanumeric)
}

/// Returns the error for text, with a command that handles it.
fn refusal(path: &Path, verb: &str) -> String {
    let argument = escape::argument(path);
    let has_extension = |known: &[&str]| {
        path.extension().is_some_and(|own| known.iter().any(|name| own.eq_ignore_ascii_case(name)))
    };
    let instead = if has_extension(&["bas", "lst"]) {
        format!("run a BASIC program with `arcadian run {argument}`")
    } else {
        let image = if escape::is_stream(path) {
            "FILE".to_owned()
        } else {
            escape::argument(&path.with_extension("bin"))
        };
        format!("assemble a source first: `arcadian asm {argument} --output {image}`")
    };
    format!(
        "cannot {verb} {}: it is text, not a memory image; {instead}, or {verb} its bytes with --raw",
        escape::path(path)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_are_not_an_image() {
        for text in
            ["        NOP\n", "A: MVI A,1 ; ÷\r\n\x1A\x1A", "\u{feff}10 PRINT 1\r", "\tNOP\n\x0C\tNOP\n"]
        {
            assert!(is_text(text.as_bytes()), "{text:?}");
        }
        for bytes in [
            &b""[..],
            b"\x1A",
            b"\n",
            b"some bytes",
            b"\x3E\x05\x76\n",
            b"ABC\n\0",
            b"NOP\n\xFF",
            b"A\n\x1A\x1AB",
        ] {
            assert!(!is_text(bytes), "{bytes:?}");
        }
    }
}

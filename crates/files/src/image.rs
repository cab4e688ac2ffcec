//! Reading memory images, and telling them from text.

use std::{ffi::OsStr, path::Path};

use arcadian_isa::Processor;

use crate::{
    Files, LONGEST_IMAGE, container,
    error::{Result, refuse},
    escape,
};

/// A memory image.
#[derive(Debug)]
pub struct Image {
    /// The address of the first byte, if the file says it.
    pub address: Option<u16>,
    pub bytes: Vec<u8>,
}

/// What a memory image is read for.
#[derive(Clone, Copy, Debug)]
pub struct Purpose<'a> {
    /// The operation, in errors.
    pub verb: &'a str,
    /// The processor, if it is known.
    pub processor: Option<Processor>,
    /// Whether there is an option `--raw`, for which the caller reads the bytes by [`read_raw`].
    pub has_raw: bool,
}

/// Reads a memory image. A .prg of the 6502 begins with the address of its bytes, as Commodore's do. Refuses text, which is probably a
/// source, and files that hold more than a memory.
pub fn read(files: &dyn Files, path: &Path, purpose: Purpose<'_>) -> Result<Image> {
    let Purpose { verb, processor, has_raw } = purpose;
    let bytes = read_raw(files, path)?;
    let name = escape::path(path);
    let raw = if has_raw { format!(", or {verb} its bytes with --raw") } else { String::new() };
    if is_text(&bytes) {
        refuse!("cannot {verb} {name}: it is text, not a memory image; {}{raw}", instead_of_text(path));
    }
    if let Some((what, instead)) = container::recognize(path, &bytes) {
        refuse!("cannot {verb} {name}: it is {what}, not a memory image; {instead}{raw}");
    }
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("prg")) {
        return Ok(Image { address: None, bytes });
    }
    match (processor, bytes.split_first_chunk()) {
        (Some(Processor::Mos6502), Some((address, code))) if !code.is_empty() => {
            Ok(Image { address: Some(u16::from_le_bytes(*address)), bytes: code.to_vec() })
        }
        (Some(Processor::Mos6502), _) => {
            refuse!(
                "cannot {verb} {name}: a .prg begins with its load address, and there is no code after it"
            )
        }
        _ => refuse!(
            "cannot {verb} {name}: a .prg is a program of the 6502 (--cpu 6502), or a tape of Bally BASIC, which `arcadian run {}` \
             runs{raw}",
            escape::argument(path)
        ),
    }
}

/// Reads the bytes of a file, whatever they are.
pub fn read_raw(files: &dyn Files, path: &Path) -> Result<Vec<u8>> {
    files.bytes(path, "a memory image", LONGEST_IMAGE)
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

/// Returns a command that handles a text.
fn instead_of_text(path: &Path) -> String {
    let argument = escape::argument(path);
    let has_extension = |known: &[&str]| {
        path.extension().is_some_and(|own| known.iter().any(|name| own.eq_ignore_ascii_case(name)))
    };
    if has_extension(&["bas", "lst"]) {
        return format!("run a BASIC program with `arcadian run {argument}`");
    }
    let image = if escape::is_stream(path) {
        "FILE".to_owned()
    } else {
        escape::argument(&path.with_extension("bin"))
    };
    format!("assemble a source first: `arcadian asm {argument} --output {image}`")
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

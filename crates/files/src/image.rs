//! Reading memory images, and telling them from text.

use std::path::Path;

use arcadian_isa::Processor;

use crate::{
    container,
    error::{Error, Result, message, refuse},
    escape,
};

/// A memory image.
#[derive(Debug)]
pub struct Image {
    /// The address of the first byte, if the file says it.
    pub address: Option<u16>,
    pub bytes: Vec<u8>,
}

/// Returns the memory image in the bytes of a file. A .prg of the 6502 begins with the address of its bytes, as Commodore's do.
/// Refuses files that hold something else.
pub fn of_bytes(path: &Path, bytes: Vec<u8>, processor: Option<Processor>) -> Result<Image> {
    let name = escape::path(path);
    if let Some((what, instead)) = container::recognize(path, &bytes) {
        refuse!("cannot read {name}: it is {what}, not a memory image; {instead}");
    }
    if !has_extension(path, &["prg"]) {
        return Ok(Image { address: None, bytes });
    }
    match (processor, bytes.split_first_chunk()) {
        (Some(Processor::Mos6502), Some((address, code))) if !code.is_empty() => {
            Ok(Image { address: Some(u16::from_le_bytes(*address)), bytes: code.to_vec() })
        }
        (Some(Processor::Mos6502), _) => {
            refuse!("cannot read {name}: a .prg begins with its load address, and there is no code after it")
        }
        _ => refuse!(
            "cannot read {name}: a .prg is a program of the 6502 (--cpu 6502), or a tape of Bally BASIC, which `arcadian run {}` runs",
            escape::argument(path)
        ),
    }
}

const SOURCE_EXTENSIONS: [&str; 6] = ["asm", "s", "z80", "a80", "a65", "src"];

pub fn is_named_as_source(path: &Path) -> bool {
    has_extension(path, &SOURCE_EXTENSIONS)
}

pub fn is_named_as_hex(path: &Path) -> bool {
    has_extension(path, &["hex", "ihx", "ihex"])
}

pub fn is_named_as_cpm(path: &Path) -> bool {
    has_extension(path, &["com"])
}

pub fn is_named_as_listing(path: &Path) -> bool {
    has_extension(path, &["lst"])
}

pub fn is_named_as_basic(path: &Path) -> bool {
    has_extension(path, &["bas", "lst"])
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().is_some_and(|own| known.iter().any(|known| own.eq_ignore_ascii_case(known)))
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

/// Returns the error for a text where an image is needed.
pub fn text_instead(path: &Path) -> Error {
    let (name, argument) = (escape::path(path), escape::argument(path));
    let instead = if is_named_as_basic(path) {
        format!("run a BASIC program with `arcadian run {argument}`")
    } else {
        let image = if escape::is_stream(path) {
            "FILE".to_owned()
        } else {
            escape::argument(&path.with_extension("bin"))
        };
        format!("assemble a source first: `arcadian asm {argument} --output {image}`")
    };
    message!("cannot read {name}: it is text, not a memory image; {instead}")
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

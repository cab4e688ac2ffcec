//! Telling a memory image from a text.

use std::path::Path;

use crate::{
    border,
    error::{Result, refuse},
    files::{Files, LONGEST_IMAGE},
};

/// Reads a memory image to `verb`. Text is refused unless it is `raw`: a source was named by mistake.
pub fn read(files: &dyn Files, path: &Path, verb: &str, raw: bool) -> Result<Vec<u8>> {
    let image = files.bytes(path, "a memory image", LONGEST_IMAGE)?;
    if !raw && is_text(&image) {
        refuse!("{}", advice(path, verb));
    }
    Ok(image)
}

/// Returns whether these bytes are lines of text. A memory image longer than a few bytes never is.
pub fn is_text(bytes: &[u8]) -> bool {
    // CP/M filled the last block of a text with Ctrl-Z.
    let end = bytes.iter().rposition(|byte| *byte != 0x1A).map_or(0, |last| last + 1);
    let Ok(text) = std::str::from_utf8(bytes.get(..end).unwrap_or_default()) else { return false };
    let is_blank = |c: char| matches!(c, '\t' | '\n' | '\r' | '\x0C');
    text.contains(['\n', '\r'])
        && text.chars().all(|c| is_blank(c) || !c.is_control())
        && text.chars().any(char::is_alphanumeric)
}

/// Says what to do with a text instead.
fn advice(path: &Path, verb: &str) -> String {
    let shown = border::argument(path);
    let is = |names: &[&str]| {
        path.extension().is_some_and(|own| names.iter().any(|name| own.eq_ignore_ascii_case(name)))
    };
    let instead = match is(&["bas", "lst"]) {
        true => format!("run a BASIC program with `arcadian run {shown}`"),
        false => {
            let image = path.with_extension("bin");
            format!("assemble a source first: `arcadian asm {shown} --output {}`", border::argument(&image))
        }
    };
    format!(
        "cannot {verb} {shown}: it is text, not a memory image; {instead}, or {verb} its bytes with --raw"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_text_are_no_image() {
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

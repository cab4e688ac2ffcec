//! Text typed for a program that reads the keyboard by services.

use crate::debuggee::PressError;

/// The names of keys that are not characters.
const KEYS: [(&str, u8); 6] =
    [("ENTER", 0x0D), ("GO", 0x0D), ("ESC", 0x1B), ("TAB", 0x09), ("BACKSPACE", 0x08), ("DELETE", 0x7F)];

/// Returns the bytes of a text: ASCII characters, and in braces a key, a character, or `^` with a letter for Ctrl.
pub fn typed(text: &str) -> Result<Vec<u8>, PressError> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let name = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let (byte, after) = match name {
            Some((name, after)) => (named(name), after),
            None if character == '{' => (None, ""),
            None => (u8::try_from(character).ok().filter(u8::is_ascii), &rest[character.len_utf8()..]),
        };
        let wrong = &rest[..rest.len() - after.len()];
        bytes.push(byte.ok_or_else(|| PressError::Invalid(explain(wrong)))?);
        rest = after;
    }
    Ok(bytes)
}

fn explain(wrong: &str) -> String {
    let names = KEYS.map(|(name, _)| format!("{{{name}}}")).join(" ");
    format!("`{wrong}` is not a key: type ASCII characters, {names}, and {{^C}} for Ctrl-C")
}

fn named(name: &str) -> Option<u8> {
    let known = KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, byte)| *byte);
    known.or(match *name.as_bytes() {
        [b'^', letter @ (b'@'..=b'_' | b'a'..=b'z')] => Some(letter & 0x1F),
        [character] => Some(character),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_keys() {
        for (text, bytes) in [
            ("Ab1", Some(&b"Ab1"[..])),
            ("A{ENTER}{go}{^Z}{^c}{{}{ESC}", Some(b"A\r\r\x1A\x03{\x1B")),
            ("", Some(b"")),
            ("{HALT}", None),
            ("{ENTER", None),
            ("é", None),
        ] {
            assert_eq!(typed(text).ok().as_deref(), bytes, "{text}");
        }
        let error = typed("A{HALT}B").expect_err("not a key").to_string();
        assert!(error.starts_with("`{HALT}` is not a key: type ASCII characters, {ENTER}"), "{error}");
    }
}

//! Escaping of untrusted text before it reaches a terminal.
//!
//! Text from programs, files, file names and the command line is data. A terminal obeys control characters, reorders
//! text at bidirectional controls and hides zero-width characters; all of these are written as `\u{9b}` here. `output`
//! applies [`text()`] to everything it prints. Text that must stay on one line (a file name in a message, a cell of the
//! debugger's screen) is escaped by [`line()`], which includes new lines and tabs.
//!
//! [`path()`] is the one way from a path to a message; `crates/cli/clippy.toml` refuses the others.
//!
//! An escape contains no character that is escaped, so applying either function twice is the same as applying it once.

use std::{borrow::Cow, ffi::OsStr, ops::RangeInclusive, path::Path};

use serde::Serialize;

/// Characters that are invisible or rearrange their neighbors, except the control characters: default ignorable code
/// points (Unicode, DerivedCoreProperties.txt), line and paragraph separators, and annotation characters.
const HIDDEN: [RangeInclusive<char>; 17] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Returns whether a character must not reach a terminal.
pub fn is_hidden(character: char) -> bool {
    character.is_control() || HIDDEN.iter().any(|range| range.contains(&character))
}

/// Escapes hidden characters. New lines and tabs are layout and stay.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |character| is_hidden(character) && !matches!(character, '\n' | '\t'))
}

/// Escapes hidden characters, new lines and tabs among them: the result is part of one line.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

fn escaped(text: &str, must_escape: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Most text is printable ASCII, which is found without decoding characters.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.chars().any(&must_escape) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if must_escape(character) { out.extend(character.escape_unicode()) } else { out.push(character) }
    }
    Cow::Owned(out)
}

/// Returns the name of an input file for a message: one line, with bytes that are not UTF-8 as `\xff`; `-` is `<stdin>`.
pub fn path(path: &Path) -> String {
    if is_stream(path) { STDIN.to_owned() } else { os_text(path.as_os_str()) }
}

/// Returns a file name as an argument of a command that a message suggests.
pub fn argument(path: &Path) -> String {
    if is_stream(path) { "-".to_owned() } else { shell_word(&os_text(path.as_os_str())) }
}

/// Quotes a word for a shell if it needs quotes.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./=,:".contains(c);
    if word.chars().all(is_plain) && !word.is_empty() {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Percent-encodes bytes for a URI (RFC 3986): all but letters, digits, `-._~` and those that the caller keeps.
pub fn percent(bytes: impl IntoIterator<Item = u8>, kept: &[u8]) -> String {
    let mut encoded = String::new();
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.contains(&byte) {
            encoded.push(byte.into());
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

/// Escapes the characters that have a meaning in HTML and XML.
pub fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the name of an output file for a message; `-` is `<stdout>`.
pub fn output_path(path: &Path) -> String {
    if is_stream(path) { STDOUT.to_owned() } else { os_text(path.as_os_str()) }
}

const STDIN: &str = "<stdin>";
const STDOUT: &str = "<stdout>";

/// Returns whether a path on the command line is standard input or output. A file of that name is `./-`.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Escapes text of the operating system as one line.
pub fn os_text(text: &OsStr) -> String {
    let mut out = String::new();
    for chunk in text.as_encoded_bytes().utf8_chunks() {
        out += &line(chunk.valid());
        chunk.invalid().iter().for_each(|byte| out += &format!("\\x{byte:02x}"));
    }
    out
}

/// Returns a file name for the libraries, which compare it and put it into messages: unchanged if it is UTF-8.
pub fn source_name(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !is_stream(path) => text.to_owned(),
        _ => self::path(path),
    }
}

/// Returns JSON on one line, with hidden characters as `\u009b`: valid JSON with the same meaning.
pub fn json(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|text| json_text(&text))
}

/// Returns JSON with a line for each item.
pub fn indented_json(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| json_text(&text))
}

/// Escapes the hidden characters of JSON except new lines; other hidden characters occur only in strings of it.
pub fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if !is_hidden(character) || character == '\n' {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            out += &format!("\\u{unit:04x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::escape::{self, shell_word};

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            [shell_word("A=12"), shell_word("a b"), shell_word("A'=12"), shell_word("")],
            ["A=12", "'a b'", r"'A'\''=12'", "''"]
        );
    }

    /// One of each kind: C0, DEL, C1, bidirectional, zero-width, separators, selectors, tags.
    const KINDS: &str = "\0\u{7}\u{8}\r\u{b}\u{1b}\u{7f}\u{80}\u{85}\u{90}\u{9b}\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\
                         \u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{206f}\
                         \u{fe0f}\u{feff}\u{fff9}\u{e0001}\u{e0041}\u{e0100}";

    #[test]
    fn hidden_characters_are_escaped() {
        for character in KINDS.chars() {
            let text = format!("a{character}b");
            let escaped = format!("a\\u{{{:x}}}b", u32::from(character));
            assert_eq!((&*escape::text(&text), &*escape::line(&text)), (&*escaped, &*escaped));
        }
    }

    #[test]
    fn visible_text_is_unchanged() {
        for text in ["", "10 A=1÷0 ×↑", "é ü ß Ω я 漢字 한 ع א हिन्दी", "█▀ ⠿ ▶ ● 🎲", "\\u{9b}"]
        {
            assert_eq!(escape::line(text), text);
        }
        assert_eq!(escape::text("a\n\tb"), "a\n\tb");
        assert_eq!(escape::line("a\n\tb"), "a\\u{a}\\u{9}b");
    }

    #[test]
    fn escaping_twice_is_escaping_once() {
        let once = escape::text(KINDS).into_owned();
        assert_eq!((&*escape::text(&once), &*escape::line(&once)), (&*once, &*once));
    }

    #[test]
    fn every_control_character_is_hidden() {
        let mut controls = (0..=0x10_FFFF).filter_map(char::from_u32).filter(|c| c.is_control());
        assert!(controls.all(escape::is_hidden));
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = json!({ KINDS: [KINDS, "é", { "n": 1 }] });
        for text in [escape::json(&value), escape::indented_json(&value)] {
            let text = text.expect("a value");
            assert_eq!(escape::text(&text), text);
            assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        }
    }

    #[test]
    fn file_names() {
        for (path, message, library) in [
            ("x.bas", "x.bas", "x.bas"),
            ("-", "<stdin>", "<stdin>"),
            ("./-", "./-", "./-"),
            ("a\n\u{1b}[31m", "a\\u{a}\\u{1b}[31m", "a\n\u{1b}[31m"),
        ] {
            assert_eq!(
                (&*escape::path(path.as_ref()), &*escape::source_name(path.as_ref())),
                (message, library)
            );
        }
    }

    #[test]
    #[cfg(unix)]
    fn file_names_that_are_not_utf_8() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};
        let path = Path::new(OsStr::from_bytes(b"a\xff\x9bb\n"));
        assert_eq!(
            (&*escape::path(path), &*escape::source_name(path)),
            ("a\\xff\\x9bb\\u{a}", "a\\xff\\x9bb\\u{a}")
        );
    }
}

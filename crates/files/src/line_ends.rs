//! Line ends: libraries read text with LF, and files keep their own.

use arcadian_basic::listing::{Edit, apply};

/// A character that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Replaces CRLF and CR by LF, and removes a byte order mark.
pub fn with_line_feeds(text: &str) -> String {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

/// Applies edits of a text [`with_line_feeds`] to the file's text. New lines get the line end of the file's first row, and
/// everything else stays as it is. Returns `None` if two edits concern the same bytes.
pub fn edited(file: &str, edits: &[Edit]) -> Option<String> {
    let places = places(file);
    let end = line_end(file);
    let edit = |edit: &Edit| {
        let span = *places.get(edit.span.start)?..*places.get(edit.span.end)?;
        Some(Edit { span, text: edit.text.replace('\n', end) })
    };
    apply(file, &edits.iter().map(edit).collect::<Option<Vec<_>>>()?)
}

/// Returns, for each byte of the text with line feeds and its end, the position in the file.
fn places(file: &str) -> Vec<usize> {
    let bytes = file.as_bytes();
    let start = if file.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let is_second = |at: &usize| *at > start && bytes[*at] == b'\n' && bytes[at - 1] == b'\r';
    (start..bytes.len()).filter(|at| !is_second(at)).chain([bytes.len()]).collect()
}

fn line_end(file: &str) -> &'static str {
    match file.find(['\r', '\n']).map(|at| &file[at..]) {
        Some(end) if end.starts_with("\r\n") => "\r\n",
        Some(end) if end.starts_with('\r') => "\r",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file, the edits of its text with line feeds, and the file afterwards.
    type Row = (&'static str, &'static [(usize, usize, &'static str)], Option<&'static str>);

    const EDITED: [Row; 10] = [
        ("a\nb\n", &[(2, 3, "c\nd")], Some("a\nc\nd\n")),
        ("a\r\nb\r\n", &[(2, 3, "c\nd")], Some("a\r\nc\r\nd\r\n")),
        ("a\rb\r", &[(1, 1, "\n"), (2, 3, "")], Some("a\r\r\r")),
        ("\u{feff}a\r\nb\nc", &[(0, 1, "d"), (4, 5, "e")], Some("\u{feff}d\r\nb\ne")),
        ("a\r\nb\nc", &[(0, 2, "")], Some("b\nc")),
        ("a\r\nb", &[(1, 1, ";")], Some("a;\r\nb")),
        ("é\r\nb", &[(3, 4, "c")], Some("é\r\nc")),
        ("abc", &[(0, 2, "x"), (1, 3, "y")], None),
        ("abc", &[(2, 9, "x")], None),
        ("", &[], Some("")),
    ];

    #[test]
    fn line_ends_stay() {
        for (file, edits, expected) in EDITED {
            let edits: Vec<Edit> = edits
                .iter()
                .map(|&(start, end, text)| Edit { span: start..end, text: text.to_owned() })
                .collect();
            assert_eq!(edited(file, &edits).as_deref(), expected, "{file:?}");
            let of_text = apply(&with_line_feeds(file), &edits);
            assert_eq!(edited(file, &edits).map(|file| with_line_feeds(&file)), of_text, "{file:?}");
        }
    }
}

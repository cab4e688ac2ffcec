//! Key files, which `play --record` writes and `run --keys-file` reads.
//!
//! ```text
//! #! arcadian keys
//! #! program: rotate
//! #! dialect: bally
//! #! seed: 7
//! #! statements: 5120
//! 8{GO}AB{AT 5120}{HALT}
//! ```

use std::{ops::Range, path::Path};

use arcadian_basic::{
    Dialect, UnknownDialect,
    key::{self, Event},
};

use crate::{
    Files, LONGEST_KEYS, diagnostic,
    error::{Error, Result},
    escape,
};

/// The start of each header line.
const MARK: &str = "#!";
/// The first line of a recording.
const TITLE: &str = "arcadian keys";

/// Recorded keys and the conditions of the recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyFile {
    /// The name of the program, for information only.
    pub program: Option<String>,
    /// Whether the program was read without its errata.
    pub as_printed: bool,
    pub dialect: Option<Dialect>,
    /// The seed of RND.
    pub seed: Option<u64>,
    /// The number of statements executed during the recording.
    pub statements: Option<u64>,
    pub events: Vec<Event>,
}

/// Parses keys of the command line.
pub fn from_text(text: &str) -> Result<Vec<Event>> {
    key::parse(text).map_err(|error| wrong("--keys", text, error.span, &error.kind.to_string(), None))
}

pub fn from_file(files: &dyn Files, path: &Path) -> Result<KeyFile> {
    let text = files.text(path, "a key file", LONGEST_KEYS)?;
    parse(&escape::source_name(path), &text)
}

/// Parses the text of a key file; errors name `path`.
pub fn parse(path: &str, text: &str) -> Result<KeyFile> {
    let mut file = KeyFile::default();
    let mut at = 0;
    for line in text.split_inclusive('\n').take_while(|line| line.starts_with(MARK)) {
        parse_header(&mut file, &line[MARK.len()..]).map_err(|(title, help)| {
            let end = at + line.trim_end().len();
            wrong(path, text, at..end, &title, help)
        })?;
        at += line.len();
    }
    file.events = key::parse(&text[at..]).map_err(|error| {
        let span = at + error.span.start..at + error.span.end;
        wrong(path, text, span, &error.kind.to_string(), None)
    })?;
    Ok(file)
}

/// A message and a suggestion.
type HeaderError = (String, Option<&'static str>);

/// Parses a header line without its mark.
fn parse_header(file: &mut KeyFile, line: &str) -> Result<(), HeaderError> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.trim();
    match name.trim() {
        TITLE => {}
        "program" => file.program = Some(one_line(value)),
        "as-printed" => file.as_printed = yes_or_no(value)?,
        "dialect" => file.dialect = Some(dialect(value)?),
        "seed" => file.seed = Some(number(value, "seed")?),
        "statements" => file.statements = Some(number(value, "number of statements")?),
        other => {
            let help = "the header of a key file has lines `#! program:`, `#! as-printed:`, `#! dialect:`, `#! seed:` and `#! statements:`";
            return Err((format!("a key file has no header `{other}`"), Some(help)));
        }
    }
    Ok(())
}

/// Replaces line ends, which a file name may contain but a header line cannot.
fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

fn yes_or_no(value: &str) -> Result<bool, HeaderError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err((format!("`{value}` is neither `yes` nor `no`"), None)),
    }
}

fn dialect(value: &str) -> Result<Dialect, HeaderError> {
    value.parse().map_err(|unknown: UnknownDialect| (unknown.to_string(), None))
}

fn number(value: &str, what: &str) -> Result<u64, HeaderError> {
    let help = "it is a whole number from 0 to 18446744073709551615";
    value.parse().map_err(|_| (format!("`{value}` is not a {what}"), Some(help)))
}

fn wrong(path: &str, text: &str, span: Range<usize>, title: &str, help: Option<&str>) -> Error {
    diagnostic::render(path, text, span, title, help).into()
}

/// Returns the text of a key file. It does not end with a new line, because a new line is GO.
pub fn write(file: &KeyFile) -> String {
    let mut text = format!("{MARK} {TITLE}\n");
    let program = file.program.as_deref().map(one_line);
    let lines = [
        ("program", program),
        ("as-printed", file.as_printed.then(|| "yes".to_owned())),
        ("dialect", file.dialect.map(|dialect| dialect.to_string())),
        ("seed", file.seed.map(|seed| seed.to_string())),
        ("statements", file.statements.map(|count| count.to_string())),
    ];
    for (name, value) in lines {
        value.into_iter().for_each(|value| text += &format!("{MARK} {name}: {value}\n"));
    }
    let keys = key::write(&file.events);
    // Keys that start with the mark would be parsed as a header.
    match keys.strip_prefix(MARK) {
        Some(rest) => text + "{#}!" + rest,
        None => text + &keys,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_basic::Key;

    #[test]
    fn writing_and_reading_is_the_identity() {
        let file = KeyFile {
            program: Some("a b.bas".to_owned()),
            as_printed: true,
            dialect: Some(Dialect::Astro),
            seed: Some(u64::MAX),
            statements: Some(12),
            events: vec![
                Event::Key(Key::Code(b'#')),
                Event::Key(Key::Code(b'!')),
                Event::At(7),
                Event::Key(Key::Halt),
            ],
        };
        assert_eq!(parse("x", &write(&file)).expect("its own text"), file);
    }

    #[test]
    fn header_lines_end_at_the_first_key() {
        let file = parse("x", "#! seed: 3\nA\n#! seed: 4").expect("a good file");
        assert_eq!(file.seed, Some(3));
        assert_eq!(key::write(&file.events), "A{GO}#! SEED: 4");
    }

    #[test]
    fn errors_have_line_and_column() {
        for (text, location) in [
            ("#! arcadian keys\n#! seed: x\nA", "x:2:1"),
            ("#! seed: 1\n#! speed: 2\n", "x:2:1"),
            ("#! dialect: atari\n", "x:1:1"),
            ("#! seed: 1\nAB{GOO}", "x:2:3"),
        ] {
            let message = parse("x", text).expect_err("a mistake").to_string();
            assert!(message.contains(location), "{message}");
        }
    }
}

//! Saving and loading programs as files of a folder, for `:PRINT "NAME"` and `:INPUT "NAME"`.

use arcadian_basic::{
    Dialect, Line,
    listing::{
        Form, Header, Listing,
        write::{Notation, write},
    },
};
use arcadian_files::{FileKind, error::Result};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 32;
const EXTENSION: &str = "bas";
/// The names of devices of Windows, with any extension; COM and LPT with a digit are others.
const DEVICES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];

/// An error message for the status line.
type Message = String;

/// The folder in which a host keeps programs. Names of files have no path.
pub trait Folder {
    /// Returns the names of all files, sorted.
    fn names(&self) -> Vec<String>;

    fn kind(&self, name: &str) -> FileKind;

    fn read(&self, name: &str) -> Result<String>;

    fn write(&mut self, name: &str, text: &str) -> Result<()>;
}

/// Returns the file of a program: an existing one, ignoring case, or else `NAME.bas`.
pub fn file_name(folder: &dyn Folder, name: &str) -> Result<String, Message> {
    let name = validate(name)?;
    let file = format!("{name}.{EXTENSION}");
    if folder.kind(&file) != FileKind::Missing {
        return Ok(file);
    }
    let names = folder.names().into_iter();
    let alike: Vec<String> = names.filter(|other| other.eq_ignore_ascii_case(&file)).collect();
    match &alike[..] {
        [] => Ok(file),
        [one] => Ok(one.clone()),
        [one, other, ..] => Err(format!("cannot choose between {one} and {other}: rename one of them")),
    }
}

/// Checks that a name is a valid file name on every system, and removes its extension.
pub(crate) fn validate(name: &str) -> Result<&str, Message> {
    let name = name.trim();
    let end = name.len().saturating_sub(EXTENSION.len() + 1);
    let has_extension = name.get(end..).is_some_and(|end| end.eq_ignore_ascii_case(".bas"));
    let name = if has_extension { &name[..end] } else { name };
    let is_valid = |c: char| c.is_ascii_alphanumeric() || " -_.".contains(c);
    if name.is_empty() || name.len() > LONGEST_NAME || name.starts_with('.') || !name.chars().all(is_valid) {
        return Err(format!(
            "`{name}` is not a valid name: 1 to {LONGEST_NAME} letters, digits, spaces, `-`, `_` or `.`, no `.` first"
        ));
    }
    if is_device(name) {
        return Err(format!("`{name}` is not a valid name: it is a device on Windows"));
    }
    Ok(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let is_port =
        |port: &str| stem.strip_prefix(port).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']));
    DEVICES.contains(&&*stem) || is_port("COM") || is_port("LPT")
}

pub fn save(folder: &mut dyn Folder, name: &str, lines: &[Line], dialect: Dialect) -> Result<(), Message> {
    if lines.is_empty() {
        return Err(format!("cannot save {name}: the program has no lines"));
    }
    match folder.kind(name) {
        FileKind::File | FileKind::Missing => {}
        FileKind::Folder => return Err(format!("cannot save {name}: it is a folder")),
        FileKind::Device => return Err(format!("cannot save {name}: it is a device or a pipe")),
    }
    let text = write(lines, dialect, &Header::default(), Notation::Text);
    if let Some(line) = first_changed_line(&text, lines) {
        return Err(format!("cannot save {name}: line {line} has bytes that cannot be written as text"));
    }
    folder.write(name, &text).map_err(|error| format!("cannot save {name}: {}", error.title()))
}

/// Returns the number of the first line that reading the text would change.
fn first_changed_line(text: &str, lines: &[Line]) -> Option<u16> {
    let read = Listing::read(text, Form::Text).map(|listing| listing.lines()).unwrap_or_default();
    let changed = lines.iter().enumerate().find(|(at, line)| read.get(*at) != Some(line));
    changed.map(|(_, line)| line.number)
}

pub fn load(folder: &dyn Folder, name: &str, dialect: Dialect) -> Result<Vec<Line>, Message> {
    match folder.kind(name) {
        FileKind::File => {}
        FileKind::Missing => return Err(format!("cannot load {name}: there is no such file here")),
        FileKind::Folder => return Err(format!("cannot load {name}: it is a folder")),
        // Reading it could take forever.
        FileKind::Device => return Err(format!("cannot load {name}: it is a device or a pipe")),
    }
    let text = folder.read(name).map_err(|error| format!("cannot load {name}: {}", error.title()))?;
    let listing = Listing::read(&text, Form::Text).map_err(|error| {
        let row = text[..error.span.start.min(text.len())].matches('\n').count() + 1;
        format!("cannot load {name}: row {row}: {error}")
    })?;
    match listing.header.dialect {
        Some(other) if other != dialect => {
            Err(format!("cannot load {name}: it needs --dialect {other}; this machine is {dialect}"))
        }
        _ => Ok(listing.lines()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeMap;

    use arcadian_files::error::{Context, message};

    fn program(text: &str) -> Vec<Line> {
        Listing::read(text, Form::Text).expect("a program").lines()
    }

    /// Files in memory; a name that ends with `/` is a folder, one that ends with `|` a pipe.
    #[derive(Default)]
    pub(crate) struct Memory(pub(crate) BTreeMap<String, Vec<u8>>);

    impl Folder for Memory {
        fn names(&self) -> Vec<String> {
            self.0.keys().map(|name| name.trim_end_matches(['/', '|']).to_owned()).collect()
        }

        fn kind(&self, name: &str) -> FileKind {
            match (self.0.contains_key(name), self.0.contains_key(&format!("{name}/"))) {
                (true, _) => FileKind::File,
                (_, true) => FileKind::Folder,
                _ if self.0.contains_key(&format!("{name}|")) => FileKind::Device,
                _ => FileKind::Missing,
            }
        }

        fn read(&self, name: &str) -> Result<String> {
            let bytes = self.0.get(name).ok_or_else(|| message!("{name} is a directory"))?;
            String::from_utf8(bytes.clone()).context("not UTF-8")
        }

        fn write(&mut self, name: &str, text: &str) -> Result<()> {
            self.0.insert(name.to_owned(), text.as_bytes().to_vec());
            Ok(())
        }
    }

    #[test]
    fn valid_names() {
        for name in
            ["STARS", "A B", "X-1", "STARS.BAS", " STARS ", "A.B", "x_1", "CONE", "COM", "COM10", "X.CON"]
        {
            assert!(validate(name).is_ok(), "{name}");
        }
        for name in
            ["", " ", ".", "..", ".HIDDEN", "A/B", "A\\B", "C:A", "A×B", "A\nB", &"A".repeat(33), ".BAS"]
        {
            assert!(validate(name).is_err_and(|error| error.contains("is not a valid name")), "{name}");
        }
        for name in ["CON", "con.bas", "Aux", "NUL.X", "PRN .BAS", "COM1", "LPT9.BAS", "com0"] {
            assert!(validate(name).is_err_and(|error| error.contains("device on Windows")), "{name}");
        }
        assert_eq!((validate("STARS.BAS"), validate(" A ")), (Ok("STARS"), Ok("A")));
    }

    #[test]
    fn a_program_is_saved_and_loaded() {
        let mut folder = Memory::default();
        let lines = program("10 PRINT \"A  \n20 A=7÷2×3\n");
        let name = file_name(&folder, "STARS").expect("a name");
        assert_eq!(save(&mut folder, &name, &lines, Dialect::Astro), Ok(()));
        assert_eq!(load(&folder, &name, Dialect::Astro), Ok(lines));
        let error = load(&folder, &name, Dialect::Bally).expect_err("another dialect");
        assert_eq!(error, "cannot load STARS.bas: it needs --dialect astro; this machine is bally");
    }

    #[test]
    fn names_ignore_case() {
        let mut folder = Memory::default();
        folder.write("stars.bas", "10 STOP\n").expect("a file");
        assert_eq!(file_name(&folder, "STARS"), Ok("stars.bas".to_owned()));
        assert_eq!(file_name(&folder, "OTHER"), Ok("OTHER.bas".to_owned()));
        folder.write("Stars.BAS", "10 STOP\n").expect("a file");
        assert!(file_name(&folder, "STARS").is_err_and(|error| error.contains("rename one of them")));
    }

    #[test]
    fn errors_are_one_line() {
        let mut folder = Memory::default();
        let files: [(&str, &[u8]); 5] = [
            ("A.bas", b"10 STOP\n20 PRINT \"\xc3\xa9\"\n"),
            ("B.bas", b"\xff"),
            ("C.bas", b""),
            ("D.bas/", b""),
            ("P.bas|", b""),
        ];
        folder.0.extend(files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())));
        for (name, expected) in [
            ("A", "cannot load A.bas: row 2: `é` is not a character of the machine"),
            ("B", "cannot load B.bas: "),
            ("C", "cannot load C.bas: row 1: there is no program line in this file"),
            ("D", "cannot load D.bas: it is a folder"),
            ("P", "cannot load P.bas: it is a device or a pipe"),
            ("E", "cannot load E.bas: there is no such file here"),
        ] {
            let name = file_name(&folder, name).expect("a name");
            let error = load(&folder, &name, Dialect::Bally).expect_err(&name);
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
        assert_eq!(
            save(&mut folder, "D.bas", &program("10 STOP\n"), Dialect::Bally),
            Err("cannot save D.bas: it is a folder".to_owned())
        );
        let odd = Line { number: 7, text: vec![1, 2] };
        assert_eq!(
            save(&mut folder, "F.bas", &[odd], Dialect::Bally),
            Err("cannot save F.bas: line 7 has bytes that cannot be written as text".to_owned())
        );
        assert!(
            save(&mut folder, "F.bas", &[], Dialect::Bally).is_err()
                && folder.kind("F.bas") == FileKind::Missing
        );
    }
}

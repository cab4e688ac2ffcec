//! Programs as files of a folder, for `:PRINT "NAME"` and `:INPUT "NAME"`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use arcadian_basic::{
    Dialect, Line,
    listing::{
        Form, Header, Listing,
        write::{Notation, write},
    },
};

use crate::{diagnostic::Diagnostic, input, output::Pending};

/// The longest name, in characters.
pub const LONGEST: usize = 32;
const ENDING: &str = "bas";

/// A sentence for the person.
type Sentence = String;

/// Where programs are saved and loaded.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The file of a name: the one that is there, in capitals or small letters, or else `NAME.bas`.
    pub fn file(&self, name: &str) -> Result<PathBuf, Sentence> {
        let name = plain(name)?;
        let file = format!("{name}.{ENDING}");
        if fs::symlink_metadata(self.0.join(&file)).is_ok() {
            return Ok(self.0.join(file));
        }
        let alike: Vec<String> =
            self.names().into_iter().filter(|other| other.eq_ignore_ascii_case(&file)).collect();
        match &alike[..] {
            [] => Ok(self.0.join(file)),
            [one] => Ok(self.0.join(one)),
            [one, other, ..] => Err(format!("cannot choose between {one} and {other}: rename one of them")),
        }
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }
}

/// A name that can be a file's in any folder.
fn plain(name: &str) -> Result<&str, Sentence> {
    let name = name.trim();
    let end = name.len().saturating_sub(ENDING.len() + 1);
    let has_ending = name.get(end..).is_some_and(|end| end.eq_ignore_ascii_case(".bas"));
    let name = if has_ending { &name[..end] } else { name };
    let fits = |c: char| c.is_ascii_alphanumeric() || " -_.".contains(c);
    if name.is_empty() || name.len() > LONGEST || name.starts_with('.') || !name.chars().all(fits) {
        return Err(format!(
            "`{name}` is not a valid name: 1 to {LONGEST} letters, digits, blanks, `-` or points, no point first"
        ));
    }
    Ok(name)
}

/// The name of a file for a person.
pub fn shown(path: &Path) -> String {
    crate::border::os(path.file_name().unwrap_or_default())
}

/// Writes a program as text.
pub fn save(path: &Path, lines: &[Line], dialect: Dialect) -> Result<(), Sentence> {
    let name = shown(path);
    if lines.is_empty() {
        return Err(format!("cannot save {name}: there is no line in the program"));
    }
    if path.exists() && !path.is_file() {
        return Err(format!("cannot save {name}: it is not a file"));
    }
    let text = write(lines, dialect, &Header::default(), Notation::Text);
    if let Some(line) = lost(&text, lines) {
        return Err(format!("cannot save {name}: line {line} has bytes that no text can show"));
    }
    let written = Pending::new(path).and_then(|file| file.finish(text.as_bytes()));
    written.map_err(|error| format!("cannot save {name}: {}", error.root_cause()))
}

/// The first line that would not be read back as it is.
fn lost(text: &str, lines: &[Line]) -> Option<u16> {
    let read = Listing::read(text, Form::Text).map(|listing| listing.lines()).unwrap_or_default();
    let pairs = lines.iter().enumerate().find(|(at, line)| read.get(*at) != Some(line));
    pairs.map(|(_, line)| line.number)
}

/// Reads a program for a dialect.
pub fn load(path: &Path, dialect: Dialect) -> Result<Vec<Line>, Sentence> {
    let name = shown(path);
    if let Err(error) = fs::metadata(path) {
        return Err(match error.kind() {
            io::ErrorKind::NotFound => format!("cannot load {name}: there is no such file here"),
            _ => format!("cannot load {name}: {error}"),
        });
    }
    let text = input::text(path, "a program", input::LONGEST_PROGRAM);
    let text = text.map_err(|error| format!("cannot load {name}: {}", sentence(&error)))?;
    let listing = Listing::read(&text, Form::Text).map_err(|error| {
        let row = text[..error.span.start.min(text.len())].matches('\n').count() + 1;
        format!("cannot load {name}: row {row}: {error}")
    })?;
    match listing.header.dialect {
        Some(other) if other != dialect => {
            Err(format!("cannot load {name}: it is for --dialect {other}, this is {dialect}"))
        }
        _ => Ok(listing.lines()),
    }
}

/// An error without its excerpt.
fn sentence(error: &anyhow::Error) -> String {
    let title = error.downcast_ref::<Diagnostic>().map(|diagnostic| diagnostic.title().to_owned());
    title.unwrap_or_else(|| format!("{error:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Vec<Line> {
        Listing::read(text, Form::Text).expect("a program").lines()
    }

    fn folder() -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_owned();
        (folder, Folder::new(path))
    }

    #[test]
    fn plain_names_only() {
        for name in ["STARS", "A B", "X-1", "STARS.BAS", " STARS ", "A.B", "x_1"] {
            assert!(plain(name).is_ok(), "{name}");
        }
        for name in
            ["", " ", ".", "..", ".HIDDEN", "A/B", "A\\B", "C:A", "A×B", "A\nB", &"A".repeat(33), ".BAS"]
        {
            assert!(plain(name).is_err_and(|error| error.contains("is not a valid name")), "{name}");
        }
        assert_eq!((plain("STARS.BAS"), plain(" A ")), (Ok("STARS"), Ok("A")));
    }

    #[test]
    fn a_program_is_saved_and_loaded() {
        let (_keep, folder) = folder();
        let lines = program("10 PRINT \"A  \n20 A=7÷2×3\n");
        let path = folder.file("STARS").expect("a name");
        assert_eq!(save(&path, &lines, Dialect::Astro), Ok(()));
        assert_eq!(load(&path, Dialect::Astro), Ok(lines));
        let error = load(&path, Dialect::Bally).expect_err("another dialect");
        assert_eq!(error, "cannot load STARS.bas: it is for --dialect astro, this is bally");
    }

    #[test]
    fn small_letters_are_found() {
        let (keep, folder) = folder();
        fs::write(keep.path().join("stars.bas"), "10 STOP\n").expect("a file");
        assert_eq!(folder.file("STARS").map(|path| shown(&path)), Ok("stars.bas".to_owned()));
        assert_eq!(folder.file("OTHER").map(|path| shown(&path)), Ok("OTHER.bas".to_owned()));
    }

    #[test]
    fn mistakes_are_one_sentence() {
        let (keep, folder) = folder();
        let put = |name: &str, bytes: &[u8]| fs::write(keep.path().join(name), bytes).expect("a file");
        put("A.bas", b"10 STOP\n20 PRINT \"\xc3\xa9\"\n");
        put("B.bas", b"\xff");
        put("C.bas", b"");
        fs::create_dir(keep.path().join("D.bas")).expect("a folder");
        for (name, expected) in [
            ("A", "cannot load A.bas: row 2: `é` is not a character of the machine"),
            ("B", "cannot load B.bas: "),
            ("C", "cannot load C.bas: row 1: there is no program line in this file"),
            ("D", "cannot load D.bas: "),
            ("E", "cannot load E.bas: there is no such file here"),
        ] {
            let error = load(&folder.file(name).expect("a name"), Dialect::Bally).expect_err(name);
            assert!(error.starts_with(expected) && !error.contains('\n'), "{error}");
        }
        let path = folder.file("D").expect("a name");
        assert_eq!(
            save(&path, &program("10 STOP\n"), Dialect::Bally),
            Err("cannot save D.bas: it is not a file".to_owned())
        );
        let path = folder.file("F").expect("a name");
        let odd = Line { number: 7, text: vec![1, 2] };
        assert_eq!(
            save(&path, &[odd], Dialect::Bally),
            Err("cannot save F.bas: line 7 has bytes that no text can show".to_owned())
        );
        assert!(save(&path, &[], Dialect::Bally).is_err() && !path.exists());
    }
}

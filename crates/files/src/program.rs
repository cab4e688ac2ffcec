//! Loading BASIC programs: a file with its errata, or the built-in ROTATE.

use std::path::Path;

use arcadian_basic::{
    Basic, Dialect, Line,
    listing::{ErrorKind, Form, Header, Listing, ListingError, Replaced, account, edits, survey::Survey},
};

use crate::{
    Encoding, FileKind, Files, LONGEST_PROGRAM, PROGRAM, TapeNotes, diagnostic, edited,
    error::{Context, Error, Result, refuse},
    escape, with_line_feeds,
};

/// The name of the built-in program.
pub const ROTATE: &str = "rotate";

#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The dialect; none means the dialect in the program's header.
    pub dialect: Option<Dialect>,
    /// Whether the errata of a printed listing are ignored.
    pub as_printed: bool,
    /// The encoding of the text; none means UTF-8, or the one that its bytes look like.
    pub encoding: Option<Encoding>,
}

#[derive(Debug)]
pub struct LoadedProgram {
    /// The lines in the order of the file.
    pub lines: Vec<Line>,
    pub dialect: Dialect,
    /// The name for messages.
    pub name: String,
    pub header: Header,
    /// A warning about a printed listing whose printed numbers differ from its bytes.
    pub warning: Option<String>,
    /// Whether all of it could be read.
    pub is_whole: bool,
}

impl LoadedProgram {
    pub fn empty(reading: &Reading) -> Self {
        Self {
            lines: Vec::new(),
            dialect: reading.dialect.unwrap_or_default(),
            name: "a program of your own".to_owned(),
            header: Header::default(),
            warning: None,
            is_whole: true,
        }
    }

    /// Returns a machine with the program in its memory. The seed is that of RND.
    pub fn machine(&self, seed: u64) -> Result<Basic> {
        let mut basic = Basic::new(self.dialect, seed);
        basic.load(&self.lines).with_context(|| format!("{} does not fit into the machine", self.name))?;
        Ok(basic)
    }
}

/// Reads a program: a file, or [`ROTATE`].
pub fn load(files: &dyn Files, program: &Path, reading: &Reading) -> Result<LoadedProgram> {
    let Read { listing, tape, .. } = read(files, program, reading)?;
    Ok(LoadedProgram {
        is_whole: tape.as_ref().is_none_or(|notes| notes.is_whole),
        warning: tape.map(|notes| notes.text).or_else(|| warning(program, &listing)),
        lines: listing.lines(),
        dialect: listing.dialect(),
        name: escape::path(program),
        header: listing.header,
    })
}

#[derive(Debug)]
pub struct Read {
    pub listing: Listing,
    /// The name of the file.
    pub file: String,
    pub text: String,
    pub tape: Option<TapeNotes>,
}

/// Reads a listing, program text or tape, with its errata. A dialect in `reading` overrides the header's.
pub fn read(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Read> {
    let source = Source::of(files, program, reading)?;
    let read = Listing::read(&source.text, Form::of(&source.name, &source.text));
    let mut listing = read.map_err(|error| source.error(&error))?;
    if let Some((name, text)) = &source.errata {
        apply_errata(name, text, &mut listing)?;
    }
    listing.header.dialect = reading.dialect.or(listing.header.dialect);
    Ok(Read { listing, file: source.name, text: source.text, tape: source.tape })
}

/// A listing with its faults, and the text of the file that can be edited.
#[derive(Debug)]
pub struct Damaged {
    /// The lines and the faults of the rows.
    pub survey: Survey,
    /// The text of the file, with its own line ends and with the errata.
    pub text: String,
    pub form: Form,
    /// The dialect that overrides the header's.
    pub dialect: Option<Dialect>,
    pub tape: Option<TapeNotes>,
    /// The encoding of the file, unless it is UTF-8.
    pub encoding: Option<Encoding>,
    /// Whether the errata changed something.
    pub has_errata: bool,
    /// Whether the text has the lines of the survey. Errata can make lines that a listing cannot have, such as one with
    /// blanks at its end.
    pub is_writable: bool,
}

/// Reads a listing, program text or tape, with its errata, in spite of rows that cannot be read.
pub fn survey(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Damaged> {
    let source = Source::of(files, program, reading)?;
    let form = Form::of(&source.name, &source.text);
    let error = |error: ListingError| source.error(&error);
    let mut damaged = Damaged {
        survey: Survey {
            listing: Listing { header: Header::default(), entries: Vec::new(), replaced: Vec::new() },
            faults: Vec::new(),
        },
        text: source.file.clone(),
        form,
        dialect: reading.dialect,
        tape: source.tape.clone(),
        encoding: source.encoding,
        has_errata: false,
        is_writable: true,
    };
    damaged.survey = match &source.errata {
        None => Survey::read(&source.text, form).map_err(error)?,
        Some((name, text)) => {
            let printed = Listing::read(&source.text, form).map_err(error)?;
            let mut listing = printed.clone();
            apply_errata(name, text, &mut listing)?;
            damaged.with_errata(&printed, listing)
        }
    };
    let header = &mut damaged.survey.listing.header;
    header.dialect = reading.dialect.or(header.dialect);
    Ok(damaged)
}

impl Damaged {
    /// Takes the errata into the text of the file, and returns the survey.
    fn with_errata(&mut self, printed: &Listing, listing: Listing) -> Survey {
        let text = edited(&self.text, &edits(printed, &listing));
        let survey = text.as_ref().and_then(|text| Survey::read(&with_line_feeds(text), self.form).ok());
        match (text, survey) {
            (Some(text), Some(survey)) if survey.listing.lines() == listing.lines() => {
                self.has_errata = text != self.text;
                self.text = text;
                survey
            }
            _ => {
                self.is_writable = false;
                Survey { listing, faults: Vec::new() }
            }
        }
    }
}

#[cfg(feature = "errata")]
fn apply_errata(name: &str, text: &str, listing: &mut Listing) -> Result<()> {
    let errata = arcadian_basic::listing::errata::Errata::parse(text);
    let applied = errata.and_then(|errata| errata.apply(listing));
    applied.map_err(|error| listing_error(name, text, &error, None))
}

#[cfg(not(feature = "errata"))]
fn apply_errata(name: &str, _text: &str, _listing: &mut Listing) -> Result<()> {
    Err(Error::Message(format!("{name} cannot be read here: errata need the program `arcadian`")))
}

/// The text of a program and of its errata file.
struct Source {
    name: String,
    text: String,
    /// The text with the file's own line ends.
    file: String,
    errata: Option<(String, String)>,
    tape: Option<TapeNotes>,
    encoding: Option<Encoding>,
}

impl Source {
    fn of(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Self> {
        let source = match is_built_in(program) {
            true => Self::built_in(reading.as_printed),
            false => Self::file(files, program, reading)?,
        };
        if reading.encoding != source.encoding && reading.encoding.is_some() {
            refuse!("{} is not a text file: --encoding does not apply to it", source.name);
        }
        Ok(source)
    }

    fn error(&self, error: &ListingError) -> Error {
        listing_error(&self.name, &self.text, error, self.encoding)
    }

    fn built_in(as_printed: bool) -> Self {
        if !as_printed && !cfg!(feature = "errata") {
            let (name, text) = (
                arcadian_basic::rotate::CORRECTED_NAME.to_owned(),
                arcadian_basic::rotate::CORRECTED.to_owned(),
            );
            return Self { name, file: text.clone(), text, errata: None, tape: None, encoding: None };
        }
        let errata =
            (arcadian_basic::rotate::ERRATA_NAME.to_owned(), arcadian_basic::rotate::ERRATA.to_owned());
        Self {
            name: arcadian_basic::rotate::LISTING_NAME.to_owned(),
            text: arcadian_basic::rotate::LISTING.to_owned(),
            file: arcadian_basic::rotate::LISTING.to_owned(),
            errata: Some(errata).filter(|_| !as_printed),
            tape: None,
            encoding: None,
        }
    }

    fn file(files: &dyn Files, path: &Path, reading: &Reading) -> Result<Self> {
        if !escape::is_stream(path) && files.kind(path) == FileKind::Missing {
            return Err(files.missing(path, &[ROTATE]));
        }
        #[cfg(feature = "tape")]
        if crate::tape::Media::of(path).is_some() {
            let (text, tape) = crate::tape::program(files, path)?;
            let name = escape::source_name(path);
            return Ok(Self { name, file: text.clone(), text, errata: None, tape, encoding: None });
        }
        let (file, encoding) = match reading.encoding {
            None => files.text_as_it_is(path, PROGRAM, LONGEST_PROGRAM)?,
            Some(encoding) => {
                let text = encoding.text(&files.bytes(path, PROGRAM, LONGEST_PROGRAM)?);
                let (name, encoding_name) = (escape::path(path), encoding.name());
                let no_text = || Error::Message(format!("{name} is not a text in {encoding_name}"));
                (text.ok_or_else(no_text)?, Some(encoding))
            }
        };
        let beside = path.with_extension("errata.toml");
        // A program of this name is the repaired one: the repairs are for the printed listing.
        let is_program = path.extension().is_some_and(|own| own.eq_ignore_ascii_case("bas"));
        let is_listing = !reading.as_printed && !is_program && !escape::is_stream(path);
        let has_errata = is_listing && files.kind(&beside) != FileKind::Missing;
        let errata = has_errata.then(|| files.text(&beside, "errata", LONGEST_PROGRAM)).transpose()?;
        let errata = errata.map(|text| (escape::source_name(&beside), text));
        let (name, text) = (escape::source_name(path), with_line_feeds(&file));
        Ok(Self { name, text, file, errata, tape: None, encoding })
    }
}

pub fn is_built_in(program: &Path) -> bool {
    program.as_os_str() == ROTATE
}

/// Returns the message of an error. In another encoding than that of the file a byte would be another character.
fn listing_error(name: &str, source: &str, error: &ListingError, encoding: Option<Encoding>) -> Error {
    let mut help = error.kind.help();
    if let (Some(encoding), ErrorKind::UnknownCharacter(_), Some(help)) = (encoding, &error.kind, &mut help) {
        *help += &format!("; if the file is not in {}, state its encoding by --encoding", encoding.name());
    }
    diagnostic::render(name, source, error.span.clone(), &error.to_string(), help.as_deref()).into()
}

/// The most lines that a warning names.
const NAMED: usize = 5;

/// Returns a warning about lines that are typed twice, or whose printed numbers differ from their bytes.
pub fn warning(program: &Path, listing: &Listing) -> Option<String> {
    let twice = |replaced: &Replaced| {
        let Replaced { number, row, by } = replaced;
        format!("warning: line {number} occurs in the rows {row} and {by}; the later one counts")
    };
    let mut rows: Vec<String> = listing.replaced.iter().take(NAMED).map(twice).collect();
    match listing.replaced.len().saturating_sub(NAMED) {
        0 => {}
        more => rows.push(format!("and {more} more")),
    }
    rows.extend(difference_warning(program, listing));
    (!rows.is_empty()).then(|| rows.join("\n"))
}

/// Returns a warning that names the lines that are not BASIC.
pub fn syntax_warning(program: &Path, listing: &Listing) -> Option<String> {
    let account = account::account(listing);
    let wrong: Vec<u16> =
        account.lines.iter().filter(|line| line.syntax_error.is_some()).map(|line| line.number).collect();
    (!wrong.is_empty()).then(|| {
        let file = escape::argument(program);
        format!("warning: line {}: BASIC says WHAT?; see `arcadian sz {file}`", listed(&wrong))
    })
}

/// Returns the first numbers, and how many there are more.
fn listed(numbers: &[u16]) -> String {
    let named: Vec<_> = numbers.iter().take(NAMED).map(u16::to_string).collect();
    match numbers.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Returns a warning that names the lines of a printed listing whose printed numbers differ from their bytes.
fn difference_warning(program: &Path, listing: &Listing) -> Option<String> {
    let wrong = account::wrong_lines(listing);
    (!wrong.is_empty()).then(|| {
        format!(
            "warning: line {}: the byte counts differ from the printed numbers; see `arcadian sz {}`",
            listed(&wrong),
            escape::argument(program)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoFiles;

    #[test]
    fn the_corrected_rotate_is_the_listing_with_its_errata() {
        let rotate = load(&NoFiles, ROTATE.as_ref(), &Reading::default()).expect("it is built in");
        let text = arcadian_basic::rotate::CORRECTED;
        let corrected = Listing::read(text, Form::of(arcadian_basic::rotate::CORRECTED_NAME, text));
        assert_eq!(corrected.expect("a program").lines(), rotate.lines);
    }
}

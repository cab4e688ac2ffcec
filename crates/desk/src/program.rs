//! Loading programs: a file with its errata, or ROTATE, which is built in.

use std::path::Path;

use arcadian_basic::{
    Basic, Dialect, Line,
    listing::{Form, Header, Listing, ListingError, account, errata::Errata},
};

use crate::{
    border, diagnostic,
    error::{Context, Error, Result},
    files::{Files, Kind, LONGEST_PROGRAM},
};

/// The name of the built-in program.
pub const ROTATE: &str = "rotate";

/// How a program is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The cartridge; none for that of the program's header.
    pub dialect: Option<Dialect>,
    /// Whether the errata file beside a printed listing is ignored.
    pub as_printed: bool,
}

/// A program ready for the machine.
#[derive(Debug)]
pub struct Loaded {
    /// The lines in the order of the file.
    pub lines: Vec<Line>,
    /// The cartridge it is for.
    pub dialect: Dialect,
    /// What messages call it.
    pub name: String,
    /// What the file says about itself.
    pub header: Header,
    /// A warning about a printed listing whose numbers do not hold.
    pub warning: Option<String>,
}

impl Loaded {
    /// No program.
    pub fn empty(reading: &Reading) -> Self {
        Self {
            lines: Vec::new(),
            dialect: reading.dialect.unwrap_or_default(),
            name: "the empty program".to_owned(),
            header: Header::default(),
            warning: None,
        }
    }

    /// A machine with the program in it.
    pub fn machine(&self, seed: u64) -> Result<Basic> {
        let mut basic = Basic::new(self.dialect, seed);
        basic.load(&self.lines).with_context(|| format!("{} does not fit into the machine", self.name))?;
        Ok(basic)
    }
}

/// Reads a program.
pub fn load(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Loaded> {
    let listing = listing(files, program, reading)?;
    Ok(Loaded {
        warning: differences(program, &listing),
        lines: listing.lines(),
        dialect: listing.dialect(),
        name: border::shown(program),
        header: listing.header,
    })
}

/// Reads a listing or program text with its errata. An asked-for dialect wins over the header's.
pub fn listing(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Listing> {
    read(files, program, reading).map(|read| read.listing)
}

/// A listing and where it stands.
#[derive(Debug)]
pub struct Read {
    /// The lines.
    pub listing: Listing,
    /// The file as it was named.
    pub file: String,
    /// What stands in it.
    pub text: String,
}

/// Reads a listing as [`listing`] does, and keeps its text.
pub fn read(files: &dyn Files, program: &Path, reading: &Reading) -> Result<Read> {
    let source = Source::of(files, program, reading.as_printed)?;
    let read = Listing::read(&source.text, Form::of(&source.name, &source.text));
    let mut listing = read.map_err(|error| shown(&source.name, &source.text, &error))?;
    if let Some((name, text)) = &source.errata {
        let applied = Errata::parse(text).and_then(|errata| errata.apply(&mut listing));
        applied.map_err(|error| shown(name, text, &error))?;
    }
    listing.header.dialect = reading.dialect.or(listing.header.dialect);
    Ok(Read { listing, file: source.name, text: source.text })
}

/// A program's text and that of the errata beside it.
struct Source {
    name: String,
    text: String,
    errata: Option<(String, String)>,
}

impl Source {
    fn of(files: &dyn Files, program: &Path, as_printed: bool) -> Result<Self> {
        let mut source =
            if is_built_in(program) { Self::built_in() } else { Self::file(files, program, as_printed)? };
        source.errata = source.errata.filter(|_| !as_printed);
        Ok(source)
    }

    fn built_in() -> Self {
        let rotate = arcadian_roms::ROTATE;
        Self {
            name: rotate.listing_name.to_owned(),
            text: rotate.listing.to_owned(),
            errata: Some((rotate.errata_name.to_owned(), rotate.errata.to_owned())),
        }
    }

    fn file(files: &dyn Files, path: &Path, as_printed: bool) -> Result<Self> {
        if !border::is_stream(path) && files.kind(path) == Kind::Missing {
            return Err(files.missing(path, &[ROTATE]));
        }
        let text = files.text(path, "a program", LONGEST_PROGRAM)?;
        let beside = path.with_extension("errata.toml");
        let has_errata = !as_printed && !border::is_stream(path) && files.kind(&beside) != Kind::Missing;
        let errata = has_errata.then(|| files.text(&beside, "errata", LONGEST_PROGRAM)).transpose()?;
        let errata = errata.map(|text| (border::name(&beside), text));
        Ok(Self { name: border::name(path), text, errata })
    }
}

/// Whether a program is built in, rather than a file.
pub fn is_built_in(program: &Path) -> bool {
    program.as_os_str() == ROTATE
}

fn shown(name: &str, source: &str, error: &ListingError) -> Error {
    let help = error.kind.help();
    diagnostic::render(name, source, error.span.clone(), &error.to_string(), help.as_deref()).into()
}

/// Returns a warning that names the lines of a printed listing whose numbers do not hold, if there are any.
pub fn differences(program: &Path, listing: &Listing) -> Option<String> {
    let wrong = account::wrong_lines(listing);
    let numbers: Vec<_> = wrong.iter().take(12).map(u16::to_string).collect();
    let more = if wrong.len() > 12 { " and more" } else { "" };
    (!wrong.is_empty()).then(|| {
        format!(
            "warning: line {}{more}: the bytes are not what the printed numbers say; `arcadian sz {}` tells more",
            numbers.join(", "),
            border::argument(program)
        )
    })
}

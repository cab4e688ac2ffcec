//! Loading programs: a file with its errata, or ROTATE, which is built in.

use std::path::Path;

use anyhow::{Context, Result};
use arcadian_basic::{
    Basic, Dialect, Line,
    listing::{Form, Header, Listing, ListingError, account, errata::Errata},
};

use crate::{args::Reading, border, diagnostic, input, nearby, output};

/// The name of the built-in program.
pub const ROTATE: &str = "rotate";

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
}

impl Loaded {
    /// No program.
    pub fn empty(reading: &Reading) -> Self {
        Self {
            lines: Vec::new(),
            dialect: reading.dialect.unwrap_or_default(),
            name: "the empty program".to_owned(),
            header: Header::default(),
        }
    }

    /// A machine with the program in it.
    pub fn machine(&self, seed: u64) -> Result<Basic> {
        let mut basic = Basic::new(self.dialect, seed);
        basic.load(&self.lines).with_context(|| format!("{} does not fit into the machine", self.name))?;
        Ok(basic)
    }
}

/// Reads a program; says on standard error where a printed listing's numbers do not hold.
pub fn load(program: &Path, reading: &Reading) -> Result<Loaded> {
    let listing = listing(program, reading)?;
    warn_of_differences(program, &listing);
    Ok(Loaded {
        lines: listing.lines(),
        dialect: listing.dialect(),
        name: border::shown(program),
        header: listing.header,
    })
}

/// Reads a listing or program text with its errata. An asked-for dialect wins over the header's.
pub fn listing(program: &Path, reading: &Reading) -> Result<Listing> {
    read(program, reading).map(|read| read.listing)
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
pub fn read(program: &Path, reading: &Reading) -> Result<Read> {
    let source = Source::of(program, reading.as_printed)?;
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
    fn of(program: &Path, as_printed: bool) -> Result<Self> {
        let mut source =
            if is_built_in(program) { Self::built_in() } else { Self::file(program, as_printed)? };
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

    fn file(path: &Path, as_printed: bool) -> Result<Self> {
        if let Err(error) = path.metadata()
            && !border::is_stream(path)
        {
            return Err(nearby::unreadable(path, &error, &[ROTATE]));
        }
        let text = input::text(path, "a program", input::LONGEST_PROGRAM)?;
        let beside = path.with_extension("errata.toml");
        let has_errata = !as_printed && !border::is_stream(path) && beside.exists();
        let errata = has_errata.then(|| read_errata(&beside)).transpose()?;
        Ok(Self { name: border::name(path), text, errata })
    }
}

/// Whether a program is built in, rather than a file.
pub fn is_built_in(program: &Path) -> bool {
    program.as_os_str() == ROTATE
}

fn read_errata(path: &Path) -> Result<(String, String)> {
    let text = input::text(path, "errata", input::LONGEST_PROGRAM)?;
    Ok((border::name(path), text))
}

fn shown(name: &str, source: &str, error: &ListingError) -> anyhow::Error {
    let help = error.kind.help();
    diagnostic::render(name, source, error.span.clone(), &error.to_string(), help.as_deref()).into()
}

/// Says on standard error where a printed listing's numbers do not hold.
pub fn warn_of_differences(program: &Path, listing: &Listing) {
    let wrong = account::wrong_lines(listing);
    if !wrong.is_empty() {
        let numbers: Vec<_> = wrong.iter().take(12).map(u16::to_string).collect();
        let more = if wrong.len() > 12 { " and more" } else { "" };
        output::note(&format!(
            "warning: line {}{more}: the bytes are not what the printed numbers say; `arcadian sz {}` tells more",
            numbers.join(", "),
            border::argument(program)
        ));
    }
}

//! The syntax of sources, and the files that they include.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use arcadian_asm::{Assembly, Diagnostic, Dialect, Host, Included, Options, sheet::has_header};
use arcadian_isa::Processor;

use crate::{
    FileKind, Files, LONGEST_IMAGE, address,
    error::{Error, Result, refuse},
    escape,
};

pub const CPM_START: u16 = 0x0100;

/// How a source is read: its syntax, and what it leaves to a linker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Syntax {
    /// Syntax of a source: arcadian, acme, ca65, m80, sdcc, sjasmplus, z88dk or zmac; by default recognized by its statements
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = dialect))]
    pub dialect: Option<Dialect>,
    #[cfg_attr(feature = "clap", command(flatten))]
    pub linking: Linking,
}

/// What a source leaves to the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Linking {
    /// The address of the first segment, in dialects with segments. The command line has one option for all code, `--load`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub org: Option<u16>,
    /// Source: address of a segment, in dialects with segments; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME=ADDR", value_parser = segment))]
    pub segment: Vec<(String, u16)>,
    /// Source: define a constant, with the value 1 by default; may be repeated
    #[cfg_attr(feature = "clap", arg(short = 'D', long, value_name = "NAME=VALUE", value_parser = definition))]
    pub define: Vec<(String, i32)>,
    /// Source: also search this folder for included files; may be repeated
    #[cfg_attr(feature = "clap", arg(short = 'I', long, value_name = "DIR"))]
    pub include: Vec<PathBuf>,
}

/// What counts for a source that states nothing else, such as the settings of a project or an editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    pub cpu: Option<Processor>,
    pub syntax: Syntax,
}

impl Defaults {
    /// Returns these defaults, and where they have none, others. Lists are joined.
    pub fn or(&self, others: &Defaults) -> Defaults {
        Defaults { cpu: self.cpu.or(others.cpu), syntax: self.syntax.or(&others.syntax) }
    }

    /// Returns the dialect of a source without one of its own. A sheet is in our own syntax.
    fn dialect(&self, text: &str) -> Option<Dialect> {
        self.syntax.dialect.filter(|_| !has_header(text))
    }
}

pub fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::named(text).ok_or_else(|| {
        let names: Vec<&str> = Dialect::all().map(Dialect::name).collect();
        format!("the dialects are {}", names.join(", "))
    })
}

impl Syntax {
    /// Returns the same syntax for code at an address.
    pub fn at(&self, load: Option<u16>) -> Self {
        let linking = Linking { org: load.or(self.linking.org), ..self.linking.clone() };
        Self { linking, ..self.clone() }
    }

    /// Returns whether the user states nothing.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns this syntax, and where it states nothing, another one. Lists are joined; of values with the same name, this one's count.
    pub fn or(&self, other: &Syntax) -> Syntax {
        let (own, others) = (&self.linking, &other.linking);
        let linking = Linking {
            org: own.org.or(others.org),
            segment: joined(&others.segment, &own.segment),
            define: joined(&others.define, &own.define),
            include: own.include.iter().chain(&others.include).cloned().collect(),
        };
        Syntax { dialect: self.dialect.or(other.dialect), linking }
    }

    /// Returns the dialect of a source: the one that the user or the source names, or that its statements show, with a note.
    pub fn dialect_of(&self, defaults: &Defaults, name: &str, text: &str) -> (Dialect, Option<Diagnostic>) {
        let known = self.dialect.or_else(|| Dialect::stated(text)).or_else(|| defaults.dialect(text));
        if let Some(known) = known {
            return (known, None);
        }
        let (guess, note) = Dialect::guess(name, text).unzip();
        (guess.unwrap_or_default(), note)
    }

    /// Returns the options of the assembler for a source, and a note if its dialect was recognized.
    pub fn options(
        &self,
        cpu: Option<Processor>,
        defaults: &Defaults,
        name: &str,
        text: &str,
    ) -> Result<(Options, Option<Diagnostic>)> {
        let (dialect, note) = self.dialect_of(defaults, name, text);
        if dialect == Dialect::OWN && (self.linking.org.is_some() || !self.linking.segment.is_empty()) {
            refuse!(
                "--load and --segment are for dialects with segments, and {name} is not read as a source of one; add --dialect NAME, \
                 or write `ORG` or `* =` in the source"
            );
        }
        let is_other = |cpu: &Processor| !dialect.is_for(*cpu);
        if let (Some(cpu), Some(_)) = (cpu.filter(is_other), self.dialect) {
            refuse!(
                "{name} cannot be for the {cpu}: {} is an assembler for other processors; leave out --cpu or --dialect",
                dialect.name()
            );
        }
        let Linking { org, segment, define, .. } = self.or(&defaults.syntax).linking;
        let has_segments = dialect != Dialect::OWN;
        let options = Options {
            processor: cpu.filter(|cpu| dialect.is_for(*cpu)),
            default_processor: defaults.cpu.filter(|cpu| dialect.is_for(*cpu)),
            defines: define,
            dialect,
            segments: if has_segments { segment } else { Vec::new() },
            origin: org.filter(|_| has_segments),
            ..Options::default()
        };
        Ok((options, note))
    }

    /// Returns the arguments of a command that state the same.
    pub fn arguments(&self) -> Vec<String> {
        let linking = &self.linking;
        let dialect = self.dialect.map(|dialect| ("--dialect", dialect.name().to_owned()));
        let origin = linking.org.map(|origin| ("--load", format!("{origin:04X}")));
        let segments = linking.segment.iter().map(|(name, at)| ("--segment", format!("{name}={at:04X}")));
        let defines = linking.define.iter().map(|(name, value)| ("-D", format!("{name}={value}")));
        let folders = linking.include.iter().map(|folder| ("-I", folder.to_string_lossy().into_owned()));
        let all = dialect.into_iter().chain(origin).chain(segments).chain(defines).chain(folders);
        all.flat_map(|(option, value)| [option.to_owned(), value]).collect()
    }
}

/// Joins named values. Of those with the same name, the last ones count.
fn joined<T: Clone>(first: &[(String, T)], last: &[(String, T)]) -> Vec<(String, T)> {
    let is_replaced = |name: &String| last.iter().any(|(other, _)| other == name);
    first.iter().filter(|(name, _)| !is_replaced(name)).chain(last).cloned().collect()
}

/// Parses `NAME=ADDRESS`, the address of a segment.
pub fn segment(text: &str) -> Result<(String, u16), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = parts.ok_or("a segment is NAME=ADDR, as in CODE=8000")?;
    Ok((name.to_owned(), address::parse(value)?))
}

/// Parses `NAME=VALUE`, the definition of a constant; without a value it is 1.
pub fn definition(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    // A number sign means decimal, as in addresses.
    match arcadian_asm::number(value.strip_prefix('#').filter(|_| value != "#").unwrap_or(value)) {
        Some(value) if is_name(name) => Ok((name.to_owned(), value)),
        None if is_name(name) => Err(format!(
            "`{value}` is not a number: bare digits are decimal, as in a source; hexadecimal is $1F, 0x1F or 1FH, with a 0 before a letter"
        )),
        _ => Err("a definition is NAME or NAME=VALUE, as in SIZE=10H".to_owned()),
    }
}

/// Whether a constant can have this name.
pub fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns the bytes of a source that is a CP/M program.
pub fn cpm_program(assembly: &Assembly) -> Result<&[u8]> {
    let name = assembly.files.first().map_or("the source", String::as_str);
    if assembly.processor == Processor::Mos6502 {
        refuse!(
            "cannot run {name} with --cpm: CP/M needs an 8080 or Z80; a program for the 6502 has --console"
        );
    }
    let begin = "a CP/M program begins at 0100";
    match (assembly.origin, assembly.start()) {
        (CPM_START, CPM_START) => Ok(&assembly.image),
        (CPM_START, start) => {
            refuse!("cannot run {name} with --cpm: {begin}, and its first instruction is at {start:04X}")
        }
        (origin, _) => {
            refuse!(
                "cannot run {name} with --cpm: {begin}, and it is at {origin:04X}; begin it with ORG 100H"
            )
        }
    }
}

/// Finds included files in the folder of the including file, then in that of the source, then in other folders.
pub struct Folders<'a> {
    files: &'a dyn Files,
    /// The folder of the source, in which most assemblers are called.
    root: PathBuf,
    others: &'a [PathBuf],
    /// The paths by the names that the assembler uses, from which a path that is not UTF-8 cannot be restored.
    paths: HashMap<String, PathBuf>,
}

impl<'a> Folders<'a> {
    pub fn new(files: &'a dyn Files, source: &Path, others: &'a [PathBuf]) -> Self {
        let root = source.parent().unwrap_or(Path::new("")).to_owned();
        Self { files, root, others, paths: HashMap::from([(escape::source_name(source), source.to_owned())]) }
    }

    fn find(&self, name: &str, from: &str) -> Result<PathBuf, String> {
        let exists = |path: &Path| self.files.kind(path) != FileKind::Missing;
        let from = self.paths.get(from).map_or(Path::new(from), PathBuf::as_path);
        let beside = from.parent().unwrap_or(Path::new("")).join(name);
        let folders = std::iter::once(&self.root).chain(self.others);
        let elsewhere = folders.map(|folder| folder.join(name)).find(|path| exists(path));
        let found = if exists(&beside) { beside } else { elsewhere.unwrap_or(beside) };
        // A source cannot include standard input.
        let found = if escape::is_stream(&found) { Path::new(".").join(found) } else { found };
        match self.files.kind(&found) {
            FileKind::File | FileKind::Folder => Ok(found),
            FileKind::Missing => Err(self.files.missing(&found, &[]).title()),
            FileKind::Device => Err(format!(
                "{} is a device or a pipe; only regular files can be included",
                escape::path(&found)
            )),
        }
    }
}

impl Host for Folders<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let path = self.find(name, from)?;
        let text = self.files.source(&path).map_err(|error: Error| error.title())?;
        let name = escape::source_name(&path);
        self.paths.insert(name.clone(), path);
        Ok(Included { name, text })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let path = self.find(name, from)?;
        self.files.bytes(&path, "a memory image", LONGEST_IMAGE).map_err(|error| error.title())
    }
}

//! `asm`: assembles sources and hand-assembly sheets; its report as JSON.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use arcadian_asm::{Assembly, Diagnostic, Failure, Fault, Severity, SourceLocation, assemble, write_symbols};
use arcadian_isa::Processor;
use clap::Args;
use serde::Serialize;

use arcadian_files::{
    Files as _, address, count, diagnostic, escape, intel_hex,
    source::{Folders, Syntax},
};

use crate::files::{Disk, ExitStatus, assembler, output, pending::Pending, project};

const ASM_HELP: &str = "\
A source uses the syntax of Intel (8080), Zilog (Z80) or MOS (6502). A source whose first comments include `;! cpu: NAME` or \
`;! routine: NAME` is a sheet: the hand-assembled addresses and bytes in its left columns are checked.

Examples:
  arcadian asm t2cw.asm                                  check a sheet
  arcadian asm game.asm --cpu z80 -o game.bin --listing game.lst
  arcadian asm draft.asm --cpu 8080 --sheet t2cw.asm     write a sheet with its columns filled in
  arcadian asm rom.s --hex rom.hex --save CODE=code.bin   write Intel HEX, and one segment
  arcadian asm game.s --dialect ca65 --load 0801         assemble a source for ca65, with its segments from 0801

Exit status: 0 no errors (warnings are allowed); 1 hand-assembled columns are wrong, and nothing else; 2 errors in the source, bad \
arguments, unreadable files, or nothing to assemble. No file is written then.";

/// The arguments of `asm`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = ASM_HELP)]
pub struct AsmArgs {
    /// Source file; - is standard input
    pub source: PathBuf,
    /// Processor: 8080, z80 or 6502; required unless the source names it
    #[arg(long, value_name = "NAME")]
    pub cpu: Option<Processor>,
    /// Address of the first segment, in dialects with segments [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub load: Option<u16>,
    #[command(flatten)]
    pub syntax: Syntax,
    /// Write the bytes from the lowest to the highest address
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the bytes as Intel HEX
    #[arg(long, value_name = "FILE")]
    pub hex: Option<PathBuf>,
    /// Write the bytes of a segment, in dialects with segments; may be repeated
    #[arg(long, value_name = "NAME=FILE", value_parser = saved)]
    pub save: Vec<(String, PathBuf)>,
    /// Write a listing
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,
    /// Write the symbols, for `dis --symbols`
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Write the source as a sheet, with address and bytes before each line
    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

fn saved(text: &str) -> Result<(String, PathBuf), String> {
    let parts = text.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty());
    let (name, file) = parts.ok_or("write NAME=FILE, as in CODE=code.bin")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}

pub fn run(args: &AsmArgs) -> Result<ExitStatus> {
    if args.json {
        output::claim("--json")?;
    }
    let shown = escape::path(&args.source);
    let text = Disk.source(&args.source)?;
    let files = Files::prepare(args)?;
    let name = escape::source_name(&args.source);
    let defaults = project(&args.source)?.unwrap_or_default().defaults;
    let syntax = args.syntax.at(args.load);
    let options = assembler(&syntax, args.cpu, &defaults, &name, &text)?;
    let include = args.syntax.or(&defaults.syntax).linking.include;
    let mut host = Folders::new(&Disk, &args.source, &include);
    match assemble(&name, &text, &options, &mut host) {
        Ok(assembly) => {
            ensure!(has_statements(&assembly), "cannot assemble {shown}: there is no statement in it");
            show(&assembly.warnings);
            if assembly.omitted > 0 {
                output::note(&format!("{shown}: and {} more warnings", assembly.omitted));
            }
            files.write(&assembly)?;
            if args.json {
                output::print_report(true, &Report::of(&assembly))?;
            } else {
                output::print(&summary(&shown, &assembly))?;
            }
            Ok(ExitStatus::Holds)
        }
        Err(failure) if failure.diagnostics.iter().any(|found| is_unreadable(&found.fault)) => {
            Err(arcadian_files::Error::from(diagnostic::render_failure(&failure)).into())
        }
        Err(failure) => {
            show(&failure.diagnostics);
            output::note(&faults(&shown, &failure));
            let mut errors = failure.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let is_checked = failure.omitted == 0 && errors.all(|found| found.fault.is_of_hand_assembly());
            let status = if is_checked { ExitStatus::Fails } else { ExitStatus::Unjudged };
            if args.json {
                output::print_judged(status, &Report::of_failure(&failure), || faults(&shown, &failure))?;
            }
            Ok(status)
        }
    }
}

/// What `--json` reports.
#[derive(Default, Serialize)]
struct Report<'a> {
    cpu: Option<String>,
    origin: Option<u16>,
    bytes: usize,
    entry: Option<u16>,
    errors: Vec<Entry<'a>>,
    warnings: Vec<Entry<'a>>,
    /// Diagnostics that are not listed.
    omitted: usize,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: String,
    hint: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn of(found: &'a Diagnostic) -> Self {
        let SourceLocation { file, line, span, text } = &found.location;
        let column = text.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
        let hint = found.hint.as_ref().map(|hint| &*hint.text);
        Entry { file, line: *line, column, message: found.fault.to_string(), hint }
    }
}

impl<'a> Report<'a> {
    fn of(assembly: &'a Assembly) -> Self {
        Report {
            cpu: Some(assembly.processor.to_string()),
            origin: (!assembly.image.is_empty()).then_some(assembly.origin),
            bytes: assembly.size,
            entry: assembly.entry,
            warnings: assembly.warnings.iter().map(Entry::of).collect(),
            omitted: assembly.omitted,
            ..Report::default()
        }
    }

    fn of_failure(failure: &'a Failure) -> Self {
        let of = |severity| {
            failure.diagnostics.iter().filter(move |found| found.severity == severity).map(Entry::of)
        };
        Report {
            errors: of(Severity::Error).collect(),
            warnings: of(Severity::Warning).collect(),
            omitted: failure.omitted,
            ..Report::default()
        }
    }
}

/// Returns whether a source says too little to be assembled.
fn is_unreadable(fault: &Fault) -> bool {
    matches!(fault, Fault::NoProcessor | Fault::Empty | Fault::OnlyComments)
}

/// Returns whether a source has more than blank lines and comments.
fn has_statements(assembly: &Assembly) -> bool {
    let is_comment = |line: &str| line.is_empty() || line.starts_with(';');
    assembly.lines.iter().any(|line| !is_comment(line.text.trim()))
}

fn show(diagnostics: &[Diagnostic]) {
    diagnostics.iter().for_each(|found| output::show(&diagnostic::render_source(found).with_line("")));
}

fn faults(name: &str, failure: &Failure) -> String {
    let is = |severity| failure.diagnostics.iter().filter(|found| found.severity == severity).count();
    let mut text = format!("{name}: {}", count(is(Severity::Error), "error"));
    match is(Severity::Warning) {
        0 => {}
        warnings => text += &format!(", {}", count(warnings, "warning")),
    }
    match failure.omitted {
        0 => {}
        more => text += &format!(", and {more} more"),
    }
    text
}

fn summary(name: &str, assembly: &Assembly) -> String {
    let last = usize::from(assembly.origin) + assembly.image.len().saturating_sub(1);
    let place = if assembly.image.is_empty() {
        String::new()
    } else {
        format!(" at {:04X}-{last:04X}", assembly.origin)
    };
    let entry = assembly.entry.map(|entry| format!(", entry {entry:04X}")).unwrap_or_default();
    format!("{name}: {}, {}{place}{entry}\n", assembly.processor, count(assembly.size, "byte"))
}

fn no_segment(name: &str, assembly: &Assembly) -> String {
    let names: Vec<&str> = assembly.segments.iter().map(|segment| segment.name.as_str()).collect();
    let known =
        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
    escape::text(&format!("cannot save the segment {name}: the source has no bytes in it; {known}"))
        .into_owned()
}

/// The output files. They are opened before the source is assembled, so that an unwritable path fails early.
struct Files {
    output: Option<Pending>,
    hex: Option<Pending>,
    segments: Vec<(String, Pending)>,
    listing: Option<Pending>,
    symbols: Option<Pending>,
    sheet: Option<Pending>,
}

impl Files {
    fn prepare(args: &AsmArgs) -> Result<Self> {
        let pending = |path: &Option<PathBuf>| path.as_deref().map(Pending::new).transpose();
        Ok(Self {
            output: args.output.as_deref().map(Pending::binary).transpose()?,
            hex: pending(&args.hex)?,
            segments: args
                .save
                .iter()
                .map(|(name, path)| Ok((name.clone(), Pending::binary(path)?)))
                .collect::<Result<_>>()?,
            listing: pending(&args.listing)?,
            symbols: pending(&args.symbols)?,
            sheet: pending(&args.sheet)?,
        })
    }

    /// Writes all files, once all that they contain is there.
    fn write(self, assembly: &Assembly) -> Result<()> {
        let mut files: Vec<(Pending, Vec<u8>)> = Vec::new();
        let mut add = |file: Option<Pending>, bytes: &dyn Fn() -> Vec<u8>| {
            files.extend(file.map(|file| (file, bytes())));
        };
        add(self.output, &|| assembly.image.clone());
        add(self.hex, &|| intel_hex::write(assembly.parts()).into_bytes());
        for (name, file) in self.segments {
            let Some(bytes) = assembly.segment(&name) else { bail!("{}", no_segment(&name, assembly)) };
            add(Some(file), &|| bytes.to_vec());
        }
        add(self.listing, &|| assembly.listing().into_bytes());
        add(self.symbols, &|| write_symbols(assembly).into_bytes());
        add(self.sheet, &|| assembly.sheet_text().into_bytes());
        files.into_iter().try_for_each(|(file, bytes)| file.finish(&bytes))
    }
}

//! `dis`: disassembles a memory image.

mod control;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use arcadian_asm::{Content, Disassembly, DisassemblyError, Range, disassemble};
use arcadian_isa::Processor;
use clap::Args;

use arcadian_files::{FileKind, Files as _, LONGEST_SOURCE, address, escape};
use arcadian_program::{Kind, Options};

use crate::files::{Disk, ExitStatus, open, output, pending::Pending};
use control::{Control, SourceSpan};

const DIS_HELP: &str = "\
The output always assembles to the same bytes.

By default all bytes are disassembled as code. --data, --text and --code set the type of a range. --trace-code follows jumps, \
calls and branches from the entries; among the bytes that it does not reach, six or more printable characters in a row are text \
and the others are data. Without an entry, tracing starts at the first byte, or at the vectors of a 6502 image that contains \
them. A control file contains the same options as lines: `data FROM-TO`, `text FROM-TO`, `code FROM-TO`, `entry ADDR`; a \
semicolon starts a comment.

Examples:
  arcadian dis game.bin --cpu z80 --org 4000H
  arcadian dis game.bin --cpu 8080 --org 0100 --symbols game.sym -o game.asm
  arcadian dis game.bin --cpu z80 --org 4000 --trace-code --text 4800-48FF
  arcadian dis game.bin --cpu 6502 --org C000 --control game.ctl

Addresses are hexadecimal: 0100, $100, 0x100 or 100H.";

/// The arguments of `dis`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = DIS_HELP)]
pub struct DisArgs {
    /// Image, Intel HEX, or a binary with a map; - is standard input
    pub image: PathBuf,
    /// Processor: 8080, z80 or 6502; required unless the map names it
    #[arg(long, value_name = "NAME")]
    pub cpu: Option<Processor>,
    /// Address of the first byte [default: the one that its map or a .prg states, 0100 for a .com, else 0000]
    #[arg(long, visible_alias = "load", value_name = "ADDR", value_parser = address::parse)]
    pub org: Option<u16>,
    /// Binary: debug data that its own tools wrote, which says where it is loaded; may be repeated [default: a file beside the binary
    /// with its name]
    #[arg(long, value_name = "FILE")]
    pub map: Vec<PathBuf>,
    /// Range of code; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub code: Vec<(u16, u16)>,
    /// Range of data; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub data: Vec<(u16, u16)>,
    /// Range of text; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub text: Vec<(u16, u16)>,
    /// Trace the code from its entries; the rest is data or text
    #[arg(long)]
    pub trace_code: bool,
    /// Trace the code from this address (implies --trace-code); may be repeated
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub entry: Vec<u16>,
    /// Read ranges and entries from a control file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub control: Vec<PathBuf>,
    /// Symbol file, as `asm --symbols` writes it
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Show address and bytes after each line
    #[arg(long)]
    pub bytes: bool,
    /// Disassemble the image even if it is a text file
    #[arg(long)]
    pub raw: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub fn run(args: &DisArgs) -> Result<ExitStatus> {
    let options = Options {
        cpu: args.cpu,
        load: args.org,
        map: args.map.clone(),
        is_raw: args.raw,
        has_raw: true,
        ..Options::default()
    };
    let is_readable = escape::is_stream(&args.image) || Disk.kind(&args.image) == FileKind::File;
    if is_readable && Kind::of(&Disk, &args.image, &options) == Kind::Source {
        return Err(options.text_instead(&args.image).into());
    }
    let program = open(&args.image, &options)?;
    if program.assembly().is_some() {
        return Err(options.text_instead(&args.image).into());
    }
    let cpu = program.processor()?;
    let symbols = args.symbols.as_deref().map(symbols).transpose()?.unwrap_or_default();
    let mut control = merged_control(args)?;
    let traces = args.trace_code || !control.entries.is_empty();
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    let (first, others) = program.parts.split_first().context("there is nothing to disassemble")?;
    let of_others = others.iter().map(|part| (part, control.take(part))).collect::<Vec<_>>();
    let is_whole = others.is_empty();
    let mut text = String::new();
    for ((origin, bytes), control) in [(first, control)].into_iter().chain(of_others) {
        let (ranges, entries) = (control.ranges(), control.entries());
        // A label of another part has no name here.
        let inside = |value: i32| {
            value
                .checked_sub((*origin).into())
                .is_some_and(|at| usize::try_from(at).is_ok_and(|at| at < bytes.len()))
        };
        let symbols: Vec<_> =
            symbols.iter().filter(|(_, value)| is_whole || inside(*value)).cloned().collect();
        let how = Disassembly {
            origin: *origin,
            symbols: &symbols,
            ranges: &ranges,
            trace: traces.then_some(&entries),
            columns: args.bytes,
        };
        let part = disassemble(cpu, bytes, &how)
            .map_err(|error| located(&error, &control))
            .with_context(|| format!("cannot disassemble {}", escape::path(&args.image)))?;
        let is_first = text.is_empty();
        let lines = part.lines().filter(|line| is_first || !line.trim_start().starts_with("CPU "));
        lines.for_each(|line| text += &format!("{line}\n"));
    }
    match pending {
        Some(file) => file.finish(text.as_bytes())?,
        None => output::print(&text)?,
    }
    Ok(ExitStatus::Holds)
}

/// Merges the ranges and entries of the options and of the control files.
fn merged_control(args: &DisArgs) -> Result<Control> {
    let mut control = Control::default();
    let options = [(&args.code, Content::Code), (&args.data, Content::Data), (&args.text, Content::Text)];
    for (ranges, content) in options {
        let ranges = ranges.iter().map(|(first, last)| Range { first: *first, last: *last, content });
        control.ranges.extend(ranges.map(|range| (range, None)));
    }
    control.entries.extend(args.entry.iter().map(|entry| (*entry, None)));
    args.control.iter().try_for_each(|path| control.read(path))?;
    Ok(control)
}

/// Converts an error, and adds the line of the control file that caused it.
fn located(error: &DisassemblyError, control: &Control) -> anyhow::Error {
    let place: Option<&SourceSpan> = match error {
        DisassemblyError::TooLong { .. } => None,
        DisassemblyError::Outside { index, .. } | DisassemblyError::Overlap { index, .. } => {
            control.ranges.get(*index).and_then(|(_, place)| place.as_ref())
        }
        DisassemblyError::EntryOutside { index, .. } | DisassemblyError::EntryInData { index, .. } => {
            control.entries.get(*index).and_then(|(_, place)| place.as_ref())
        }
    };
    match place {
        Some(place) => place.error(&error.to_string(), None),
        None => anyhow!("{error}"),
    }
}

fn symbols(path: &Path) -> Result<Vec<(String, i32)>> {
    let text = Disk.text(path, "a symbol file", LONGEST_SOURCE)?;
    arcadian_asm::read_symbols(&text).with_context(|| format!("cannot read {}", escape::path(path)))
}

//! `dis`: disassembles a memory image.

mod control;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use arcadian_asm::{Content, Disassembly, DisassemblyError, Range, disassemble};
use arcadian_isa::Processor;
use clap::Args;

use arcadian_files::{
    Files as _, LONGEST_SOURCE, address, escape,
    image::{self, Image, Purpose},
    registers,
};

use crate::files::{Disk, ExitStatus, output, pending::Pending};
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
    /// Image file; - is standard input
    pub image: PathBuf,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME", value_parser = registers::processor)]
    pub cpu: Processor,
    /// Address of the first byte [default: 0000, or the address at the beginning of a .prg]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub org: Option<u16>,
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

/// Disassembles an image.
pub fn run(args: &DisArgs) -> Result<ExitStatus> {
    let Image { address, bytes: image } = if args.raw {
        Image { address: None, bytes: image::read_raw(&Disk, &args.image)? }
    } else {
        image::read(
            &Disk,
            &args.image,
            Purpose { verb: "disassemble", processor: Some(args.cpu), has_raw: true },
        )?
    };
    let symbols = args.symbols.as_deref().map(symbols).transpose()?.unwrap_or_default();
    let control = merged_control(args)?;
    let (ranges, entries) = (control.ranges(), control.entries());
    let traces = args.trace_code || !entries.is_empty();
    let how = Disassembly {
        origin: args.org.or(address).unwrap_or(0),
        symbols: &symbols,
        ranges: &ranges,
        trace: traces.then_some(&entries),
        columns: args.bytes,
    };
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    let text = disassemble(args.cpu, &image, &how)
        .map_err(|error| located(&error, &control))
        .with_context(|| format!("cannot disassemble {}", escape::path(&args.image)))?;
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

/// Reads a symbol file.
fn symbols(path: &Path) -> Result<Vec<(String, i32)>> {
    let text = Disk.text(path, "a symbol file", LONGEST_SOURCE)?;
    arcadian_asm::read_symbols(&text).with_context(|| format!("cannot read {}", escape::path(path)))
}

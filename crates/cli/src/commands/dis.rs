//! `dis`: bytes to a source.

mod control;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use arcadian_asm::{Content, Disassembly, DisassemblyError, Range, disassemble};
use arcadian_isa::Processor;
use clap::Args;

use arcadian_desk::{
    address, border,
    files::{Files as _, LONGEST_SOURCE},
    image, registers,
};

use crate::files::{
    Disk, Verdict,
    output::{self, Pending},
};
use control::{Control, Place};

const DIS_HELP: &str = "\
What is written assembles to the same bytes, whatever they are.

Without other options the bytes are code from the first to the last. --data, --text and --code say what ranges are. \
--trace-code follows jumps, calls and branches from the entries; of the bytes that no path reaches, six or more printable \
characters in a row are text, the others data. Without an entry, execution begins at the first byte; a 6502 image that has the \
vectors begins where they point. A control file says the same in lines: `data FROM-TO`, `text FROM-TO`, `code FROM-TO`, \
`entry ADDR`; a semicolon begins a comment.

Examples:
  arcadian dis game.bin --cpu z80 --org 4000H
  arcadian dis game.bin --cpu 8080 --org 0100 --symbols game.sym -o game.asm
  arcadian dis game.bin --cpu z80 --org 4000 --trace-code --text 4800-48FF
  arcadian dis game.bin --cpu 6502 --org C000 --control game.ctl

Addresses are hexadecimal: 0100, $100, 0x100 or 100H.";

/// Disassembles.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = DIS_HELP)]
pub struct DisArgs {
    /// The bytes; - is standard input
    pub image: PathBuf,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME", value_parser = registers::processor)]
    pub cpu: Processor,
    /// Address of the first byte
    #[arg(long, value_name = "ADDR", default_value = "0000", value_parser = address::parse)]
    pub org: u16,
    /// Addresses of instructions; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub code: Vec<(u16, u16)>,
    /// Addresses of data; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub data: Vec<(u16, u16)>,
    /// Addresses of text; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub text: Vec<(u16, u16)>,
    /// Follow the code from its entries; what it does not reach is data or text
    #[arg(long)]
    pub trace_code: bool,
    /// Follow the code from here, with --trace-code or without; may be repeated
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub entry: Vec<u16>,
    /// Read ranges and entries from a control file; may be repeated
    #[arg(long, value_name = "FILE")]
    pub control: Vec<PathBuf>,
    /// Names of addresses, as `asm --symbols` writes them
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Show address and bytes after each line
    #[arg(long)]
    pub bytes: bool,
    /// Disassemble the bytes of the image even if they are text
    #[arg(long)]
    pub raw: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Disassembles an image.
pub fn run(args: &DisArgs) -> Result<Verdict> {
    let image = image::read(&Disk, &args.image, "disassemble", args.raw)?;
    let symbols = args.symbols.as_deref().map(symbols).transpose()?.unwrap_or_default();
    let control = given(args)?;
    let (ranges, entries) = (control.ranges(), control.entries());
    let traces = args.trace_code || !entries.is_empty();
    let how = Disassembly {
        origin: args.org,
        symbols: &symbols,
        ranges: &ranges,
        trace: traces.then_some(&entries),
        columns: args.bytes,
    };
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    let text = disassemble(args.cpu, &image, &how)
        .map_err(|error| explained(&error, &control))
        .with_context(|| format!("cannot disassemble {}", border::display_path(&args.image)))?;
    match pending {
        Some(file) => file.finish(text.as_bytes())?,
        None => output::print(&text)?,
    }
    Ok(Verdict::Holds)
}

/// What the options and the control files say.
fn given(args: &DisArgs) -> Result<Control> {
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

/// An error with the line of the control file that it is about.
fn explained(error: &DisassemblyError, control: &Control) -> anyhow::Error {
    let place: Option<&Place> = match error {
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

/// Reads a file of symbols.
fn symbols(path: &Path) -> Result<Vec<(String, i32)>> {
    let text = Disk.text(path, "a file of symbols", LONGEST_SOURCE)?;
    arcadian_asm::read_symbols(&text)
        .with_context(|| format!("{} cannot be used", border::display_path(path)))
}

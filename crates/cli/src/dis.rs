//! `dis`: bytes to a source.

use std::path::PathBuf;

use anyhow::{Context, Result};
use arcadian_asm::{Disassembly, disassemble};
use arcadian_isa::Processor;
use clap::Args;

use crate::{
    Verdict, address, asm, input,
    output::{self, Pending},
};

const DIS_HELP: &str = "\
What is written assembles to the same bytes, whatever they are.

Examples:
  arcadian dis game.bin --cpu z80 --org 4000H
  arcadian dis game.bin --cpu 8080 --org 0100 --symbols game.sym -o game.asm

Addresses are hexadecimal: 0100, $100, 0x100 or 100H.";

/// Disassembles.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = DIS_HELP)]
pub struct DisArgs {
    /// The bytes
    pub image: PathBuf,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME", value_parser = asm::processor)]
    pub cpu: Processor,
    /// Address of the first byte
    #[arg(long, value_name = "ADDR", default_value = "0000", value_parser = address::parse)]
    pub org: u16,
    /// Names of addresses, as `asm --symbols` writes them
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Show address and bytes behind each line
    #[arg(long)]
    pub bytes: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Disassembles an image.
pub fn run(args: &DisArgs) -> Result<Verdict> {
    let image = input::bytes(&args.image, "a memory image", asm::LONGEST_IMAGE)?;
    let symbols = args.symbols.as_deref().map(asm::symbols).transpose()?.unwrap_or_default();
    let how = Disassembly { origin: args.org, symbols: &symbols, columns: args.bytes };
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    let text = disassemble(args.cpu, &image, &how)
        .with_context(|| format!("{} does not fit into the memory", args.image.display()))?;
    match pending {
        Some(file) => file.finish(text.as_bytes())?,
        None => output::print(&text)?,
    }
    Ok(Verdict::Holds)
}

//! The arguments that say what is stepped through.

use std::path::PathBuf;

use arcadian_desk::{address, registers, step::options::Options};
use arcadian_isa::Processor;
use clap::Args;

use crate::files::ReadingArgs;

/// A program and how it begins.
#[derive(Args, Clone, Debug)]
pub struct TargetArgs {
    /// A routine (T2CW), a sheet or source (.asm), a BASIC program or `rotate`, or a binary (with --cpu); - is standard
    /// input, in which any of these is recognized by its content
    target: PathBuf,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME", value_parser = registers::processor)]
    cpu: Option<Processor>,
    /// What a routine is given, as FIELD=BYTES in hexadecimal, byte 0 first; several fields with commas between, or one by one
    #[arg(long = "in", value_name = "FIELD=BYTES")]
    inputs: Vec<String>,
    /// Before the start: REGISTER=VALUE for machine code, a statement or numbered line for BASIC; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Binary: address of the first byte [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    load: Option<u16>,
    /// Machine code: where to begin
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pc: Option<u16>,
    /// Binary: names of addresses, as `asm --symbols` writes them
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Binary: a program for CP/M
    #[arg(long, conflicts_with_all = ["load", "pc"])]
    cpm: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    /// BASIC: keys to press when the program asks, such as '8{GO}AB'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    keys: Vec<String>,
    /// Seed of RND, and of an input that is not given [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl From<TargetArgs> for Options {
    fn from(args: TargetArgs) -> Self {
        let TargetArgs { target, cpu, inputs, set, load, pc, symbols, cpm, reading, keys, seed } = args;
        Options { target, cpu, inputs, set, load, pc, symbols, cpm, reading: reading.into(), keys, seed }
    }
}

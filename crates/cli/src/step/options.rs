//! What is stepped through, and how it begins.

use std::path::PathBuf;

use arcadian_isa::Processor;
use clap::Args;

use crate::{address, args::Reading, asm};

/// A program and how it begins.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// A routine (T2CW), a sheet or source (.asm), a BASIC program or `rotate`, or a binary (with --cpu); - is standard
    /// input, in which any of these is recognized by its content
    pub target: PathBuf,
    /// Processor: 8080, z80 or 6502
    #[arg(long, value_name = "NAME", value_parser = asm::processor)]
    pub cpu: Option<Processor>,
    /// What a routine is given, as FIELD=BYTES in hexadecimal, byte 0 first; several fields with commas between, or one by one
    #[arg(long = "in", value_name = "FIELD=BYTES")]
    pub inputs: Vec<String>,
    /// Before the start: REGISTER=VALUE for machine code, a statement or numbered line for BASIC; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Binary: address of the first byte [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub load: Option<u16>,
    /// Machine code: where to begin
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub pc: Option<u16>,
    /// Binary: names of addresses, as `asm --symbols` writes them
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// Binary: a program for CP/M
    #[arg(long, conflicts_with_all = ["load", "pc"])]
    pub cpm: bool,
    #[command(flatten)]
    pub reading: Reading,
    /// BASIC: keys to press when the program asks, such as '8{GO}AB'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Vec<String>,
    /// Seed of RND, and of an input that nobody chose [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

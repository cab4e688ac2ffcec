//! `verify`: routines held against the oracle.

pub mod choose;
mod deadline;
mod list;
mod progress;
mod report;
mod work;

use std::{path::PathBuf, time::Duration};

use anyhow::{Result, bail};
use arcadian_isa::Processor;
use arcadian_proof::{Engine, Method, Settings};
use clap::{Args, ValueEnum};

use arcadian_desk::registers;

use crate::files::Verdict;

const VERIFY_HELP: &str = "\
Each routine is a hand-assembly sheet whose header says what it is given, what it gives back, what else it changes and which \
function of the oracle it answers to. Verified is all of it: output, registers and memory that must stay, the stack, the cycles \
that the sheet states.

Methods: symbolic proves it for all inputs at once, with bits as decision diagrams; exhaustive runs every input, 4,096 in \
lock step; random runs --samples of them; auto takes the first of these that is possible.

Examples:
  arcadian verify                            every routine of arcadian
  arcadian verify T3CW --cpu 6502            one, for all 2^36 boards
  arcadian verify my.asm                     your own sheet
  arcadian verify T2REF --engine iz80        on another emulator
  arcadian verify T2CW --mutants             would it notice a wrong bit?
  arcadian verify TTAKE --times              which boards take longest?
  arcadian verify --list                     names and titles
  arcadian verify my.asm --time-limit 10     give up after ten seconds

Exit status: 0 all hold; 1 one does not, or is undecided at the time limit; 2 bad arguments, an unreadable or wrong sheet, a method that is not possible.";

/// Verifies.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the methods and examples.", after_long_help = VERIFY_HELP)]
pub struct VerifyArgs {
    /// Routines of arcadian by name, or sheets of your own by file name (- is standard input); all of arcadian's if none is given
    #[arg(value_name = "ROUTINE")]
    pub routines: Vec<PathBuf>,
    /// Only those for this processor: 8080 or 6502
    #[arg(long, value_name = "NAME", value_parser = registers::processor)]
    pub cpu: Option<Processor>,
    /// How
    #[arg(long, value_enum, default_value_t)]
    pub method: MethodName,
    /// On which emulator: ours, or the independent iz80 (8080) or mos6502 (6502), one input at a time
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
    /// Inputs by chance, where not all can be tried
    #[arg(long, value_name = "N", default_value_t = 65536, value_parser = clap::value_parser!(u64).range(1..))]
    pub samples: u64,
    /// What the inputs by chance depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Show an input that takes the least and one that takes the most cycles
    #[arg(long)]
    pub times: bool,
    /// Flip every bit of the code, one at a time, and see whether that is noticed
    #[arg(long, conflicts_with = "engine")]
    pub mutants: bool,
    /// Give up on a routine, with its mutants, after this many seconds; it is then undecided [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// List the routines with processor and title, and verify nothing
    #[arg(long, conflicts_with_all = ["mutants", "times", "time_limit", "claims"])]
    pub list: bool,
    /// List the functions of the oracle that a sheet can name
    #[arg(long, conflicts_with_all = ["routines", "mutants", "times", "time_limit"])]
    pub claims: bool,
    /// Show everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A method by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// The best that is possible
    #[default]
    Auto,
    /// Every input
    Exhaustive,
    /// All inputs at once
    Symbolic,
    /// Inputs by chance
    Random,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Method::Auto,
            MethodName::Exhaustive => Method::Exhaustive,
            MethodName::Symbolic => Method::Symbolic,
            MethodName::Random => Method::Random,
        }
    }
}

/// An emulator by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Our own cores
    #[default]
    Own,
    /// The crate iz80, for the 8080
    Iz80,
    /// The crate mos6502
    Mos6502,
}

impl EngineName {
    /// The emulator.
    pub fn engine(self) -> Engine {
        match self {
            EngineName::Own => Engine::Own,
            EngineName::Iz80 => Engine::Iz80,
            EngineName::Mos6502 => Engine::Mos6502,
        }
    }

    /// The processor that it has, if it has only one.
    pub fn processor(self) -> Option<Processor> {
        match self {
            EngineName::Own => None,
            EngineName::Iz80 => Some(Processor::I8080),
            EngineName::Mos6502 => Some(Processor::Mos6502),
        }
    }
}

/// Verifies routines.
pub fn run(args: &VerifyArgs) -> Result<Verdict> {
    if args.claims {
        list::claims(args.json)?;
        return Ok(Verdict::Holds);
    }
    if args.engine != EngineName::Own && args.method == MethodName::Symbolic {
        bail!(
            "only our own cores can be run symbolically; leave out --engine, or use --method exhaustive or random"
        );
    }
    let routines = choose::routines(args)?;
    if args.list {
        list::routines(&routines, args.json)?;
        return Ok(Verdict::Holds);
    }
    let settings = Settings {
        method: args.method.into(),
        samples: args.samples,
        seed: args.seed,
        ..Settings::default()
    };
    let worker = work::Worker::new(args, settings);
    let mut report = report::Report::new(args);
    let progress = progress::Progress::new(routines.len());
    for (routine, number) in routines.iter().zip(1..) {
        progress.begin(number, routine);
        let outcome = worker.verify(routine, &progress)?;
        progress.aside(|| report.add(routine, outcome))?;
    }
    drop(progress);
    report.finish()
}

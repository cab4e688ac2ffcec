//! `shorten`: searches for cheaper code with the contract of a sheet.

mod report;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_files::{address, escape};
use arcadian_program::{Options as ProgramOptions, RoutineOptions};
use arcadian_proof::{Cancelled, Routine, cancellable};
use arcadian_shorten::{ConstantSet, Goal, Options, ShortenError, Shortener};
use arcadian_verify::routine;
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus, output, pending::Pending, time_limit},
    number::decimal,
    terminal::{self, Progress, deadline},
};

const SHORTEN_HELP: &str = "\
The header of the sheet is the contract: inputs, outputs, clobbers and the function to compute. shorten proves the given \
code, then tries all sequences of up to --max-instructions and a return that use only the registers, flags and memory that the \
header names. What it finds is proven for all inputs, as `arcadian verify` does it.

The instructions are the documented ones of the processor, without loops, calls, ports, indirect accesses and the stack. \
Conditional jumps skip one to three instructions. Immediate bytes are those of --constants and of the given code. The report \
says whether nothing in this space is cheaper; docs/shorten.md gives the argument.

Also tried are the given code without some of its instructions, known idioms, short sequences with constants derived from those of \
the code and the contract, and replacements of parts of longer straight-line code.

Examples:
  arcadian shorten my.asm                       the shortest code
  arcadian shorten my.asm --for cycles          the fastest
  arcadian shorten T2CW --cpu 6502 --max-instructions 5   a bundled routine, with longer sequences
  arcadian shorten my.asm -o shorter.asm        write the sheet to a file
  arcadian shorten game.s --routine mul8        a routine of a program, written as a sheet
  arcadian shorten my.asm --constants 0A,30     try these immediate bytes

Exit status: 0 the search is complete, whether it found something or not; 1 the sheet does not hold, or the search was cut off by \
--time-limit or Ctrl-C; 2 bad arguments, or a sheet that cannot be searched.";

/// The arguments of `shorten`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the search space and examples.", after_long_help = SHORTEN_HELP)]
pub struct ShortenArgs {
    /// A sheet by file name (- is standard input), or a bundled routine by name
    #[arg(value_name = "SHEET")]
    pub sheet: PathBuf,
    /// Program or binary: the label of the routine, whose contract is above it
    #[arg(long, value_name = "LABEL")]
    pub routine: Option<String>,
    /// Binary: a file with contracts; each begins with `;! routine: LABEL`
    #[arg(long, value_name = "FILE")]
    pub contract: Option<PathBuf>,
    /// Program or binary: addresses whose bytes do not change, such as tables; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub constant: Vec<(u16, u16)>,
    #[command(flatten)]
    pub program: ProgramOptions,
    /// What is minimized
    #[arg(long = "for", value_enum, value_name = "WHAT", default_value_t)]
    pub goal: GoalName,
    /// Maximum number of instructions before the return
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = decimal::<u8>(1..=16))]
    pub max_instructions: u8,
    /// Immediate bytes to try besides those of the sheet: common, all, or a list such as 0A,30
    #[arg(long, value_name = "SET", default_value = "common")]
    pub constants: Vec<String>,
    /// Try undocumented instructions too
    #[arg(long)]
    pub undocumented: bool,
    /// Replace parts of the given straight-line code, each by up to --max-instructions
    #[arg(long)]
    pub windows: bool,
    /// Try no conditional jumps and returns
    #[arg(long)]
    pub no_branches: bool,
    /// Write the sheet that was found to a file (- is standard output)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Stop after this many seconds and report the best code so far [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The name of a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GoalName {
    /// The number of bytes; of equal sizes the cycles of the slowest path
    #[default]
    Bytes,
    /// The cycles of the slowest path; of equal cycles the bytes
    Cycles,
}

fn constants(names: &[String]) -> Result<ConstantSet> {
    let byte = |text: &String| address::hexadecimal(text.trim(), "a constant");
    match names {
        [name] if name == "common" => Ok(ConstantSet::Common),
        [name] if name == "all" => Ok(ConstantSet::All),
        list => list.iter().map(byte).collect::<Result<_, _>>().map(ConstantSet::List).map_err(|why| {
            anyhow!("cannot use --constants {}: {why}; constants are `common`, `all`, or bytes separated by commas, as in 0A,30", list.join(","))
        }),
    }
}

impl ShortenArgs {
    fn options(&self) -> Result<Options> {
        Ok(Options {
            goal: match self.goal {
                GoalName::Bytes => Goal::Bytes,
                GoalName::Cycles => Goal::Cycles,
            },
            max_instructions: self.max_instructions.into(),
            constants: constants(&self.constants)?,
            undocumented: self.undocumented,
            windows: self.windows,
            branches: !self.no_branches,
        })
    }
}

pub fn run(args: &ShortenArgs) -> Result<ExitStatus> {
    search(args)
}

fn search(args: &ShortenArgs) -> Result<ExitStatus> {
    let (routine, text) = choose(args)?;
    let time_limit = time_limit(&args.sheet, args.time_limit)?;
    let file = args.output.as_deref().map(Pending::new).transpose()?;
    if args.json {
        output::claim("--json")?;
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let limit = deadline::Deadline::after(time_limit, &interrupted).context("cannot start a thread")?;
    let proving = Progress::new();
    proving.show(|| format!("proving {}", escape::line(&routine.name)));
    let options = args.options()?;
    let prepared = cancellable(limit.flag(), || Shortener::new(&text, routine, options));
    drop(proving);
    let mut search = match prepared {
        Ok(Ok(search)) => search,
        Ok(Err(error)) => return refuse(error, args.json),
        Err(Cancelled) => return not_proven(args, interrupted.load(Ordering::Relaxed)),
    };
    let outcome = report::run(&mut search, args, &limit, &interrupted)?;
    if let (Some(file), Some(found)) = (file, search.best()) {
        file.finish(found.sheet.as_bytes())?;
    }
    report::print(&search, &outcome, args)?;
    if outcome.is_interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(search.searched().is_complete))
}

/// Reports that the search cannot start because the given code was not proven in time.
fn not_proven(args: &ShortenArgs, is_interrupted: bool) -> Result<ExitStatus> {
    let name = escape::path(&args.sheet);
    report_finding(
        &match is_interrupted {
            true => anyhow!("cannot shorten {name}: interrupted before the given code was proven"),
            false => anyhow!(
                "cannot shorten {name}: the given code was not proven in time; --time-limit includes its proof"
            ),
        },
        args.json,
    )?;
    if is_interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::Fails)
}

/// Reports an error that is a finding, not a wrong argument.
fn report_finding(message: &anyhow::Error, is_json: bool) -> Result<()> {
    output::report(message);
    if is_json {
        output::print_failure(message)?;
    }
    Ok(())
}

/// Reports why the search cannot start. A sheet that does not hold is a finding, not a wrong argument.
fn refuse(error: ShortenError, is_json: bool) -> Result<ExitStatus> {
    let message = anyhow!("cannot shorten: {error}");
    match error {
        ShortenError::Wrong { .. }
        | ShortenError::WrongCycles(_)
        | ShortenError::NotProven { .. }
        | ShortenError::Contract { .. } => {
            report_finding(&message, is_json)?;
            Ok(ExitStatus::Fails)
        }
        _ => Err(message),
    }
}

/// Returns the routine that the arguments select, with the text of its sheet.
fn choose(args: &ShortenArgs) -> Result<(Routine, String)> {
    let chosen = RoutineOptions {
        names: args.routine.iter().cloned().collect(),
        contracts: args.contract.clone(),
        constant: args.constant.clone(),
        ..RoutineOptions::default()
    };
    let note = &mut |note: &str| output::remark(note);
    let mut found = routine::chosen_sheets(&Disk, &args.sheet, &args.program, &chosen, note)?;
    found.retain(|(routine, _)| args.program.cpu.is_none_or(|cpu| cpu == routine.processor()));
    let name = escape::path(&args.sheet);
    if found.len() > 1 && !routine::is_bundled(&args.sheet) {
        let names: Vec<_> = found.iter().map(|(routine, _)| escape::text(&routine.name)).collect();
        bail!("{name} has several routines; choose one with --routine: {}", names.join(", "));
    }
    if found.len() > 1 {
        let processors: Vec<_> = found.iter().map(|(routine, _)| routine.processor().to_string()).collect();
        bail!("{name} is bundled for several processors; choose one with --cpu: {}", processors.join(", "));
    }
    found.pop().with_context(|| format!("{name} is not for that processor"))
}

//! `test`: verifies all sheets below folders, with reports for build servers.

mod budgets;
mod find;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result};
use arcadian_files::escape;
use arcadian_proof::{Engine, Routine, Settings};
use arcadian_verify::{
    RoutineReport,
    routine::{self, Located},
    suite::{Case, Format, Status, Suite},
};
use clap::{Args, ValueEnum};

use crate::{
    files::{
        Disk, ExitStatus,
        output::{self, Pending},
    },
    number::decimal,
    terminal::{self, deadline},
    verifier::Worker,
};

const TEST_HELP: &str = "\
A sheet is a source with a header that names its routine: `;! routine: NAME`. Below a folder, all files that end in .asm, .a65, .s or \
.z80 are searched, except in hidden folders, `target` and `node_modules`. The contract of each sheet is verified as `arcadian verify` \
does, with its stated cycles and bytes. Budgets in comments of any source (`;! cycles: <= 114`) are checked as `arcadian cycles` does. \
Sources with neither are skipped. A source that cannot be read counts as a failure, and the others are verified all the same.

Examples:
  arcadian test                                all sheets below the current folder
  arcadian test asm lib/mul.asm                a folder and a file
  arcadian test --format junit -o report.xml   for most build servers
  arcadian test --format github                annotations in GitHub Actions
  arcadian test --format tap | prove -e cat -  any TAP consumer

Exit status: 0 all contracts hold; 1 one does not hold, is only sampled or undecided, or cannot be read; 2 bad arguments, a path that cannot be \
read, or nothing to verify.";

/// The arguments of `test`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for what is searched, and for examples.", after_long_help = TEST_HELP)]
pub struct TestArgs {
    /// Folders and sources [default: the current folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: FormatName,
    /// Write the report to a file; the counts are still printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Stop verifying a routine after this many seconds; it is then undecided [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// Count a routine as passed that was only run on samples, without a fault
    #[arg(long)]
    pub accept_sampled: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
}

/// The name of a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// For people
    #[default]
    Text,
    /// Test Anything Protocol, version 14
    Tap,
    /// XML of JUnit
    Junit,
    /// Static analysis results, version 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Format::Text,
            FormatName::Tap => Format::Tap,
            FormatName::Junit => Format::Junit,
            FormatName::Sarif => Format::Sarif,
            FormatName::Github => Format::Github,
        }
    }
}

/// Verifies the sheets named on the command line.
pub fn run(args: &TestArgs) -> Result<ExitStatus> {
    let here = [PathBuf::from(".")];
    let paths = if args.paths.is_empty() { &here[..] } else { &args.paths };
    let find::Sources { sheets, with_budgets } = find::sources(paths)?;
    let read: Vec<_> = sheets.iter().map(|sheet| routine::in_file_located(&Disk, sheet)).collect();
    // The report must not replace a sheet, and this is known now.
    let pending = args.output.as_deref().map(Pending::new).transpose()?;
    let interrupted = Arc::default();
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let worker = Worker::new(Settings::default(), args.threads, Arc::clone(&interrupted))
        .with_time_limit(args.time_limit);
    let mut suite = verify(&sheets, &read, &worker, args.time_limit)?;
    for path in with_budgets {
        suite.cases.extend(budgets::cases(&path, args.time_limit, &interrupted)?);
    }
    if worker.is_interrupted() {
        terminal::end_interrupted();
        return Ok(ExitStatus::Fails);
    }
    if args.accept_sampled {
        suite.accept_sampled();
    }
    let report = suite.write(args.format.into());
    match pending {
        None => output::print(&report)?,
        Some(pending) => {
            pending.finish(report.as_bytes())?;
            if let Some(counts) = suite.write(Format::Text).lines().last() {
                output::note(counts);
            }
        }
    }
    Ok(ExitStatus::of(suite.is_passed()))
}

/// Verifies sheets that were read. The cases are in the order of the sheets.
fn verify(
    sheets: &[PathBuf],
    read: &[Result<Routine, Located>],
    worker: &Worker,
    time_limit: Option<Duration>,
) -> Result<Suite> {
    let routines: Vec<Routine> = read.iter().filter_map(|routine| routine.as_ref().ok().cloned()).collect();
    let mut verified = Vec::new();
    worker.verify_all(&routines, |routine, outcome, _| {
        let report = RoutineReport::new(routine, &outcome, Engine::Own);
        verified.push((
            Status::from(report.verdict),
            outcome.seconds,
            report.message(),
            report.text(time_limit.unwrap_or_default()),
        ));
        Ok(())
    })?;
    let mut verified = verified.into_iter();
    let mut suite = Suite::default();
    for (path, read) in sheets.iter().zip(read) {
        match read {
            Err(error) => suite.cases.push(invalid(path, error)),
            Ok(routine) => {
                // After Ctrl-C some are missing.
                let Some((status, seconds, message, details)) = verified.next() else { continue };
                suite.cases.push(Case {
                    name: routine.name.clone(),
                    processor: Some(routine.processor().to_string()),
                    line: line(routine),
                    status,
                    seconds,
                    message: escape::text(&message).into_owned(),
                    details: escape::text(&details).into_owned(),
                    ..of(path)
                });
            }
        }
    }
    Ok(suite)
}

/// Returns the line of the routine's label.
fn line(routine: &Routine) -> usize {
    let symbol = routine.assembly.symbol(&routine.name).and_then(|symbol| symbol.line);
    symbol.and_then(|line| routine.assembly.lines.get(line)).map_or(1, |line| line.root_number())
}

/// Returns the case of a sheet that cannot be read.
fn invalid(path: &Path, Located { line, error }: &Located) -> Case {
    Case { line: *line, message: error.title(), details: error.to_string(), ..of(path) }
}

/// Returns a case about a file.
fn of(path: &Path) -> Case {
    Case {
        file: escape::path(path),
        name: String::new(),
        processor: None,
        line: 1,
        status: Status::Invalid,
        seconds: 0.0,
        message: String::new(),
        details: String::new(),
    }
}

//! `test`: verifies all sheets below folders, with reports for build servers.

mod budgets;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use arcadian_files::{FileKind, Files as _, LONGEST_IMAGE, address, escape, shard::Digest};
use arcadian_program::{Kind, Located, Options, RoutineOptions, Sheets};
use arcadian_proof::{Engine, Routine, Settings};
use arcadian_verify::{
    Exercise, Judgment, RoutineReport,
    suite::{Case, Division, Format, Status, Suite},
};
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus, pending::Pending},
    number::decimal,
    reports::{self, ShardArgs},
    sheets::{self, Scope, Source, Sources},
    terminal::{self, deadline},
    verifier::Worker,
};

const TEST_HELP: &str = "\
A sheet is a source with a header that names its routine: `;! routine: NAME`. A program has contracts above the labels of its \
routines: `;! in: A = n`. Below a folder, all files that end in .asm, .a65, .s or \
.z80 are searched, except in hidden folders, `target` and `node_modules`; a linked folder once. Each contract is verified as `arcadian verify` \
does, with its stated cycles and bytes. Budgets in comments of any source (`;! cycles: <= 114`) are checked as `arcadian cycles` does. \
Sources with neither are skipped. A source that cannot be read is invalid, and the others are verified all the same.

Examples:
  arcadian test                                the project, or all sheets below the current folder
  arcadian test asm lib/mul.asm                a folder and a file
  arcadian test game.bin                       the contracts and budgets in the sources of a binary with its map
  arcadian test class --exercise mean.asm      what a class has handed in for an exercise
  arcadian test --format junit -o report.xml   for most build servers
  arcadian test --format github                annotations in GitHub Actions
  arcadian test --format tap | prove -e cat -  any TAP consumer
  arcadian test --shard 2/8 --json -o 2.json   the second of eight machines
  arcadian test --join 1.json 2.json ...       the report of all of them

Exit status: 0 all contracts hold; 1 one does not hold, or is only sampled or undecided; 2 otherwise: one cannot be judged, bad arguments, a path \
that cannot be read, or nothing to verify.";

/// The arguments of `test`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for what is searched, and for examples.", after_long_help = TEST_HELP)]
pub struct TestArgs {
    /// Folders and sources [default: the project, or the current folder]
    #[arg(value_name = "PATH", conflicts_with = "join")]
    pub paths: Vec<PathBuf>,
    /// The sheets must solve the exercise in FILE: their headers must demand the same
    #[arg(long, value_name = "FILE")]
    pub exercise: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t)]
    pub format: FormatName,
    /// Report everything as one JSON object, as --format json does
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    #[command(flatten)]
    pub division: ShardArgs,
    /// Write the report to a file; the counts are still printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Stop verifying a routine after this many seconds; it is then undecided [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// Count a routine as passed that was only run on samples, without a fault
    #[arg(long)]
    pub accept_sampled: bool,
    #[command(flatten)]
    pub program: Options,
    /// Binary: a file with contracts; each begins with `;! routine: LABEL`
    #[arg(long, value_name = "FILE")]
    pub contract: Option<PathBuf>,
    /// Program or binary: addresses whose bytes do not change, such as tables; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub constant: Vec<(u16, u16)>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
}

impl TestArgs {
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format.into() }
    }

    /// Returns the options for files of a kind. Those for the other kind apply to the others, if there are any.
    fn options(&self, kind: Kind, is_mixed: bool) -> Options {
        let options = if is_mixed { self.program.only_of(kind) } else { self.program.clone() };
        Options { sheets: Sheets::Always, ..options }
    }

    fn chosen(&self, kind: Kind, is_mixed: bool) -> RoutineOptions {
        RoutineOptions {
            contracts: self.contract.clone().filter(|_| kind == Kind::Binary || !is_mixed),
            constant: self.constant.clone(),
            claims: arcadian_claims::all(),
            ..RoutineOptions::default()
        }
    }
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
    /// One JSON object
    Json,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Format::Text,
            FormatName::Tap => Format::Tap,
            FormatName::Junit => Format::Junit,
            FormatName::Sarif => Format::Sarif,
            FormatName::Github => Format::Github,
            FormatName::Json => Format::Json,
        }
    }
}

pub fn run(args: &TestArgs) -> Result<ExitStatus> {
    judge(args)
}

fn judge(args: &TestArgs) -> Result<ExitStatus> {
    if !args.division.join.is_empty() {
        let mut suite = args.division.joined(Suite::read, Suite::join)?;
        if args.accept_sampled {
            suite.accept_sampled();
        }
        let pending = args.output.as_deref().map(pending).transpose()?;
        return report(args, &suite, pending);
    }
    let scope = Scope::of(&args.paths, args.exercise.as_deref())?;
    let time_limit = scope.time_limit(args.time_limit);
    let (binaries, sources) = scope.split(&args.program);
    let Sources { sheets, mut with_budgets, compiled } = scope.sources(&sources, args.exercise.as_deref())?;
    let exercise = args.exercise.as_deref().map(|path| Exercise::read(&Disk, path)).transpose()?;
    let is_mixed = !(binaries.is_empty() && scope.built.is_empty() || sources.is_empty());
    let options = args.options(Kind::Source, is_mixed);
    let mut read = sheets::read(&sheets, &options, &args.chosen(Kind::Source, is_mixed));
    let of_binaries = args.options(Kind::Binary, is_mixed);
    let chosen = args.chosen(Kind::Binary, is_mixed);
    let measured = scope.read_binaries(&binaries, &of_binaries, &chosen, &mut read);
    sheets::drop_parts(&mut read, &scope.paths);
    // A source that cannot be read is one case, whatever it states.
    let broken: BTreeSet<&PathBuf> =
        read.iter().filter(|source| source.found.is_err()).map(|source| &source.path).collect();
    // What a binary has is judged there.
    let built: BTreeSet<PathBuf> = measured
        .iter()
        .flat_map(|(_, program)| program.sources())
        .filter_map(|file| Path::new(file).canonicalize().ok())
        .collect();
    let is_built = |path: &PathBuf| path.canonicalize().is_ok_and(|path| built.contains(&path));
    with_budgets.retain(|path| !broken.contains(path) && (scope.paths.contains(path) || !is_built(path)));
    let stating = budgets::read_all(&with_budgets, &options, &scope.paths);
    // The files that a source includes can have contracts.
    let others: Vec<PathBuf> =
        budgets::with_contracts(&stating).filter(|path| !sheets.contains(path)).collect();
    read.extend(sheets::read(&others, &options, &args.chosen(Kind::Source, is_mixed)));
    sheets::add_unbuilt(&mut read, &compiled);
    if read.is_empty() && with_budgets.is_empty() && measured.is_empty() {
        return Err(scope.nothing());
    }
    // The report must not replace a sheet, and this is known now.
    let pending = args.output.as_deref().map(pending).transpose()?;
    let interrupted = Arc::default();
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let worker =
        Worker::new(Settings::default(), args.threads, Arc::clone(&interrupted)).with_time_limit(time_limit);
    let mut division = Division::new(args.division.shard);
    let mut suite = verify(&read, &worker, time_limit, exercise.as_ref(), &mut division)?;
    let limits = budgets::Limits { time: time_limit, interrupted: &interrupted };
    for (path, source) in stating {
        suite.cases.extend(budgets::cases(path, source, limits, &mut division)?);
    }
    for (path, program) in &measured {
        let code = program.code()?;
        suite.cases.extend(budgets::of_code(path, code.code(), limits, &mut division)?);
    }
    suite.is_interrupted = worker.is_interrupted();
    if args.accept_sampled {
        suite.accept_sampled();
    }
    suite.part =
        args.division.shard.and_then(|_| division.part(run_name(args, &scope, &read, &with_budgets)));
    let status = report(args, &suite, pending)?;
    if suite.is_interrupted {
        terminal::end_interrupted();
    }
    Ok(status)
}

/// Returns the file of the report, which replaces only a former report.
fn pending(path: &Path) -> Result<Pending> {
    // That it is an input is the more exact reason.
    let pending = Pending::new(path)?;
    if !escape::is_stream(path) && Disk.kind(path) == FileKind::File {
        let bytes = fs::read(path).unwrap_or_default();
        ensure!(
            Suite::is_report(&String::from_utf8_lossy(&bytes)),
            "cannot write {}: it exists and is not a report of `arcadian test`; name another file, or delete it",
            escape::path(path)
        );
    }
    Ok(pending)
}

fn report(args: &TestArgs, suite: &Suite, pending: Option<Pending>) -> Result<ExitStatus> {
    let counts = suite.write(Format::Text);
    reports::write(pending, &suite.write(args.format()), counts.lines().last().unwrap_or_default())?;
    Ok(match suite.unjudged() {
        Some(_) => ExitStatus::Unjudged,
        None => ExitStatus::of(suite.is_passed()),
    })
}

/// Returns the name of a run, which its parts have in common: a digest of what it reads and of the options that matter.
fn run_name(args: &TestArgs, scope: &Scope, read: &[Source], with_budgets: &[PathBuf]) -> String {
    let mut digest = Digest::default();
    let options = (&args.program, &args.constant, &args.time_limit, args.accept_sampled);
    digest.add(format!("{} {options:?}", env!("CARGO_PKG_VERSION")).as_bytes());
    let included = read.iter().filter_map(|source| source.found.as_ref().ok()).flat_map(|found| &found.files);
    let given = args.exercise.iter().chain(&args.contract).chain(scope.project_files());
    let paths: BTreeSet<&PathBuf> =
        read.iter().map(|source| &source.path).chain(with_budgets).chain(included).chain(given).collect();
    for path in paths {
        digest.add(path.as_os_str().as_encoded_bytes());
        // What cannot be read is reported as a case.
        digest.add(&Disk.bytes(path, "a source", LONGEST_IMAGE).unwrap_or_default());
    }
    digest.name()
}

/// Verifies what was read and belongs to the part of the run. The cases are in the order of the sources.
fn verify(
    read: &[Source],
    worker: &Worker,
    time_limit: Option<Duration>,
    exercise: Option<&Exercise>,
    division: &mut Division,
) -> Result<Suite> {
    let mut suite = Suite::default();
    let (mut chosen, mut routines) = (Vec::new(), Vec::new());
    for Source { path, found } in read {
        match found {
            Err(error) => suite.cases.extend(division.take(invalid(path, error))),
            Ok(found) => {
                for routine in &found.routines {
                    let routine = match routine {
                        Ok(routine) => routine,
                        Err(error) => {
                            suite.cases.extend(division.take(invalid(path, error)));
                            continue;
                        }
                    };
                    if let Some(case) = division.take(unverified(path, routine)) {
                        chosen.push(case);
                        routines.push(routine.clone());
                    }
                }
            }
        }
    }
    let mut chosen = chosen.into_iter();
    worker.verify_all(&routines, |routine, mut outcome, _| {
        exercise.into_iter().for_each(|exercise| exercise.close(&mut outcome));
        let report = RoutineReport::new(routine, &outcome, Engine::Own);
        let judgment = exercise.map(|exercise| exercise.judge(routine, report.verdict));
        let status = match judgment {
            Some(Judgment::Changed(_)) => Status::Failed,
            // Examples alone do not solve an exercise.
            Some(Judgment::Unproven) if report.verdict.is_passed() => Status::Sampled,
            _ => Status::from(report.verdict),
        };
        let is_other =
            judgment.filter(|judgment| *judgment != Judgment::Solved && report.verdict.is_passed());
        let (message, details) = match is_other {
            Some(judgment) => ("does not solve the exercise".to_owned(), format!("{judgment}\n")),
            None => (report.message(), report.text(time_limit.unwrap_or_default())),
        };
        suite.cases.extend(chosen.next().map(|case| Case {
            status,
            seconds: outcome.seconds,
            message: escape::text(&message).into_owned(),
            details: escape::text(&details).into_owned(),
            ..case
        }));
        Ok(())
    })?;
    suite.cases.sort_by_key(|case| case.position);
    Ok(suite)
}

/// Returns the case of a routine before it is verified.
fn unverified(path: &Path, routine: &Routine) -> Case {
    let (file, line) = place(path, routine);
    Case {
        file,
        name: escape::line(&routine.name).into_owned(),
        processor: Some(routine.processor().to_string()),
        line,
        ..Case::default()
    }
}

/// Returns the file and the line at which a failure is reported: those of the label, or of the contract in another file.
fn place(path: &Path, routine: &Routine) -> (PathBuf, usize) {
    if routine.file == escape::source_name(path) {
        return (path.to_owned(), line(routine));
    }
    let sheet = routine.assembly.sheet.as_ref();
    let terms =
        sheet.iter().flat_map(|sheet| sheet.inputs.iter().chain(&sheet.outputs).map(|term| &term.line));
    let conditions = sheet.iter().flat_map(|sheet| sheet.requires.iter().chain(&sheet.ensures));
    let first = terms.chain(conditions).map(|line| line.number).min();
    (PathBuf::from(&routine.file), first.unwrap_or(1))
}

/// Returns the line of the routine's label.
fn line(routine: &Routine) -> usize {
    let symbol = routine.assembly.symbol(&routine.name).and_then(|symbol| symbol.line);
    symbol.and_then(|line| routine.assembly.lines.get(line)).map_or(1, |line| line.root_number())
}

/// Returns the case of a sheet that cannot be read.
fn invalid(path: &Path, Located { file, line, error }: &Located) -> Case {
    let file = file.as_deref().unwrap_or(path);
    Case { line: *line, message: error.title(), details: error.to_string(), ..of(file) }
}

fn of(path: &Path) -> Case {
    Case { file: path.to_owned(), line: 1, ..Case::default() }
}

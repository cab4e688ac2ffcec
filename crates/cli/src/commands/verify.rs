//! `verify`: verifies routines against the oracle; its report of all routines, as text and as JSON, and the list of them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use arcadian_files::{address, escape};
use arcadian_program::{Kind, Options, RoutineOptions, Sheets};
use arcadian_proof::{Claim, Engine, Field, Method, Routine, Settings};
use arcadian_verify::{
    HEAD, Outcome, RoutineEntry, RoutineReport, Tally, Verdict,
    routine::{self, title},
};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    files::{Disk, ExitStatus, output},
    number::decimal,
    sheets::{self, Scope, Sources},
    terminal::{self, deadline},
    verifier::Worker,
};

const VERIFY_HELP: &str = "\
A routine is a hand-assembly sheet whose header states a contract: inputs, outputs, clobbers, cycles, and what it must compute: \
conditions (`ensures`), another sheet (`same-as`), or a function of the oracle, which is the reference model. The whole contract is verified: outputs, preserved registers and memory, the \
stack, and the stated cycles.

Methods: symbolic proves the contract for all inputs and initial states at once, with decision diagrams; induction does so for \
loops whose invariants the sheet states; exhaustive runs every input, 4,096 in lock step, with random initial states; random runs \
--samples random inputs; auto chooses the first of induction, symbolic, exhaustive and random that is possible. Only a proof, \
symbolic or by induction, holds; a routine without a fault in the other methods is sampled. The examples of a sheet are run before all \
methods; examples runs nothing else.

Examples:
  arcadian verify                            the routines of the project (arcadian.toml)
  arcadian verify --bundled                  all bundled routines
  arcadian verify T3CW --cpu 6502            one routine, for all 2^36 boards
  arcadian verify my.asm                     your own sheet
  arcadian verify new.asm --same-as old.asm  is the new one still the same?
  arcadian verify T2REF --engine iz80        on an independent emulator
  arcadian verify T2CW --mutants             would a wrong bit be detected?
  arcadian verify TTAKE --times              which boards take longest?
  arcadian verify game.s --dialect ca65      all routines of a program that have contracts above their labels
  arcadian verify game.bin --routine _square a routine of a binary with its map
  arcadian verify --bundled --list           names and titles
  arcadian verify my.asm --time-limit 10     give up after ten seconds

Exit status: 0 all routines hold; 1 a routine fails, is only sampled, or is undecided at a limit; 2 otherwise: one is not judged because it \
leads to code that is not there, bad arguments, an unreadable or invalid sheet, or an impossible method.";

/// The arguments of `verify`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the methods and examples.", after_long_help = VERIFY_HELP)]
pub struct VerifyArgs {
    /// Bundled routines by name, or sheets by file name (- is standard input) [default: those of the project]
    #[arg(value_name = "ROUTINE")]
    pub routines: Vec<PathBuf>,
    /// Verify all bundled routines
    #[arg(long, conflicts_with = "routines")]
    pub bundled: bool,
    /// Verify that the routines compute the same as the routine in this sheet: equal outputs for every input, also across
    /// processors
    #[arg(long, value_name = "SHEET", requires = "routines")]
    pub same_as: Option<PathBuf>,
    /// Program or binary: verify the routine at this label, whose contract is above it in its source; may be repeated [default: all
    /// labels with a contract]
    #[arg(long, value_name = "LABEL", requires = "routines", conflicts_with_all = ["same_as", "bundled"])]
    pub routine: Vec<String>,
    /// Binary: a file with contracts; each begins with `;! routine: LABEL`
    #[arg(long, value_name = "FILE", requires = "routines", conflicts_with_all = ["same_as", "bundled"])]
    pub contract: Option<PathBuf>,
    /// Program or binary: addresses whose bytes do not change, such as tables; may be repeated
    #[arg(long, value_name = "FROM-TO", value_parser = address::range)]
    pub constant: Vec<(u16, u16)>,
    #[command(flatten)]
    pub program: Options,
    /// Method of verification
    #[arg(long, value_enum, default_value_t)]
    pub method: MethodName,
    /// Emulator: our own, or the independent iz80 (8080, Z80) or mos6502 (6502), one input at a time
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
    /// Number of random inputs, if not all are tried
    #[arg(long, value_name = "N", default_value_t = 65536, allow_negative_numbers = true, value_parser = decimal::<u64>(1..=u64::MAX))]
    pub samples: u64,
    /// Seed of the random inputs
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// Exit with 0 also if routines were only run on some inputs or initial states, without a fault
    #[arg(long)]
    pub accept_sampled: bool,
    /// Show an input with the fewest cycles and one with the most
    #[arg(long)]
    pub times: bool,
    /// Change the code and the header, one bit or entry at a time, and report whether verification detects it
    #[arg(long, conflicts_with = "engine")]
    pub mutants: bool,
    /// Stop verifying a routine and its mutants after this many seconds; it is then undecided [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// Maximum number of instructions per run of a routine; a routine that takes more is undecided [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(1..=u64::MAX))]
    pub max_instructions: Option<u64>,
    /// Only list the routines with processor and title
    #[arg(long, conflicts_with_all = ["mutants", "times", "time_limit", "claims", "accept_sampled"])]
    pub list: bool,
    /// Only list the functions of the oracle that a sheet can name
    #[arg(long, conflicts_with_all = ["routines", "mutants", "times", "time_limit", "accept_sampled"])]
    pub claims: bool,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The name of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// The first possible method of induction, symbolic, exhaustive and random
    #[default]
    Auto,
    /// Run every input
    Exhaustive,
    /// Prove it for all inputs at once
    Symbolic,
    /// Prove it for all inputs, loops by the invariants of the sheet
    Induction,
    /// Run random inputs
    Random,
    /// Run only the examples of the sheet
    Examples,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Method::Auto,
            MethodName::Exhaustive => Method::Exhaustive,
            MethodName::Symbolic => Method::Symbolic,
            MethodName::Induction => Method::Induction,
            MethodName::Random => Method::Random,
            MethodName::Examples => Method::Examples,
        }
    }
}

/// The name of an emulator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Our own cores
    #[default]
    Own,
    /// The crate iz80, for the 8080 and the Z80
    Iz80,
    /// The crate mos6502, for the 6502
    Mos6502,
}

impl EngineName {
    pub fn engine(self) -> Engine {
        match self {
            EngineName::Own => Engine::Own,
            EngineName::Iz80 => Engine::Iz80,
            EngineName::Mos6502 => Engine::Mos6502,
        }
    }
}

/// The limit for a run of a routine in instructions.
const BUDGET: u64 = 1_000_000;

pub fn run(args: &VerifyArgs) -> Result<ExitStatus> {
    verify(args)
}

fn verify(args: &VerifyArgs) -> Result<ExitStatus> {
    if args.claims {
        claims(args.json)?;
        return Ok(ExitStatus::Holds);
    }
    if args.engine != EngineName::Own && Method::from(args.method).is_proof() {
        bail!(
            "cannot use --method {} with --engine: only our own cores run symbolically; omit --engine, or use --method exhaustive or random",
            Method::from(args.method)
        );
    }
    let scope = Scope::of(&args.routines, None)?;
    let time_limit = scope.time_limit(args.time_limit);
    let routines = routines(args, &scope)?;
    if args.list {
        list_routines(&routines, args.json)?;
        return Ok(ExitStatus::Holds);
    }
    let settings = Settings {
        method: args.method.into(),
        samples: args.samples,
        seed: args.seed,
        instruction_limit: scope.max_instructions(args.max_instructions).unwrap_or(BUDGET),
        ..Settings::default()
    };
    let interrupted = Arc::default();
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let worker = Worker::new(settings, args.threads, interrupted)
        .with_time_limit(time_limit)
        .on(args.engine.engine())
        .with_mutants(args.mutants);
    let mut report = Report::new(args, time_limit);
    worker.verify_all(&routines, |routine, outcome, progress| {
        progress.suspend(|| report.add(routine, &outcome))
    })?;
    let status = report.finish(worker.is_interrupted())?;
    if worker.is_interrupted() {
        terminal::end_interrupted();
    }
    Ok(status)
}

/// Returns the options for a file. Of several files, those for binaries apply to binaries, and those for sources to sources.
fn options(args: &VerifyArgs, path: &Path) -> Options {
    let kind = |path: &PathBuf| Kind::of(&Disk, path, &args.program);
    let own = Kind::of(&Disk, path, &args.program);
    let is_mixed = args.routines.iter().any(|other| kind(other) != own);
    if is_mixed { args.program.only_of(own) } else { args.program.clone() }
}

/// Returns the routines that the arguments select. Fails if there are none.
fn routines(args: &VerifyArgs, scope: &Scope) -> Result<Vec<Routine>> {
    let mut routines = Vec::new();
    if args.bundled || args.list && args.routines.is_empty() && !scope.is_project() {
        routines = routine::bundled()?;
    } else if args.routines.is_empty() {
        routines = of_project(args, scope)?;
    }
    let chosen = RoutineOptions {
        names: args.routine.clone(),
        contracts: args.contract.clone(),
        constant: args.constant.clone(),
        ..RoutineOptions::default()
    };
    for name in &args.routines {
        if name.is_dir() {
            let (shown, argument) = (escape::path(name), escape::argument(name));
            bail!("{shown} is a folder: `arcadian test {argument}` verifies the sheets below it");
        }
        routines.extend(match &args.same_as {
            Some(reference) => {
                args.program.check_source(name)?;
                routine::same_as(&Disk, name, reference)?
            }
            None => {
                let note = &mut |note: &str| output::remark(note);
                let is_binary =
                    || !escape::is_stream(name) && Kind::of(&Disk, name, &args.program) == Kind::Binary;
                if args.routine.is_empty() && args.contract.is_none() && is_binary() {
                    let program = arcadian_program::open(&Disk, name, &options(args, name));
                    program.iter().for_each(sheets::note_without_lines);
                }
                routine::chosen(&Disk, name, &options(args, name), &chosen, note)?
            }
        });
    }
    let fits = |routine: &Routine| {
        args.program.cpu.is_none_or(|cpu| cpu == routine.processor())
            && args.engine.engine().emulates(routine.processor())
    };
    let mut processors: Vec<String> =
        routines.iter().map(|routine| routine.processor().to_string()).collect();
    processors.sort();
    processors.dedup();
    routines.retain(fits);
    if !routines.is_empty() {
        return Ok(routines);
    }
    let are_for = format!("no routine is left: they are for the {}", processors.join(" and the "));
    match (args.engine, args.program.cpu) {
        (EngineName::Own, Some(cpu)) => bail!("{are_for}, so leave out --cpu {cpu}"),
        _ => {
            bail!("{are_for}; --engine iz80 runs those for the 8080 and the Z80, mos6502 those for the 6502")
        }
    }
}

/// Returns the routines of the project.
fn of_project(args: &VerifyArgs, scope: &Scope) -> Result<Vec<Routine>> {
    if !scope.is_project() {
        bail!(
            "there is nothing to verify: no arcadian.toml is in this folder or above it; name a sheet or a routine, write --bundled for \
             all bundled routines, or begin a project with `arcadian init`; `arcadian test` verifies the sheets below a folder"
        );
    }
    let (binaries, sources) = scope.split(&args.program);
    let Sources { sheets, compiled, .. } = scope.sources(&sources, None)?;
    let chosen = RoutineOptions {
        constant: args.constant.clone(),
        claims: arcadian_claims::all(),
        ..RoutineOptions::default()
    };
    let of = |kind| Options { sheets: Sheets::Always, ..args.program.only_of(kind) };
    let mut read = sheets::read(&sheets, &of(Kind::Source), &chosen);
    scope.read_binaries(&binaries, &of(Kind::Binary), &chosen, &mut read);
    sheets::drop_parts(&mut read, &scope.paths);
    sheets::add_unbuilt(&mut read, &compiled);
    let mut routines = Vec::new();
    for source in read {
        for routine in source.found.map_err(|located| located.error)?.routines {
            routines.push(routine.map_err(|located| located.error)?);
        }
    }
    if routines.is_empty() { Err(scope.nothing()) } else { Ok(routines) }
}

/// Collects and prints outcomes.
pub struct Report {
    json: bool,
    times: bool,
    accepts_sampled: bool,
    engine: Engine,
    status: ExitStatus,
    routines: Vec<RoutineEntry>,
    shown: usize,
    mutants: Tally,
    sampled: usize,
    undecided: usize,
    unjudged: usize,
    /// The first reason why a routine is not judged.
    why: String,
    time_limit: Duration,
}

impl Report {
    pub fn new(args: &VerifyArgs, time_limit: Option<Duration>) -> Self {
        Report {
            json: args.json,
            times: args.times,
            accepts_sampled: args.accept_sampled,
            engine: args.engine.engine(),
            status: ExitStatus::Holds,
            routines: Vec::new(),
            shown: 0,
            mutants: Tally::default(),
            sampled: 0,
            undecided: 0,
            unjudged: 0,
            why: String::new(),
            time_limit: time_limit.unwrap_or_default(),
        }
    }

    /// Adds an outcome. A text report prints it at once.
    pub fn add(&mut self, routine: &Routine, outcome: &Outcome) -> Result<()> {
        let mut routine_report = RoutineReport::new(routine, outcome, self.engine);
        routine_report.shows_times = self.times;
        let verdict = routine_report.verdict;
        let is_right = verdict.is_passed() || verdict.is_sampled() && self.accepts_sampled;
        self.status = match (verdict, self.status) {
            _ if is_right => self.status,
            (Verdict::NotJudged, ExitStatus::Holds) => ExitStatus::Unjudged,
            (Verdict::NotJudged, _) => self.status,
            _ => ExitStatus::Fails,
        };
        if verdict == Verdict::NotJudged && self.unjudged == 0 {
            self.why = format!("{}: {}", routine.name, routine_report.message());
        }
        self.unjudged += usize::from(verdict == Verdict::NotJudged);
        self.sampled += usize::from(verdict.is_sampled());
        self.undecided += usize::from(verdict == Verdict::Undecided);
        self.shown += 1;
        self.mutants.add(routine_report.mutants);
        if self.json {
            self.routines.push(routine_report.entry());
            return Ok(());
        }
        let head = if self.shown == 1 { HEAD } else { "" };
        output::print_verdicts(&format!("{head}{}", routine_report.text(self.time_limit)))
    }

    /// Prints the JSON object, or the summary line if there is more than one routine or not all were verified.
    pub fn finish(self, is_interrupted: bool) -> Result<ExitStatus> {
        let holds = self.status == ExitStatus::Holds;
        if self.json {
            let interrupted = is_interrupted.then_some(true);
            let status = if is_interrupted { ExitStatus::Fails } else { self.status };
            output::print_judged(status, &Entries { routines: self.routines, interrupted }, || self.why)?;
        } else if self.shown > 1 || is_interrupted {
            let what = match (holds && self.sampled == 0, is_interrupted) {
                (_, true) if self.shown == 0 => "nothing was verified; interrupted",
                (true, false) => "all hold",
                (true, true) => "all hold so far; interrupted",
                (false, false) => "not all hold",
                (false, true) => "not all hold; interrupted",
            };
            let counted = |count, word| if count == 0 { String::new() } else { format!(", {count} {word}") };
            let (sampled, undecided) =
                (counted(self.sampled, "sampled"), counted(self.undecided, "undecided"));
            let unjudged = counted(self.unjudged, "not judged");
            let mutants = self.all_mutants();
            output::print(&format!(
                "{}: {what}{sampled}{undecided}{unjudged}{mutants}\n",
                arcadian_files::count(self.shown, "routine")
            ))?;
        }
        Ok(if is_interrupted { ExitStatus::Fails } else { self.status })
    }

    fn all_mutants(&self) -> String {
        if self.mutants.all() == 0 { String::new() } else { format!("; {}", self.mutants) }
    }
}

/// The report as JSON.
#[derive(Serialize)]
struct Entries {
    routines: Vec<RoutineEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

/// The maximum width of the names; longer ones leave their column.
const WIDEST: usize = 200;

/// Prints name, processor and title of each routine.
pub fn list_routines(routines: &[Routine], json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = routines.iter().map(routine_value).collect();
        return output::print_report(true, &json!({ "routines": all }));
    }
    let longest = routines.iter().map(|routine| routine.name.chars().count()).max().unwrap_or(0).min(WIDEST);
    let line = |routine: &Routine| {
        format!("{:longest$}  {:<4}  {}\n", routine.name, routine.processor().to_string(), title(routine))
    };
    output::print(&routines.iter().map(line).collect::<String>())
}

fn routine_value(routine: &Routine) -> Value {
    json!({ "name": routine.name, "cpu": routine.processor().to_string(), "title": title(routine) })
}

/// Prints the functions of the oracle with their inputs and outputs.
pub fn claims(json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = arcadian_claims::all().iter().map(claim_value).collect();
        return output::print_report(true, &json!({ "claims": all }));
    }
    output::print(&arcadian_claims::all().iter().map(claim_lines).collect::<String>())
}

fn claim_lines(claim: &Claim) -> String {
    let field = |field: &Field| match field.bytes() {
        1 => field.name.to_string(),
        bytes => format!("{}:{bytes}", field.name),
    };
    let fields = |fields: &[Field]| fields.iter().map(field).collect::<Vec<_>>().join(", ");
    let (inputs, outputs) = (fields(claim.inputs), fields(claim.outputs));
    format!("{:<14} {inputs} -> {outputs}\n{:<14} {}\n", claim.name, "", claim.about)
}

fn claim_value(claim: &Claim) -> Value {
    let fields = |fields: &[Field]| {
        fields.iter().map(|field| json!({ "name": field.name, "bytes": field.bytes() })).collect::<Vec<_>>()
    };
    let (inputs, outputs) = (fields(claim.inputs), fields(claim.outputs));
    json!({ "name": claim.name, "about": claim.about, "inputs": inputs, "outputs": outputs })
}

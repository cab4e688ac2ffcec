//! The proof of a contract, which a host may run on another thread.

use arcadian_files::{Error, Files, error::message, escape, source::Folders, with_line_feeds};
use arcadian_program::{Options, Program, RoutineOptions};
use arcadian_proof::{CheckResult, Engine, Inputs, Routine, Settings, interruptible};
use arcadian_verify::{
    Check, Checker, Outcome, PART, RoutineEntry, RoutineReport, StepCommand, Verdict, routine,
};

use crate::lsp::{
    source::{Cancellation, Source, caught},
    uri::Overlay,
};

/// The label of a routine with a contract above it, or none for that of a sheet.
pub(crate) type RoutineName = Option<String>;

pub struct ProofJob {
    pub(crate) uri: String,
    pub(crate) routine: RoutineName,
    pub(crate) revision: u64,
    pub(crate) source: Source,
    pub(crate) cancelled: Cancellation,
}

/// The result of a [`ProofJob`].
pub struct Proven {
    pub(crate) uri: String,
    pub(crate) routine: RoutineName,
    pub(crate) revision: u64,
    pub(crate) result: Result<Proof, NoProof>,
}

/// The result of proving a routine.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    pub(crate) verdict: Verdict,
    /// The verdict and what it is about, on one line.
    pub(crate) summary: String,
    /// The text of `arcadian verify`.
    pub(crate) report: String,
    /// The entry of `arcadian verify --json`.
    pub(crate) json: RoutineEntry,
    /// The command line that steps to the fault of a counterexample.
    pub(crate) step: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoProof {
    Cancelled,
    /// The sheet cannot be read, or the proof panicked.
    Failed(String),
}

impl ProofJob {
    /// Runs the proof, and calls `progress` with the percentage of the inputs that were run, if they are run one by one.
    pub fn run(self, files: &dyn Files, progress: &dyn Fn(u32)) -> Proven {
        let ProofJob { uri, routine, revision, source, cancelled } = self;
        let proven = caught(|| prove(&source, &routine, files, &cancelled, progress));
        let bug = |why| Err(NoProof::Failed(format!("the proof failed: this is a bug in arcadian: {why}")));
        Proven { uri, routine, revision, result: proven.unwrap_or_else(bug) }
    }
}

fn prove(
    source: &Source,
    routine: &RoutineName,
    files: &dyn Files,
    cancelled: &Cancellation,
    progress: &dyn Fn(u32),
) -> Result<Proof, NoProof> {
    let overlay = Overlay::new(files, &source.snapshot.open);
    let text = with_line_feeds(source.text.as_str());
    let routine = match routine {
        None => of_sheet(source, &overlay, &text),
        Some(label) => of_program(source, &overlay, &text, label),
    }
    .map_err(|error| NoProof::Failed(error.title()))?;
    let check = Check { routine: &routine, engine: Engine::Own, settings: Settings::default() };
    let sweep = |check: &Check, inputs, count| sweep(check, inputs, count, cancelled, progress);
    match interruptible(&cancelled.0, || check.outcome(&sweep)) {
        _ if cancelled.is_cancelled() => Err(NoProof::Cancelled),
        Err(error) => Err(NoProof::Failed(error.title())),
        Ok(outcome) => Ok(Proof::new(&routine, &outcome)),
    }
}

fn of_sheet(source: &Source, files: &dyn Files, text: &str) -> Result<Routine, Error> {
    let mut folders = Folders::new(files, &source.path, &[]);
    let name = escape::source_name(&source.path);
    Routine::read(&name, text, &mut folders, arcadian_claims::all()).map_err(routine::to_error)
}

/// Returns the routine of a program with a contract above its label.
fn of_program(source: &Source, files: &dyn Files, text: &str, label: &str) -> Result<Routine, Error> {
    let (syntax, defaults) = source.snapshot.settings();
    let options = Options { syntax, defaults, ..Options::default() };
    let program = Program::of_text(files, &source.path, text.to_owned(), &options)?;
    let chosen = RoutineOptions {
        names: vec![label.to_owned()],
        claims: arcadian_claims::all(),
        ..RoutineOptions::default()
    };
    program.routines(files, &chosen)?.pop().ok_or_else(|| message!("there is no contract of {label}"))
}

/// Runs a routine on inputs, part by part.
fn sweep(
    check: &Check,
    inputs: Inputs,
    count: u64,
    cancelled: &Cancellation,
    progress: &dyn Fn(u32),
) -> CheckResult {
    let (mut checker, mut first) = (Checker::new(check, inputs), 0);
    let mut all = check.preliminary(count).unwrap_or_default();
    while first < count && !all.is_fault() && !cancelled.is_cancelled() {
        let next = count.min(first.saturating_add(PART));
        all = all.merge(checker.check(first..next));
        first = next;
        // The quotient is at most 100.
        progress((u128::from(first) * 100 / u128::from(count)) as u32);
    }
    all
}

impl Proof {
    /// Returns the summary with the notes of the report, such as a counterexample.
    pub(crate) fn explanation(&self) -> String {
        let notes = self.report.lines().skip(1).map(str::trim).filter(|note| !self.summary.ends_with(note));
        std::iter::once(self.summary.as_str()).chain(notes).collect::<Vec<_>>().join("\n")
    }

    fn new(routine: &Routine, outcome: &Outcome) -> Self {
        let report = RoutineReport::new(routine, outcome, Engine::Own);
        let wrong = outcome.counterexample.as_ref();
        let step =
            wrong.and_then(|wrong| StepCommand::of(report.failing(), wrong)).map(|step| step.to_string());
        let about = match report.verdict {
            Verdict::Holds => format!("holds for all {} inputs ({})", outcome.inputs, outcome.method),
            Verdict::Examples => "holds for its examples; everything else is proven".to_owned(),
            Verdict::ExamplesOnly => "holds for its examples; everything else is not proven".to_owned(),
            Verdict::Fails => format!("fails: {}", report.message()),
            Verdict::Undecided => format!("is undecided: {}", report.message()),
            Verdict::NotJudged => format!("is not judged: {}", report.message()),
            Verdict::Sampled | Verdict::CyclesSampled => {
                format!(
                    "{} on {} inputs ({}), which is not a proof",
                    report.verdict.word(),
                    outcome.inputs,
                    outcome.method
                )
            }
        };
        Proof {
            verdict: report.verdict,
            summary: format!("{} {about}", routine.name),
            report: report.text(std::time::Duration::ZERO),
            json: report.entry(),
            step,
        }
    }
}

//! The report of all routines, as text and as JSON, and the list of them.

use std::time::Duration;

use anyhow::Result;
use arcadian_proof::{Claim, Engine, Field, Routine};
use arcadian_verify::{HEAD, Outcome, RoutineEntry, RoutineReport, Tally, Verdict, routine::title};
use serde::Serialize;
use serde_json::{Value, json};

use super::VerifyArgs;
use crate::files::{ExitStatus, output};

/// Collects and prints outcomes.
pub struct Report {
    json: bool,
    times: bool,
    accepts_sampled: bool,
    engine: Engine,
    ok: bool,
    routines: Vec<RoutineEntry>,
    shown: usize,
    mutants: Tally,
    sampled: usize,
    undecided: usize,
    time_limit: Duration,
}

impl Report {
    pub fn new(args: &VerifyArgs) -> Self {
        Report {
            json: args.json,
            times: args.times,
            accepts_sampled: args.accept_sampled,
            engine: args.engine.engine(),
            ok: true,
            routines: Vec::new(),
            shown: 0,
            mutants: Tally::default(),
            sampled: 0,
            undecided: 0,
            time_limit: args.time_limit.unwrap_or_default(),
        }
    }

    /// Adds an outcome. A text report prints it at once.
    pub fn add(&mut self, routine: &Routine, outcome: &Outcome) -> Result<()> {
        let mut routine_report = RoutineReport::new(routine, outcome, self.engine);
        routine_report.shows_times = self.times;
        let verdict = routine_report.verdict;
        self.ok &= verdict.is_passed() || verdict.is_sampled() && self.accepts_sampled;
        self.sampled += usize::from(verdict.is_sampled());
        self.undecided += usize::from(verdict == Verdict::Undecided);
        self.shown += 1;
        self.mutants.add(routine_report.mutants);
        if self.json {
            self.routines.push(routine_report.entry());
            return Ok(());
        }
        let head = if self.shown == 1 { HEAD } else { "" };
        output::print(&format!("{head}{}", routine_report.text(self.time_limit)))
    }

    /// Prints the JSON object, or the summary line if there is more than one routine or not all were verified.
    pub fn finish(self, is_interrupted: bool) -> Result<ExitStatus> {
        let ok = self.ok && !is_interrupted;
        if self.json {
            let interrupted = is_interrupted.then_some(true);
            output::print_json(&Entries { ok, routines: self.routines, interrupted })?;
        } else if self.shown > 1 || is_interrupted {
            let what = match (self.ok && self.sampled == 0, is_interrupted) {
                (true, false) => "all hold",
                (true, true) => "all hold so far; interrupted",
                (false, false) => "not all hold",
                (false, true) => "not all hold; interrupted",
            };
            let counted = |count, word| if count == 0 { String::new() } else { format!(", {count} {word}") };
            let (sampled, undecided) =
                (counted(self.sampled, "sampled"), counted(self.undecided, "undecided"));
            let mutants = self.all_mutants();
            output::print(&format!(
                "{}: {what}{sampled}{undecided}{mutants}\n",
                arcadian_files::count(self.shown, "routine")
            ))?;
        }
        Ok(if ok { ExitStatus::Holds } else { ExitStatus::Fails })
    }

    fn all_mutants(&self) -> String {
        if self.mutants.all() == 0 { String::new() } else { format!("; {}", self.mutants) }
    }
}

/// The report as JSON.
#[derive(Serialize)]
struct Entries {
    ok: bool,
    routines: Vec<RoutineEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

/// The maximum width of the names; longer ones leave their column.
const WIDEST: usize = 200;

/// Prints name, processor and title of each routine.
pub fn routines(routines: &[Routine], json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = routines.iter().map(routine_value).collect();
        return output::print_json(&json!({ "routines": all }));
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
        return output::print_json(&json!({ "claims": all }));
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

//! `cycles`: the fewest and the most cycles of code, over all ways through it.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_asm::sheet::Amount;
use arcadian_compare::Reason;
use arcadian_files::{diagnostic, escape};
use arcadian_program::Options;
use arcadian_program::cycles::{
    Code, Finding, HEAD, Part, PartEntry, PartError, StatedError, Verdict, routines, stated,
};
use arcadian_proof::cancellable;
use clap::Args;
use serde::Serialize;

use crate::{
    files::{ExitStatus, open, output, time_limit},
    number::decimal,
    sheets::note_without_lines,
    terminal::{self, Progress, deadline},
};

const CYCLES_HELP: &str = "\
Registers, flags and memory are unknown on entry, except for what --requires says. A way through the code ends with the return, at the \
label of --to, or where the source has no code. Both numbers are reached by a state that is shown with --way, and no state takes fewer \
or more. A loop must have a greatest number of rounds. Calls of routines that the source does not have are named, and not counted; \
a budget of such a part is not judged. Neither is a part that leads to banks that share addresses.

Without --entry and --to, the parts are those whose cycles the source states in a comment above an instruction:

  ;! cycles: <= 114                 from here to the return, at most
  ;! cycles to NEXT: 20-23          from here to the label, at least and at most
  ;! requires: B <= 10, B > 0       what is true on entry, for the lines above and below this one

If it states none, they are the program from its start, and each routine that it calls. A binary with the debug data of its own tools \
(--map, or a file beside it: docs/debug-data.md) has the labels of its map, and the budgets in its sources.

Conditions compare registers, flags, names of the source, numbers and bytes of memory: 'HL != DE', 'B <= SIZE', '(HL) < 80H'. \
Code is assumed not to write to itself, and no pointer leads to it. No interrupt occurs.

A sheet with a contract: `arcadian verify` proves the cycles in its header for the inputs that the contract allows.

Examples:
  arcadian cycles game.asm                                 check all budgets of a source
  arcadian cycles game.asm --entry DRAW --max-cycles 2000   one routine, with a budget
  arcadian cycles kernel.a65 --cpu 6502 --entry LINE --to NEXT --way
  arcadian cycles game.bin --entry _square                  a routine of a binary with its map
  arcadian cycles delay.asm --entry DELAY --requires 'B <= 10, B > 0'

Exit status: 0 all parts take the stated cycles, or none are stated; 1 a part does not, or it is not decided; 2 not all of the time of a part is known, bad arguments, a source \
with errors, or a part of which a time is not known.";

/// The arguments of `cycles`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for what is counted, comments with budgets, and examples.", after_long_help = CYCLES_HELP)]
pub struct CyclesArgs {
    /// Source file, or a binary with a map; - is standard input
    pub source: PathBuf,
    #[command(flatten)]
    pub program: Options,
    /// Begin at this label; in a binary also FILE:LINE or an address
    #[arg(long, value_name = "LABEL")]
    pub entry: Option<String>,
    /// End at this label
    #[arg(long, value_name = "LABEL")]
    pub to: Option<String>,
    /// What is true on entry, as in 'B <= 10'; may be repeated
    #[arg(long, value_name = "CONDITION")]
    pub requires: Vec<String>,
    /// The most cycles that the part may take
    #[arg(long, value_name = "CYCLES", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub max_cycles: Option<u64>,
    /// Show the way with the most cycles, and a state that takes it
    #[arg(long)]
    pub way: bool,
    /// Give up a part after this many seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = deadline::seconds)]
    pub time_limit: Option<Duration>,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl CyclesArgs {
    fn names_part(&self) -> bool {
        self.entry.is_some() || self.to.is_some() || self.max_cycles.is_some() || !self.requires.is_empty()
    }
}

pub fn run(args: &CyclesArgs) -> Result<ExitStatus> {
    answer(args)
}

fn answer(args: &CyclesArgs) -> Result<ExitStatus> {
    // The addresses of other modules do not matter to the cycles of this one.
    let options = Options { has_placeholders: true, ..args.program.clone() };
    let program = open(&args.source, &options)?;
    let code = program.code()?;
    let code = code.code();
    if !args.names_part() {
        note_without_lines(&program);
    }
    let parts = parts(args, code)?;
    if parts.is_empty() {
        let name = escape::path(&args.source);
        match code.kind() {
            "source" => bail!("{name} has no code"),
            _ => bail!("no code of {name} is known; name a routine by --entry LABEL"),
        }
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let start = Instant::now();
    let findings = measure(args, code, &parts, &interrupted)?;
    let is_right = |finding: &&Finding| finding.verdict().is_right();
    let wrong: Vec<&Finding> = findings.iter().filter(|finding| !is_right(finding)).collect();
    let status = match &wrong[..] {
        [] => ExitStatus::Holds,
        wrong if wrong.iter().all(|finding| finding.verdict() == Verdict::Uncounted) => ExitStatus::Unjudged,
        _ => ExitStatus::Fails,
    };
    if args.json {
        let report = Report {
            file: escape::source_name(&args.source),
            parts: findings.iter().map(Finding::entry).collect(),
            seconds: start.elapsed().as_secs_f64(),
        };
        output::print_judged(status, &report, || wrong.first().map_or_else(String::new, |it| it.message()))?;
    } else {
        output::print_verdicts(&escape::text(&text(args, &findings)))?;
    }
    if interrupted.load(Ordering::Relaxed) {
        terminal::end_interrupted();
    }
    Ok(status)
}

#[derive(Serialize)]
struct Report<'a> {
    file: String,
    parts: Vec<PartEntry<'a>>,
    seconds: f64,
}

/// The time limit for a part if none is given.
const TIME: Duration = Duration::from_secs(60);

/// Measures the parts one by one. After Ctrl-C the rest is not measured.
fn measure<'a>(
    args: &CyclesArgs,
    code: &'a dyn Code,
    parts: &'a [Part],
    interrupted: &Arc<AtomicBool>,
) -> Result<Vec<Finding<'a>>> {
    let limit = time_limit(&args.source, args.time_limit)?.unwrap_or(TIME);
    let progress = Progress::new();
    let measured = parts.iter().zip(1..).map(|(part, number)| {
        progress.show(|| format!("{number}/{} {}", parts.len(), escape::line(&part.name)));
        let deadline =
            deadline::Deadline::after(Some(limit), interrupted).context("cannot start a thread")?;
        let found = cancellable(deadline.flag(), || Finding::of(code, part)).ok();
        let is_over = found.as_ref().is_none_or(|found| matches!(found.result, Err(Reason::Time)));
        let is_interrupted = is_over && interrupted.load(Ordering::Relaxed);
        Ok(match found {
            _ if is_interrupted => Finding::unknown(code, part, Reason::Interrupted),
            Some(found) => found,
            None => Finding::unknown(code, part, Reason::Time),
        })
    });
    measured.collect()
}

/// Returns the parts that the arguments or the source name.
fn parts(args: &CyclesArgs, code: &dyn Code) -> Result<Vec<Part>> {
    if args.names_part() {
        return Ok(vec![part(args, code)?]);
    }
    let stated: std::result::Result<Vec<Part>, StatedError> = stated(code).into_iter().collect();
    let stated = stated.map_err(|error| wrong_comment(&error))?;
    Ok(if stated.is_empty() { routines(code) } else { stated })
}

fn part(args: &CyclesArgs, code: &dyn Code) -> Result<Part> {
    let named = |error: PartError| anyhow!("{}", escape::line(&error.to_string()));
    let mut part = Part::between(code, args.entry.as_deref(), args.to.as_deref()).map_err(named)?;
    for text in &args.requires {
        part.require(code, text).map_err(|error| wrong_condition(text, &error))?;
    }
    part.stated = args.max_cycles.map(|most| Amount { least: 0, most, is_budget: true });
    Ok(part)
}

/// Shows the place of an error in a condition.
fn wrong_condition(text: &str, error: &PartError) -> anyhow::Error {
    let message = format!("cannot use --requires: {}", escape::line(&error.to_string()));
    match error.in_condition() {
        Some(wrong) => {
            let place = text.get(..wrong.at).map_or(0, |before| before.chars().count());
            anyhow!("{message}\n  {}\n  {}^", escape::line(text), " ".repeat(place))
        }
        None => anyhow!(message),
    }
}

fn wrong_comment(StatedError { location, problem }: &StatedError) -> anyhow::Error {
    let shown = diagnostic::render_in_line(
        &location.file,
        location.line,
        &location.text,
        location.span.clone(),
        &problem.to_string(),
        None,
    );
    anyhow!(shown)
}

fn text(args: &CyclesArgs, findings: &[Finding]) -> String {
    let mut text = format!("{HEAD}\n");
    for finding in findings {
        text += &finding.line();
        text += "\n";
        for note in finding.notes() {
            text += &format!("  {note}\n");
        }
        let mut shown = finding.wrong();
        shown.extend(finding.worst().filter(|way| args.way && !shown.contains(way)));
        for way in shown {
            text += &finding.way(way);
        }
    }
    text
}

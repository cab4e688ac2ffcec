//! `step`: the debugger.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use anyhow::{Result, bail, ensure};
use arcadian_debugger::{
    Cause,
    command::{Entry, Position, script},
    step::{coverage, request::StepRequest, stepping::Stepping, subject::Subject},
};
use arcadian_files::{Files as _, escape};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::{
    files::{Disk, ExitStatus, TapeIn, output},
    number::{decimal, grouped},
    terminal::{self, Progress},
};

const STEP_HELP: &str = "\
In a terminal the debugger shows code, registers and memory; `?` lists the keys. With --script, --command or piped input it \
executes commands line by line; `arcadian step TARGET --command help` lists the commands. A script may execute 100 million steps, or \
--max-steps, so it ends even if the program does not.

Machine code and BASIC run forward and backward: `back` takes back a step, `back-continue` goes back to a breakpoint. A bundled \
routine is called with its input fields set; fields without --in are those of the first example in the header, or random values, which are the same for each --seed. A \
cartridge runs on the machine of `arcadian bally` from power-up; `catch line 100` stops at a raster line, `catch` lists the other events.

Examples:
  arcadian step T2CW --in board=1B2F            a quarter turn of a board
  arcadian step my.asm                          your own sheet or source
  arcadian step game.bin --cpu z80 --load 4000  a binary
  arcadian step rotate --keys '8{GO}'           a BASIC program
  arcadian step rotate --keys-file game.keys    what `play --record game.keys` recorded
  arcadian step --cart picture.asm              a cartridge of the Bally, as its source or as an image
  arcadian step T2CW --command 'step 3' --command registers
  arcadian step T2CAN --coverage                which instructions never run?
  arcadian step HEXCL --place set=40FE --go 5   data across a page boundary, after five instructions

Exit status: 0 success; 1 a command or an `assert` failed, or `finish` met no return; 2 bad arguments or unreadable files.";

/// The arguments of `step`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = STEP_HELP)]
pub struct StepArgs {
    #[command(flatten)]
    pub request: StepRequest,
    /// Execute the commands in a file, without a terminal; - is standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Execute this command, without a terminal; may be repeated
    #[arg(short, long, value_name = "TEXT", conflicts_with = "script")]
    pub command: Vec<String>,
    /// Report the commands, their answers and the positions after them as one JSON object, or the lines of --coverage
    #[arg(long)]
    pub json: bool,
    /// Execute this number of steps first
    #[arg(long, value_name = "N", conflicts_with = "coverage", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub go: Option<u64>,
    /// Stop at the first command that fails
    #[arg(long, conflicts_with = "coverage")]
    pub stop: bool,
    /// Run the program for each --in or --keys and show what never ran; a routine without --in runs for --samples inputs
    #[arg(long, conflicts_with_all = ["script", "command"])]
    pub coverage: bool,
    /// Number of inputs of a routine for --coverage; all inputs if it has no more [default: 1000]
    #[arg(long, value_name = "N", requires = "coverage", conflicts_with_all = ["inputs", "script", "command"], allow_negative_numbers = true, value_parser = decimal::<u64>(1..=u64::MAX))]
    pub samples: Option<u64>,
    /// Maximum number of steps for a whole script, or for each run of --coverage [default: 100000000, with --coverage 10000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(1..=u64::MAX))]
    pub max_steps: Option<u64>,
}

/// The default budget of a script in steps: a few seconds.
const BUDGET: u64 = 100_000_000;

/// Runs the debugger, a script or the coverage report.
pub fn run(args: &StepArgs) -> Result<ExitStatus> {
    let mut request = args.request.clone();
    request.bally.parts.fitting =
        request.tape_in.as_deref().map(TapeIn::read).transpose()?.map(|tape| tape.fitting);
    let progress = Progress::new();
    progress.show(|| "loading".to_owned());
    let subject = Subject::load(&Disk, &request)?;
    progress.erase();
    subject.warnings().iter().for_each(|warning| output::remark(warning));
    if args.coverage {
        let limits = coverage::Limits { samples: args.samples, budget: args.max_steps };
        progress.show(|| "running each input".to_owned());
        let report = coverage::report(&subject, limits)?;
        drop(progress);
        return output::answer(ExitStatus::Holds, &report, json!({}));
    }
    progress.show(|| "running to the start".to_owned());
    let mut stepping = Stepping::start(&subject)?;
    if let Some(step) = args.go {
        progress.show(|| format!("running to step {}", grouped(step)));
        let reply = stepping.session.execute(&format!("go {step}"));
        ensure!(!reply.failed, "--go {step}: {}", reply.text);
    }
    drop(progress);
    let commands = match &args.script {
        Some(path) => Some(script_in(path)?),
        None => (!args.command.is_empty()).then(|| args.command.join("\n")),
    };
    let text = match commands {
        None if io::stdin().is_terminal() && args.json => {
            bail!("the screen of `step` makes no report: add --command, --script or --coverage to --json")
        }
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            if terminal::is_dumb() {
                bail!(
                    "`step` cannot draw in this terminal: TERM is `dumb`; --command or piped commands work without drawing"
                );
            }
            ensure!(
                args.max_steps.is_none(),
                "--max-steps is only for scripts and --coverage; in the terminal any key stops a run"
            );
            return terminal::stepping::run(stepping, &subject.name());
        }
        None => script_in(Path::new("-"))?,
        Some(text) => text,
    };
    run_script(stepping, &text, args)
}

/// The maximum length of a script in bytes.
const LONGEST: u64 = 1 << 20;

fn script_in(path: &Path) -> Result<String> {
    Ok(Disk.text(path, "a script", LONGEST)?)
}

/// A script as JSON.
#[derive(Serialize)]
struct StepReport<'a> {
    title: &'a str,
    /// The code at the start.
    start: Vec<String>,
    #[serde(flatten)]
    position: Position,
    commands: Vec<Entry<'a>>,
}

/// Executes the commands and prints their replies.
fn run_script(stepping: Stepping, text: &str, args: &StepArgs) -> Result<ExitStatus> {
    let Stepping { mut session, title, .. } = stepping;
    let name = args.script.as_ref().map_or_else(|| "the commands".to_owned(), |path| escape::path(path));
    let budget = args.max_steps.unwrap_or(BUDGET);
    session.debugger_mut().set_budget(budget);
    let start = session.here();
    if !args.json {
        output::print(&format!("{title}{}\n", start.join("\n")))?;
    }
    let position = session.position();
    let (mut all, mut failed, mut is_out) = (Vec::new(), Vec::new(), false);
    let mut entries = script(&mut session, text);
    loop {
        let progress = Progress::new();
        progress.show(|| format!("{name}: running"));
        let Some(entry) = entries.next() else { break };
        drop(progress);
        if entry.reply.failed {
            failed.push(entry.line);
        }
        is_out |= entry.reply.moved.as_ref().is_some_and(|report| report.cause == Cause::OutOfBudget);
        let has_failed = entry.reply.failed;
        let is_open = args.json || output::send(&entry.to_string())?;
        if args.json {
            all.push(entry);
        }
        // A closed pipe ends the script.
        if !is_open || has_failed && args.stop {
            break;
        }
    }
    if args.json {
        let report = StepReport { title: title.trim_end(), start, position, commands: all };
        output::print_report(failed.is_empty(), &report)?;
    }
    if is_out {
        output::note(&format!("{name}: the budget of {budget} steps is used up; --max-steps N raises it"));
    }
    let lines = match failed.as_slice() {
        [] => return Ok(ExitStatus::Holds),
        [line] => format!("line {line}"),
        lines => {
            let lines: Vec<_> = lines.iter().take(12).map(usize::to_string).collect();
            let more = if failed.len() > 12 { " and more" } else { "" };
            format!("lines {}{more}", lines.join(", "))
        }
    };
    output::note(&format!("{name}: {lines} failed"));
    Ok(ExitStatus::Fails)
}

//! `step`: the debugger.

mod script;
mod target;
mod view;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    rc::Rc,
};

use anyhow::{Result, bail, ensure};
use arcadian_debugger::{Debugger, command::Session};
use clap::Args;

use arcadian_desk::step::{build_input, coverage, figure::Figures, options::Options, subject::Subject};

use crate::{
    files::{Disk, Verdict, output},
    terminal,
};
use target::TargetArgs;

const STEP_HELP: &str = "\
In a terminal everything is shown at once, and `?` explains the keys. With --script, --command or piped input the same commands \
work line by line; `arcadian step TARGET --command help` lists them. A script may execute 100 million steps, or as many as --budget \
says: a program that never ends does not keep it.

Machine code and BASIC are stepped in both directions: `back` undoes a step, `back-continue` goes back to a breakpoint. A routine \
of arcadian is called with its fields in place: those not given by --in are chosen by chance, the same each time.

Examples:
  arcadian step T2CW --in board=1B2F            a quarter turn, byte by byte
  arcadian step my.asm                          your own sheet or source
  arcadian step game.bin --cpu z80 --load 4000  a binary
  arcadian step rotate --keys '8{GO}'           a BASIC program
  arcadian step T2CW --command 'step 3' --command registers
  arcadian step T2CAN --coverage                which instructions never run?

Exit status: 0 done; 1 a command failed or an `assert` does not hold; 2 bad arguments or unreadable files.";

/// Steps.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = STEP_HELP)]
pub struct StepArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    /// Execute the commands of a file, without a terminal; - is standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Execute this command, without a terminal; may be repeated
    #[arg(short, long, value_name = "TEXT", conflicts_with = "script")]
    pub command: Vec<String>,
    /// Leave off at the first command that fails
    #[arg(long, conflicts_with = "coverage")]
    pub stop: bool,
    /// Run the program for every --in or --keys and show what never ran; a routine without --in gets --samples inputs
    #[arg(long, conflicts_with_all = ["script", "command"])]
    pub coverage: bool,
    /// Inputs of a routine for --coverage; if it has no more than these, all [default: 1000]
    #[arg(long, value_name = "N", requires = "coverage", conflicts_with_all = ["inputs", "script", "command"], value_parser = clap::value_parser!(u64).range(1..))]
    pub samples: Option<u64>,
    /// Steps that all commands of a script may execute together, or each run of --coverage [default: 100000000, with --coverage 10000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: Option<u64>,
}

/// The budget of a script: some seconds.
const BUDGET: u64 = 100_000_000;

/// Steps through a program.
pub fn run(args: &StepArgs) -> Result<Verdict> {
    let options = Options::from(args.target.clone());
    let subject = Subject::load(&Disk, &options)?;
    subject.warning().into_iter().for_each(output::note);
    if args.coverage {
        let limits = coverage::Limits { samples: args.samples, budget: args.budget };
        return output::print(&coverage::report(&subject, &options, limits)?).map(|()| Verdict::Holds);
    }
    let input = build_input(&subject, &options)?;
    let mut session = Session::new(Debugger::new(subject.start(&options, &input)?));
    let figures = subject.routine().map(|routine| Figures::new(routine, &input.bytes, session.program()));
    let figures = figures.map(Rc::new);
    if let Some(figures) = figures.clone() {
        session.draw_figures(move |program| figures.text(program));
    }
    let text = match script::of(args)? {
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => {
            if terminal::is_dumb() {
                bail!(
                    "`step` cannot draw in this terminal: TERM is `dumb`; --command or piped commands work without drawing"
                );
            }
            ensure!(
                args.budget.is_none(),
                "--budget is for scripts and for --coverage; any key stops a run here"
            );
            return view::run(
                session,
                figures,
                &subject.name(&options),
                &script::title(&options, &subject, &input),
            );
        }
        None => script::piped()?,
        Some(text) => text,
    };
    session.debugger_mut().set_budget(args.budget.unwrap_or(BUDGET));
    script::run(&mut session, &text, &script::Show::of(args, script::title(&options, &subject, &input)))
}

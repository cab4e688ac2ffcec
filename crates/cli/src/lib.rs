//! The program `arcadian`: Bally BASIC of 1978 in a terminal, headless, and under the magnifying glass; 8080, Z80 and 6502
//! code assembled, taken apart and run.

#![allow(unreachable_pub, reason = "a program has no public face: `pub` means for its other modules")]

mod address;
mod args;
mod arguments;
mod asm;
mod board;
mod border;
mod dap;
mod diagnostic;
mod dis;
mod exec;
mod extras;
#[doc(hidden)]
pub mod fuzzing;
mod image;
mod input;
mod keys_file;
mod list;
mod nearby;
mod output;
mod play;
mod program;
mod report;
mod run;
mod step;
mod sz;
mod verify;

use std::process::ExitCode;

use anyhow::Result;
use args::Command;

/// Shown when there is nothing else to do.
const FIRST_STEPS: &str = "\
arcadian runs game code of 1976-82: Bally BASIC as it was printed, and 8080, Z80 and 6502 machine code. Three things to try
first:

  arcadian play                          play ROTATE here in the terminal
  arcadian run rotate --keys '8{GO}'     start a level-8 game without a terminal and show its screen
  arcadian sz rotate                     check a printed listing by its byte counts, line by line

`arcadian help` lists all commands, `arcadian help run` explains one.
";

/// What a command found; it decides the exit status. What keeps a command from its work is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done, and everything holds.
    Holds,
    /// Done, but something does not hold: a program's error, a used-up budget, a wrong byte count.
    Fails,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => ExitCode::SUCCESS,
            Verdict::Fails => ExitCode::from(1),
        }
    }
}

/// Runs the command that the arguments ask for.
pub fn main() -> ExitCode {
    match dispatch(arguments::read().command) {
        Ok(verdict) => verdict.into(),
        Err(error) => {
            diagnostic::report(&error);
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Option<Command>) -> Result<Verdict> {
    match command {
        None => output::print(FIRST_STEPS).map(|()| Verdict::Holds),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Sz(args)) => sz::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Asm(args)) => asm::run(&args),
        Some(Command::Dis(args)) => dis::run(&args),
        Some(Command::Exec(args)) => exec::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Step(args)) => step::run(&args),
        Some(Command::Dap(args)) => dap::run(&args),
        Some(Command::Board(args)) => board::run(&args),
        Some(Command::Completions(args)) => extras::completions(&args),
        Some(Command::Man(args)) => extras::man(&args),
    }
}

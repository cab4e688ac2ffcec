//! The top level: parses the arguments, runs a command and turns its result into an exit status.

mod arguments;
mod manual;

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;

use crate::{
    commands::{
        asm, bally, board, compare, cycles, dap, dis, exec, list, lsp, play, rules, run, shorten, step, sz,
        tape, test, verify,
    },
    files::{ExitStatus, output},
};
use arguments::Command;

/// The text shown when no command is given.
const FIRST_STEPS: &str = "\
arcadian is an emulator, debugger and verifier for game code of 1976-82: Bally BASIC as printed, and 8080, Z80 and 6502 machine
code. Try these first:

  arcadian play                          play ROTATE in this terminal
  arcadian run rotate --keys '8{GO}'     start a level-8 game without a terminal and show its screen
  arcadian sz rotate                     check the byte counts of a printed listing, line by line

`arcadian help` lists the commands; `arcadian help run` explains one.
";

/// Returns the command line, for tests that must know every command.
#[doc(hidden)]
pub fn command() -> clap::Command {
    let mut command = arguments::Cli::command();
    command.build();
    command
}

pub fn main() -> ExitCode {
    match dispatch(arguments::read().command) {
        Ok(status) => status.into(),
        Err(error) => {
            output::report(&error);
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: Option<Command>) -> Result<ExitStatus> {
    match command {
        None => output::print(FIRST_STEPS).map(|()| ExitStatus::Holds),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Bally(args)) => bally::run(&args),
        Some(Command::Sz(args)) => sz::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Tape(args)) => tape::run(&args),
        Some(Command::Asm(args)) => asm::run(&args),
        Some(Command::Dis(args)) => dis::run(&args),
        Some(Command::Exec(args)) => exec::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Test(args)) => test::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Cycles(args)) => cycles::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Shorten(args)) => shorten::run(&args),
        Some(Command::Step(args)) => step::run(&args),
        Some(Command::Dap(args)) => dap::run(&args),
        Some(Command::Lsp(args)) => lsp::run(&args),
        Some(Command::Board(args)) => board::run(&args),
        Some(Command::Completions(args)) => arguments::completions(&args),
        Some(Command::Man(args)) => arguments::man(&args),
    }
}

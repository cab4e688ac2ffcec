//! The command line.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::commands::{
    asm::AsmArgs, board::BoardArgs, dap::DapArgs, dis::DisArgs, exec::ExecArgs, list::ListArgs,
    play::PlayArgs, run::RunArgs, step::StepArgs, sz::SzArgs, verify::VerifyArgs,
};

/// Runs eight-bit game code of 1976-82: Bally BASIC as it was printed, and 8080, Z80 and 6502 machine code.
#[derive(Debug, Parser)]
#[command(name = "arcadian", version, max_term_width = 100)]
#[command(
    long_about = "Runs Bally BASIC (1978) and AstroBASIC (1981) programs as they were printed: in the terminal, \
                  headless for scripts and tests, and under the magnifying glass of their byte counts. Assembles, checks, \
                  disassembles and runs machine code for the 8080, the Z80 and the 6502.",
    after_help = EXIT_STATUS
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_STATUS: &str = "\
Exit status: 0 done and true; 1 ran, but something does not hold (a program's error, the budget used \
up, a wrong byte count); 2 bad arguments or unreadable input.

A file named - is standard input or output; a file of that name is ./-. While standard output is a file, reports go to standard \
error. In reports and messages control characters and invisible characters of programs, files and names are written as \
\\u{1b}; files keep their bytes.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a program in the terminal
    Play(PlayArgs),
    /// Run a program without a terminal and show what it did
    Run(RunArgs),
    /// Check a listing's byte counts, line by line
    Sz(SzArgs),
    /// Show a program in one of several notations
    List(ListArgs),
    /// Assemble a source or a hand-assembly sheet (8080, Z80, 6502)
    Asm(AsmArgs),
    /// Disassemble a memory image
    Dis(DisArgs),
    /// Run a binary on an 8080, a Z80 or a 6502
    Exec(ExecArgs),
    /// Hold routines against the oracle, for every input
    Verify(VerifyArgs),
    /// Step through a routine, a binary or a BASIC program, in both directions
    Step(StepArgs),
    /// Let an editor step (Debug Adapter Protocol)
    Dap(DapArgs),
    /// Ask the oracle: boards, moves, symmetries, solutions
    Board(BoardArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write a manual page (roff)
    Man(ManArgs),
}

/// Writes a completion script.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Writes a manual page.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The command to describe; without it, the whole program
    pub command: Option<String>,
}

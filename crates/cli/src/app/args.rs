//! The arguments of the program.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::commands::{
    asm::AsmArgs, bally::BallyArgs, board::BoardArgs, compare::CompareArgs, cycles::CyclesArgs, dap::DapArgs,
    dis::DisArgs, exec::ExecArgs, list::ListArgs, lsp::LspArgs, play::PlayArgs, rules::RulesArgs,
    run::RunArgs, shorten::ShortenArgs, step::StepArgs, sz::SzArgs, tape::TapeArgs, test::TestArgs,
    verify::VerifyArgs,
};

/// Emulator, debugger and verifier for game code of 1976-82: Bally BASIC as printed, and 8080, Z80 and 6502 machine code
#[derive(Debug, Parser)]
#[command(name = "arcadian", version, max_term_width = 100)]
#[command(
    long_about = "An emulator, debugger and verifier for eight-bit game code of 1976-82.\n\n\
                  Runs Bally BASIC (1978) and AstroBASIC (1981) programs as printed, in the terminal or headless, and checks \
                  printed listings by their byte counts. Assembles, disassembles, runs, debugs and verifies machine code for \
                  the 8080, the Z80 and the 6502.",
    after_help = EXIT_STATUS
)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_STATUS: &str = "\
Exit status: 0 success; 1 the command ran and found a problem (an error in the program, a used-up budget, a wrong byte \
count); 2 bad arguments or unreadable input.

- as a file name means standard input or output; write ./- for a file of that name. When a file is written to standard output, \
reports go to standard error. Reports and messages escape control characters and invisible characters, as in \\u{1b}; files keep \
their bytes.";

const MAN_HELP: &str = "\
Examples:
  arcadian man | man -l -
  arcadian man tape decode | man -l -
  arcadian man --all ~/.local/share/man/man1";

/// A command and its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a program in the terminal
    Play(PlayArgs),
    /// Run a program without a terminal and show the result
    Run(RunArgs),
    /// Run the Bally Professional Arcade: ROM, cartridges, picture and sound
    Bally(BallyArgs),
    /// Check a listing's byte counts, line by line
    Sz(SzArgs),
    /// Show a program in one of several notations
    List(ListArgs),
    /// Read or write a tape of Bally BASIC (300 baud)
    Tape(TapeArgs),
    /// Assemble a source or a hand-assembly sheet (8080, Z80, 6502)
    Asm(AsmArgs),
    /// Disassemble a memory image
    Dis(DisArgs),
    /// Run a binary on an 8080, a Z80 or a 6502
    Exec(ExecArgs),
    /// Verify routines against the oracle, for every input
    Verify(VerifyArgs),
    /// Verify all sheets below a folder, with reports for build servers
    Test(TestArgs),
    /// Decide whether one piece of code may replace another, for every machine state
    Compare(CompareArgs),
    /// Prove how many cycles code takes, and check budgets
    Cycles(CyclesArgs),
    /// Prove or refute the rules of peephole optimizers
    Rules(RulesArgs),
    /// Search for a shorter or faster routine with the same contract, and prove it
    Shorten(ShortenArgs),
    /// Debug a routine, a binary or a BASIC program, forward and backward
    Step(Box<StepArgs>),
    /// Debug from an editor (Debug Adapter Protocol)
    Dap(DapArgs),
    /// Check sources while you edit them (Language Server Protocol)
    Lsp(LspArgs),
    /// Ask the oracle about boards, moves, symmetries and solutions
    Board(BoardArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write manual pages (roff)
    #[command(after_help = MAN_HELP)]
    Man(ManArgs),
}

/// The arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// Shell to write it for
    pub shell: Shell,
}

/// The arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Command to describe, such as `tape decode` [default: the whole program]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write the pages of all commands to a directory, which is created if necessary
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub all: Option<PathBuf>,
}

//! The command line: its arguments, and reading them. Errors quote the arguments with terminal escape sequences made visible.

use std::{
    ffi::OsString,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use arcadian_asm::{nearest, or_near};
use arcadian_files::escape;
use clap::{
    Args, CommandFactory, Error, Parser, Subcommand,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use clap_complete::Shell;

use crate::app;
use crate::{
    commands::{
        asm::AsmArgs, bally::BallyArgs, board::BoardArgs, compare::CompareArgs, cycles::CyclesArgs,
        dap::DapArgs, dis::DisArgs, exec::ExecArgs, init::InitArgs, list::ListArgs, lsp::LspArgs,
        play::PlayArgs, rules::RulesArgs, run::RunArgs, shorten::ShortenArgs, step::StepArgs, sz::SzArgs,
        tape::TapeArgs, test::TestArgs, verify::VerifyArgs,
    },
    files::{ExitStatus, output, pending::Pending},
};

/// Reads the arguments. Shows help, the version and errors, and ends the program after them.
pub fn read() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| exit_with(error))
}

fn exit_with(mut error: Error) -> ! {
    suggest(&mut error);
    suggest_cartridge(&mut error);
    let is_hostile = |argument: OsString| argument.to_str() != Some(&escape::os_text(&argument));
    let status = error.exit_code();
    if error.use_stderr() && std::env::args_os().any(is_hostile) {
        output::note(render(error).trim_end());
    } else if let Err(unwritten) = output::check(error.print().and_then(|()| io::stdout().flush())) {
        output::report(&unwritten);
        std::process::exit(2);
    }
    std::process::exit(status)
}

/// Suggests the nearest command for a misspelled one. The similarity measure of clap misses transposed letters in short names.
fn suggest(error: &mut Error) {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let wrong = wrong.clone();
    let mut command = Cli::command();
    for argument in std::env::args_os().skip(1).take_while(|argument| *argument != *wrong) {
        command = command.find_subcommand(&argument).cloned().unwrap_or(command);
    }
    if let Some(near) = nearest(&wrong, command.get_subcommands().map(clap::Command::get_name)) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near.to_owned()));
    }
}

/// Suggests the options of `bally` for a file that is named without one.
fn suggest_cartridge(error: &mut Error) {
    let is_bally = std::env::args_os().nth(1).is_some_and(|command| command == "bally");
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand | ErrorKind::ArgumentConflict => ContextKind::InvalidSubcommand,
        _ => return,
    };
    let Some(ContextValue::String(file)) = error.get(kind).filter(|_| is_bally) else { return };
    if file.starts_with('-') || file == "probe" || error.get(ContextKind::SuggestedSubcommand).is_some() {
        return;
    }
    let tips = [
        format!("a cartridge is inserted with --cart: arcadian bally --cart {}", escape::shell_word(file)),
        "an on-board ROM is exchanged with --rom, and a BASIC program is played with: arcadian play FILE --on bally"
            .to_owned(),
    ];
    let tips = tips.map(StyledStr::from).to_vec();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
}

/// Returns the message as plain text, because the colors of clap cannot be distinguished from escape sequences in an argument.
fn render(mut error: Error) -> String {
    let shown: Vec<_> = error.context().map(|(kind, value)| (kind, visible_value(value))).collect();
    for (kind, value) in shown {
        error.insert(kind, value);
    }
    escape::text(&error.render().to_string()).into_owned()
}

fn visible_value(value: &ContextValue) -> ContextValue {
    let styled = |text: &StyledStr| StyledStr::from(escape::text(&text.to_string()).into_owned());
    let plain = |text: &String| escape::line(text).into_owned();
    match value {
        ContextValue::String(text) => ContextValue::String(plain(text)),
        ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(plain).collect()),
        ContextValue::StyledStr(text) => ContextValue::StyledStr(styled(text)),
        ContextValue::StyledStrs(texts) => ContextValue::StyledStrs(texts.iter().map(styled).collect()),
        other => other.clone(),
    }
}

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
    /// Ignore arcadian.toml, which states options for all files in its folder and below
    #[arg(long, global = true, display_order = 900)]
    pub no_project: bool,
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
    /// Begin a project, whose options are in arcadian.toml
    Init(InitArgs),
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

pub fn completions(args: &CompletionsArgs) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "arcadian", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(ExitStatus::Holds)
}

/// Writes a manual page, or all of them to a directory.
pub fn man(args: &ManArgs) -> Result<ExitStatus> {
    let mut program = Cli::command();
    program.build();
    match &args.all {
        Some(directory) => write_pages(&program, directory)?,
        None => output::print(&app::page(described(&program, &args.command)?))?,
    }
    Ok(ExitStatus::Holds)
}

fn write_pages(program: &clap::Command, directory: &Path) -> Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create the directory {}", escape::path(directory)))?;
    for command in app::commands(program) {
        let file = Pending::new(&directory.join(app::file_name(command)))?;
        file.finish(app::page(command).as_bytes())?;
    }
    Ok(())
}

/// Returns the whole program, or one of its commands by the words of its name.
fn described<'a>(program: &'a clap::Command, words: &[String]) -> Result<&'a clap::Command> {
    let mut found = program;
    for (at, word) in words.iter().enumerate() {
        found = found.find_subcommand(word).with_context(|| {
            let near = nearest(word, found.get_subcommands().map(clap::Command::get_name));
            let near = or_near(near);
            let path = words[..=at].join(" ");
            let help = ["help"]
                .into_iter()
                .chain(words[..at].iter().map(String::as_str))
                .collect::<Vec<_>>()
                .join(" ");
            format!("there is no command `{path}`{near} (`arcadian {help}` lists the commands)")
        })?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` with the words of each command.
    fn each(command: &clap::Command, words: &[String], check: &mut impl FnMut(&clap::Command, &[String])) {
        check(command, words);
        for inner in command.get_subcommands() {
            each(inner, &[words, &[inner.get_name().to_owned()]].concat(), check);
        }
    }

    /// Every option of every command.
    #[test]
    fn messages_about_values_are_our_own() {
        let mut count = 0;
        each(&Cli::command(), &["arcadian".to_owned()], &mut |command, words| {
            let options = command.get_arguments().filter(|argument| argument.get_action().takes_values());
            for option in options.filter_map(clap::Arg::get_long) {
                for value in ["abc", "-1", "1.5", "99999999999999999999999"] {
                    let arguments = [words, &[format!("--{option}={value}")]].concat();
                    let Err(error) = Cli::try_parse_from(&arguments) else { continue };
                    let message = error.to_string();
                    let is_raw = ["invalid digit", "too large to fit", "invalid float", "is not in "]
                        .iter()
                        .any(|raw| message.contains(raw));
                    assert!(!is_raw, "{arguments:?}: {message}");
                    count += usize::from(message.contains("it is not a decimal number from"));
                }
            }
        });
        assert!(count > 40, "{count}");
    }
}

//! The command line: its arguments, and reading them. Errors quote the arguments with terminal escape sequences made visible.

use std::{
    ffi::OsString,
    fs,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf, is_separator},
};

use anstream::ColorChoice;
use anyhow::{Context, Result, anyhow};
use arcadian_asm::{nearest, or_near};
use arcadian_files::{escape, program::is_built_in};
use arcadian_isa::Processor;
use clap::{
    ArgMatches, Args, CommandFactory, Error, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use clap_complete::Shell;

use super::options;
use crate::app;
use crate::{
    commands::{
        asm::AsmArgs, bally::BallyArgs, board::BoardArgs, compare::CompareArgs, cycles::CyclesArgs,
        dap::DapArgs, dis::DisArgs, exec::ExecArgs, init::InitArgs, list::ListArgs, lsp::LspArgs,
        play::PlayArgs, rules::RulesArgs, run::RunArgs, shorten::ShortenArgs, step::StepArgs, sz::SzArgs,
        tape::TapeArgs, test::TestArgs, uses, verify::VerifyArgs,
    },
    files::{ExitStatus, input::similar, output, pending::Pending},
};

/// Reads the arguments. Shows help, the version and errors, and ends the program after them.
pub fn read() -> CommandLine {
    let words: Vec<OsString> = std::env::args_os().take_while(|word| word != "--").collect();
    color(&words).write_global();
    let mut command = command();
    if words.iter().any(|word| word == "-h") {
        command = options::brief(command);
    }
    let arguments = command.try_get_matches_from_mut(std::env::args_os()).and_then(|matches| {
        options::refuse_repeats(&command, &matches)?;
        let (name, is_json) = chosen(&matches);
        Ok(CommandLine { name, is_json, arguments: Cli::from_arg_matches(&matches)? })
    });
    arguments.unwrap_or_else(|error| exit_with(error, &words))
}

/// The arguments, and what all commands have in common.
pub struct CommandLine {
    /// The command as it is typed, such as `tape decode`.
    pub name: String,
    /// Whether it reports as JSON, also its failure.
    pub is_json: bool,
    pub arguments: Cli,
}

fn chosen(matches: &ArgMatches) -> (String, bool) {
    let Some((name, inner)) = matches.subcommand() else { return (String::new(), false) };
    let raw = |name| inner.try_get_raw(name).ok().flatten().and_then(|mut values| values.next());
    let is_json = matches!(inner.try_get_one::<bool>("json"), Ok(Some(true)))
        || raw("format").is_some_and(|format| format == "json") && raw("output").is_none();
    match chosen(inner) {
        (rest, is_json_inside) if !rest.is_empty() => (format!("{name} {rest}"), is_json_inside),
        _ => (name.to_owned(), is_json),
    }
}

/// Returns the command line with all that is the same in several commands.
pub fn command() -> clap::Command {
    options::complete(Cli::command())
}

/// Returns when colors are used. Help and errors about the arguments need it before these are read.
fn color(words: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let after = words.iter().position(|word| *word == "--color").and_then(|at| words.get(at + 1)).copied();
    let joined = words.iter().find_map(|word| word.strip_prefix("--color="));
    let name = joined.or(after).and_then(|name| ColorName::from_str(name, false).ok());
    match name.map_or(ColorChoice::Auto, ColorName::choice) {
        // anstream takes any value as a demand for colors, also 0.
        ColorChoice::Auto if is_set("CLICOLOR_FORCE", "0") => unforced(),
        choice => choice,
    }
}

fn is_set(name: &str, value: &str) -> bool {
    std::env::var_os(name).is_some_and(|set| set == value)
}

/// Returns whether two terminals show colors.
fn unforced() -> ColorChoice {
    let is_refused = is_set("CLICOLOR", "0")
        || is_set("TERM", "dumb")
        || std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    let is_shown = io::stdout().is_terminal() && io::stderr().is_terminal() && !is_refused;
    if is_shown { ColorChoice::Always } else { ColorChoice::Never }
}

fn exit_with(error: Error, words: &[OsString]) -> ! {
    let mut error = missing_file(&error, words).unwrap_or(error);
    suggest_command(&mut error, words);
    suggest_option(&mut error, words);
    suggest_routine(&mut error, words);
    suggest_cartridge(&mut error);
    let is_hostile = |argument: OsString| argument.to_str() != Some(&escape::os_text(&argument));
    let status = error.exit_code();
    if error.use_stderr() && asks_for_json(words) {
        let command = named(words).get_bin_name().unwrap_or_default().to_owned();
        output::name_command(command.trim_start_matches("arcadian").trim().to_owned(), true);
        if let Err(unwritten) = output::print_failure(&anyhow!(message(&error))) {
            output::report(&unwritten);
        }
    }
    if error.use_stderr() && std::env::args_os().any(is_hostile) {
        output::note(render(error).trim_end());
    } else if let Err(unwritten) = output::check(error.print().and_then(|()| io::stdout().flush())) {
        output::report(&unwritten);
        std::process::exit(2);
    }
    std::process::exit(status)
}

fn asks_for_json(words: &[OsString]) -> bool {
    let is_format = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    words.iter().any(|word| word == "--json" || word == "--format=json") || words.windows(2).any(is_format)
}

/// Returns what is wrong and what to type, without the usage.
fn message(error: &Error) -> String {
    let text = error.render().to_string();
    let end = ["\n\nUsage:", "\n\nFor more"].iter().filter_map(|end| text.find(end)).min();
    let text = &text[..end.unwrap_or(text.len())];
    let rows = text.trim_start_matches("error: ").lines().map(str::trim);
    rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ").replace(":; ", ": ")
}

/// Returns the command that words name, as far as they name one.
fn named(words: &[OsString]) -> clap::Command {
    let mut found = command();
    found.build();
    for word in words.iter().skip(1) {
        found = found.find_subcommand(word).cloned().unwrap_or(found);
    }
    found
}

/// What people type in place of a command, with what to type.
const ANSWERS: &[(&str, &str)] = &[
    ("-", "a program is read from standard input by: arcadian run -"),
    ("version", "the version is shown by: arcadian --version"),
    ("load", "a program is loaded by naming its file: arcadian play FILE; at the prompt by :INPUT \"NAME\""),
    ("save", "a program is saved at the prompt of `arcadian play` by :PRINT \"NAME\""),
    ("quit", "arcadian is left with Ctrl-C; nothing is running now"),
    ("exit", "arcadian is left with Ctrl-C; nothing is running now"),
    ("new", "an empty machine for your own program: arcadian play --new"),
    ("basic", "an empty machine for your own program: arcadian play --new"),
    ("debug", "the debugger: arcadian step FILE"),
    ("disassemble", "the disassembler: arcadian dis FILE"),
    ("assemble", "the assembler: arcadian asm FILE"),
    ("gdb", "the debugger: arcadian step FILE; it understands common commands of gdb"),
    ("trace", "a trace of a run: arcadian exec FILE --trace out.txt, or `trace` in arcadian step FILE"),
    ("emulate", "a program is run by: arcadian exec FILE, a BASIC program by: arcadian run FILE"),
    ("build", "the assembler: arcadian asm FILE -o OUTPUT"),
    ("compile", "the assembler: arcadian asm FILE -o OUTPUT"),
    ("disasm", "the disassembler: arcadian dis FILE"),
    ("diff", "two versions of code are compared by: arcadian compare OLD NEW --cpu NAME"),
    (
        "check",
        "proofs of all routines below a folder: arcadian test FOLDER; byte counts of a listing: arcadian sz FILE",
    ),
    ("prove", "a proof of a routine: arcadian verify FILE"),
    ("tutorial", "docs/first-program.md for BASIC, docs/first-hour.md for assembly"),
];

/// Says what to type for a word that is not a command: the name of a program, a routine or a file, or a misspelled command.
fn suggest_command(error: &mut Error, words: &[OsString]) {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let wrong = wrong.clone();
    let before: Vec<_> = words.iter().take_while(|word| **word != *wrong).cloned().collect();
    if before.len() == 1
        && let Some(tips) = in_place_of_command(&wrong)
    {
        error.remove(ContextKind::SuggestedSubcommand);
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        return;
    }
    // The similarity measure of clap misses transposed letters in short names.
    let near =
        nearest(&wrong, named(&before).get_subcommands().map(clap::Command::get_name)).map(str::to_owned);
    if let Some(near) = near {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near));
    }
}

fn in_place_of_command(word: &str) -> Option<Vec<String>> {
    let is_word = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(word);
    if let Some((_, answer)) = ANSWERS.iter().find(is_word) {
        return Some(vec![(*answer).to_owned()]);
    }
    let path = Path::new(word);
    let shown = escape::argument(path);
    if is_built_in(path) {
        return Some(vec![format!("{shown} is a program: arcadian play {shown}")]);
    }
    if path.is_file() || path.is_dir() {
        return Some(uses(path));
    }
    if let Some(near) = nearest(word, ["rotate"]) {
        return Some(vec![format!("a similar program exists: arcadian play {near}")]);
    }
    let is_routine = arcadian_claims::named(word, Processor::I8080).is_some();
    is_routine.then(|| {
        ["step", "verify"]
            .map(|command| format!("{shown} is a bundled routine: arcadian {command} {shown}"))
            .to_vec()
    })
}

/// Returns the error for the name of a file that does not exist in place of a command.
fn missing_file(error: &Error, words: &[OsString]) -> Option<Error> {
    let ContextValue::String(name) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let path = Path::new(name);
    let is_name = path.extension().is_some() || name.contains(is_separator);
    if !is_name || path.exists() || words.get(1).is_none_or(|word| **word != **name) {
        return None;
    }
    let help = || vec!["`arcadian help` lists the commands".to_owned()];
    let tips = similar(path, &[]).map_or_else(help, |near| uses(&near));
    let tips: String = tips.iter().map(|tip| format!("\n  tip: {tip}")).collect();
    let shown = escape::path(path);
    let message = format!("`{shown}` is not a command, and there is no such file\n{tips}");
    Some(command().error(ErrorKind::InvalidSubcommand, message))
}

/// Says which option a wrong one means.
fn suggest_option(error: &mut Error, words: &[OsString]) {
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return };
    let name = wrong.trim_start_matches('-').split('=').next().unwrap_or_default();
    let name = if wrong.starts_with("--") { name } else { options::spelled(name) }.to_owned();
    let command = named(words);
    let similar = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(similar)) => options::present(similar.trim_start_matches('-'), &command),
        _ => None,
    };
    let meant = options::instead(&name, &command).or(similar).filter(|_| wrong.starts_with('-'));
    let tip = match options::elsewhere(&name, &command) {
        Some(sentence) if wrong.starts_with('-') => Some(sentence.to_owned()),
        _ if !wrong.starts_with('-') && options::has_output(&command) => {
            Some(format!("the result is written to a file by: -o {}", escape::shell_word(wrong)))
        }
        _ => match meant {
            Some(meant) => Some(format!("use --{meant}")),
            None => options::absent(&name).filter(|_| wrong.starts_with('-')).map(str::to_owned),
        },
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if wrong.starts_with('-') {
        // An option that nobody knows is not a file name.
        error.remove(ContextKind::Suggested);
    }
}

/// Says which option takes the name of a routine.
fn suggest_routine(error: &mut Error, words: &[OsString]) {
    let is_entry = |value: &ContextValue| value.to_string().starts_with("--entry");
    let has_routine = named(words).get_arguments().any(|option| option.get_long() == Some("routine"));
    if error.kind() == ErrorKind::ValueValidation
        && has_routine
        && error.get(ContextKind::InvalidArg).is_some_and(is_entry)
    {
        let tip = StyledStr::from("a routine is called by its name: --routine LABEL");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
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
        "an on-board ROM is exchanged with --rom, and a BASIC program is played with: arcadian play FILE --engine bally"
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
    /// Colors in messages and help: auto, always or never
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        global = true,
        default_value_t,
        hide_possible_values = true
    )]
    pub color: ColorName,
    /// No notes and no progress, only results, warnings and errors
    #[arg(long, global = true)]
    pub quiet: bool,
}

/// When colors are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorName {
    /// In a terminal, unless NO_COLOR, CLICOLOR=0 or TERM=dumb says otherwise
    #[default]
    Auto,
    /// Also in a pipe and in a file
    Always,
    /// Nowhere
    Never,
}

impl ColorName {
    fn choice(self) -> ColorChoice {
        match self {
            ColorName::Auto => ColorChoice::Auto,
            ColorName::Always => ColorChoice::Always,
            ColorName::Never => ColorChoice::Never,
        }
    }
}

const EXIT_STATUS: &str = "\
Exit status: 0 done and true; 1 something does not hold (an error in the program, a used-up budget, a wrong byte count); 2 it cannot \
be judged: bad arguments, unreadable input, a source with errors, nothing to do; 130 stopped by Ctrl-C.

An output file that exists is replaced, unless the command reads it; `init` needs --force for that, and `play` asks.

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
    clap_complete::generate(args.shell, &mut options::completing(command()), "arcadian", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(ExitStatus::Holds)
}

/// Writes a manual page, or all of them to a directory.
pub fn man(args: &ManArgs) -> Result<ExitStatus> {
    let mut program = command();
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
        let program = command();
        each(&program, &["arcadian".to_owned()], &mut |command, words| {
            let options = command.get_arguments().filter(|argument| argument.get_action().takes_values());
            for option in options.filter_map(clap::Arg::get_long) {
                for value in ["abc", "-1", "1.5", "99999999999999999999999"] {
                    let arguments = [words, &[format!("--{option}={value}")]].concat();
                    let Err(error) = program.clone().try_get_matches_from(&arguments) else { continue };
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

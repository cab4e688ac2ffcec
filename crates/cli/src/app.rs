//! The top level: parses the arguments, runs a command and turns its result into an exit status. Manual pages, from the arguments and
//! help texts of the commands.

mod arguments;
mod options;

use std::process::ExitCode;

use anyhow::Result;
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use crate::{
    commands::{
        asm, bally, board, compare, cycles, dap, dis, exec, init, list, lsp, play, rules, run, shorten, step,
        sz, tape, test, verify,
    },
    files::{ExitStatus, leave_projects, output},
    terminal,
};
use arguments::{Command, CommandLine};

/// The text shown when no command is given.
pub const FIRST_STEPS: &str = "\
arcadian play               play ROTATE of 1982 in this terminal
arcadian play --new         write a BASIC program, from an empty machine
arcadian step FILE          step through a program: BASIC, assembly or a binary
arcadian help               all commands; `arcadian help play` explains one
Tutorials: docs/first-program.md for BASIC, docs/first-hour.md for assembly
";

/// Returns the command line, for tests that must know every command.
#[doc(hidden)]
pub fn command() -> clap::Command {
    let mut command = arguments::command();
    command.build();
    command
}

pub fn main() -> ExitCode {
    let CommandLine { name, is_json, arguments } = arguments::read();
    output::be_quiet(arguments.quiet);
    output::name_command(name, is_json);
    if arguments.no_project {
        leave_projects();
    }
    // A report without this is not worth an end.
    let _ = if is_json { terminal::before_end(output::print_interrupted) } else { Ok(()) };
    match dispatch(arguments.command) {
        Ok(status) => status.into(),
        Err(error) => {
            // A script that asks for JSON always gets an object.
            if is_json && let Err(unwritten) = output::print_failure(&error) {
                output::report(&unwritten);
            }
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
        Some(Command::Init(args)) => init::run(&args),
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

/// Introductions of the paragraphs of examples and of the exit status.
const EXAMPLES: &str = "Examples:\n";
const EXIT_STATUS: &str = "Exit status: ";

/// Returns a command and the commands in it, in the order of their help.
pub fn commands(command: &clap::Command) -> Vec<&clap::Command> {
    let inner = described(command).flat_map(commands);
    [command].into_iter().chain(inner).collect()
}

/// Returns the commands in a command. clap's `help` has its text in every page already.
fn described(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

fn title(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

pub fn file_name(command: &clap::Command) -> String {
    format!("{}.1", title(command))
}

pub fn page(command: &clap::Command) -> String {
    let help = Help::of(command);
    let source = concat!("arcadian ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("arcadian manual");
    let mut sections = vec![
        rendered(|out| man.render_title(out)),
        section(|out| man.render_name_section(out)),
        section(|out| man.render_synopsis_section(out)),
        section(|out| man.render_description_section(out)),
        help.description(),
    ];
    if command.get_arguments().next().is_some() {
        let options = section(|out| man.render_options_section(out));
        // The headings of the help are parts of this section.
        sections.push(options.replace("\n.SH ", "\n.SS "));
    }
    sections.extend([commands_section(command), help.examples(), help.exit_status(), see_also(command)]);
    sections.concat()
}

/// Returns what `clap_mangen` writes.
fn rendered(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = render(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns a section without the definitions that `clap_mangen` repeats before each.
fn section(render: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let text = rendered(render);
    text.find(".SH").map_or_else(String::new, |start| text[start..].to_owned())
}

fn commands_section(command: &clap::Command) -> String {
    let mut roff = Roff::new();
    for (number, inner) in described(command).enumerate() {
        if number == 0 {
            roff.control("SH", ["COMMANDS"]);
        }
        roff.control("TP", []);
        roff.text([bold(title(inner)), roman("(1)")]);
        roff.text([roman(inner.get_about().map(ToString::to_string).unwrap_or_default())]);
    }
    roff.to_roff()
}

/// Returns the section that names the command that a command belongs to.
fn see_also(command: &clap::Command) -> String {
    let name = title(command);
    let words = command.get_bin_name().unwrap_or(name);
    let Some((outer, _)) = words.rsplit_once(' ') else { return String::new() };
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]).text([bold(outer.replace(' ', "-")), roman("(1)")]);
    roff.to_roff()
}

/// The text after the options in a command's help, by paragraphs.
struct Help {
    paragraphs: Vec<String>,
}

impl Help {
    fn of(command: &clap::Command) -> Self {
        let text = command.get_after_long_help().or(command.get_after_help());
        let text = text.map(ToString::to_string).unwrap_or_default();
        // `See --help for …` is for the short help only.
        let is_reference = |text: &&str| text.starts_with("See ") && text.contains("--help");
        let paragraphs =
            text.split("\n\n").map(str::trim_end).filter(|text| !text.is_empty() && !is_reference(text));
        Self { paragraphs: paragraphs.map(str::to_owned).collect() }
    }

    /// Returns the paragraphs that continue the description.
    fn description(&self) -> String {
        let mut roff = Roff::new();
        let is_other = |text: &&String| !text.starts_with(EXAMPLES) && !text.starts_with(EXIT_STATUS);
        for paragraph in self.paragraphs.iter().filter(is_other) {
            roff.control("PP", []);
            for line in paragraph.lines() {
                roff.text([roman(line)]);
            }
        }
        roff.to_roff()
    }

    /// Returns the section of examples, whose lines keep their form.
    fn examples(&self) -> String {
        let mut roff = Roff::new();
        for examples in self.paragraphs.iter().filter_map(|text| text.strip_prefix(EXAMPLES)) {
            roff.control("SH", ["EXAMPLES"]).control("nf", []);
            for line in examples.lines() {
                roff.text([roman(line.trim_start())]);
            }
            roff.control("fi", []);
        }
        roff.to_roff()
    }

    fn exit_status(&self) -> String {
        let mut roff = Roff::new();
        for text in self.paragraphs.iter().filter_map(|text| text.strip_prefix(EXIT_STATUS)) {
            roff.control("SH", ["EXIT STATUS"]).text([roman(text)]);
        }
        roff.to_roff()
    }
}

//! Commands that users type.
//!
//! [`COMMANDS`] is the only list of them. A [`CommandSession`] executes a line and returns a [`Reply`]; [`script()`] does so for
//! the lines of a text. Replies are plain text and deterministic.
//!
//! Commands and their arguments are completed.

mod execution;
mod gdb;
mod inspection;
mod session;

use std::collections::BTreeSet;

use Topic::*;
use arcadian_asm::{did_you_mean, nearest};
use serde::Serialize;

use crate::{
    debuggee::{EventError, LocationError, PressError, SetError},
    debugger::Report,
    expression::{ExpressionError, ValueError},
};
use session::{Change, Invocation};

pub use session::{CommandSession, Entry, Position, script};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// Lines of text without a final line feed; may be empty.
    #[serde(serialize_with = "session::as_lines")]
    pub text: String,
    /// The run, if the command moved the program.
    #[serde(skip)]
    pub moved: Option<Report>,
    /// Whether the command failed, or an assertion is false.
    pub failed: bool,
    /// Whether the text says more of a run than where it ended.
    #[serde(skip)]
    pub is_trace: bool,
    #[serde(skip)]
    pub quit: bool,
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Reply { text, ..Reply::default() }
    }
}

impl From<Vec<String>> for Reply {
    fn from(lines: Vec<String>) -> Self {
        lines.join("\n").into()
    }
}

impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        Reply { text: error.to_string(), failed: true, ..Reply::default() }
    }
}

type CommandResult = Result<Reply, CommandError>;

#[derive(Clone, Copy)]
pub struct Command {
    pub topic: Topic,
    pub name: &'static str,
    /// The shortest abbreviation.
    pub short: &'static str,
    /// The arguments; those in brackets are optional.
    pub arguments: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// Returns the words that complete its arguments.
    words: fn(&CommandSession) -> Vec<String>,
    perform: fn(&mut CommandSession, &Invocation) -> CommandResult,
}

impl Command {
    /// Returns the name with the arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }

    /// Returns whether an empty line repeats it.
    pub fn repeats(&self) -> bool {
        self.topic == Execution
    }
}

const fn row(
    topic: Topic,
    [name, short, arguments, help]: [&'static str; 4],
    words: fn(&CommandSession) -> Vec<String>,
    perform: fn(&mut CommandSession, &Invocation) -> CommandResult,
) -> Command {
    Command { topic, name, short, arguments, help, words, perform }
}

#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
    row(Execution, ["step", "s", "[N]", "execute one step, or N"], nothing, execution::step),
    row(Execution, ["trace", "t", "[N]", "execute 10 steps, or N, and show each with what it changed"], nothing, execution::trace),
    row(Execution, ["next", "n", "[N]", "execute one step, or N, stepping over subroutines"], nothing, execution::next),
    row(Execution, ["finish", "f", "", "continue until the current subroutine returns"], nothing, execution::finish),
    row(Execution, ["continue", "c", "", "continue to a breakpoint, a watchpoint or the end"], nothing, execution::resume),
    row(Execution, ["until", "u", "LOCATION | EVENT", "continue to a location or an event, or to another stop"], goals, execution::until),
    row(Execution, ["back", "ba", "[N]", "take back one step, or N"], nothing, execution::back),
    row(Execution, ["back-next", "bn", "[N]", "take back one step, or N, stepping over subroutines"], nothing, execution::back_next),
    row(Execution, ["back-finish", "bf", "", "go back to the call of the current subroutine"], nothing, execution::back_finish),
    row(Execution, ["back-continue", "bc", "", "go back to a breakpoint, a watchpoint or the start"], nothing, execution::back_resume),
    row(Execution, ["back-until", "bu", "LOCATION | EVENT", "go back to a location or an event, or to another stop"], goals, execution::back_until),
    row(Execution, ["go", "g", "N", "go to step N, forward or backward"], nothing, execution::go),
    row(Execution, ["restart", "r", "", "go back to the start"], nothing, execution::restart),

    row(Breakpoints, ["break", "b", "[LOCATION] [if EXPR]", "stop at a location, or when an expression becomes true"], locations, inspection::set_break),
    row(Breakpoints, ["watch", "w", "EXPR | [A-B]", "stop when a value changes, or a byte from address A to B"], names, inspection::watch),
    row(Breakpoints, ["catch", "cat", "[EVENT] [if EXPR]", "stop at an event of the hardware; without EVENT list them"], catches, inspection::catch),
    row(Breakpoints, ["stops", "sto", "", "list breakpoints, watchpoints and catchpoints"], nothing, inspection::list_stoppoints),
    row(Breakpoints, ["delete", "d", "N | all", "delete a breakpoint or watchpoint"], stoppoints, inspection::delete),
    row(Breakpoints, ["enable", "e", "N | all", "enable a breakpoint or watchpoint again"], stoppoints, inspection::enable),
    row(Breakpoints, ["disable", "dis", "N | all", "disable a breakpoint or watchpoint without deleting it"], stoppoints, inspection::disable),
    row(Breakpoints, ["ignore", "ig", "N COUNT", "do not stop at the next COUNT hits"], stoppoints, inspection::ignore),

    row(Inspection, ["print", "p", "EXPR", "print a value"], names, inspection::print),
    row(Inspection, ["display", "disp", "[EXPR]", "print a value at every stop; without EXPR print all displays"], names, inspection::display),
    row(Inspection, ["undisplay", "undisp", "N | all", "delete a display"], displays, inspection::undisplay),
    row(Inspection, ["set", "se", "TARGET = EXPR", "set a register, flag, variable or element"], names, inspection::set),
    row(Inspection, ["registers", "reg", "[GROUP]", "show the registers and flags, or one group"], groups, inspection::values),
    row(Inspection, ["variables", "v", "[GROUP]", "show the variables and the array, or one group"], groups, inspection::values),
    row(Inspection, ["memory", "m", "ADDRESS [N]", "show N bytes of memory"], names, inspection::dump),
    row(Inspection, ["list", "l", "[LOCATION] [N | +N]", "show N rows of code around a location, or +N from it on"], locations, inspection::list),
    row(Inspection, ["calls", "ca", "", "show the call stack and the active loops"], nothing, inspection::calls),
    row(Inspection, ["screen", "sc", "[text | dots]", "show the screen as characters or as a picture"], screen_formats, session::screen),
    row(Inspection, ["output", "o", "", "show what the program has printed"], nothing, session::output),
    row(Inspection, ["figure", "fig", "", "draw the program's data as a board"], nothing, session::figure),
    row(Inspection, ["profile", "pro", "[N]", "show the N locations that took the most time so far"], nothing, execution::profile),
    row(Inspection, ["coverage", "cov", "", "show the code that has not run so far"], nothing, execution::coverage),
    row(Inspection, ["info", "i", "", "describe the program and its current state"], nothing, session::info),

    row(Other, ["key", "k", "KEYS", "press keys, move hand controllers: A {GO} {JX1=1}, as --keys"], nothing, session::key),
    row(Other, ["assert", "a", "EXPR", "fail if an expression is false"], names, session::assert),
    row(Other, ["echo", "ec", "TEXT", "print a text"], nothing, session::echo),
    row(Other, ["help", "h", "[COMMAND | expressions]", "list the commands, or explain one"], commands, session::help),
    row(Other, ["quit", "q", "", "leave the debugger"], nothing, session::quit),
];

/// Finds a command by its name, its abbreviation, any form between the two, an unambiguous prefix, or its name in gdb.
pub fn find(word: &str) -> Result<&'static Command, CommandError> {
    let word = word.to_ascii_lowercase();
    let own = gdb::NAMES.iter().find(|(name, _)| *name == word).map_or(&*word, |(_, own)| own);
    let exact = COMMANDS.iter().find(|command| command.name == own || command.short == own);
    if let Some(command) = exact {
        return Ok(command);
    }
    let matching: Vec<_> = COMMANDS.iter().filter(|command| command.name.starts_with(&word)).collect();
    let preferred: Vec<_> =
        matching.iter().copied().filter(|command| word.starts_with(command.short)).collect();
    if let ([command], _) | (_, [command]) = (matching.as_slice(), preferred.as_slice()) {
        return Ok(command);
    }
    let candidates: Vec<_> = matching.iter().map(|command| command.name).collect();
    let near = nearest(&word, COMMANDS.iter().map(|command| command.name));
    if candidates.is_empty() {
        Err(CommandError::Unknown { word, near })
    } else {
        Err(CommandError::Ambiguous { word, candidates })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    #[error("the line is too long; the limit is {0} characters")]
    TooLong(usize),
    /// The command does not exist.
    #[error("unknown command `{word}`; {}", hint(word, *.near))]
    Unknown {
        word: String,
        /// A similar command.
        near: Option<&'static str>,
    },
    #[error("`{word}` is ambiguous: {}", .candidates.join(" or "))]
    Ambiguous { word: String, candidates: Vec<&'static str> },
    #[error("{message}; usage: {usage}")]
    Usage { message: String, usage: String },
    #[error("{error}\n    {text}\n    {}^", " ".repeat(column(text, error.at)))]
    Expression { text: String, error: ExpressionError },
    #[error("cannot evaluate {text}: {error}")]
    Value { text: String, error: ValueError },
    #[error(transparent)]
    Location(#[from] LocationError),
    #[error(transparent)]
    Event(#[from] EventError),
    /// The expression is not an lvalue.
    #[error("cannot assign to `{0}`; only registers, flags, variables and elements can be set")]
    NotAssignable(String),
    #[error(transparent)]
    Set(#[from] SetError),
    #[error(transparent)]
    Press(#[from] PressError),
    /// No breakpoint, watchpoint or catchpoint has this number.
    #[error("there is no breakpoint or watchpoint {0}; `stops` lists them")]
    NoStoppoint(u32),
    #[error("there is no display {0}; `display` lists them")]
    NoDisplay(u32),
    /// The program lacks what the command needs.
    #[error("{0}")]
    Unavailable(&'static str),
    #[error("interrupted")]
    Interrupted,
}

/// Says what to type instead of an unknown command.
fn hint(word: &str, near: Option<&str>) -> String {
    let near = || near.map_or("`help` lists all commands".to_owned(), did_you_mean);
    gdb::advice(word).map_or_else(near, str::to_owned)
}

/// Returns the number of characters before a byte.
fn column(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(start, _)| *start < at).count()
}

/// The words that can replace the one before the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The byte at which the replaced word starts; it ends at the cursor.
    pub start: usize,
    /// The words in alphabetical order.
    pub words: Vec<String>,
}

impl CommandSession {
    /// Completes the word before the cursor, which is a byte offset in the line.
    pub fn complete(&self, line: &str, cursor: usize) -> Completion {
        let typed = line.get(..cursor).unwrap_or(line);
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let words = match typed.split_whitespace().next() {
            Some(first) if start > 0 => find(first).map_or(Vec::new(), |command| (command.words)(self)),
            _ => commands(self),
        };
        let whole = matching(&words, typed, start);
        if !whole.words.is_empty() {
            return whole;
        }
        // In an expression a name can follow an operator without a blank.
        let start = typed.rfind(is_operator).map_or(start, |operator| operator + 1).max(start);
        matching(&words, typed, start)
    }
}

fn is_operator(letter: char) -> bool {
    letter.is_ascii_punctuation() && !matches!(letter, '_' | '?' | '.' | '@')
}

fn matching(words: &[String], typed: &str, start: usize) -> Completion {
    let prefix = typed.get(start..).unwrap_or("").to_ascii_lowercase();
    let matches = |word: &&String| word.to_ascii_lowercase().starts_with(&prefix);
    let mut found = BTreeSet::new();
    found.extend(words.iter().filter(matches).cloned());
    Completion { start, words: found.into_iter().collect() }
}

fn nothing(_: &CommandSession) -> Vec<String> {
    Vec::new()
}

fn commands(_: &CommandSession) -> Vec<String> {
    COMMANDS.iter().map(|command| command.name.to_owned()).collect()
}

fn names(session: &CommandSession) -> Vec<String> {
    session.program().names()
}

fn locations(session: &CommandSession) -> Vec<String> {
    session.program().location_names()
}

/// Returns locations, and events of the hardware.
fn goals(session: &CommandSession) -> Vec<String> {
    locations(session).into_iter().chain(events(session)).collect()
}

fn events(session: &CommandSession) -> Vec<String> {
    session.program().event_kinds().iter().map(|kind| kind.name.to_owned()).collect()
}

/// Returns events of the hardware, and the names of their values and of expressions.
fn catches(session: &CommandSession) -> Vec<String> {
    let named = session.program().event_kinds().iter().flat_map(|kind| kind.named);
    let named = named.map(|(name, _)| (*name).to_owned());
    events(session).into_iter().chain(named).chain(names(session)).collect()
}

fn groups(session: &CommandSession) -> Vec<String> {
    session.program().groups().iter().map(|group| group.name.to_ascii_lowercase()).collect()
}

fn stoppoints(session: &CommandSession) -> Vec<String> {
    let numbers = session.debugger().stoppoints().iter().map(|stoppoint| stoppoint.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

fn displays(session: &CommandSession) -> Vec<String> {
    let numbers = session.displays().iter().map(|display| display.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

fn screen_formats(_: &CommandSession) -> Vec<String> {
    ["text", "dots"].map(str::to_owned).to_vec()
}

const NOTES: &str = "\
Commands can be abbreviated; the letters in parentheses suffice. N is a decimal number.
A LOCATION is a label, an address such as 0300, `:12` for a line of the source, or `*0300` for an
address without code. In BASIC it is a line number, or `100.2` for the second statement of a line.
An EVENT of a cartridge is `line 100`, `interrupt`, `port-write 0C` or another that `catch` lists.
`help expressions` explains EXPR.
Some commands of gdb are understood: x/16xb, x/4dh, x/s, p/d, p *BUF, si, ni, bt, info registers.";

const EXPRESSIONS: &str = "\
Operators and precedence are those of C:
  || && | ^ & == != < <= > >= << >> + - * / %  and the prefixes  ! ~ -
= is equal, <> is not equal, and in BASIC so is #; × and ÷ are accepted. Comparisons yield 1 or 0.

Machine code: registers, flags, symbols, PC, STEP, CYCLES; [a] is a byte of memory, w[a] a word.
  A number without prefix is hexadecimal: 0300, also $300, 0x300, 300H. #10 is decimal, %1010 is
  binary, 'A' is a character. Names come before numbers: A is the register, 0A is the number.
  $A is the register as well, as in gdb.

Cartridges: also the names that `registers` shows: video and sound registers, RASTER, FRAMES, KEYS1.

BASIC: variables, devices, STEP, TSTATES; @(n), *(n), %(a); [a] is a byte of memory.
  A number without prefix is decimal; $FF and 0xFF are hexadecimal.";

/// Returns the help for all commands, for one, or for `expressions`.
pub fn help(name: Option<&str>) -> Result<String, CommandError> {
    match name {
        None => Ok(all()),
        Some("expressions") => Ok(EXPRESSIONS.to_owned()),
        Some(name) => find(name).map(one),
    }
}

fn all() -> String {
    let mut lines = Vec::new();
    for topic in Topic::ALL {
        lines.push(topic.title().to_owned());
        let rows = COMMANDS.iter().filter(|command| command.topic == topic);
        lines.extend(rows.map(|command| format!("  {:34}  {}", synopsis(command), command.help)));
        lines.push(String::new());
    }
    lines.push(NOTES.to_owned());
    lines.join("\n")
}

fn one(command: &Command) -> String {
    format!("{}\n  {}\n  abbreviation: {}", command.usage(), command.help, command.short)
}

/// Returns the command with its abbreviation and arguments: `step (s) [N]`.
fn synopsis(command: &Command) -> String {
    format!("{} ({}) {}", command.name, command.short, command.arguments).trim_end().to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Execution,
    Breakpoints,
    /// The state of the program.
    Inspection,
    Other,
}

impl Topic {
    /// All topics in the order in which help lists them.
    pub const ALL: [Topic; 4] = [Execution, Breakpoints, Inspection, Other];

    pub fn title(self) -> &'static str {
        match self {
            Execution => "Running forward and backward",
            Breakpoints => "Breakpoints and watchpoints",
            Inspection => "Inspecting and changing the program",
            Other => "Other",
        }
    }
}

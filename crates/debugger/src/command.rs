//! Commands that users type.
//!
//! [`COMMANDS`] is the only list of them. A [`CommandSession`] executes a line and returns a [`Reply`]; [`script()`] does so for
//! the lines of a text. Replies are plain text and deterministic.

mod completion;
mod execution;
mod general;
mod inspection;
mod session;
mod stoppoints;

use Topic::*;
use arcadian_asm::{did_you_mean, nearest};

use crate::{
    debuggee::{EventError, LocationError, PressError, SetError},
    debugger::Report,
    expression::{ExpressionError, ValueError},
};
use completion::{
    catches, commands, displays, goals, groups, locations, names, nothing, screen_formats,
    stoppoints as numbers,
};
use general::Invocation;
use session::Change;

pub use completion::Completion;
pub use completion::Topic;
pub use completion::help;
pub use general::{Entry, script};
pub use session::CommandSession;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines of text without a final line feed; may be empty.
    pub text: String,
    /// The run, if the command moved the program.
    pub moved: Option<Report>,
    /// Whether the command failed, or an assertion is false.
    pub failed: bool,
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

    row(Breakpoints, ["break", "b", "[LOCATION] [if EXPR]", "stop at a location, or when an expression becomes true"], locations, stoppoints::set_break),
    row(Breakpoints, ["watch", "w", "EXPR | [A-B]", "stop when a value changes, or a byte from address A to B"], names, stoppoints::watch),
    row(Breakpoints, ["catch", "cat", "[EVENT] [if EXPR]", "stop at an event of the hardware; without EVENT list them"], catches, stoppoints::catch),
    row(Breakpoints, ["stops", "sto", "", "list breakpoints, watchpoints and catchpoints"], nothing, stoppoints::list),
    row(Breakpoints, ["delete", "d", "N | all", "delete a breakpoint or watchpoint"], numbers, stoppoints::delete),
    row(Breakpoints, ["enable", "e", "N | all", "enable a breakpoint or watchpoint again"], numbers, stoppoints::enable),
    row(Breakpoints, ["disable", "dis", "N | all", "disable a breakpoint or watchpoint without deleting it"], numbers, stoppoints::disable),
    row(Breakpoints, ["ignore", "ig", "N COUNT", "do not stop at the next COUNT hits"], numbers, stoppoints::ignore),

    row(Inspection, ["print", "p", "EXPR", "print a value"], names, inspection::print),
    row(Inspection, ["display", "disp", "[EXPR]", "print a value at every stop; without EXPR print all displays"], names, inspection::display),
    row(Inspection, ["undisplay", "undisp", "N | all", "delete a display"], displays, inspection::undisplay),
    row(Inspection, ["set", "se", "TARGET = EXPR", "set a register, flag, variable or element"], names, inspection::set),
    row(Inspection, ["registers", "reg", "[GROUP]", "show the registers and flags, or one group"], groups, inspection::values),
    row(Inspection, ["variables", "v", "[GROUP]", "show the variables and the array, or one group"], groups, inspection::values),
    row(Inspection, ["memory", "m", "ADDRESS [N]", "show N bytes of memory"], names, inspection::dump),
    row(Inspection, ["list", "l", "[LOCATION] [N]", "show N rows of code around a location"], locations, inspection::list),
    row(Inspection, ["calls", "ca", "", "show the call stack and the active loops"], nothing, inspection::calls),
    row(Inspection, ["screen", "sc", "[text | dots]", "show the screen as characters or as a picture"], screen_formats, general::screen),
    row(Inspection, ["output", "o", "", "show what the program has printed"], nothing, general::output),
    row(Inspection, ["figure", "fig", "", "draw the program's data as a board"], nothing, general::figure),
    row(Inspection, ["profile", "pro", "[N]", "show the N locations that took the most time so far"], nothing, execution::profile),
    row(Inspection, ["coverage", "cov", "", "show the code that has not run so far"], nothing, execution::coverage),
    row(Inspection, ["info", "i", "", "describe the program and its current state"], nothing, general::info),

    row(Other, ["key", "k", "KEYS", "press keys, move hand controllers: A {GO} {JX1=1}, as --keys"], nothing, general::key),
    row(Other, ["assert", "a", "EXPR", "fail if an expression is false"], names, general::assert),
    row(Other, ["echo", "ec", "TEXT", "print a text"], nothing, general::echo),
    row(Other, ["help", "h", "[COMMAND | expressions]", "list the commands, or explain one"], commands, general::help),
    row(Other, ["quit", "q", "", "leave the debugger"], nothing, general::quit),
];

/// Finds a command by its name, its abbreviation, any form between the two, or an unambiguous prefix.
pub fn find(word: &str) -> Result<&'static Command, CommandError> {
    let word = word.to_ascii_lowercase();
    let exact = COMMANDS.iter().find(|command| command.name == word || command.short == word);
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
    #[error("unknown command `{word}`; {}", .near.map_or("`help` lists all commands".to_owned(), did_you_mean))]
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

/// Returns the number of characters before a byte.
fn column(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|(start, _)| *start < at).count()
}

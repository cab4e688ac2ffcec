//! Commands for the screen, the keyboard, output, scripts and the session itself.

use std::fmt;

use arcadian_screen::recognize;

use super::{Command, CommandError, CommandResult, CommandSession, Reply};
use crate::debuggee::Screen;

pub(super) fn screen(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const NO_SCREEN: CommandError = CommandError::Unavailable("the program has no screen");
    let screen = session.program().screen().ok_or(NO_SCREEN)?;
    let lines = |lines: Vec<String>| lines.iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    match (invocation.arguments, &screen) {
        ("" | "text", Screen::Basic(frame)) => Ok(recognize::text(&frame.picture).into()),
        ("text", Screen::Beam(_)) => {
            Err(CommandError::Unavailable("only the screen of BASIC can be shown as text"))
        }
        ("" | "dots", _) => Ok(lines(screen.dots()).into()),
        (other, _) => invocation.usage_error(format!("`{other}` is not a format")),
    }
}

pub(super) fn output(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(session.program().output().into())
}

pub(super) fn figure(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    const NO_BOARD: CommandError = CommandError::Unavailable("the program's data is not a known board");
    invocation.no_arguments()?;
    Ok(session.figure().ok_or(NO_BOARD)?.trim_end().to_owned().into())
}

pub(super) fn key(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    session.debugger.program_mut().press(invocation.required()?)?;
    Ok(Reply::default())
}

pub(super) fn assert(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    let text = invocation.required()?;
    if session.value(text)? != 0 {
        return Ok(Reply::default());
    }
    let mut lines = vec![format!("assertion failed: {text}")];
    let operands = session.parse(text)?.comparison().into_iter().flatten();
    for (side, operand) in ["left", "right"].iter().zip(operands) {
        if let Ok(value) = operand.value(session.program()) {
            lines.push(format!("    {side}: {}", session.notation().full(value)));
        }
    }
    Ok(Reply { failed: true, ..Reply::from(lines) })
}

pub(super) fn echo(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    Ok(invocation.arguments.to_owned().into())
}

pub(super) fn help(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    super::completion::help(Some(invocation.arguments).filter(|name| !name.is_empty())).map(Reply::from)
}

pub(super) fn quit(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(Reply { quit: true, ..Reply::default() })
}

pub(super) fn info(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(session.info().into())
}

impl CommandSession {
    /// Describes the program and its current state.
    fn info(&self) -> String {
        let program = self.program();
        let language = program.language();
        let (steps, recorded, cycles) = (program.steps(), program.recorded(), program.cycles());
        let progress = format!("step {steps} of {recorded}, {cycles} {}", language.cycles);
        let source = program.source_line(program.location());
        let source = source.map_or(String::new(), |line| format!(", {}:{}", line.file, line.line));
        let location = format!("at {}{source}", program.location_name(program.location()));
        let end = program.end().map(|end| end.to_string());
        let lines = [language.description.to_owned(), progress, location].into_iter().chain(end);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// An executed line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The line number, counted from 1.
    pub line: usize,
    pub command: &'a str,
    pub reply: Reply,
}

/// Writes the command after `> `, then the reply.
impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "> {}", self.command)?;
        match self.reply.text.as_str() {
            "" => Ok(()),
            text => writeln!(f, "{text}"),
        }
    }
}

/// Executes a script. Each command runs when its entry is requested; `quit` ends the iteration.
pub fn script<'a>(session: &'a mut CommandSession, text: &'a str) -> impl Iterator<Item = Entry<'a>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let commands = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut has_quit = false;
    commands.map_while(move |(line, command)| {
        if has_quit {
            return None;
        }
        let reply = session.execute(command);
        has_quit = reply.quit;
        Some(Entry { line, command, reply })
    })
}

pub(super) struct Invocation<'a> {
    pub(super) command: &'static Command,
    pub(super) arguments: &'a str,
}

type Parsed<T> = Result<T, CommandError>;

impl<'a> Invocation<'a> {
    pub(super) fn usage_error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(CommandError::Usage { message: message.into(), usage: self.command.usage() })
    }

    pub(super) fn no_arguments(&self) -> Parsed<()> {
        match self.arguments {
            "" => Ok(()),
            other => self.usage_error(format!("unexpected argument `{other}`")),
        }
    }

    /// Returns the arguments. There must be some.
    pub(super) fn required(&self) -> Parsed<&'a str> {
        match self.arguments {
            "" => self.usage_error("an argument is missing"),
            text => Ok(text),
        }
    }

    /// Parses a count or a number of a stoppoint or display, which are always decimal.
    pub(super) fn number<T: std::str::FromStr>(&self, text: &str) -> Parsed<T> {
        text.parse().or_else(|_| self.usage_error(format!("`{text}` is not a decimal number")))
    }

    /// Parses the only argument as a number, if there is one.
    pub(super) fn number_or(&self, default: u64) -> Parsed<u64> {
        match self.arguments {
            "" => Ok(default),
            text => self.number(text),
        }
    }

    /// Splits off the last word if it is a number.
    pub(super) fn trailing_number(&self) -> Option<(&'a str, u64)> {
        let (before, last) = self.arguments.rsplit_once(char::is_whitespace)?;
        Some((before.trim_end(), last.parse().ok()?))
    }
}

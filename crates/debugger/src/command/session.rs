//! A session: a debugger with displays, the last changes and the last command. Commands for the screen, the keyboard,
//! output, scripts and the session itself.

use std::fmt;

use arcadian_screen::recognize;
use serde::{Serialize, Serializer};

use super::{Command, CommandError, CommandResult, Reply, find, gdb};
use crate::{
    debuggee::{Debuggee, Group, Screen, Variable},
    debugger::{Debugger, EvaluationError, Report},
    expression::Expression,
    notation::Notation,
};

/// The longest line, in bytes.
const LONGEST: usize = 2000;

type Figure = Box<dyn Fn(&dyn Debuggee) -> Option<String>>;

/// A debugger and the state of its command line.
pub struct CommandSession {
    pub(super) debugger: Debugger,
    displays: Vec<Display>,
    last_display: u32,
    changes: Vec<Change>,
    last_command: String,
    repeats: bool,
    figure: Figure,
}

/// An expression that is shown after every stop.
#[derive(Clone, Debug)]
pub(super) struct Display {
    /// Its number, counted from 1.
    pub(super) id: u32,
    /// The text that the user wrote.
    pub(super) text: String,
    pub(super) expression: Expression,
}

/// A register, flag, variable or element that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) name: String,
    pub(super) bits: u32,
    pub(super) before: i64,
    pub(super) after: i64,
    /// Whether the change is evident from others, or not worth reporting.
    pub(super) is_derived: bool,
}

impl CommandSession {
    pub fn new(debugger: Debugger) -> Self {
        CommandSession {
            debugger,
            displays: Vec::new(),
            last_display: 0,
            changes: Vec::new(),
            last_command: String::new(),
            repeats: false,
            figure: Box::new(|_| None),
        }
    }

    /// Sets whether an empty line repeats the last command that executed the program.
    pub fn repeat_on_empty(&mut self, repeats: bool) {
        self.repeats = repeats;
    }

    /// Sets the function that draws the program's data as a board, for the command `figure`.
    pub fn draw_figures(&mut self, figure: impl Fn(&dyn Debuggee) -> Option<String> + 'static) {
        self.figure = Box::new(figure);
    }

    pub(super) fn figure(&self) -> Option<String> {
        (self.figure)(self.program())
    }

    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// Returns the debugger, to act without a command.
    pub fn debugger_mut(&mut self) -> &mut Debugger {
        &mut self.debugger
    }

    pub fn program(&self) -> &dyn Debuggee {
        self.debugger.program()
    }

    pub(super) fn notation(&self) -> Notation {
        self.program().language().notation
    }

    pub fn execute(&mut self, line: &str) -> Reply {
        let line = match line.trim() {
            "" if self.repeats => self.last_command.clone(),
            line => line.to_owned(),
        };
        match line.as_str() {
            "" => Reply::default(),
            line => self.perform(line).unwrap_or_else(Reply::from),
        }
    }

    fn perform(&mut self, line: &str) -> CommandResult {
        if line.len() > LONGEST {
            return Err(CommandError::TooLong(LONGEST));
        }
        let of_gdb = gdb::translated(line, self.notation() == Notation::Hexadecimal);
        let line = of_gdb.as_deref().unwrap_or(line);
        let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = find(word)?;
        let reply = (command.perform)(self, &Invocation { command, arguments: arguments.trim() })?;
        if command.repeats() {
            self.last_command = line.to_owned();
        }
        Ok(reply)
    }

    /// Runs the program and records what the run changed.
    pub fn go(&mut self, run: impl FnOnce(&mut Debugger) -> Report) -> Report {
        let before = self.program().groups();
        let report = run(&mut self.debugger);
        self.changes = changes(&before, &self.program().groups());
        report
    }

    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }
}

/// Displays and other expressions.
impl CommandSession {
    pub(super) fn displays(&self) -> &[Display] {
        &self.displays
    }

    /// Returns the displays with their current values, in the order of their creation: `1: B = $03 = 3`.
    pub fn displayed(&self) -> Vec<String> {
        self.displays.iter().map(|display| self.display_line(display)).collect()
    }

    pub(super) fn display_line(&self, Display { id, text, expression }: &Display) -> String {
        match expression.value(self.program()) {
            Ok(value) => format!("{id}: {text} = {}", self.notation().short(value)),
            Err(error) => format!("{id}: {text}: {error}"),
        }
    }

    pub(super) fn add_display(&mut self, text: &str) -> Result<Display, CommandError> {
        let expression = self.parse(text)?;
        self.last_display += 1;
        let display = Display { id: self.last_display, text: text.to_owned(), expression };
        self.displays.push(display.clone());
        Ok(display)
    }

    /// Removes displays. Returns whether there were any to remove.
    pub(super) fn retain_displays(&mut self, keep: impl Fn(&Display) -> bool) -> bool {
        let before = self.displays.len();
        self.displays.retain(keep);
        self.displays.len() < before
    }

    pub(super) fn parse(&self, text: &str) -> Result<Expression, CommandError> {
        let malformed = |error| CommandError::Expression { text: text.to_owned(), error };
        self.debugger.parse(text).map_err(malformed)
    }

    pub(super) fn value(&self, text: &str) -> Result<i64, CommandError> {
        let no_value = |error| CommandError::Value { text: text.to_owned(), error };
        self.parse(text)?.value(self.program()).map_err(no_value)
    }

    pub(super) fn assign(&mut self, target: &str, value: i64) -> Result<(), CommandError> {
        let text = || target.to_owned();
        self.debugger.assign(target, value).map_err(|error| match error {
            EvaluationError::Expression(error) => CommandError::Expression { text: text(), error },
            EvaluationError::Value(error) => CommandError::Value { text: text(), error },
            EvaluationError::NotAssignable(text) => CommandError::NotAssignable(text),
            EvaluationError::Set(error) => error.into(),
        })
    }
}

/// Compares the values of groups by their names. An array element that is not listed is 0.
fn changes(before: &[Group], after: &[Group]) -> Vec<Change> {
    let all = |groups: &[Group]| -> Vec<_> { groups.iter().flat_map(|group| group.values.clone()).collect() };
    let (before, after) = (all(before), all(after));
    let value = |values: &[Variable], name: &str| {
        values.iter().find(|variable| variable.name == name).map_or(0, |variable| variable.value)
    };
    let removed = before.iter().filter(|old| !after.iter().any(|new| new.name == old.name));
    let both = after.iter().chain(removed).map(|variable| Change {
        name: variable.name.clone(),
        bits: variable.bits,
        before: value(&before, &variable.name),
        after: value(&after, &variable.name),
        is_derived: variable.is_derived,
    });
    both.filter(|change| change.before != change.after).collect()
}

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
    super::help(Some(invocation.arguments).filter(|name| !name.is_empty())).map(Reply::from)
}

pub(super) fn quit(_: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    invocation.no_arguments()?;
    Ok(Reply { quit: true, ..Reply::default() })
}

pub(super) fn info(session: &mut CommandSession, invocation: &Invocation) -> CommandResult {
    match invocation.arguments {
        "" => Ok(session.info().into()),
        other => invocation.usage_error(format!("`info {other}` is not known; it shows {}", gdb::topics())),
    }
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry<'a> {
    /// The line number, counted from 1.
    pub line: usize,
    pub command: &'a str,
    #[serde(flatten)]
    pub reply: Reply,
    #[serde(flatten)]
    pub position: Position,
}

/// The state of a program between two commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The number of executed steps.
    pub step: u64,
    pub cycles: u64,
    /// The location of the next step, as the debugger shows it.
    pub location: String,
}

impl CommandSession {
    pub fn position(&self) -> Position {
        let program = self.program();
        Position {
            step: program.steps(),
            cycles: program.cycles(),
            location: program.location_name(program.location()),
        }
    }
}

pub(super) fn as_lines<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(text.lines())
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
        Some(Entry { line, command, reply, position: session.position() })
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

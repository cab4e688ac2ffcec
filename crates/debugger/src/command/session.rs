//! A session: a debugger with displays, the last changes and the last command.

use super::{CommandError, CommandResult, Reply, find, general::Invocation};
use crate::{
    debuggee::{Debuggee, Group, Variable},
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

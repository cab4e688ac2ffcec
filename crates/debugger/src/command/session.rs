//! A person and a program: what is displayed, what changed, what was typed last.

use super::{Answer, CommandError, Reply, call::Call, find};
use crate::{
    debuggee::{Debuggee, Group, Variable},
    debugger::{Debugger, EvaluationError, Report},
    expression::Expression,
    text,
};

/// A longer line is nothing that a person typed.
const LONGEST: usize = 2000;

type Figure = Box<dyn Fn(&dyn Debuggee) -> Option<String>>;

/// A debugger, and what a person has asked of it.
pub struct Session {
    pub(super) debugger: Debugger,
    displays: Vec<Display>,
    made: u32,
    changes: Vec<Change>,
    last: String,
    repeats: bool,
    figure: Figure,
}

/// An expression that is shown after every stop.
#[derive(Clone, Debug)]
pub struct Display {
    /// Its number, from 1.
    pub id: u32,
    /// As the person wrote it.
    pub text: String,
    /// What it means.
    pub expression: Expression,
}

/// A register, flag or variable that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is called.
    pub name: String,
    /// How many bits it has.
    pub bits: u32,
    /// Its value before.
    pub before: i64,
    /// Its value now.
    pub after: i64,
}

impl Session {
    /// Begins with a debugger as it is.
    pub fn new(debugger: Debugger) -> Self {
        let figure: Figure = Box::new(|_| None);
        let (displays, changes) = (Vec::new(), Vec::new());
        Session { debugger, displays, made: 0, changes, last: String::new(), repeats: false, figure }
    }

    /// Whether an empty line repeats the last command that moved.
    pub fn repeat_on_empty(&mut self, repeats: bool) {
        self.repeats = repeats;
    }

    /// How the bytes of a program are drawn as a board, if they are one.
    pub fn draw_figures(&mut self, figure: impl Fn(&dyn Debuggee) -> Option<String> + 'static) {
        self.figure = Box::new(figure);
    }

    /// The board that the program's bytes are, drawn.
    pub fn figure(&self) -> Option<String> {
        (self.figure)(self.program())
    }

    /// The debugger.
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// The debugger, to do something without a command.
    pub fn debugger_mut(&mut self) -> &mut Debugger {
        &mut self.debugger
    }

    /// The program.
    pub fn program(&self) -> &dyn Debuggee {
        self.debugger.program()
    }

    /// Does what a line says.
    pub fn execute(&mut self, line: &str) -> Reply {
        let line = match line.trim() {
            "" if self.repeats => self.last.clone(),
            line => line.to_owned(),
        };
        match line.as_str() {
            "" => Reply::default(),
            line => self.perform(line).unwrap_or_else(Reply::from),
        }
    }

    fn perform(&mut self, line: &str) -> Answer {
        if line.len() > LONGEST {
            return Err(CommandError::TooLong(LONGEST));
        }
        let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = find(word)?;
        let reply = (command.perform)(self, &Call { command, arguments: arguments.trim() })?;
        if command.repeats() {
            self.last = line.to_owned();
        }
        Ok(reply)
    }

    /// Lets the program go somewhere, and keeps what that changed.
    pub fn go(&mut self, go: impl FnOnce(&mut Debugger) -> Report) -> Report {
        let before = self.program().groups();
        let report = go(&mut self.debugger);
        self.changes = changes(&before, &self.program().groups());
        report
    }

    /// What the last move changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}

/// Displays, and other expressions.
impl Session {
    /// What is displayed, in the order in which it was asked for.
    pub fn displays(&self) -> &[Display] {
        &self.displays
    }

    /// What is displayed, with the values now: `1: B = $03 = 3`.
    pub fn displayed(&self) -> Vec<String> {
        self.displays.iter().map(|display| self.shown(display)).collect()
    }

    pub(super) fn shown(&self, Display { id, text, expression }: &Display) -> String {
        match expression.value(self.program()) {
            Ok(value) => format!("{id}: {text} = {}", text::short(value, self.program().kind())),
            Err(why) => format!("{id}: {text}: {why}"),
        }
    }

    pub(super) fn add_display(&mut self, text: &str) -> Result<Display, CommandError> {
        let expression = self.read(text)?;
        self.made += 1;
        let display = Display { id: self.made, text: text.to_owned(), expression };
        self.displays.push(display.clone());
        Ok(display)
    }

    pub(super) fn keep_displays(&mut self, keep: impl Fn(&Display) -> bool) -> bool {
        let before = self.displays.len();
        self.displays.retain(keep);
        self.displays.len() < before
    }

    pub(super) fn read(&self, text: &str) -> Result<Expression, CommandError> {
        let wrong = |error| CommandError::Expression { text: text.to_owned(), error };
        self.debugger.read(text).map_err(wrong)
    }

    pub(super) fn value(&self, text: &str) -> Result<i64, CommandError> {
        let no_value = |why| CommandError::NoValue { text: text.to_owned(), why };
        self.read(text)?.value(self.program()).map_err(no_value)
    }

    pub(super) fn assign(&mut self, place: &str, value: i64) -> Result<(), CommandError> {
        self.read(place)?;
        self.debugger.assign(place, value).map_err(|error| match error {
            EvaluationError::Expression(error) => CommandError::Expression { text: place.to_owned(), error },
            EvaluationError::NoValue(why) => CommandError::NoValue { text: place.to_owned(), why },
            EvaluationError::NoTarget(text) => CommandError::NoTarget(text),
            EvaluationError::Refused(refused) => refused.into(),
        })
    }
}

/// What differs. Elements of arrays that are not listed are 0.
fn changes(before: &[Group], after: &[Group]) -> Vec<Change> {
    let all = |groups: &[Group]| -> Vec<_> { groups.iter().flat_map(|group| group.values.clone()).collect() };
    let (before, after) = (all(before), all(after));
    let value = |values: &[Variable], name: &str| {
        values.iter().find(|variable| variable.name == name).map_or(0, |variable| variable.value)
    };
    let gone = before.iter().filter(|old| !after.iter().any(|new| new.name == old.name));
    let both = after.iter().chain(gone).map(|variable| Change {
        name: variable.name.clone(),
        bits: variable.bits,
        before: value(&before, &variable.name),
        after: value(&after, &variable.name),
    });
    both.filter(|change| change.before != change.after).collect()
}

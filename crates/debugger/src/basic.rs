//! BASIC programs. A step is a statement.
//!
//! The interpreter decides what counts as a statement: the consequence of an IF is one, a remark is one, and so is each
//! line that LIST shows. Step k is the state after k statements of the program and all changes from outside up to then.
//! A statement that waits for a key has been counted, but the program counter is still at its start.

mod history;
mod source;
mod state;
#[cfg(test)]
mod tests;

use arcadian_basic::{
    Basic, BasicFrame, Dialect, DoesNotFit, Ending, Fault, Line, Pause, Position, UnknownCharacter,
    key::{self, Event},
    text_of,
    words::code,
};

use crate::{
    debuggee::{
        CodeRow, Debuggee, End, Group, Language, Location, LocationError, Lvalue, Outcome, PressError,
        Screen, SetError, SourceLine, Space, StackFrame, State, ValueId, Variable,
    },
    notation::Notation,
};
use history::History;
use state::{AT, Change, ProgramState, STAR};

pub use source::Source;

#[derive(Clone, Debug)]
pub struct BasicProgram {
    history: History,
    source: Source,
}

impl BasicProgram {
    /// Loads a program and enters the command RUN.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let state = setup.start()?;
        Ok(Self { history: History::new(state), source: setup.source })
    }

    fn basic(&self) -> &Basic {
        self.history.state().basic()
    }

    /// Presses keys and moves hand controllers. HALT acts immediately and discards what waits.
    fn press_keys(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            // Pressing keys cannot fail; only setting values can.
            let _ = self.history.change(Change::Press(events));
        }
    }
}

impl State for BasicProgram {
    fn location(&self) -> Location {
        self.history.state().location()
    }

    fn steps(&self) -> u64 {
        self.history.state().steps()
    }

    fn cycles(&self) -> u64 {
        self.history.state().cycles()
    }

    fn depth(&self) -> usize {
        self.history.state().depth()
    }

    fn value(&self, id: ValueId) -> i64 {
        self.history.state().value(id)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        self.history.state().load(space, index)
    }

    fn screen(&self) -> Option<Screen> {
        self.history.state().screen()
    }
}

impl Debuggee for BasicProgram {
    fn language(&self) -> &'static Language {
        &BASIC
    }

    fn recorded(&self) -> u64 {
        self.history.end()
    }

    fn run(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome {
        self.history.run(steps, observe)
    }

    fn seek(&mut self, step: u64) {
        self.history.seek(step);
    }

    fn resolve(&self, name: &str) -> Option<ValueId> {
        state::find_value(name, self.basic().dialect())
    }

    fn symbol(&self, _name: &str) -> Option<i64> {
        None
    }

    fn names(&self) -> Vec<String> {
        state::all_values(self.basic().dialect()).map(|(name, _)| name).collect()
    }

    fn find_locations(&self, text: &str) -> Result<Vec<Location>, LocationError> {
        Ok(vec![source::find(self.basic(), text)?])
    }

    fn location_name(&self, location: Location) -> String {
        source::name(self.basic(), location)
    }

    fn location_names(&self) -> Vec<String> {
        source::all(self.basic()).map(|location| self.location_name(location)).collect()
    }

    fn is_same_row(&self, one: Location, other: Location) -> bool {
        source::parts(one).0 == source::parts(other).0
    }

    fn set(&mut self, target: Lvalue, value: i64) -> Result<(), SetError> {
        self.history.change(Change::Set(target, value))
    }

    fn frames(&self) -> Vec<StackFrame> {
        frames(self.basic())
    }

    fn groups(&self) -> Vec<Group> {
        groups(self.history.state())
    }

    fn rows(&self, around: Location, before: usize, after: usize) -> Vec<CodeRow> {
        source::rows(self.basic(), around, before, after)
    }

    fn all_locations(&self) -> Vec<Location> {
        source::all(self.basic()).collect()
    }

    fn source_line(&self, location: Location) -> Option<SourceLine> {
        self.source.line(location)
    }

    fn source_lines(&self) -> Vec<(String, usize)> {
        let lines = source::all(self.basic()).filter_map(|location| self.source.line(location));
        lines
            .map(|line| (line.file, line.line))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    fn locations_in_source(&self, file: &str, line: usize) -> Option<(usize, Vec<Location>)> {
        let (line, location) = self.source.location_in_line(source::all(self.basic()), file, line)?;
        Some((line, vec![location]))
    }

    fn press(&mut self, keys: &str) -> Result<(), PressError> {
        let events = key::parse_from(keys, self.history.state().controllers());
        self.press_keys(events.map_err(|error| PressError::Invalid(error.to_string()))?);
        Ok(())
    }

    fn end(&self) -> Option<End> {
        self.history.state().end()
    }

    fn output(&self) -> Vec<String> {
        self.basic().transcript().lines().map(str::to_owned).collect()
    }
}

/// The most statements that each line entered before RUN may execute.
const BUDGET: u64 = 10_000_000;

/// A program and its initial state.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub dialect: Dialect,
    /// The lines of the program, in any order.
    pub lines: Vec<Line>,
    /// The seed of RND.
    pub seed: u64,
    /// Lines to enter one by one before RUN: statements such as `A=1`, or numbered lines.
    pub before: Vec<String>,
    /// The events of a key script: keys wait until the program reads them. HALT stops the program when it reads a key.
    pub events: Vec<Event>,
    /// The positions of the lines in a file.
    pub source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// A line entered before RUN has a character that the machine does not have.
    #[error("cannot enter `{text}` before RUN: {unknown}")]
    Unknown { text: String, unknown: UnknownCharacter },
    /// A line entered before RUN fails.
    #[error("`{text}` fails before RUN: {fault}")]
    Fails { text: String, fault: Fault },
    /// A line entered before RUN reads a key.
    #[error("`{0}` waits for a key before RUN; only the program can be given keys")]
    Waits(String),
    /// A line entered before RUN runs too long.
    #[error("`{0}` does not end before RUN within {BUDGET} statements")]
    Endless(String),
}

impl Setup {
    fn start(&self) -> Result<ProgramState, SetupError> {
        let mut basic = Basic::new(self.dialect, self.seed);
        basic.load(&self.lines)?;
        self.before.iter().try_for_each(|text| execute(&mut basic, text))?;
        enter(&mut basic, "RUN")?;
        Ok(ProgramState::new(basic, &self.events))
    }
}

fn enter(basic: &mut Basic, text: &str) -> Result<(), SetupError> {
    basic.enter(text).map_err(|unknown| SetupError::Unknown { text: text.to_owned(), unknown })
}

fn execute(basic: &mut Basic, text: &str) -> Result<(), SetupError> {
    enter(basic, text)?;
    match (basic.run(BUDGET), basic.ending()) {
        (Pause::Budget, _) => Err(SetupError::Endless(text.to_owned())),
        (Pause::Key | Pause::Answer | Pause::List | Pause::Tape, _) => {
            Err(SetupError::Waits(text.to_owned()))
        }
        (Pause::Prompt, Some(Ending::Error(fault))) => {
            Err(SetupError::Fails { text: text.to_owned(), fault: fault.clone() })
        }
        (Pause::Prompt, _) => Ok(()),
    }
}

/// Returns the active subroutines and loops, innermost first.
fn frames(basic: &Basic) -> Vec<StackFrame> {
    let mut at = source::of(basic.position());
    let stack = basic.call_stack().into_iter().rev();
    let frame = |active: BasicFrame| {
        let (begin, is_call) = match active {
            BasicFrame::Subroutine { begin, .. } => (begin, true),
            BasicFrame::Loop { begin, .. } => (begin, false),
        };
        let from = source::of(begin);
        StackFrame { name: name(basic, &active), is_call, from, at: std::mem::replace(&mut at, from) }
    };
    stack.map(frame).collect()
}

/// Returns the statement that started a loop or subroutine: `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`. If the line has been
/// changed since, it is only the keyword.
fn name(basic: &Basic, active: &BasicFrame) -> String {
    match active {
        BasicFrame::Subroutine { begin, back } => {
            text(basic, code::GOSUB, *begin, *back).unwrap_or_else(|| "GOSUB".to_owned())
        }
        BasicFrame::Loop { variable, value, begin, back, .. } => {
            let text = text(basic, code::FOR, *begin, *back).unwrap_or_else(|| format!("FOR {variable}"));
            format!("{text}, {variable} is {value}")
        }
    }
}

/// Returns the text between two positions of a line, if it starts with a keyword.
fn text(basic: &Basic, keyword: u8, begin: Position, end: Position) -> Option<String> {
    let line = basic.store().places().find(|place| place.number == begin.line)?;
    let bytes = basic.store().text(line).get(begin.at..end.at)?;
    (bytes.first() == Some(&keyword)).then(|| text_of(bytes).trim_end().to_owned())
}

/// The most elements of the array that are shown.
const ELEMENTS: usize = 32;

/// Returns the variables, the first elements of the array that are not 0, and the devices.
fn groups(state: &ProgramState) -> Vec<Group> {
    let named = |(name, id): (String, ValueId)| variable(name, Lvalue::Value(id), state.value(id));
    let dialect = state.basic().dialect();
    let devices = state::device_values(dialect).map(|(name, id)| (name.to_owned(), id));
    vec![
        Group { name: "variables", values: state::all_values(dialect).take(26).map(named).collect() },
        Group { name: "array", values: elements(state).take(ELEMENTS).collect() },
        Group { name: "devices", values: devices.map(named).collect() },
    ]
}

fn elements(state: &ProgramState) -> impl Iterator<Item = Variable> {
    let all = (0..).map_while(|n| state.load(AT, n).map(|value| (n, value)));
    let shown = all.filter(|(_, value)| *value != 0);
    shown.map(|(n, value)| variable(format!("@({n})"), Lvalue::Element(AT, n), value))
}

fn variable(name: String, target: Lvalue, value: i64) -> Variable {
    Variable { name, target: Some(target), value, bits: 16, is_derived: false }
}

/// `%(a)`: memory by words.
const PERCENT: Space = Space::Array(2);

static BASIC: Language = Language {
    name: "BASIC",
    description: "BASIC program",
    steps: "statements",
    cycles: "T-states",
    notation: Notation::Decimal,
    bases: &[],
    arrays: &[("@(", AT), ("*(", STAR), ("%(", PERCENT)],
    has_hash_operator: true,
};

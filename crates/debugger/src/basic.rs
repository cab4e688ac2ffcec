//! BASIC programs. A step is a statement.
//!
//! The interpreter decides what counts as a statement: the consequence of an IF is one, a remark is one, and so is each
//! line that LIST shows. Step k is the state after k statements of the program and all changes from outside up to then.
//! A statement that waits for a key has been counted, but the program counter is still at its start.

mod frames;
mod history;
mod names;
mod setup;
mod source;
mod state;

#[cfg(test)]
mod tests;

use crate::debuggee::{
    CodeRow, Debuggee, End, Group, Language, Location, LocationError, Lvalue, Outcome, PressError, Screen,
    SetError, SourceLine, Space, StackFrame, State, ValueId,
};
use arcadian_basic::{
    Basic,
    key::{self, Event},
};

pub use setup::{Setup, SetupError};
pub use source::Source;

use history::History;
use state::Change;

/// A BASIC program under the debugger.
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
        &frames::BASIC
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
        names::find(name, self.basic().dialect())
    }

    fn symbol(&self, _name: &str) -> Option<i64> {
        None
    }

    fn names(&self) -> Vec<String> {
        names::all(self.basic().dialect()).map(|(name, _)| name).collect()
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
        frames::frames(self.basic())
    }

    fn groups(&self) -> Vec<Group> {
        frames::groups(self.history.state())
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

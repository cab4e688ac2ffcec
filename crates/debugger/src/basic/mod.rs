//! BASIC programs. A step is a statement.
//!
//! What counts as a statement is what the interpreter counts: the consequence of an IF is one, a remark is one, and so
//! is each line that LIST shows. State k is the machine after k statements of the program and after all that came from
//! outside by then. A statement that waits for a key has been counted, and is at its beginning still.

mod change;
mod frames;
mod groups;
mod history;
mod moment;
mod names;
mod place;
mod rows;
mod setup;
mod source;
mod thin;

#[cfg(test)]
mod tests;

use arcadian_basic::{Basic, Key, Pause};
use arcadian_screen::Frame as Picture;

use crate::debuggee::{
    Debuggee, End, Frame, Group, Kind, Line, Name, NoSpot, Refused, Row, Space, Spot, State, Target, Why,
};

pub use setup::{CannotStart, Setup};
pub use source::Source;

use change::Change;
use history::History;

/// A BASIC program that can be run to and fro.
#[derive(Clone, Debug)]
pub struct BasicProgram {
    history: History,
    source: Source,
}

impl BasicProgram {
    /// Loads a program and gives the command RUN.
    pub fn new(setup: Setup) -> Result<Self, CannotStart> {
        let moment = setup.begin()?;
        Ok(Self { history: History::new(moment), source: setup.source })
    }

    /// The machine, to look at.
    pub fn basic(&self) -> &Basic {
        self.history.now().basic()
    }
}

impl State for BasicProgram {
    fn spot(&self) -> Spot {
        self.history.now().spot()
    }

    fn now(&self) -> u64 {
        self.history.now().now()
    }

    fn clock(&self) -> u64 {
        self.history.now().clock()
    }

    fn depth(&self) -> usize {
        self.history.now().depth()
    }

    fn value(&self, name: Name) -> i64 {
        self.history.now().value(name)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        self.history.now().load(space, index)
    }
}

impl Debuggee for BasicProgram {
    fn kind(&self) -> Kind {
        Kind::Basic
    }

    fn furthest(&self) -> u64 {
        self.history.furthest()
    }

    fn run(&mut self, steps: u64, look: &mut dyn FnMut(&dyn State) -> bool) -> Why {
        self.history.run(steps, look)
    }

    fn seek(&mut self, step: u64) {
        self.history.seek(step);
    }

    fn name(&self, text: &str) -> Option<Name> {
        names::find(text, self.basic().dialect())
    }

    fn constant(&self, _text: &str) -> Option<i64> {
        None
    }

    fn names(&self) -> Vec<String> {
        names::all(self.basic().dialect()).map(|(name, _)| name).collect()
    }

    fn find(&self, place: &str) -> Result<Spot, NoSpot> {
        place::find(self.basic(), place)
    }

    fn set(&mut self, target: Target, value: i64) -> Result<(), Refused> {
        self.history.change(Change::Set(target, value))
    }

    fn frames(&self) -> Vec<Frame> {
        frames::frames(self.basic())
    }

    fn groups(&self) -> Vec<Group> {
        groups::groups(self.history.now())
    }

    fn code(&self, around: Spot, before: usize, behind: usize) -> Vec<Row> {
        rows::rows(self.basic(), around, before, behind)
    }

    fn all_code(&self) -> Vec<Spot> {
        place::all(self.basic()).collect()
    }

    fn source(&self, spot: Spot) -> Option<Line> {
        self.source.line(spot)
    }

    fn spot_in(&self, file: &str, line: usize) -> Option<Spot> {
        self.source.spot_in(place::all(self.basic()), file, line)
    }

    /// HALT acts at once. Keys that wait then are forgotten.
    fn press(&mut self, keys: &[Key]) -> Result<(), Refused> {
        if keys.is_empty() {
            return Ok(());
        }
        self.history.change(Change::Press(keys.to_vec()))
    }

    fn end(&self) -> Option<End> {
        self.history.now().end()
    }

    fn screen(&self) -> Option<Picture> {
        Some(self.basic().frame())
    }

    fn printed(&self) -> Vec<String> {
        self.basic().transcript().lines().map(str::to_owned).collect()
    }
}

/// What a machine that paused waits for, if it does not just go on.
fn end_of(pause: Pause, basic: &Basic) -> Option<End> {
    use arcadian_basic::Ending;
    match (pause, basic.ending()) {
        (Pause::Budget, _) => None,
        (Pause::Key, _) => Some(End::Key),
        (Pause::Answer, _) => Some(End::Answer),
        (Pause::Prompt, Some(Ending::Error(fault))) => Some(End::Error(fault.to_string())),
        (Pause::Prompt, Some(Ending::Halt)) => Some(End::Halt),
        (Pause::Prompt, _) => Some(End::Finished),
    }
}

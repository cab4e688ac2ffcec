//! The state of a program between two statements.

use std::collections::VecDeque;

use arcadian_basic::{Basic, Ending, Key, Pause};

use super::{
    language::{AT, STAR},
    location, names,
};
use crate::debuggee::{End, Location, Screen, Space, State, ValueId};

/// A machine that runs a program, with the keys that wait for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProgramState {
    basic: Basic,
    /// Kept here and not in the machine, as keys that the program does not read must not be typed at the prompt.
    keys: VecDeque<Key>,
    pause: Pause,
    /// Statements and T-states before the program started.
    first_statement: u64,
    first_cycle: u64,
}

impl ProgramState {
    /// Starts the program in a machine in which the command RUN has been entered.
    pub(super) fn new(mut basic: Basic, keys: &[Key]) -> Self {
        let pause = basic.run(1);
        let (first_statement, first_cycle) = (basic.statements(), basic.tstates());
        Self { basic, keys: keys.iter().copied().collect(), pause, first_statement, first_cycle }
    }

    pub(super) fn basic(&self) -> &Basic {
        &self.basic
    }

    pub(super) fn basic_mut(&mut self) -> &mut Basic {
        &mut self.basic
    }

    /// Returns whether the program cannot continue by itself.
    pub(super) fn is_at_end(&self) -> bool {
        self.pause != Pause::Budget
    }

    pub(super) fn end(&self) -> Option<End> {
        match (self.pause, self.basic.ending()) {
            (Pause::Budget, _) => None,
            // No tape is attached here and no key is held, so nothing waits for them.
            (Pause::Key | Pause::List | Pause::Tape, _) => Some(End::NeedsKey),
            (Pause::Answer, _) => Some(End::NeedsInput),
            (Pause::Prompt, Some(Ending::Error(fault))) => Some(End::Error(fault.to_string())),
            (Pause::Prompt, Some(Ending::Halt)) => Some(End::Interrupted),
            (Pause::Prompt, _) => Some(End::Finished),
        }
    }

    /// Executes up to a number of statements. With 0, the statement that waits is completed if its keys are there.
    #[inline]
    pub(super) fn advance(&mut self, statements: u64) {
        let goal = self.basic.statements().saturating_add(statements);
        self.pause = self.basic.run(statements);
        while matches!(self.pause, Pause::Key | Pause::Answer) && self.feed() {
            self.pause = self.basic.run(goal.saturating_sub(self.basic.statements()));
        }
    }

    /// Gives the machine the key that it waits for. Returns whether there was one.
    fn feed(&mut self) -> bool {
        match self.keys.pop_front() {
            Some(Key::Halt) => self.halt(),
            Some(key) => self.basic.press(key),
            None => return false,
        }
        true
    }

    pub(super) fn press(&mut self, keys: &[Key]) {
        for &key in keys {
            match key {
                Key::Halt => self.halt(),
                key => self.keys.push_back(key),
            }
        }
        self.advance(0);
    }

    fn halt(&mut self) {
        self.keys.clear();
        self.basic.halt();
    }

    /// Returns the approximate number of bytes that a copy takes in addition to an older one.
    pub(super) fn bytes_beside(&self, older: Option<&ProgramState>) -> usize {
        let own = size_of::<ProgramState>() - size_of::<Basic>() + self.keys.len() * size_of::<Key>();
        own + self.basic.unshared_bytes(older.map(|older| &older.basic))
    }
}

impl State for ProgramState {
    fn location(&self) -> Location {
        location::of(self.basic.position())
    }

    fn steps(&self) -> u64 {
        self.basic.statements() - self.first_statement
    }

    fn cycles(&self) -> u64 {
        self.basic.tstates() - self.first_cycle
    }

    fn depth(&self) -> usize {
        self.basic.depth()
    }

    fn value(&self, id: ValueId) -> i64 {
        names::value(&self.basic, self.steps(), self.cycles(), id)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        let number = i16::try_from(index);
        match space {
            AT => self.basic.array(number.ok()?).map(i64::from),
            STAR => self.basic.star(number.ok()?).map(i64::from),
            Space::Array(_) => Some(i64::from(self.basic.word(number.ok()?))),
            Space::Byte => self.basic.byte(u16::try_from(index).ok()?).map(i64::from),
            Space::Word => {
                let low = self.basic.byte(u16::try_from(index).ok()?)?;
                let high = self.basic.byte(u16::try_from(index + 1).ok()?)?;
                Some(i64::from(u16::from_le_bytes([low, high])))
            }
        }
    }

    fn screen(&self) -> Option<Screen> {
        Some(Screen::Basic(Box::new(self.basic.frame())))
    }
}

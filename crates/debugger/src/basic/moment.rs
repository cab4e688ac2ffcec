//! A machine between two statements.

use std::collections::VecDeque;

use arcadian_basic::{Basic, Key, Pause};

use super::{end_of, names, place};
use crate::debuggee::{End, Name, Space, Spot, State};

/// A machine in which a program was begun, and the keys that wait for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    basic: Basic,
    // Here rather than in the machine: what the program does not ask for must not be typed at the prompt.
    keys: VecDeque<Key>,
    pause: Pause,
    // Before the program began.
    statements: u64,
    tstates: u64,
}

impl Moment {
    /// A machine whose command RUN has been entered; the program is about to begin.
    pub(super) fn new(mut basic: Basic, keys: &[Key]) -> Self {
        let pause = basic.run(1);
        let (statements, tstates) = (basic.statements(), basic.tstates());
        Self { basic, keys: keys.iter().copied().collect(), pause, statements, tstates }
    }

    pub(super) fn basic(&self) -> &Basic {
        &self.basic
    }

    pub(super) fn basic_mut(&mut self) -> &mut Basic {
        &mut self.basic
    }

    /// Whether the program cannot go on by itself.
    pub(super) fn is_at_end(&self) -> bool {
        self.pause != Pause::Budget
    }

    pub(super) fn end(&self) -> Option<End> {
        end_of(self.pause, &self.basic)
    }

    /// Executes up to so many statements. With 0 the one that waits is finished, if the keys are there.
    #[inline]
    pub(super) fn advance(&mut self, statements: u64) {
        let goal = self.basic.statements().saturating_add(statements);
        self.pause = self.basic.run(statements);
        while matches!(self.pause, Pause::Key | Pause::Answer) && self.feed() {
            self.pause = self.basic.run(goal.saturating_sub(self.basic.statements()));
        }
    }

    /// Gives the machine the key that it waits for; false if there is none.
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

    /// About how many bytes a copy takes beside an older one.
    pub(super) fn bytes_beside(&self, older: Option<&Moment>) -> usize {
        let rest = size_of::<Moment>() - size_of::<Basic>() + self.keys.len() * size_of::<Key>();
        rest + self.basic.bytes_beside(older.map(|older| &older.basic))
    }
}

impl State for Moment {
    fn spot(&self) -> Spot {
        place::spot(self.basic.position())
    }

    fn now(&self) -> u64 {
        self.basic.statements() - self.statements
    }

    fn clock(&self) -> u64 {
        self.basic.tstates() - self.tstates
    }

    fn depth(&self) -> usize {
        self.basic.subroutines()
    }

    fn value(&self, name: Name) -> i64 {
        names::value(self, name)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        let number = i16::try_from(index);
        match space {
            Space::At => self.basic.array(number.ok()?).map(i64::from),
            Space::Star => self.basic.star(number.ok()?).map(i64::from),
            Space::Memory => Some(i64::from(self.basic.word(number.ok()?))),
            Space::Byte => self.basic.byte(u16::try_from(index).ok()?).map(i64::from),
            Space::Word => {
                let low = self.basic.byte(u16::try_from(index).ok()?)?;
                let high = self.basic.byte(u16::try_from(index + 1).ok()?)?;
                Some(i64::from(u16::from_le_bytes([low, high])))
            }
        }
    }
}

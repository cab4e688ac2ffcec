//! The state of a program between two statements, and changes from outside. The values that expressions name: variables A to
//! Z, two counters, and the devices that can be read without waiting.

use std::collections::VecDeque;

use arcadian_basic::{
    Basic, Controller, Dialect, Ending, Key, MidStatement, Pause,
    key::Event,
    words::{self, Device},
};

use super::source;
use crate::debuggee::{End, Location, Lvalue, Screen, SetError, Space, State, ValueId};

/// `@(n)`.
pub(super) const AT: Space = Space::Array(0);
/// `*(n)`.
pub(super) const STAR: Space = Space::Array(1);

/// A machine that runs a program, with the events of a key script that have not happened yet. They happen as in
/// [`script::drive`](arcadian_basic::script::drive).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProgramState {
    basic: Basic,
    /// Kept here and not in the machine, as keys that the program does not read must not be typed at the prompt.
    events: VecDeque<Event>,
    /// The last event was [`Event::At`]: a key is pressed now, whether the program asks for it or not.
    at_once: bool,
    pause: Pause,
    /// Statements and T-states before the program started.
    first_statement: u64,
    first_cycle: u64,
}

impl ProgramState {
    /// Starts the program in a machine in which the command RUN has been entered.
    pub(super) fn new(mut basic: Basic, events: &[Event]) -> Self {
        let pause = basic.run(1);
        let (first_statement, first_cycle) = (basic.statements(), basic.tstates());
        let events = events.iter().copied().collect();
        let mut state = Self { basic, events, at_once: false, pause, first_statement, first_cycle };
        state.perform_due();
        state
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
        self.pause = self.basic.run(statements.min(self.until_event()));
        while self.perform_due() || (self.pause == Pause::Budget && self.basic.statements() < goal) {
            let left = goal.saturating_sub(self.basic.statements());
            self.pause = self.basic.run(left.min(self.until_event()));
        }
    }

    /// Returns the number of statements before an event that does not wait for the program.
    fn until_event(&self) -> u64 {
        match self.events.front() {
            Some(Event::At(count)) => count.saturating_sub(self.basic.statements()).max(1),
            _ => u64::MAX,
        }
    }

    /// Performs the events that are due. Returns whether there was one.
    fn perform_due(&mut self) -> bool {
        let mut has_performed = false;
        while let Some(event) = self.events.front().copied().filter(|event| self.is_due(*event)) {
            self.events.pop_front();
            self.at_once = matches!(event, Event::At(_));
            has_performed = true;
            self.perform(event);
            if matches!(event, Event::Key(_)) {
                // The program has a key now, so the next one waits. A hand controller moves before the program continues.
                self.pause = Pause::Budget;
            }
        }
        has_performed
    }

    fn is_due(&self, event: Event) -> bool {
        let is_waiting = self.pause != Pause::Budget;
        match event {
            _ if self.pause == Pause::Prompt => false,
            Event::At(count) => is_waiting || self.basic.statements() >= count,
            Event::Key(_) | Event::Reset => is_waiting || self.at_once,
            Event::Controller(..) | Event::Hold(_) | Event::Prompt => true,
        }
    }

    fn perform(&mut self, event: Event) {
        match event {
            // RESET erases the program, so that nothing is left to step.
            Event::Key(Key::Halt) | Event::Reset => self.halt(),
            Event::Key(key) => self.basic.press(key),
            Event::Controller(number, controller) => self.basic.set_controller(number, controller),
            Event::Hold(key) => self.basic.hold(key),
            // The prompt is shown only after the program.
            Event::At(_) | Event::Prompt => {}
        }
    }

    /// Returns the hand controllers after the events that wait.
    pub(super) fn controllers(&self) -> [Controller; 4] {
        let mut controllers = self.basic.controllers();
        for event in &self.events {
            if let Event::Controller(number @ 1..=4, controller) = event {
                controllers[number - 1] = *controller;
            }
        }
        controllers
    }

    /// Adds events. HALT acts immediately and discards the events that wait.
    pub(super) fn press(&mut self, events: &[Event]) {
        for &event in events {
            match event {
                Event::Key(Key::Halt) => self.halt(),
                _ => self.events.push_back(event),
            }
        }
        self.advance(0);
    }

    fn halt(&mut self) {
        self.events.clear();
        self.basic.halt();
    }

    /// Returns the approximate number of bytes that a copy takes in addition to an older one.
    pub(super) fn bytes_beside(&self, older: Option<&ProgramState>) -> usize {
        let own = size_of::<ProgramState>() - size_of::<Basic>() + self.events.len() * size_of::<Event>();
        own + self.basic.unshared_bytes(older.map(|older| &older.basic))
    }
}

impl State for ProgramState {
    fn location(&self) -> Location {
        source::of(self.basic.position())
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
        read_value(&self.basic, self.steps(), self.cycles(), id)
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

/// A change from outside. It is recorded, so that a replay repeats it.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Keys are pressed, or hand controllers moved.
    Press(Vec<Event>),
    Set(Lvalue, i64),
}

impl Change {
    /// Applies the change, or returns an error and changes nothing.
    pub(super) fn apply(&self, state: &mut ProgramState) -> Result<(), SetError> {
        match self {
            Change::Press(events) => state.press(events),
            Change::Set(Lvalue::Value(id), value) => set_value(state.basic_mut(), *id, *value)?,
            Change::Set(Lvalue::Element(space, index), value) => set(state, *space, *index, *value)?,
        }
        Ok(())
    }
}

fn set(state: &mut ProgramState, space: Space, index: i64, value: i64) -> Result<(), SetError> {
    state.load(space, index).ok_or(SetError::NoElement(index))?;
    let name = name(space, index);
    let check = |least, most| SetError::check(&name, value, least, most);
    let number = || check(-0x8000, 0x7FFF).map(|value| value as i16);
    let basic: &mut Basic = state.basic_mut();
    let result = match space {
        AT => Ok(basic.set_array(index as i16, number()?)),
        STAR => Ok(basic.set_star(index as i16, number()?)),
        Space::Array(_) => basic.set_word(index as i16, number()?).map(|()| true),
        Space::Byte => basic.set_byte(index as u16, check(0, 0xFF)? as u8).map(|()| true),
        Space::Word => basic.set_word(index as i16, check(-0x8000, 0xFFFF)? as i16).map(|()| true),
    };
    match result {
        Ok(true) => Ok(()),
        Ok(false) => Err(SetError::NoElement(index)),
        Err(MidStatement) => Err(SetError::InUse(name)),
    }
}

fn name(space: Space, index: i64) -> String {
    match space {
        AT => format!("@({index})"),
        STAR => format!("*({index})"),
        Space::Array(_) => format!("%({index})"),
        Space::Byte => format!("[{index}]"),
        Space::Word => format!("w[{index}]"),
    }
}

/// A [`ValueId`] numbers the variables first, then the counters, then the devices.
const VARIABLES: usize = 26;
const COUNTERS: [&str; 2] = ["STEP", "TSTATES"];
const STEP: usize = VARIABLES;
const TSTATES: usize = VARIABLES + 1;
const DEVICES: usize = VARIABLES + COUNTERS.len();

pub(super) fn all_values(dialect: Dialect) -> impl Iterator<Item = (String, ValueId)> {
    let variables = (b'A'..=b'Z').map(|letter| char::from(letter).to_string());
    let common = variables.chain(COUNTERS.map(str::to_owned)).enumerate();
    let common = common.map(|(n, name)| (name, ValueId(n)));
    common.chain(device_values(dialect).map(|(name, id)| (name.to_owned(), id)))
}

/// Returns the devices except KP, which would wait for a key.
pub(super) fn device_values(dialect: Dialect) -> impl Iterator<Item = (&'static str, ValueId)> {
    let readable = words::devices(dialect).filter(|(_, _, device)| *device != Device::Kp);
    readable.map(|(number, name, _)| (name, ValueId(DEVICES + number)))
}

/// Finds a name, in any case.
pub(super) fn find_value(text: &str, dialect: Dialect) -> Option<ValueId> {
    let text = text.trim();
    all_values(dialect).find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, id)| id)
}

/// Returns a value; 0 for an unknown one. The counters are those of the program, not of the machine.
pub(super) fn read_value(basic: &Basic, steps: u64, cycles: u64, ValueId(number): ValueId) -> i64 {
    match number {
        0..VARIABLES => i64::from(basic.variables()[number]),
        STEP => steps as i64,
        TSTATES => cycles as i64,
        _ => device(number).map_or(0, |(_, device)| i64::from(basic.device(device))),
    }
}

pub(super) fn set_value(basic: &mut Basic, ValueId(number): ValueId, value: i64) -> Result<(), SetError> {
    let check = |name: &str| SetError::check(name, value, -0x8000, 0x7FFF).map(|value| value as i16);
    if number < VARIABLES {
        basic.set_variable(number, check(&char::from(b'A' + number as u8).to_string())?);
        return Ok(());
    }
    match device(number) {
        Some((name, device)) if device.is_writable() => basic.set_device(device, check(name)?),
        Some((name, _)) => return Err(SetError::ReadOnly(name.to_owned())),
        None => {
            let counter = COUNTERS.get(number - VARIABLES).copied().unwrap_or("an unknown value");
            return Err(SetError::ReadOnly(counter.to_owned()));
        }
    }
    Ok(())
}

fn device(number: usize) -> Option<(&'static str, Device)> {
    words::device(number.checked_sub(DEVICES)?)
}

//! Running a machine with a script of keys, without a clock or a terminal.

use crate::{Basic, Ending, Key, Pause, key::Event};

/// Why a scripted run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The program waits for a key, and none is left.
    Waiting,
    /// The program ended.
    End,
    /// The program ended with an error.
    Error(crate::Fault),
    /// The program was halted.
    Halt,
    /// The budget is used up.
    Budget,
    /// The host interrupted the run.
    Interrupted,
}

/// When an observer is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After some statements.
    Running,
    /// When the program waits for a key, which is pressed next.
    Asked,
}

/// Runs the machine and performs the events; calls `observe` at least every `slice` statements. `budget` limits
/// the statements of the machine since it was created.
pub fn drive(
    basic: &mut Basic,
    events: &[Event],
    budget: u64,
    slice: u64,
    observe: &mut dyn FnMut(&Basic, Moment),
) -> Stopped {
    let mut position = Position::default();
    loop {
        if let Some(stopped) = position.advance(basic, events, budget, slice, observe) {
            return stopped;
        }
    }
}

/// How far a script has been performed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// The number of performed events.
    performed: usize,
    /// The last event was [`Event::At`]: the next is performed now, whether the program asks for it or not.
    at_once: bool,
}

impl Position {
    /// Returns the number of performed events.
    pub fn performed(&self) -> usize {
        self.performed
    }

    /// Performs a part of a script, of about `slice` statements and at most as many events. Returns why the script stopped, or
    /// nothing if there is more to do. All parts together do the same as [`drive`].
    pub fn advance(
        &mut self,
        basic: &mut Basic,
        events: &[Event],
        budget: u64,
        slice: u64,
        observe: &mut dyn FnMut(&Basic, Moment),
    ) -> Option<Stopped> {
        let slice = slice.max(1);
        let mut driver = Driver { basic, budget, slice, left: slice, observe, position: self };
        match driver.perform_all(events) {
            Reached::Pause(pause) => Some(stopped(basic, pause)),
            Reached::Budget => Some(Stopped::Budget),
            Reached::Count | Reached::Slice => None,
        }
    }
}

/// Why a part of the run ended.
#[derive(PartialEq, Eq)]
enum Reached {
    /// The machine waits.
    Pause(Pause),
    /// The requested number of statements has been executed.
    Count,
    /// The slice is used up.
    Slice,
    /// The budget is used up.
    Budget,
}

struct Driver<'a> {
    basic: &'a mut Basic,
    budget: u64,
    slice: u64,
    /// How many statements and events are left of the slice.
    left: u64,
    observe: &'a mut dyn FnMut(&Basic, Moment),
    position: &'a mut Position,
}

impl Driver<'_> {
    /// Performs the events that are left, and runs until the machine waits.
    fn perform_all(&mut self, events: &[Event]) -> Reached {
        while let Some(event) = events.get(self.position.performed) {
            if self.left == 0 {
                return Reached::Slice;
            }
            let reached = self.perform(event);
            if matches!(reached, Reached::Slice | Reached::Budget) {
                return reached;
            }
            self.position.performed += 1;
            self.position.at_once = matches!(event, Event::At(_));
            self.left = self.left.saturating_sub(1);
        }
        self.until_waiting()
    }

    /// Performs an event, unless the slice or the budget is used up before it.
    fn perform(&mut self, event: &Event) -> Reached {
        match event {
            Event::At(count) => return self.until(*count),
            Event::Key(key) => return self.act(|basic| press(basic, *key)),
            Event::Reset => return self.act(Basic::reset),
            Event::Controller(number, controller) => self.basic.set_controller(*number, *controller),
            Event::Hold(key) => self.basic.hold(*key),
            Event::Prompt => {
                let reached = self.until_waiting();
                if reached != Reached::Slice {
                    self.basic.show_prompt();
                }
                return reached;
            }
        }
        Reached::Count
    }

    /// Performs an action, unless `at_once` after the machine has begun to wait. The observer is called before it.
    fn act(&mut self, act: impl FnOnce(&mut Basic)) -> Reached {
        let reached = if self.position.at_once { Reached::Count } else { self.until_waiting() };
        if reached != Reached::Slice {
            (self.observe)(self.basic, Moment::Asked);
            act(self.basic);
        }
        reached
    }

    fn until_waiting(&mut self) -> Reached {
        self.until(u64::MAX)
    }

    /// Runs until the machine waits or has executed `count` statements since it was created.
    fn until(&mut self, count: u64) -> Reached {
        loop {
            let before = self.basic.statements();
            let pause = self.basic.run(self.budget.min(count).saturating_sub(before).min(self.slice));
            (self.observe)(self.basic, Moment::Running);
            let done = self.basic.statements();
            self.left = self.left.saturating_sub(done - before);
            match pause {
                Pause::Budget if done >= count => return Reached::Count,
                Pause::Budget if done >= self.budget => return Reached::Budget,
                Pause::Budget if self.left == 0 => return Reached::Slice,
                Pause::Budget => {}
                waits => return Reached::Pause(waits),
            }
        }
    }
}

/// Presses a key. HALT acts at once; other keys wait until the program asks.
fn press(basic: &mut Basic, key: Key) {
    match key {
        Key::Halt => basic.halt(),
        _ => basic.press(key),
    }
}

fn stopped(basic: &Basic, pause: Pause) -> Stopped {
    match (pause, basic.ending()) {
        (Pause::Budget, _) => Stopped::Budget,
        (Pause::Key | Pause::Answer | Pause::List | Pause::Tape, _) => Stopped::Waiting,
        (Pause::Prompt, Some(Ending::Error(fault))) => Stopped::Error(fault.clone()),
        (Pause::Prompt, Some(Ending::Halt)) => Stopped::Halt,
        (Pause::Prompt, _) => Stopped::End,
    }
}

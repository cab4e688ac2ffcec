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
    let mut driver = Driver { basic, budget, slice: slice.max(1), observe, at_once: false };
    for event in events {
        if driver.perform(event) == Reached::Budget {
            return Stopped::Budget;
        }
    }
    match driver.until_waiting() {
        Reached::Pause(pause) => stopped(basic, pause),
        Reached::Count | Reached::Budget => Stopped::Budget,
    }
}

/// Why a part of the run ended.
#[derive(PartialEq, Eq)]
enum Reached {
    /// The machine waits.
    Pause(Pause),
    /// The requested number of statements has been executed.
    Count,
    /// The budget is used up.
    Budget,
}

struct Driver<'a> {
    basic: &'a mut Basic,
    budget: u64,
    slice: u64,
    observe: &'a mut dyn FnMut(&Basic, Moment),
    /// The last event was [`Event::At`]: the next is performed now, whether the program asks for it or not.
    at_once: bool,
}

impl Driver<'_> {
    fn perform(&mut self, event: &Event) -> Reached {
        let at_once = std::mem::replace(&mut self.at_once, false);
        match event {
            Event::At(count) => {
                self.at_once = true;
                self.until(*count)
            }
            Event::Key(key) => self.act(at_once, |basic| press(basic, *key)),
            Event::Reset => self.act(at_once, Basic::reset),
            Event::Controller(number, controller) => {
                self.basic.set_controller(*number, *controller);
                Reached::Count
            }
            Event::Hold(key) => {
                self.basic.hold(*key);
                Reached::Count
            }
            Event::Prompt => {
                let reached = self.until_waiting();
                self.basic.show_prompt();
                reached
            }
        }
    }

    /// Performs an action, unless `at_once` after the machine has begun to wait. The observer is called before it.
    fn act(&mut self, at_once: bool, act: impl FnOnce(&mut Basic)) -> Reached {
        let reached = if at_once { Reached::Count } else { self.until_waiting() };
        (self.observe)(self.basic, Moment::Asked);
        act(self.basic);
        reached
    }

    fn until_waiting(&mut self) -> Reached {
        self.until(u64::MAX)
    }

    /// Runs until the machine waits or has executed `count` statements since it was created.
    fn until(&mut self, count: u64) -> Reached {
        loop {
            let done = self.basic.statements();
            let pause = self.basic.run(self.budget.min(count).saturating_sub(done).min(self.slice));
            (self.observe)(self.basic, Moment::Running);
            let done = self.basic.statements();
            match pause {
                Pause::Budget if done >= count => return Reached::Count,
                Pause::Budget if done >= self.budget => return Reached::Budget,
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

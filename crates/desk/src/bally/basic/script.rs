//! Runs with the events of a key script, as [`arcadian_basic::script`] runs the interpreter.

use arcadian_basic::{
    Key,
    key::Event,
    script::{Moment, Stopped},
};

use super::{BasicBally, Ending, Waits};

/// Runs the machine and performs the events; calls `observe` at least every `slice` statements. `budget` limits the
/// statements of the machine since power-up.
pub fn drive(
    basic: &mut BasicBally,
    events: &[Event],
    budget: u64,
    slice: u64,
    observe: &mut dyn FnMut(&BasicBally, Moment),
) -> Stopped {
    drive_while(basic, events, budget, slice, &mut |basic, moment| {
        observe(basic, moment);
        true
    })
}

/// Runs as [`drive`] does, until `observe` returns false.
pub fn drive_while(
    basic: &mut BasicBally,
    events: &[Event],
    budget: u64,
    slice: u64,
    observe: &mut dyn FnMut(&BasicBally, Moment) -> bool,
) -> Stopped {
    let mut driver = Driver { basic, budget, slice: slice.max(1), observe, at_once: false };
    for event in events {
        match driver.perform(event) {
            Reached::Budget => return Stopped::Budget,
            Reached::Interrupted => return Stopped::Interrupted,
            _ => {}
        }
    }
    match driver.until_waiting() {
        Reached::Waits(Waits::Key | Waits::List) => Stopped::Waiting,
        Reached::Waits(Waits::Prompt) => match basic.ending() {
            Ending::End => Stopped::End,
            Ending::Error(fault) => Stopped::Error(fault.clone()),
            Ending::Halt => Stopped::Halt,
        },
        Reached::Interrupted => Stopped::Interrupted,
        _ => Stopped::Budget,
    }
}

/// Why a part of the run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// The machine waits for a key.
    Waits(Waits),
    /// The requested number of statements has been executed.
    Count,
    /// The budget is used up.
    Budget,
    /// The observer interrupted the run.
    Interrupted,
}

struct Driver<'a> {
    basic: &'a mut BasicBally,
    budget: u64,
    slice: u64,
    observe: &'a mut dyn FnMut(&BasicBally, Moment) -> bool,
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
            Event::Reset => self.act(at_once, BasicBally::reset),
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
    fn act(&mut self, at_once: bool, act: impl FnOnce(&mut BasicBally)) -> Reached {
        let reached = if at_once { Reached::Count } else { self.until_waiting() };
        if reached == Reached::Interrupted || !(self.observe)(self.basic, Moment::Asked) {
            return Reached::Interrupted;
        }
        act(self.basic);
        reached
    }

    fn until_waiting(&mut self) -> Reached {
        self.until(u64::MAX)
    }

    /// Runs until the machine waits or has executed `count` statements since power-up.
    fn until(&mut self, count: u64) -> Reached {
        loop {
            let limit = self.budget.min(count).min(self.basic.statements().saturating_add(self.slice));
            let waits = self.basic.run(limit);
            let is_interrupted = !(self.observe)(self.basic, Moment::Running);
            let done = self.basic.statements();
            match waits {
                Waits::Budget if is_interrupted => return Reached::Interrupted,
                Waits::Budget if done >= count => return Reached::Count,
                Waits::Budget if done >= self.budget || done < limit => return Reached::Budget,
                Waits::Budget => {}
                waits => return Reached::Waits(waits),
            }
        }
    }
}

/// Presses a key. At the prompt it is shown after the prompt.
fn press(basic: &mut BasicBally, key: Key) {
    if key != Key::Halt {
        basic.show_prompt();
    }
    basic.press(key);
}

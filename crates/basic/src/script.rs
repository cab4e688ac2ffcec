//! Running a machine with a script of keys, without a clock or a terminal.

use crate::{Basic, Controller, Ending, Key, Pause, key::Event};

/// A machine with BASIC that a script drives: the interpreter, or an emulated computer.
pub trait Scripted {
    /// Returns the number of statements executed since power-up.
    fn statements(&self) -> u64;

    fn ending(&self) -> Option<&Ending>;

    /// Runs until the machine waits, or `limit` statements have been executed since power-up. A machine that executes no further
    /// statement returns [`Pause::Budget`] before that.
    fn run_until(&mut self, limit: u64) -> Pause;

    /// Presses a key. HALT acts at once; other keys wait until the program asks.
    fn press(&mut self, key: Key);

    /// Holds a key of the pad down, or releases it.
    fn hold(&mut self, key: Option<Key>);

    /// Moves a hand controller (1..=4).
    fn set_controller(&mut self, number: usize, controller: Controller);

    /// Resets the machine to its state at power-up.
    fn reset(&mut self);

    /// Shows the prompt, if nothing runs.
    fn show_prompt(&mut self);
}

impl Scripted for Basic {
    fn statements(&self) -> u64 {
        self.statements()
    }

    fn ending(&self) -> Option<&Ending> {
        self.ending()
    }

    fn run_until(&mut self, limit: u64) -> Pause {
        self.run(limit.saturating_sub(self.statements()))
    }

    fn press(&mut self, key: Key) {
        match key {
            Key::Halt => self.halt(),
            _ => self.press(key),
        }
    }

    fn hold(&mut self, key: Option<Key>) {
        self.hold(key);
    }

    fn set_controller(&mut self, number: usize, controller: Controller) {
        self.set_controller(number, controller);
    }

    fn reset(&mut self) {
        self.reset();
    }

    fn show_prompt(&mut self) {
        self.show_prompt();
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The program waits for a key, and none is left.
    Waiting,
    End,
    Error(crate::Fault),
    Halt,
    Budget,
    /// The host interrupted the run.
    Interrupted,
}

/// The time at which an observer is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// After some statements.
    Running,
    /// The program waits for a key, which is pressed next.
    Asked,
}

/// Runs the machine and performs the events; calls `observe` at least every `slice` statements. `budget` limits
/// the statements of the machine since power-up.
pub fn drive<M: Scripted>(
    machine: &mut M,
    events: &[Event],
    budget: u64,
    slice: u64,
    observe: &mut dyn FnMut(&M, Moment),
) -> Stopped {
    let mut position = Position::default();
    loop {
        if let Some(stopped) = position.advance(machine, events, budget, slice, observe) {
            return stopped;
        }
    }
}

/// The progress of a script.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// The number of performed events.
    performed: usize,
    /// The last event was [`Event::At`]: the next is performed now, whether the program asks for it or not.
    at_once: bool,
}

impl Position {
    pub fn performed(&self) -> usize {
        self.performed
    }

    /// Performs a part of a script, of about `slice` statements and at most `slice` events. Returns why the script stopped, or nothing if
    /// there is more to do. All parts together do the same as [`drive`].
    pub fn advance<M: Scripted>(
        &mut self,
        machine: &mut M,
        events: &[Event],
        budget: u64,
        slice: u64,
        observe: &mut dyn FnMut(&M, Moment),
    ) -> Option<Stopped> {
        let slice = slice.max(1);
        let mut driver = Driver { machine, budget, slice, left: slice, observe, position: self };
        match driver.perform_all(events) {
            PartEnd::Pause(pause) => Some(stopped(machine, pause)),
            PartEnd::Budget => Some(Stopped::Budget),
            PartEnd::Count | PartEnd::Slice => None,
        }
    }
}

#[derive(PartialEq, Eq)]
enum PartEnd {
    Pause(Pause),
    /// The requested number of statements has been executed.
    Count,
    Slice,
    Budget,
}

struct Driver<'a, M> {
    machine: &'a mut M,
    budget: u64,
    slice: u64,
    /// The numbers of statements and events that are left of the slice.
    left: u64,
    observe: &'a mut dyn FnMut(&M, Moment),
    position: &'a mut Position,
}

impl<M: Scripted> Driver<'_, M> {
    /// Performs the events that are left, and runs until the machine waits.
    fn perform_all(&mut self, events: &[Event]) -> PartEnd {
        while let Some(event) = events.get(self.position.performed) {
            if self.left == 0 {
                return PartEnd::Slice;
            }
            let reached = self.perform(event);
            if matches!(reached, PartEnd::Slice | PartEnd::Budget) {
                return reached;
            }
            self.position.performed += 1;
            self.position.at_once = matches!(event, Event::At(_));
            self.left = self.left.saturating_sub(1);
        }
        self.until_waiting()
    }

    /// Performs an event, unless the slice or the budget is used up before it.
    fn perform(&mut self, event: &Event) -> PartEnd {
        match event {
            Event::At(count) => return self.until(*count),
            Event::Key(key) => return self.act(|machine| machine.press(*key)),
            Event::Reset => return self.act(M::reset),
            Event::Controller(number, controller) => self.machine.set_controller(*number, *controller),
            Event::Hold(key) => self.machine.hold(*key),
            Event::Prompt => {
                let reached = self.until_waiting();
                if reached != PartEnd::Slice {
                    self.machine.show_prompt();
                }
                return reached;
            }
        }
        PartEnd::Count
    }

    /// Performs an action, unless `at_once` after the machine has begun to wait. The observer is called before it.
    fn act(&mut self, act: impl FnOnce(&mut M)) -> PartEnd {
        let reached = if self.position.at_once { PartEnd::Count } else { self.until_waiting() };
        if reached != PartEnd::Slice {
            (self.observe)(self.machine, Moment::Asked);
            act(self.machine);
        }
        reached
    }

    fn until_waiting(&mut self) -> PartEnd {
        self.until(u64::MAX)
    }

    /// Runs until the machine waits or has executed `count` statements since power-up.
    fn until(&mut self, count: u64) -> PartEnd {
        loop {
            let before = self.machine.statements();
            let limit = self.budget.min(count).min(before.saturating_add(self.slice));
            let pause = self.machine.run_until(limit);
            (self.observe)(self.machine, Moment::Running);
            let done = self.machine.statements();
            self.left = self.left.saturating_sub(done - before);
            match pause {
                Pause::Budget if done >= count => return PartEnd::Count,
                Pause::Budget if done >= self.budget || done < limit => return PartEnd::Budget,
                Pause::Budget if self.left == 0 => return PartEnd::Slice,
                Pause::Budget => {}
                waits => return PartEnd::Pause(waits),
            }
        }
    }
}

fn stopped(machine: &impl Scripted, pause: Pause) -> Stopped {
    match (pause, machine.ending()) {
        (Pause::Budget, _) => Stopped::Budget,
        (Pause::Key | Pause::Answer | Pause::List | Pause::Tape, _) => Stopped::Waiting,
        (Pause::Prompt, Some(Ending::Error(fault))) => Stopped::Error(fault.clone()),
        (Pause::Prompt, Some(Ending::Halt)) => Stopped::Halt,
        (Pause::Prompt, _) => Stopped::End,
    }
}

//! The recording of a played machine: the script that does the same to it.

use arcadian_basic::{Controller, Key, Pause, key::Event, script::Scripted};

/// What has been done to a machine. `pause` is what it waits for, or [`Pause::Budget`] while it runs; then the number of executed
/// statements is recorded as well, so that a script does the same at the same point.
#[derive(Debug, Default)]
pub struct ScriptRecorder(Vec<Event>);

impl ScriptRecorder {
    /// Returns a recording that continues these events.
    pub fn new(events: Vec<Event>) -> Self {
        ScriptRecorder(events)
    }

    /// Returns the events so far. With the number of statements as its budget, a script of them leads to the same state.
    pub fn events(&self) -> &[Event] {
        &self.0
    }

    /// Drops the events after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Presses a key.
    pub fn press(&mut self, machine: &mut impl Scripted, pause: Pause, key: Key) {
        self.stamp(machine, pause);
        self.0.push(Event::Key(key));
        machine.press(key);
    }

    pub fn reset(&mut self, machine: &mut impl Scripted, pause: Pause) {
        self.stamp(machine, pause);
        self.0.push(Event::Reset);
        machine.reset();
    }

    /// Holds a key of the pad down, or none.
    pub fn hold(&mut self, machine: &mut impl Scripted, key: Option<Key>) {
        self.0.extend([Event::At(machine.statements()), Event::Hold(key)]);
        machine.hold(key);
    }

    /// Moves a hand controller.
    pub fn set_controller(&mut self, machine: &mut impl Scripted, number: usize, controller: Controller) {
        self.0.extend([Event::At(machine.statements()), Event::Controller(number, controller)]);
        machine.set_controller(number, controller);
    }

    /// Ends the recording, so that a replay ends with the current picture. A running program is halted, which does not change the
    /// screen.
    pub fn finish(&mut self, machine: &mut impl Scripted, pause: Pause) {
        match pause {
            Pause::Budget => self.press(machine, pause, Key::Halt),
            Pause::Prompt => {
                self.0.push(Event::Prompt);
                machine.show_prompt();
            }
            Pause::Key | Pause::Answer | Pause::List | Pause::Tape => {}
        }
    }

    fn stamp(&mut self, machine: &impl Scripted, pause: Pause) {
        if pause == Pause::Budget {
            self.0.push(Event::At(machine.statements()));
        }
    }
}

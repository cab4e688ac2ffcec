//! The hand controllers of a session: one on the keyboard, the four that it or other devices of the host move, and the other actions of a
//! player.
//!
//! Most terminals report that a key repeats but not that it is released. A direction or the trigger counts as held for a
//! short time after its last repeat, or until its release if the terminal reports releases.

use std::time::Duration;

use arcadian_basic::{Controller, Key};

/// The time for which a key counts as held if releases are not reported.
pub const HOLD: Duration = Duration::from_millis(150);
/// The turn of the knob per key. A whole turn is 256.
pub const TURN: i8 = 8;
/// The finest turn of the knob.
pub const FINE_TURN: i8 = 1;

/// A movement of the hand controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Left,
    Right,
    Down,
    Up,
    Trigger,
    /// The knob turned by a part of 256 of a whole turn.
    Turn(i8),
}

/// A held switch, and when it is released without a further event.
#[derive(Clone, Copy, Debug)]
struct HeldControl {
    control: Control,
    until: Option<Duration>,
}

/// The releases of keys that a host reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Releases {
    /// No releases: a key counts as held for a short time after its last repeat.
    #[default]
    None,
    /// All but that of the trigger: a terminal's encoding of Tab has no release.
    AllButTrigger,
    All,
}

impl Releases {
    /// Returns what a terminal reports, with or without the kitty protocol.
    pub fn of_terminal(has_releases: bool) -> Self {
        if has_releases { Releases::AllButTrigger } else { Releases::None }
    }
}

/// The switches of the hand controller that the keyboard moves.
#[derive(Debug, Default)]
pub struct Stick {
    /// The held switches: left or right, down or up, trigger.
    held: [Option<HeldControl>; 3],
    releases: Releases,
}

impl Stick {
    pub fn new(releases: Releases) -> Self {
        Self { releases, ..Self::default() }
    }

    pub fn has_releases(&self) -> bool {
        self.releases != Releases::None
    }

    /// Returns the state of the switches. The knob, which is none, is 0.
    pub fn switches(&self) -> Controller {
        let [x, y, trigger] = self.held.map(|held| held.map(|held| held.control));
        Controller {
            x: direction(x, Control::Left, Control::Right),
            y: direction(y, Control::Down, Control::Up),
            trigger: trigger.is_some(),
            knob: 0,
        }
    }

    /// Presses or repeats a key.
    pub fn press(&mut self, control: Control, now: Duration) {
        let Some(slot) = slot(control) else { return };
        let is_release_reported = match self.releases {
            Releases::None => false,
            Releases::AllButTrigger => control != Control::Trigger,
            Releases::All => true,
        };
        self.held[slot] = Some(HeldControl { control, until: (!is_release_reported).then(|| now + HOLD) });
    }

    pub fn release_all(&mut self) {
        self.held = Default::default();
    }

    pub fn release(&mut self, control: Control) {
        let held = slot(control).and_then(|slot| self.held.get_mut(slot));
        if let Some(held) = held
            && held.is_some_and(|held| held.control == control)
        {
            *held = None;
        }
    }

    /// Releases the keys that have not repeated in time.
    pub fn expire(&mut self, now: Duration) {
        for held in &mut self.held {
            *held = held.filter(|held| held.until.is_none_or(|until| now < until));
        }
    }

    /// Returns when the next key has to be released by [`expire`](Self::expire).
    pub fn expires(&self) -> Option<Duration> {
        self.held.iter().flatten().filter_map(|held| held.until).min()
    }
}

/// Returns the switch of a control; the knob has none.
fn slot(control: Control) -> Option<usize> {
    match control {
        Control::Left | Control::Right => Some(0),
        Control::Down | Control::Up => Some(1),
        Control::Trigger => Some(2),
        Control::Turn(_) => None,
    }
}

fn direction(held: Option<Control>, negative: Control, positive: Control) -> i8 {
    i8::from(held == Some(positive)) - i8::from(held == Some(negative))
}

pub const HANDLES: usize = 4;

/// The hand controllers, numbered from 1 as in `JX(1)`. The keyboard moves the selected one, other devices of the host any of them.
#[derive(Debug)]
pub struct Handles {
    keyboard: Stick,
    /// The number of the one that the keyboard moves.
    selected: usize,
    /// The keys that other devices hold, and all knobs, which stay where they were turned to.
    held: [Controller; HANDLES],
}

impl Handles {
    /// Returns handles at rest. The keyboard moves the first one.
    pub fn new(releases: Releases) -> Self {
        Self { keyboard: Stick::new(releases), selected: 1, held: Default::default() }
    }

    pub fn has_releases(&self) -> bool {
        self.keyboard.has_releases()
    }

    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Selects the handle that the keyboard moves, and releases the other one. Another number than 1 to 4 changes nothing.
    pub fn select(&mut self, number: usize) {
        if (1..=HANDLES).contains(&number) {
            self.selected = number;
            self.keyboard.release_all();
        }
    }

    pub fn press(&mut self, control: Control, now: Duration) {
        match control {
            Control::Turn(by) => {
                if let Some(handle) = self.held.get_mut(self.selected - 1) {
                    handle.knob = handle.knob.saturating_add(by);
                }
            }
            control => self.keyboard.press(control, now),
        }
    }

    pub fn release(&mut self, control: Control) {
        self.keyboard.release(control);
    }

    /// Sets what a device other than the keyboard does with a handle. Without a `knob`, that stays. Another number than 1 to 4
    /// changes nothing.
    pub fn set(&mut self, number: usize, switches: Controller, knob: Option<i8>) {
        if let Some(handle) = number.checked_sub(1).and_then(|index| self.held.get_mut(index)) {
            *handle = Controller { knob: knob.unwrap_or(handle.knob), ..switches };
        }
    }

    pub fn expire(&mut self, now: Duration) {
        self.keyboard.expire(now);
    }

    /// Returns when the next key has to be released by [`expire`](Self::expire).
    pub fn expires(&self) -> Option<Duration> {
        self.keyboard.expires()
    }

    /// Returns the state of all handles. A direction of the keyboard precedes that of another device.
    pub fn controllers(&self) -> [Controller; HANDLES] {
        let mut controllers = self.held;
        if let Some(handle) = controllers.get_mut(self.selected - 1) {
            let keys = self.keyboard.switches();
            let first = |key: i8, other: i8| if key == 0 { other } else { key };
            *handle = Controller {
                x: first(keys.x, handle.x),
                y: first(keys.y, handle.y),
                trigger: keys.trigger || handle.trigger,
                knob: handle.knob,
            };
        }
        controllers
    }
}

/// The action of a key of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Press(Key),
    /// Moves the selected hand controller, or types a character if no program is running.
    Control(Control),
    /// Selects the hand controller that the keyboard moves, 1 to 4.
    Select(usize),
    /// Stops the program, or discards the line being entered.
    Halt,
    /// Ends the session.
    Leave,
    Reset,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_held_until_repeats_stop() {
        let start = Duration::ZERO;
        let mut stick = Stick::new(Releases::None);
        stick.press(Control::Left, start);
        stick.press(Control::Up, start + HOLD / 2);
        stick.expire(start + HOLD);
        assert_eq!((stick.switches().x, stick.switches().y), (0, 1));
        assert_eq!(stick.expires(), Some(start + HOLD / 2 + HOLD));
        stick.expire(start + HOLD * 2);
        assert_eq!((stick.switches(), stick.expires()), (Controller::default(), None));
    }

    #[test]
    fn keys_are_held_until_a_reported_release() {
        let start = Duration::ZERO;
        let mut stick = Stick::new(Releases::AllButTrigger);
        stick.press(Control::Left, start);
        stick.press(Control::Right, start);
        stick.release(Control::Left);
        stick.expire(start + HOLD * 100);
        assert_eq!(stick.switches().x, 1);
        stick.release(Control::Right);
        assert_eq!(stick.switches(), Controller::default());
        for (releases, is_held) in [(Releases::AllButTrigger, false), (Releases::All, true)] {
            let mut stick = Stick::new(releases);
            stick.press(Control::Trigger, start);
            stick.expire(start + HOLD);
            assert_eq!(stick.switches().trigger, is_held, "{releases:?}");
        }
    }
}

#[cfg(test)]
mod handles_tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn pulled(x: i8, trigger: bool, knob: i8) -> Controller {
        Controller { x, trigger, knob, ..Controller::default() }
    }

    #[test]
    fn the_keyboard_moves_the_selected_handle() {
        let mut handles = Handles::new(Releases::All);
        handles.press(Control::Left, NOW);
        handles.press(Control::Turn(-3), NOW);
        handles.select(3);
        handles.press(Control::Trigger, NOW);
        handles.press(Control::Turn(8), NOW);
        for other in [0, 5] {
            handles.select(other);
        }
        let rest = Controller::default();
        assert_eq!(handles.controllers(), [pulled(0, false, -3), rest, pulled(0, true, 8), rest]);
        assert_eq!(handles.selected(), 3);
    }

    #[test]
    fn the_knob_stays_in_its_range() {
        let mut handles = Handles::new(Releases::None);
        for (by, end) in [(8, 127), (-8, -128)] {
            (0..100).for_each(|_| handles.press(Control::Turn(by), NOW));
            assert_eq!(handles.controllers()[0].knob, end);
        }
    }

    #[test]
    fn a_device_and_the_keyboard_share_a_handle() {
        let mut handles = Handles::new(Releases::All);
        handles.set(1, pulled(1, true, 0), Some(50));
        assert_eq!(handles.controllers()[0], pulled(1, true, 50));
        handles.press(Control::Left, NOW);
        assert_eq!(handles.controllers()[0], pulled(-1, true, 50));
        handles.release(Control::Left);
        handles.set(1, pulled(0, false, 0), None);
        assert_eq!(handles.controllers()[0], pulled(0, false, 50));
        for other in [0, 5] {
            handles.set(other, pulled(1, true, 1), Some(1));
        }
        assert_eq!(handles.controllers()[1..], [Controller::default(); 3]);
    }
}

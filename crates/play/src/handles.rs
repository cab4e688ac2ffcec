//! The four hand controllers of a session. The keyboard moves the selected one, other devices of the host any of them.

use std::time::Duration;

use arcadian_basic::Controller;

use crate::stick::{Control, Releases, Stick};

/// The number of hand controllers.
pub const HANDLES: usize = 4;

/// The hand controllers, numbered from 1 as in `JX(1)`.
#[derive(Debug)]
pub struct Handles {
    keyboard: Stick,
    /// The number of the one that the keyboard moves.
    selected: usize,
    /// What other devices hold, and all knobs, which stay where they were turned to.
    held: [Controller; HANDLES],
}

impl Handles {
    /// Returns handles at rest. The keyboard moves the first one.
    pub fn new(releases: Releases) -> Self {
        Self { keyboard: Stick::new(releases), selected: 1, held: Default::default() }
    }

    /// Returns whether the host reports released keys.
    pub fn has_releases(&self) -> bool {
        self.keyboard.has_releases()
    }

    /// Returns the number of the handle that the keyboard moves.
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

    /// Presses or repeats a key.
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

    /// Releases a key.
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

    /// Releases the keys that have not repeated in time.
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

#[cfg(test)]
mod tests {
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

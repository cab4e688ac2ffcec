//! Hand controller 1 on the keyboard.
//!
//! Most terminals never say that a key was let go, only that it repeats. So a direction or the trigger counts as
//! held for a short time after its last repeat; where releases are told, until then.

use std::time::Duration;

use arcadian_basic::Controller;

/// How long a key counts as held where releases are not told.
const HOLD: Duration = Duration::from_millis(150);
/// What a key turns the knob by.
const TURN: i8 = 8;

/// A movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The stick to the left.
    Left,
    /// The stick to the right.
    Right,
    /// The stick down.
    Down,
    /// The stick up.
    Up,
    /// The trigger pulled.
    Trigger,
    /// The knob to a smaller value.
    KnobDown,
    /// The knob to a larger value.
    KnobUp,
}

/// A switch that is held, and until when if nothing else happens.
#[derive(Clone, Copy, Debug)]
struct Held {
    control: Control,
    until: Option<Duration>,
}

/// The controller as the keyboard holds it.
#[derive(Debug, Default)]
pub struct Stick {
    /// Left or right, down or up, trigger.
    held: [Option<Held>; 3],
    knob: i8,
    releases: bool,
}

impl Stick {
    /// `releases`: the terminal tells when an arrow key is let go.
    pub fn new(releases: bool) -> Self {
        Self { releases, ..Self::default() }
    }

    /// How the controller stands.
    pub fn controller(&self) -> Controller {
        let [x, y, trigger] = self.held.map(|held| held.map(|held| held.control));
        Controller {
            x: direction(x, Control::Left, Control::Right),
            y: direction(y, Control::Down, Control::Up),
            trigger: trigger.is_some(),
            knob: self.knob,
        }
    }

    /// A key goes down or repeats.
    pub fn press(&mut self, control: Control, now: Duration) {
        match (slot(control), control) {
            (Some(slot), _) => {
                // Tab keeps its old encoding, which knows no release.
                let told = self.releases && control != Control::Trigger;
                self.held[slot] = Some(Held { control, until: (!told).then(|| now + HOLD) });
            }
            (None, Control::KnobDown) => self.knob = self.knob.saturating_sub(TURN),
            (None, _) => self.knob = self.knob.saturating_add(TURN),
        }
    }

    /// A key is let go.
    pub fn release(&mut self, control: Control) {
        let held = slot(control).and_then(|slot| self.held.get_mut(slot));
        if let Some(held) = held
            && held.is_some_and(|held| held.control == control)
        {
            *held = None;
        }
    }

    /// Lets go what has not been repeated in time.
    pub fn expire(&mut self, now: Duration) {
        for held in &mut self.held {
            *held = held.filter(|held| held.until.is_none_or(|until| now < until));
        }
    }

    /// When [`expire`](Self::expire) will next have something to do.
    pub fn expires(&self) -> Option<Duration> {
        self.held.iter().flatten().filter_map(|held| held.until).min()
    }
}

/// The switch a control belongs to; the knob is none.
fn slot(control: Control) -> Option<usize> {
    match control {
        Control::Left | Control::Right => Some(0),
        Control::Down | Control::Up => Some(1),
        Control::Trigger => Some(2),
        Control::KnobDown | Control::KnobUp => None,
    }
}

fn direction(held: Option<Control>, negative: Control, positive: Control) -> i8 {
    i8::from(held == Some(positive)) - i8::from(held == Some(negative))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_until_the_repeats_stop() {
        let start = Duration::ZERO;
        let mut stick = Stick::new(false);
        stick.press(Control::Left, start);
        stick.press(Control::Up, start + HOLD / 2);
        stick.expire(start + HOLD);
        assert_eq!((stick.controller().x, stick.controller().y), (0, 1));
        assert_eq!(stick.expires(), Some(start + HOLD / 2 + HOLD));
        stick.expire(start + HOLD * 2);
        assert_eq!((stick.controller(), stick.expires()), (Controller::default(), None));
    }

    #[test]
    fn held_until_released_where_that_is_told() {
        let start = Duration::ZERO;
        let mut stick = Stick::new(true);
        stick.press(Control::Left, start);
        stick.press(Control::Right, start);
        stick.release(Control::Left);
        stick.expire(start + HOLD * 100);
        assert_eq!(stick.controller().x, 1);
        stick.release(Control::Right);
        assert_eq!(stick.controller(), Controller::default());
    }

    #[test]
    fn the_knob_stays_in_its_range() {
        let mut stick = Stick::new(false);
        (0..100).for_each(|_| stick.press(Control::KnobUp, Duration::ZERO));
        assert_eq!(stick.controller().knob, 127);
        (0..100).for_each(|_| stick.press(Control::KnobDown, Duration::ZERO));
        assert_eq!(stick.controller().knob, -128);
    }
}

//! What several modules read from requests: keys, movements of a hand controller, dialects.

use arcadian_basic::{Controller, Dialect, UnknownDialect};
use arcadian_files::Error;
use arcadian_play::stick::{Control, TURN};
use serde::Deserialize;

use crate::reply::refuse;

/// A key of the pad or a movement of the hand controller.
#[derive(Debug, Deserialize)]
pub struct Press {
    /// The name of the key or the movement.
    pub key: String,
    /// Whether it is pressed; otherwise it is released.
    pub down: bool,
}

/// What a gamepad or the mouse does with a hand controller.
#[derive(Debug, Deserialize)]
pub struct Held {
    /// The number of the hand controller, 1 to 4.
    pub number: usize,
    x: i8,
    y: i8,
    trigger: bool,
    /// The knob, −128 to 127. Without it, it stays.
    pub knob: Option<i8>,
}

impl Held {
    /// Returns the stick and the trigger.
    pub fn switches(&self) -> Controller {
        Controller { x: self.x.signum(), y: self.y.signum(), trigger: self.trigger, knob: 0 }
    }
}

/// The number of a hand controller.
#[derive(Debug, Deserialize)]
pub struct Selected {
    /// 1 to 4.
    pub number: usize,
}

/// The movements of a hand controller.
const CONTROLS: [(&str, Control); 7] = [
    ("left", Control::Left),
    ("right", Control::Right),
    ("up", Control::Up),
    ("down", Control::Down),
    ("trigger", Control::Trigger),
    ("knobDown", Control::Turn(-TURN)),
    ("knobUp", Control::Turn(TURN)),
];

/// Returns the movement with a name.
pub fn control_named(name: &str) -> Result<Control, Error> {
    let found = CONTROLS.iter().find(|(known, _)| *known == name);
    found.map(|(_, control)| *control).ok_or_else(|| {
        let names = CONTROLS.map(|(name, _)| name).join(", ");
        refuse(format!("there is no control `{name}`; there are {names}"))
    })
}

pub fn named(name: Option<&str>) -> Result<Option<Dialect>, Error> {
    name.map(|name| name.parse().map_err(|error: UnknownDialect| refuse(error.to_string()))).transpose()
}

//! What several modules read from requests: keys, movements of a hand controller, dialects.

use arcadian_basic::{Dialect, UnknownDialect};
use arcadian_files::Error;
use arcadian_play::stick::Control;
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

/// The movements of a hand controller.
const CONTROLS: [(&str, Control); 7] = [
    ("left", Control::Left),
    ("right", Control::Right),
    ("up", Control::Up),
    ("down", Control::Down),
    ("trigger", Control::Trigger),
    ("knobDown", Control::KnobDown),
    ("knobUp", Control::KnobUp),
];

/// Returns the movement with a name.
pub fn control_named(name: &str) -> Result<Control, Error> {
    let found = CONTROLS.iter().find(|(known, _)| *known == name);
    found.map(|(_, control)| *control).ok_or_else(|| {
        let names = CONTROLS.map(|(name, _)| name).join(", ");
        refuse(format!("there is no control `{name}`; there are {names}"))
    })
}

/// Returns the dialect with a name.
pub fn named(name: Option<&str>) -> Result<Option<Dialect>, Error> {
    name.map(|name| name.parse().map_err(|error: UnknownDialect| refuse(error.to_string()))).transpose()
}

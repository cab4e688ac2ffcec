//! Data that several modules read from requests: keys, movements of a hand controller, dialects, and the files of a page, names and
//! contents in memory.

use std::{collections::BTreeMap, path::Path};

use arcadian_basic::{Controller, Dialect, UnknownDialect};
use arcadian_files::{Error, FileKind, Files, escape};
use arcadian_play::stick::{Control, TURN};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::Deserialize;

use crate::module::refuse;

/// A key of the pad or a movement of the hand controller.
#[derive(Debug, Deserialize)]
pub struct Press {
    /// The name of the key or the movement.
    pub key: String,
    /// Whether it is pressed; otherwise it is released.
    pub down: bool,
}

/// A movement of a hand controller, by a gamepad or the mouse.
#[derive(Debug, Deserialize)]
pub struct HandMovement {
    /// The number of the hand controller, 1 to 4.
    pub number: usize,
    x: i8,
    y: i8,
    trigger: bool,
    /// The knob, −128 to 127. Without it, it stays.
    pub knob: Option<i8>,
}

impl HandMovement {
    /// Returns the stick and the trigger.
    pub fn switches(&self) -> Controller {
        Controller { x: self.x.signum(), y: self.y.signum(), trigger: self.trigger, knob: 0 }
    }
}

/// The number of a hand controller.
#[derive(Debug, Deserialize)]
pub struct Selection {
    /// 1 to 4.
    pub number: usize,
}

const CONTROLS: [(&str, Control); 7] = [
    ("left", Control::Left),
    ("right", Control::Right),
    ("up", Control::Up),
    ("down", Control::Down),
    ("trigger", Control::Trigger),
    ("knobDown", Control::Turn(-TURN)),
    ("knobUp", Control::Turn(TURN)),
];

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

pub type Texts = BTreeMap<String, String>;

/// The files that come with a request, with their names. They are few, and a list of them takes less code than a map.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<(String, Vec<u8>)>);

impl Sources {
    pub fn one(name: &str, text: &str) -> Self {
        Sources(vec![(name.to_owned(), text.as_bytes().to_owned())])
    }

    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.0.push((name, bytes));
    }

    fn find(&self, path: &Path) -> Option<&Vec<u8>> {
        // A later file replaces an earlier one.
        self.0.iter().rev().find(|(name, _)| path.to_str() == Some(name)).map(|(_, bytes)| bytes)
    }
}

impl From<Texts> for Sources {
    fn from(texts: Texts) -> Self {
        Sources(texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect())
    }
}

/// Returns the bytes of a file that is in a request as Base64.
pub fn decoded(text: &str) -> Result<Vec<u8>, Error> {
    BASE64_STANDARD.decode(text).map_err(|error| refuse(format!("a file is not Base64: {error}")))
}

/// Returns bytes as they are in an answer.
pub fn encoded(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

impl Files for Sources {
    fn kind(&self, path: &Path) -> FileKind {
        if self.find(path).is_some() { FileKind::File } else { FileKind::Missing }
    }

    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>, Error> {
        let bytes = self.find(path).ok_or_else(|| self.missing(path, &[]))?;
        if bytes.len() as u64 > longest {
            let name = escape::path(path);
            return Err(refuse(format!("{name} has {} bytes; {what} has at most {longest}", bytes.len())));
        }
        Ok(bytes.clone())
    }

    fn peek(&self, _longest: u64) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    fn missing(&self, path: &Path, _known: &[&str]) -> Error {
        refuse(format!("there is no file {}; open it first", escape::path(path)))
    }
}

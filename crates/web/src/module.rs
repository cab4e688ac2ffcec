//! Requests of a page and their dispatch.

#[cfg(feature = "machine")]
use std::time::Duration;

use serde::Deserialize;

use crate::reply::{Reply, encode, refuse};
#[cfg(feature = "play")]
use crate::stage::{self, Stage};
#[cfg(feature = "tape")]
use crate::tapes;
#[cfg(feature = "step")]
use crate::workbench::{self, Workbench};
#[cfg(feature = "machine")]
use crate::{Pixels, pad};
#[cfg(feature = "tape")]
use arcadian_desk::tape::TapeReader;

/// The longest request, in bytes: a listing of a megabyte with everything escaped.
const LONGEST: usize = 1 << 24;

/// What has changed in [`Module::advance`].
#[cfg(feature = "machine")]
pub mod change {
    /// The picture.
    pub const PICTURE: u32 = 1;
    /// Anything else that a page shows.
    pub const STATE: u32 = 2;
    /// Nothing that a page shows, but there is more to do at once.
    pub const BUSY: u32 = 4;
    /// A recording is being repeated. Each call repeats a part of it, and keys must wait.
    pub const REPEATING: u32 = 8;
}

/// What every request has: `{"do": "key", "key": "{GO}", "down": true}`.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(rename = "do")]
    name: &'a str,
}

/// A request by its name, and what performs it. It reads its own fields, which takes much less code than one type for all.
pub(crate) type Handler<M> = (&'static str, fn(&mut M, &[u8]) -> Reply);

/// The requests of each part.
const REQUESTS: &[&[Handler<Module>]] = &[
    #[cfg(feature = "machine")]
    &[("pad", |_, _| Ok(pad::rows()))],
    #[cfg(feature = "play")]
    stage::REQUESTS,
    #[cfg(feature = "step")]
    workbench::REQUESTS,
    #[cfg(feature = "tape")]
    tapes::REQUESTS,
];

/// Reads the fields of a request.
pub(crate) fn read<'a, T: Deserialize<'a>>(fields: &'a [u8]) -> Result<T, arcadian_desk::Error> {
    serde_json::from_slice(fields).map_err(|error| refuse(format!("the request cannot be read: {error}")))
}

/// A module of a page with its machines.
#[derive(Default)]
pub struct Module {
    #[cfg(feature = "play")]
    pub(crate) stage: Stage,
    #[cfg(feature = "step")]
    pub(crate) workbench: Workbench,
    /// The file that came with the request.
    #[cfg(feature = "tape")]
    pub(crate) file: Vec<u8>,
    /// The tape that is being read.
    #[cfg(feature = "tape")]
    pub(crate) tape: Option<TapeReader>,
    #[cfg(feature = "machine")]
    pub(crate) pixels: Pixels,
}

impl Module {
    /// Handles a request and returns the answer, both JSON: `{"ok":true, …}` or `{"error":"…"}`.
    pub fn handle(&mut self, request: &[u8]) -> Vec<u8> {
        encode(self.perform(request))
    }

    fn perform(&mut self, request: &[u8]) -> Reply {
        #[cfg(feature = "tape")]
        let request = self.take_file(request);
        if request.len() > LONGEST {
            return Err(refuse(format!("the request has {} bytes; at most {LONGEST}", request.len())));
        }
        let Named { name } = read(request)?;
        let mut requests = REQUESTS.iter().copied().flatten();
        match requests.find(|(known, _)| *known == name) {
            Some((_, perform)) => perform(self, request),
            None => Err(refuse(format!("there is no request `{name}` in this module"))),
        }
    }

    /// Takes the file that may follow the JSON of a request after a byte 0, and returns the JSON.
    #[cfg(feature = "tape")]
    fn take_file<'a>(&mut self, request: &'a [u8]) -> &'a [u8] {
        let end = request.iter().position(|byte| *byte == 0);
        self.file = end.map(|end| request[end + 1..].to_vec()).unwrap_or_default();
        &request[..end.unwrap_or(request.len())]
    }

    /// Runs the machine up to a time in milliseconds, which must not decrease. Returns the bits of [`change`].
    #[cfg(feature = "machine")]
    pub fn advance(&mut self, milliseconds: f64) -> u32 {
        // Not a number and infinity count as 0.
        let now = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
        #[cfg(feature = "step")]
        if let Some(changed) = self.workbench.advance(now, &mut self.pixels) {
            return changed;
        }
        #[cfg(feature = "play")]
        if let Some(changed) = self.stage.advance(now, &mut self.pixels) {
            return changed;
        }
        0
    }

    /// Returns the samples of the emulated Bally since the last call.
    #[cfg(feature = "step")]
    pub fn take_samples(&mut self) -> Vec<f32> {
        self.workbench.take_samples()
    }

    /// Returns the picture.
    #[cfg(feature = "machine")]
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }
}

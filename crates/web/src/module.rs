//! Requests of a page and their dispatch.

use std::time::Duration;

use arcadian_basic::Dialect;
use serde::Deserialize;
use serde_json::json;

use crate::{
    Pixels, listing, pad,
    play::{Opening, Player, Press, Speed},
    reply::{Reply, done, encode, refuse},
};

/// The longest request, in bytes: a listing of a megabyte with everything escaped.
const LONGEST: usize = 1 << 24;

/// What has changed in [`Module::advance`].
pub mod change {
    /// The picture.
    pub const PICTURE: u32 = 1;
    /// Anything else that a page shows.
    pub const STATE: u32 = 2;
    /// Nothing that a page shows, but there is more to do at once.
    pub const BUSY: u32 = 4;
}

/// A request: `{"do": "key", "key": "{GO}", "down": true}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
enum Request {
    Open(Box<Opening>),
    Key(Press),
    Control(Press),
    Halt,
    Reset,
    Paste { text: String },
    Answer { stroke: String },
    Speed { speed: Speed },
    State,
    Program,
    Recording,
    Results,
    Pad,
    Listing { name: String, text: String, dialect: Option<String> },
}

/// A module of a page with its machine.
pub struct Module {
    player: Option<Player>,
    pixels: Pixels,
}

impl Default for Module {
    fn default() -> Self {
        Module { player: None, pixels: Pixels::new() }
    }
}

impl Module {
    /// Handles a request and returns the answer, both JSON: `{"ok":true, …}` or `{"error":"…"}`.
    pub fn handle(&mut self, request: &[u8]) -> Vec<u8> {
        if request.len() > LONGEST {
            return encode(Err(refuse(format!(
                "the request has {} bytes; at most {LONGEST}",
                request.len()
            ))));
        }
        encode(match serde_json::from_slice(request) {
            Ok(request) => self.perform(request),
            Err(error) => Err(refuse(format!("the request cannot be read: {error}"))),
        })
    }

    fn perform(&mut self, request: Request) -> Reply {
        match request {
            Request::Open(opening) => {
                let (player, reply) = Player::open(*opening)?;
                self.player = Some(player);
                Ok(reply)
            }
            Request::Pad => Ok(pad::rows()),
            Request::Listing { name, text, dialect } => {
                listing::report(&name, &text, named(dialect.as_deref())?)
            }
            request => self.play(request),
        }
    }

    /// Performs a request to the machine.
    fn play(&mut self, request: Request) -> Reply {
        let player = self.player.as_mut().ok_or_else(|| refuse("no program is open"))?;
        match request {
            Request::Key(press) => player.key(&press)?,
            Request::Control(press) => player.control(&press)?,
            Request::Halt => player.halt(),
            Request::Reset => player.reset(),
            Request::Paste { text } => player.paste(&text),
            Request::Answer { stroke } => player.answer(&stroke)?,
            Request::Speed { speed } => player.set_speed(speed),
            Request::State => return Ok(player.state()),
            Request::Program => return Ok(json!({ "text": player.program() })),
            Request::Recording => return player.recording(),
            Request::Results => return Ok(player.results()),
            Request::Open(_) | Request::Pad | Request::Listing { .. } => {}
        }
        done()
    }

    /// Runs the machine up to a time in milliseconds, which must not decrease. Returns the bits of [`change`].
    pub fn advance(&mut self, milliseconds: f64) -> u32 {
        let Some(player) = &mut self.player else { return 0 };
        // Not a number and infinity count as 0.
        let now = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
        player.advance(now, &mut self.pixels)
    }

    /// Returns the picture.
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }
}

/// Returns the dialect with a name.
pub(crate) fn named(name: Option<&str>) -> Result<Option<Dialect>, arcadian_desk::Error> {
    name.map(|name| name.parse().map_err(|error: arcadian_basic::UnknownDialect| refuse(error.to_string())))
        .transpose()
}

//! Requests of a page and their dispatch.

use std::time::Duration;

use arcadian_basic::Dialect;
use serde::Deserialize;
use serde_json::json;

#[cfg(feature = "step")]
use crate::workbench::Workbench;
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

/// What every request has: `{"do": "key", "key": "{GO}", "down": true}`.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(rename = "do")]
    name: &'a str,
}

#[derive(Deserialize)]
pub(crate) struct Text {
    pub(crate) text: String,
}

#[derive(Deserialize)]
struct Answer {
    stroke: String,
}

#[derive(Deserialize)]
struct Pace {
    speed: Speed,
}

#[derive(Deserialize)]
struct Source {
    name: String,
    text: String,
    dialect: Option<String>,
}

/// A request by its name, and what performs it. It reads its own fields, which takes much less code than one type for all.
pub(crate) type Handler<M> = (&'static str, fn(&mut M, &[u8]) -> Reply);

/// The requests that play BASIC.
const REQUESTS: &[Handler<Module>] = &[
    ("open", |module, fields| {
        let (player, reply) = Player::open(read::<Opening>(fields)?)?;
        module.player = Some(player);
        Ok(reply)
    }),
    ("pad", |_, _| Ok(pad::rows())),
    ("listing", |_, fields| {
        let Source { name, text, dialect } = read(fields)?;
        listing::report(&name, &text, named(dialect.as_deref())?)
    }),
    ("key", |module, fields| module.player()?.key(&read::<Press>(fields)?).and(done())),
    ("control", |module, fields| module.player()?.control(&read::<Press>(fields)?).and(done())),
    ("halt", |module, _| module.player().map(Player::halt).and(done())),
    ("reset", |module, _| module.player().map(Player::reset).and(done())),
    ("paste", |module, fields| {
        let Text { text } = read(fields)?;
        module.player().map(|player| player.paste(&text)).and(done())
    }),
    ("answer", |module, fields| module.player()?.answer(&read::<Answer>(fields)?.stroke).and(done())),
    ("speed", |module, fields| {
        let Pace { speed } = read(fields)?;
        module.player().map(|player| player.set_speed(speed)).and(done())
    }),
    ("state", |module, _| module.player().map(|player| player.state())),
    ("program", |module, _| module.player().map(|player| json!({ "text": player.program() }))),
    ("recording", |module, _| module.player()?.recording()),
    ("results", |module, _| module.player().map(|player| player.results())),
];

#[cfg(feature = "step")]
const MORE: &[Handler<Module>] = crate::workbench::REQUESTS;
#[cfg(not(feature = "step"))]
const MORE: &[Handler<Module>] = &[];

/// Reads the fields of a request.
pub(crate) fn read<'a, T: Deserialize<'a>>(fields: &'a [u8]) -> Result<T, arcadian_desk::Error> {
    serde_json::from_slice(fields).map_err(|error| refuse(format!("the request cannot be read: {error}")))
}

/// A module of a page with its machines.
#[derive(Default)]
pub struct Module {
    player: Option<Player>,
    #[cfg(feature = "step")]
    pub(crate) workbench: Workbench,
    pub(crate) pixels: Pixels,
}

impl Module {
    /// Handles a request and returns the answer, both JSON: `{"ok":true, …}` or `{"error":"…"}`.
    pub fn handle(&mut self, request: &[u8]) -> Vec<u8> {
        encode(self.perform(request))
    }

    fn perform(&mut self, request: &[u8]) -> Reply {
        if request.len() > LONGEST {
            return Err(refuse(format!("the request has {} bytes; at most {LONGEST}", request.len())));
        }
        let Named { name } = read(request)?;
        let mut all = REQUESTS.iter().chain(MORE);
        let Some((_, perform)) = all.clone().find(|(known, _)| *known == name) else {
            let names: Vec<_> = all.by_ref().map(|(name, _)| *name).collect();
            return Err(refuse(format!("there is no request `{name}`; there are {}", names.join(", "))));
        };
        perform(self, request)
    }

    fn player(&mut self) -> Result<&mut Player, arcadian_desk::Error> {
        self.player.as_mut().ok_or_else(|| refuse("no program is open"))
    }

    /// Runs the machine up to a time in milliseconds, which must not decrease. Returns the bits of [`change`].
    pub fn advance(&mut self, milliseconds: f64) -> u32 {
        // Not a number and infinity count as 0.
        let now = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
        #[cfg(feature = "step")]
        if let Some(changed) = self.workbench.advance(now, &mut self.pixels) {
            return changed;
        }
        let Some(player) = &mut self.player else { return 0 };
        player.advance(now, &mut self.pixels)
    }

    /// Returns the samples of the emulated Bally since the last call.
    #[cfg(feature = "step")]
    pub fn take_samples(&mut self) -> Vec<f32> {
        self.workbench.take_samples()
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

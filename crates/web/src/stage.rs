//! What the module `play` does: BASIC is played, listings are checked.

use std::time::Duration;

use arcadian_desk::{Error, play::pace::Speed};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Pixels,
    input::{Press, named},
    listing,
    module::{Handler, Module, read},
    play::{Opening, Player},
    reply::{done, refuse},
};

/// A played program.
#[derive(Default)]
pub(crate) struct Stage {
    player: Option<Player>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
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

/// The requests of this module.
pub(crate) const REQUESTS: &[Handler<Module>] = &[
    ("open", |module, fields| {
        let (player, reply) = Player::open(read::<Opening>(fields)?)?;
        module.stage.player = Some(player);
        Ok(reply)
    }),
    ("listing", |_, fields| {
        let Source { name, text, dialect } = read(fields)?;
        listing::report(&name, &text, named(dialect.as_deref())?)
    }),
    ("key", |module, fields| module.stage.player()?.key(&read::<Press>(fields)?).and(done())),
    ("control", |module, fields| module.stage.player()?.control(&read::<Press>(fields)?).and(done())),
    ("halt", |module, _| module.stage.player().map(Player::halt).and(done())),
    ("reset", |module, _| module.stage.player().map(Player::reset).and(done())),
    ("paste", |module, fields| {
        let Text { text } = read(fields)?;
        module.stage.player().map(|player| player.paste(&text)).and(done())
    }),
    ("answer", |module, fields| module.stage.player()?.answer(&read::<Answer>(fields)?.stroke).and(done())),
    ("stop", |module, _| module.stage.player().map(Player::stop).and(done())),
    ("speed", |module, fields| {
        let Pace { speed } = read(fields)?;
        module.stage.player().map(|player| player.set_speed(speed)).and(done())
    }),
    ("state", |module, _| module.stage.player().map(|player| player.state())),
    ("program", |module, _| module.stage.player().map(|player| json!({ "text": player.program() }))),
    ("recording", |module, _| module.stage.player()?.recording()),
];

impl Stage {
    fn player(&mut self) -> Result<&mut Player, Error> {
        self.player.as_mut().ok_or_else(|| refuse("no program is open"))
    }

    /// Runs the program, if there is one, up to a time.
    pub(crate) fn advance(&mut self, now: Duration, pixels: &mut Pixels) -> Option<u32> {
        self.player.as_mut().map(|player| player.advance(now, pixels))
    }
}

//! The module of the web page that plays BASIC.
//!
//! ```
//! use arcadian_web::Module;
//! use arcadian_web::play::Play;
//!
//! let mut play = Play::default();
//! let answer = play.handle(br#"{"do": "open", "name": "rotate", "seed": 1, "speed": "max"}"#);
//! assert!(answer.starts_with(br#"{"ok":true"#));
//! play.advance(0.0);
//! assert_eq!(play.pixels().map(|pixels| (pixels.width, pixels.height)), Some((160, 88)));
//! ```

mod player;

use std::time::Duration;

use crate::{
    Handler, Module, Pixels, done,
    input::{Press, Selection},
    refuse,
};
use arcadian_basic::keypad;
use arcadian_files::Error;
use arcadian_play::pace::Speed;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::play::player::{Opening, Player};

#[derive(Default)]
pub struct Play {
    player: Option<Player>,
    pixels: Pixels,
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
struct Switch {
    on: bool,
}

impl Module for Play {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("pad", |_, _| Ok(pad_rows())),
        ("open", |play, request| {
            let (player, reply) = Player::open(request.read::<Opening>()?)?;
            play.player = Some(player);
            Ok(reply)
        }),
        ("key", |play, request| play.player()?.key(&request.read::<Press>()?).and(done())),
        ("control", |play, request| play.player()?.control(&request.read::<Press>()?).and(done())),
        ("select", |play, request| {
            let Selection { number } = request.read()?;
            play.player().map(|player| player.select(number)).and(done())
        }),
        ("hold", |play, request| {
            let held = request.read()?;
            play.player().map(|player| player.hold(&held)).and(done())
        }),
        ("halt", |play, _| play.player().map(Player::halt).and(done())),
        ("reset", |play, _| play.player().map(Player::reset).and(done())),
        ("paste", |play, request| {
            let Text { text } = request.read()?;
            play.player().map(|player| player.paste(&text)).and(done())
        }),
        ("answer", |play, request| play.player()?.answer(&request.read::<Answer>()?.stroke).and(done())),
        ("stop", |play, _| play.player().map(Player::stop).and(done())),
        ("speed", |play, request| {
            let Pace { speed } = request.read()?;
            play.player().map(|player| player.set_speed(speed)).and(done())
        }),
        ("sound", |play, request| {
            let Switch { on } = request.read()?;
            play.player().map(|player| player.set_sound(on)).and(done())
        }),
        ("state", |play, _| play.player().map(|player| player.state())),
        ("program", |play, _| play.player().map(|player| json!({ "text": player.program() }))),
        ("recording", |play, _| play.player()?.recording()),
    ];

    fn run(&mut self, now: Duration) -> u32 {
        let Play { player, pixels } = self;
        player.as_mut().map_or(0, |player| player.advance(now, pixels))
    }

    fn pixels(&self) -> Option<&Pixels> {
        Some(&self.pixels)
    }

    fn take_samples(&mut self) -> Vec<f32> {
        self.player.as_mut().map(Player::take_samples).unwrap_or_default()
    }
}

impl Play {
    fn player(&mut self) -> Result<&mut Player, Error> {
        self.player.as_mut().ok_or_else(|| refuse("no program is open"))
    }
}

/// The keys in the last row, which shift the next key.
const SHIFTS: [&str; 4] = ["GREEN", "RED", "BLUE", "WORDS"];

/// Returns the rows of the pad. A key is what it types plain and after each shift; an empty text is nothing.
fn pad_rows() -> Value {
    let keys: Vec<[&str; 5]> = keypad::legends().chain(SHIFTS.map(|shift| [shift, "", "", "", ""])).collect();
    json!({ "rows": keys.chunks(keypad::COLUMNS).collect::<Vec<_>>() })
}

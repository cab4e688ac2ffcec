//! The Bally Professional Arcade in the terminal, for the commands that play it: the files that a session or run writes, and the screen
//! of a session: the picture, below it the keys and the state or a message.

mod keyboard;
mod player;

use std::path::{Path, PathBuf};

use anyhow::Result;
use arcadian_bally::{Bally, RASTER_WIDTH};
use arcadian_files::escape;
use arcadian_play::{
    about,
    bally::{basic, keys::Keypad, report, tape},
    pace::{Speed, state},
};
use arcadian_screen::{Raster, Zoom, png};
use arcadian_tape::wav_file;
use clap::Args;

use crate::{
    files::pending::{self, Pending},
    number::decimal,
    sound::SoundArgs,
    terminal::{
        events::Palette,
        help::Help,
        picture::{Room, Scene},
        playing::DisplayArgs,
    },
};
use player::ArcadePlayer;

pub use player::{Game, MOST_SOUND, Recorder, pad_recording, play};

/// Picture and sound of a session, and the files that it writes.
#[derive(Args, Clone, Debug, Default)]
pub struct SessionArgs {
    /// Write the last frame with its border as PNG, 704 × 480
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Write the sound of the run as WAV, at most an hour
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    /// Write the last seconds as GIF, 704 × 480
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Length of a GIF in seconds, 1 to 60 [default: 5]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=60))]
    pub gif_seconds: Option<u32>,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// The mouse is the light pen in the terminal: it points while a button is down
    #[arg(long, conflicts_with = "frames")]
    pub pen: bool,
    /// Save the state of the machine at the end
    #[arg(long, value_name = "FILE")]
    pub save_state: Option<PathBuf>,
    /// Write all keys of a session to FILE, for --keys-file; its last {AT n} is the number of frames
    #[arg(long, value_name = "FILE", conflicts_with = "frames")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub display: DisplayArgs,
}

/// The dots of a PNG or GIF for each dot of the raster.
const ZOOM: Zoom = Zoom::square(2);

/// Returns the last frame with its border as a PNG file.
fn screenshot(bally: &Bally, palette: Palette) -> Result<Vec<u8>> {
    let raster = Raster::new(RASTER_WIDTH, bally.frame().raster());
    Ok(png::encode_raster(&raster, ZOOM, palette.into())?)
}

pub struct Files {
    screenshot: Option<Pending>,
    wav: Option<Pending>,
    gif: Option<Pending>,
    state: Option<Pending>,
}

impl Files {
    /// Opens the files before the run, so that an unwritable path fails early.
    pub fn prepare(args: &SessionArgs) -> Result<Self> {
        let binary =
            |path: &Option<PathBuf>| path.as_deref().map(|path: &Path| Pending::binary(path)).transpose();
        Ok(Self {
            screenshot: binary(&args.screenshot)?,
            wav: binary(&args.wav)?,
            gif: binary(&args.gif)?,
            state: binary(&args.save_state)?,
        })
    }

    /// Writes the files. One that cannot be written keeps none of the others from being written. The state of a machine that somebody
    /// `played` is kept elsewhere then.
    pub fn write(self, bally: &Bally, recorder: &Recorder, args: &SessionArgs, played: bool) -> Result<()> {
        let finish = |file: Option<Pending>, bytes: &dyn Fn() -> Result<Vec<u8>>| match file {
            Some(file) => file.finish(&bytes()?),
            None => Ok(()),
        };
        let save = |file: Pending| match played {
            true => pending::finish(file, &bally.save()),
            false => file.finish(&bally.save()),
        };
        pending::all([
            self.state.map_or(Ok(()), save),
            finish(self.screenshot, &|| screenshot(bally, args.display.palette)),
            finish(self.wav, &|| Ok(wav_file(recorder.samples(), bally.config().sample_rate))),
            finish(self.gif, &|| recorder.gif(bally, args.display.palette)),
        ])
    }
}

/// The keys of the machine with the legends of the calculator, the most important first.
const CALCULATOR: [&str; 6] = [
    "arrows=handle",
    "Space=trigger",
    "0-9 . + - * / = %",
    "[ ] { }=knob",
    "C M=MR S=MS E=CE H=CH U=↑ D=↓",
    "Alt-1…4=which handle",
];

/// The keys of the machine with the legends of BASIC.
const BASIC: [&str; 8] = [
    "0-9 + - * / =",
    "Enter=GO",
    "Space",
    "Backspace=ERASE",
    "Esc=HALT",
    "F2-F6=GREEN RED BLUE WORDS PAUSE",
    "arrows Tab [ ]=handle",
    "Alt-1…4=which handle",
];

/// The keys of the machine with the BASIC cartridge, for which characters are typed.
const TYPED: [&str; 8] = [
    "letters digits symbols",
    "Enter=GO",
    "Esc=HALT",
    "/=÷",
    "*=×",
    "Backspace=ERASE",
    "arrows Tab [ ]=handle",
    "F2-F6=GREEN RED BLUE WORDS PAUSE",
];

const HELP: &str = "F1=help";
const LEAVE: &str = "^C leaves";

const COMMANDS: [&str; 9] = [
    "^P pause",
    "^N frame",
    "^F fast",
    "^R reset",
    "^S save",
    "^O load",
    "^G screenshot",
    "^E GIF",
    "^L redraws",
];

/// The first command of the BASIC cartridge, which has no files of its own, and its way out; for a wide footer.
const SAVE: [&str; 1] = ["^S saves the machine"];
const SAVE_OR_LEAVE: &str = "^C leaves, or saves the program";
const WIDE: usize = 80;

const NO_RULES: &str =
    "Nothing is known about the rules of this cartridge. Most show a menu: press the number of a game.";
const NO_CARTRIDGE: &str = "The picture shows the keypad with the legends of BASIC, and the handles. What is pressed or moved is marked.";

const TAPE: [&str; 2] = ["^T tape", "^W rewinds"];

impl Scene for ArcadePlayer<'_> {
    type Image = Raster;

    fn image(&self) -> Raster {
        report::raster(self.session.bally())
    }

    fn footer(&self, room: Room) -> Vec<String> {
        let mut lines = match self.message() {
            Some(message) => room.message(&message, room.most),
            None => vec![self.keys(room)],
        };
        if lines.len() < room.count {
            let tape: &[&str] = if self.tapes.seconds.is_some() { &TAPE } else { &[] };
            let (save, leave): (&[&str], _) = match self.types_text && room.width >= WIDE {
                true => (&SAVE, SAVE_OR_LEAVE),
                false => (&[], LEAVE),
            };
            lines.push(room.keys(&[save, tape, &COMMANDS].concat(), leave, &self.state()));
        }
        lines.resize(room.count.max(lines.len()), " ".repeat(room.width));
        lines
    }
}

impl ArcadePlayer<'_> {
    /// Returns the keys of the machine; with the commands and the state if there is only one line.
    fn keys(&self, room: Room) -> String {
        let keys: &[&str] = match self.keypad {
            _ if self.types_text => &TYPED,
            Keypad::Calculator => &CALCULATOR,
            Keypad::Basic => &BASIC,
        };
        match room.count {
            0 | 1 => room.keys(&[&[HELP], keys].concat(), LEAVE, &self.state()),
            _ => room.keys(keys, HELP, &format!("handle {}", self.session.handle())),
        }
    }

    /// Returns the page about the cartridge and the keys.
    pub(super) fn page(&self) -> Help {
        let bally = self.session.bally();
        let (name, state) = (escape::os_text(&self.name), escape::path(&self.file(".state")));
        let saving = format!(
            "There is no tape: Ctrl-S saves the machine with the program as {state}, and Ctrl-O loads it. Ctrl-C asks whether to save the \
             program as a text, NAME.bas."
        );
        let known = bally.config().cartridge.as_ref().and_then(|cartridge| cartridge.known());
        let (title, paragraphs) = match known {
            _ if self.types_text => (name, [about::paragraphs(&basic::lines(bally)), vec![saving]].concat()),
            Some(known) => (known.title.to_owned(), vec![NO_RULES.to_owned()]),
            None if bally.config().cartridge.is_none() => (name, vec![NO_CARTRIDGE.to_owned()]),
            None => (name, vec![NO_RULES.to_owned()]),
        };
        Help { title, paragraphs, keys: keyboard::explained(self.keypad, self.types_text) }
    }

    /// Returns what the machine does, with its speed.
    fn state(&self) -> String {
        let bally = self.session.bally();
        let what = match (bally.runaway(), self.session.speed()) {
            (Some(_), _) => return "code ran away".to_owned(),
            (None, None) => return "paused".to_owned(),
            (None, Some(speed)) if self.is_program => return state(basic::pause(bally), speed).to_owned(),
            (None, Some(Speed::Max)) => "fast",
            (None, Some(Speed::Period)) => "runs",
        };
        let percent = self.session.percent();
        let speed = percent.map_or(what.to_owned(), |percent| format!("{what}, {percent} %"));
        self.tape().map_or(speed.clone(), |tape| format!("{tape} · {speed}"))
    }

    /// Returns where the tape in the recorder is.
    fn tape(&self) -> Option<String> {
        let (length, bally) = (self.tapes.seconds?, self.session.bally());
        let what = if tape::is_playing(bally) { "plays" } else { "stopped" };
        let time = |seconds: f64| format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60);
        Some(format!("tape {what} {}/{}", time(tape::seconds_played(bally).min(length)), time(length)))
    }
}

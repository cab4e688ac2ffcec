//! The screen of a session: the picture, below it the keys and the state or a message.

use arcadian_files::escape;
use arcadian_play::{
    bally::{
        basic,
        keys::Keypad,
        report::{self},
        tape,
    },
    pace::{Speed, state},
};
use arcadian_screen::Raster;

use super::player::ArcadePlayer;
use crate::terminal::picture::{Scene, fitted, wrapped};

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
    "F1-F5=GREEN RED BLUE WORDS PAUSE",
    "arrows Tab [ ]=handle",
    "Alt-1…4=which handle",
];

/// The keys of the machine with the BASIC cartridge, for which characters are typed.
const TYPED: [&str; 8] = [
    "letters digits symbols",
    "Enter=GO",
    "Backspace=ERASE",
    "Esc=HALT",
    "/=÷ *=×",
    "arrows Tab [ ]=handle",
    "F1-F5=GREEN RED BLUE WORDS PAUSE",
    "Alt-1…4=which handle",
];

const COMMANDS: [&str; 10] = [
    "^C leaves",
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

const TAPE: [&str; 2] = ["^T tape", "^W rewinds"];

impl Scene for ArcadePlayer<'_> {
    type Image = Raster;

    fn image(&self) -> Raster {
        report::raster(self.session.bally())
    }

    fn footer(&self, width: usize, count: usize, most: usize) -> Vec<String> {
        let mut lines = match self.message() {
            Some(message) => wrapped(&escape::line(&message), width, most),
            None => vec![self.keys(width, count)],
        };
        if lines.len() < count {
            let tape: &[&str] = if self.tapes.seconds.is_some() { &TAPE } else { &[] };
            lines.push(fitted(&[&COMMANDS[..1], tape, &COMMANDS[1..]].concat(), &self.state(), width));
        }
        lines.resize(count.max(lines.len()), " ".repeat(width));
        lines
    }
}

impl ArcadePlayer<'_> {
    /// Returns the keys of the machine; with the commands and the state if there is only one line.
    fn keys(&self, width: usize, count: usize) -> String {
        let keys: &[&str] = match self.keypad {
            _ if self.types_text => &TYPED,
            Keypad::Calculator => &CALCULATOR,
            Keypad::Basic => &BASIC,
        };
        match count {
            0 | 1 => fitted(&[&COMMANDS[..2], keys].concat(), &self.state(), width),
            _ => fitted(keys, &format!("handle {}", self.session.handle()), width),
        }
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

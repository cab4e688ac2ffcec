//! The lines below the picture: the keys and the state of the machine, or a message.

use std::iter;

use arcadian_basic::{Basic, Pause, text_of};
use arcadian_files::escape;
use arcadian_play::{
    pace::{Speed, state},
    played_program::PlayedProgram,
    rotate,
};

use crate::terminal::picture::{fitted, wrapped};

/// The keys while a program runs or waits, the most important first; those that do not fit are omitted.
const RUNNING: [&str; 9] = [
    "Enter=GO",
    "/=÷",
    "Backspace=ERASE",
    "Esc=HALT",
    "Ctrl-C leaves",
    "*=×",
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Alt-/=/ · Alt-*=* · Alt-arrows=↑←→↓",
    "Ctrl-L redraws",
];

/// The keys while a program runs that reads a hand controller.
const CONTROLLER: [&str; 8] = [
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Enter=GO",
    "Esc=HALT",
    "Ctrl-C leaves",
    "/=÷",
    "Backspace=ERASE",
    "Alt-1…4=which controller",
    "*=×",
];

/// The keys at the prompt.
const PROMPT: [&str; 8] = [
    "Enter=GO",
    "Ctrl-C leaves",
    "Ctrl-R erases all",
    ":PRINT \"NAME\" saves",
    "number and → edit a line",
    "/=÷ · *=×",
    "Alt-/=/ · Alt-*=* · Alt-arrows=↑←→↓",
    "Ctrl-L redraws",
];

/// The keys while ROTATE of 1982 runs or waits.
const ROTATE: [&str; 7] =
    ["Enter=GO", "Ctrl-T=hint", "Esc=HALT", "Ctrl-C leaves", "Backspace=ERASE", "/=÷", "Ctrl-L redraws"];

/// The functions that read a hand controller.
const READINGS: [&str; 4] = ["JX(", "JY(", "TR(", "KN("];

/// The room for the lines: `count` lines of `width` columns, or up to `most` for a message.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub width: usize,
    pub count: usize,
    pub most: usize,
}

/// Returns the lines: a message, what is being searched for, or the keys. `notice` is shown below the keys, if there is room.
pub fn lines(
    played: &PlayedProgram,
    searching: Option<&str>,
    speed: Speed,
    notice: Option<&str>,
    room: Room,
) -> Vec<String> {
    let Room { width, count, most } = room;
    let mut lines = match played.message().or_else(|| searching.map(str::to_owned)) {
        Some(message) => wrapped(&escape::line(&message), width, most),
        None => {
            let pause = played.session().pause();
            let keys = fitted(keys(played.basic(), pause), state(pause, speed), width);
            let notice = notice.map(|notice| wrapped(&escape::line(notice), width, 1));
            iter::once(keys).chain(notice.into_iter().flatten()).take(count.max(1)).collect()
        }
    };
    lines.resize(count.max(lines.len()), " ".repeat(width));
    lines
}

fn keys(basic: &Basic, pause: Pause) -> &'static [&'static str] {
    match pause {
        Pause::Prompt => &PROMPT,
        _ if rotate::is_loaded(basic) => &ROTATE,
        _ if reads_a_controller(basic) => &CONTROLLER,
        _ => &RUNNING,
    }
}

fn reads_a_controller(basic: &Basic) -> bool {
    basic.store().lines().any(|line| {
        let text = text_of(&line.text);
        READINGS.iter().any(|reading| text.contains(reading))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_wider_than_the_terminal() {
        for width in 0..200 {
            for keys in [&RUNNING[..], &CONTROLLER, &ROTATE, &PROMPT] {
                assert_eq!(fitted(keys, "waits for a key", width).chars().count(), width);
            }
        }
    }

    #[test]
    fn the_keys_of_a_game_fit_the_classic_terminal() {
        let line = fitted(&RUNNING, "waits for a key", 80);
        for key in &RUNNING[..5] {
            assert!(line.contains(key), "{key} in {line}");
        }
        let line = fitted(&ROTATE, "waits for a key", 80);
        for key in &ROTATE[..4] {
            assert!(line.contains(key), "{key} in {line}");
        }
        let line = fitted(&PROMPT, "ready", 80);
        for key in &PROMPT[..4] {
            assert!(line.contains(key), "{key} in {line}");
        }
    }
}

//! The lines below the picture: the keys and the state of the machine, or a message.

use arcadian_basic::{Basic, Pause, text_of};
use arcadian_files::escape;
use arcadian_play::{
    pace::{Speed, state},
    played_program::PlayedProgram,
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
const CONTROLLER: [&str; 7] = [
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Enter=GO",
    "Esc=HALT",
    "Ctrl-C leaves",
    "/=÷",
    "Backspace=ERASE",
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

/// The functions that read a hand controller.
const READINGS: [&str; 4] = ["JX(", "JY(", "TR(", "KN("];

/// Returns `count` lines of `width` columns, or up to `most` for a message.
pub fn lines(played: &PlayedProgram, speed: Speed, width: usize, count: usize, most: usize) -> Vec<String> {
    let mut lines = match played.message() {
        Some(message) => wrapped(&escape::line(&message), width, most),
        None => vec![line(played.basic(), played.session().pause(), speed, width)],
    };
    lines.resize(count.max(lines.len()), " ".repeat(width));
    lines
}

fn line(basic: &Basic, pause: Pause, speed: Speed, width: usize) -> String {
    let keys: &[&str] = match pause {
        Pause::Prompt => &PROMPT,
        _ if reads_a_controller(basic) => &CONTROLLER,
        _ => &RUNNING,
    };
    fitted(keys, state(pause, speed), width)
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
            for keys in [&RUNNING[..], &CONTROLLER, &PROMPT] {
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
        let line = fitted(&PROMPT, "ready", 80);
        for key in &PROMPT[..4] {
            assert!(line.contains(key), "{key} in {line}");
        }
    }
}

//! The table of keyboard keys and their meanings, and the footer that names them.

use std::iter;

use Action::{Control as Move, Press};
use Meaning::Act;
use arcadian_basic::{Basic, Key, Pause, text_of, words::code};
use arcadian_files::escape;
use arcadian_play::{
    pace::{Speed, state},
    played_program::PlayedProgram,
    rotate,
    stick::Action,
    stick::{Control, FINE_TURN, TURN},
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::terminal::picture::{fitted, wrapped};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Act(Action),
    /// Shows a hint, or ends the search for one.
    Hint,
    Redraw,
    Suspend,
    /// A character that the machine lacks.
    Foreign(char),
}

const NONE: KeyModifiers = KeyModifiers::NONE;
const ALT: KeyModifiers = KeyModifiers::ALT;
const CONTROL: KeyModifiers = KeyModifiers::CONTROL;

const fn code(code: u8) -> Meaning {
    Act(Press(Key::Code(code)))
}

/// Every key other than a plain character of the machine. `/` and `*` type ÷ and ×, which programs need far more often; with Alt
/// they type the characters themselves.
const KEYS: [(KeyModifiers, KeyCode, Meaning); 37] = [
    (NONE, KeyCode::Enter, code(code::GO)),
    (CONTROL, KeyCode::Char('j'), code(code::GO)),
    (CONTROL, KeyCode::Char('m'), code(code::GO)),
    (NONE, KeyCode::Backspace, code(code::ERASE)),
    (NONE, KeyCode::Delete, code(code::ERASE)),
    (CONTROL, KeyCode::Char('h'), code(code::ERASE)),
    (NONE, KeyCode::Char('/'), code(code::DIVIDE)),
    (NONE, KeyCode::Char('*'), code(code::TIMES)),
    (ALT, KeyCode::Char('/'), code(b'/')),
    (ALT, KeyCode::Char('*'), code(b'*')),
    (ALT, KeyCode::Up, code(94)),
    (ALT, KeyCode::Left, code(95)),
    (ALT, KeyCode::Right, code(96)),
    (ALT, KeyCode::Down, code(97)),
    // ASCII of 1963 has arrows at these codes, and so does the machine.
    (NONE, KeyCode::Char('^'), code(94)),
    (NONE, KeyCode::Char('_'), code(95)),
    (NONE, KeyCode::Left, Act(Move(Control::Left))),
    (NONE, KeyCode::Right, Act(Move(Control::Right))),
    (NONE, KeyCode::Up, Act(Move(Control::Up))),
    (NONE, KeyCode::Down, Act(Move(Control::Down))),
    (NONE, KeyCode::Tab, Act(Move(Control::Trigger))),
    (NONE, KeyCode::Char('['), Act(Move(Control::Turn(-TURN)))),
    (NONE, KeyCode::Char(']'), Act(Move(Control::Turn(TURN)))),
    (NONE, KeyCode::Char('{'), Act(Move(Control::Turn(-FINE_TURN)))),
    (NONE, KeyCode::Char('}'), Act(Move(Control::Turn(FINE_TURN)))),
    (ALT, KeyCode::Char('1'), Act(Action::Select(1))),
    (ALT, KeyCode::Char('2'), Act(Action::Select(2))),
    (ALT, KeyCode::Char('3'), Act(Action::Select(3))),
    (ALT, KeyCode::Char('4'), Act(Action::Select(4))),
    (NONE, KeyCode::Pause, Act(Press(Key::Pause))),
    (NONE, KeyCode::Esc, Act(Action::Halt)),
    (CONTROL, KeyCode::Char('c'), Act(Action::Leave)),
    (CONTROL, KeyCode::Char('l'), Meaning::Redraw),
    (CONTROL, KeyCode::Char('t'), Meaning::Hint),
    (CONTROL, KeyCode::Char('z'), Meaning::Suspend),
    (CONTROL, KeyCode::Char('q'), Act(Action::Leave)),
    (CONTROL, KeyCode::Char('r'), Act(Action::Reset)),
];

/// Returns the meaning of a key event, or `None` for an unused key.
pub fn meaning(event: &KeyEvent) -> Option<Meaning> {
    let modifiers = event.modifiers & (CONTROL | ALT);
    let code = match event.code {
        KeyCode::Char(character) if modifiers == CONTROL => KeyCode::Char(character.to_ascii_lowercase()),
        code => code,
    };
    let known = KEYS.iter().find(|(held, key, _)| *held == modifiers && *key == code);
    known.map(|(_, _, meaning)| *meaning).or_else(|| character(code, modifiers))
}

/// Returns the key press of a character. On some systems AltGr is reported as Control with Alt.
fn character(code: KeyCode, modifiers: KeyModifiers) -> Option<Meaning> {
    match code {
        KeyCode::Char(character) if modifiers == NONE || modifiers == CONTROL | ALT => {
            Some(Key::typed(character).map_or(Meaning::Foreign(character), |key| Act(Press(key))))
        }
        _ => None,
    }
}

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

    fn pressed(modifiers: KeyModifiers, code: KeyCode) -> Option<Meaning> {
        meaning(&KeyEvent::new(code, modifiers))
    }

    #[test]
    fn letters_are_capitals_with_and_without_shift() {
        for (modifiers, letter) in [(NONE, 'a'), (KeyModifiers::SHIFT, 'A'), (NONE, 'A')] {
            assert_eq!(pressed(modifiers, KeyCode::Char(letter)), Some(code(b'A')));
        }
        assert_eq!(pressed(KeyModifiers::SHIFT, KeyCode::Char('*')), Some(code(code::TIMES)));
    }

    #[test]
    fn each_row_of_the_table_is_reached() {
        for (index, (modifiers, key, action)) in KEYS.iter().enumerate() {
            assert_eq!(pressed(*modifiers, *key), Some(*action), "row {index}");
        }
    }

    #[test]
    fn characters_that_the_machine_lacks_are_not_ignored() {
        for character in ['é', '~', '“', '−'] {
            assert_eq!(pressed(NONE, KeyCode::Char(character)), Some(Meaning::Foreign(character)));
        }
        for key in [KeyCode::F(1), KeyCode::Home] {
            assert_eq!(pressed(NONE, key), None);
        }
        assert_eq!(pressed(ALT, KeyCode::Char('a')), None);
        assert_eq!(pressed(CONTROL, KeyCode::Char('a')), None);
    }
}

#[cfg(test)]
mod footer_tests {
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

//! The table of keyboard keys and their meanings, the footer that names them, and the page that explains them.

use Action::{Control as Move, Press};
use Meaning::Act;
use arcadian_basic::{Basic, Key, Line, Pause, words::code};
use arcadian_play::{
    about,
    pace::{Speed, state},
    played_program::PlayedProgram,
    rotate,
    stick::Action,
    stick::{Control, FINE_TURN, TURN},
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::terminal::{
    help::{self, Help},
    picture::Room,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Act(Action),
    /// Shows the rules of the program and the keys.
    Help,
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
const KEYS: [(KeyModifiers, KeyCode, Meaning); 39] = [
    // Some terminals have F1 for themselves.
    (NONE, KeyCode::F(1), Meaning::Help),
    (CONTROL, KeyCode::Char('k'), Meaning::Help),
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

/// Returns what a key of the table does.
fn explanation(meaning: Meaning) -> &'static str {
    match meaning {
        Act(Press(Key::Code(code))) => help::of_code(code),
        Act(Press(_)) => {
            "PAUSE: types the next character of a line that is edited, and pauses LIST; so does the right arrow"
        }
        Act(Move(Control::Trigger)) => "the trigger of the hand controller (TR)",
        Act(Move(Control::Turn(by))) if by.unsigned_abs() == FINE_TURN.unsigned_abs() => {
            "turn the knob in the finest steps"
        }
        Act(Move(Control::Turn(_))) => "turn the knob (KN)",
        Act(Move(_)) => "the hand controller (JX, JY)",
        Act(Action::Select(_)) => "select which hand controller the keys are",
        Act(Action::Halt) => "HALT: stops the program at the prompt, cancels a line or a search for a hint",
        Act(Action::Leave) => "leave; lines that are not saved are asked about",
        Act(Action::Reset) => "resets the machine and erases the program",
        Meaning::Help => "show this page",
        Meaning::Hint => "shows the next move of ROTATE",
        Meaning::Redraw => "draws the screen again",
        Meaning::Suspend => "suspends arcadian; `fg` continues it",
        Meaning::Foreign(_) => "types a similar character",
    }
}

/// What the prompt is for.
const AT_THE_PROMPT: &str = "HALT stops the program at the prompt `>`, for commands such as RUN and LIST and for lines with a number. \
    There `:PRINT \"NAME\"` saves the program as NAME.bas, and `:INPUT \"NAME\"` loads it.";

/// Returns the page about a program and the keys.
pub fn help(name: &str, lines: &[Line]) -> Help {
    let keys = KEYS.iter();
    let keys = keys.map(|(held, code, meaning)| (help::name(*held, *code), explanation(*meaning).to_owned()));
    let typed = ("letters, digits, signs".to_owned(), "typed as they are".to_owned());
    Help {
        title: name.to_owned(),
        paragraphs: about::paragraphs(lines).into_iter().chain([AT_THE_PROMPT.to_owned()]).collect(),
        keys: help::grouped([typed].into_iter().chain(keys)),
    }
}

/// The key that is always named in the footer: the way out.
const LEAVE: &str = "Ctrl-C leaves";

/// The keys while a program runs or waits, the most important first; those that do not fit are omitted.
const RUNNING: [&str; 8] = [
    "F1=help",
    "Enter=GO",
    "/=÷",
    "Esc=HALT",
    "Backspace=ERASE",
    "*=×",
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Ctrl-L redraws",
];

/// The keys while a program runs that reads a hand controller.
const CONTROLLER: [&str; 8] = [
    "F1=help",
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Esc=HALT",
    "Enter=GO",
    "/=÷",
    "Backspace=ERASE",
    "Alt-1…4=which controller",
    "*=×",
];

const PROMPT: [&str; 7] = [
    "F1=help",
    ":PRINT \"NAME\" saves",
    "Enter=GO",
    "Ctrl-R erases all",
    "number and → edit a line",
    "/=÷ · *=×",
    "Ctrl-L redraws",
];

/// The keys while ROTATE of 1982 runs or waits.
const ROTATE: [&str; 7] =
    ["F1=help", "Enter=GO", "Esc=HALT", "Ctrl-T=hint", "Backspace=ERASE", "/=÷", "Ctrl-L redraws"];

/// Returns the lines: a message, what is being searched for, or the keys. `notice` is shown below the keys, if there is room.
pub fn lines(
    played: &PlayedProgram,
    searching: Option<&str>,
    speed: Speed,
    notice: Option<&str>,
    room: Room,
) -> Vec<String> {
    let mut lines = match played.message().or_else(|| searching.map(str::to_owned)) {
        Some(message) => room.message(&message, room.most),
        None => {
            let pause = played.session().pause();
            let mut lines = vec![room.keys(keys(played.basic(), pause), LEAVE, state(pause, speed))];
            if let Some(notice) = notice.filter(|_| room.count > 1) {
                lines.extend(room.message(notice, room.count - 1));
            }
            lines
        }
    };
    lines.resize(room.count.max(lines.len()), " ".repeat(room.width));
    lines
}

fn keys(basic: &Basic, pause: Pause) -> &'static [&'static str] {
    match pause {
        Pause::Prompt => &PROMPT,
        _ if rotate::is_loaded(basic) => &ROTATE,
        _ if about::reads_a_controller(&basic.store().lines().collect::<Vec<_>>()) => &CONTROLLER,
        _ => &RUNNING,
    }
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
        for key in [KeyCode::F(2), KeyCode::Home] {
            assert_eq!(pressed(NONE, key), None);
        }
        assert_eq!(pressed(ALT, KeyCode::Char('a')), None);
        assert_eq!(pressed(CONTROL, KeyCode::Char('a')), None);
    }
}

#[cfg(test)]
mod footer_tests {
    use super::*;
    use crate::terminal::Charset;

    fn line(keys: &[&str], state: &str, width: usize, charset: Charset) -> String {
        Room { width, count: 1, most: 1, charset }.keys(keys, LEAVE, state)
    }

    #[test]
    fn always_as_wide_as_its_room_and_with_the_way_out() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            for (width, keys) in (0..200).flat_map(|width| {
                [(width, &RUNNING[..]), (width, &CONTROLLER), (width, &ROTATE), (width, &PROMPT)]
            }) {
                let line = line(keys, "runs at full speed", width, charset);
                assert_eq!(line.chars().count(), width);
                assert!(width < 27 || line.contains("C leaves"), "{width}: {line}");
                assert!(width < 40 || line.contains("F1=help"), "{width}: {line}");
                assert!(charset == Charset::Unicode || width < 9 || line.is_ascii(), "{line}");
            }
        }
    }

    #[test]
    fn the_keys_of_a_game_fit_the_classic_terminal() {
        for (keys, count, state) in
            [(&RUNNING[..], 4, "waits for a key"), (&ROTATE, 4, "waits for a key"), (&PROMPT, 4, "ready")]
        {
            let line = line(keys, state, 80, Charset::Unicode);
            for key in &keys[..count] {
                assert!(line.contains(&key.replace("Ctrl-", "")), "{key} in {line}");
            }
            assert!(line.contains("C leaves"), "{line}");
        }
    }
}

#[cfg(test)]
mod help_tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_is_explained() {
        let help = help("x.bas", &[]);
        let names: Vec<&str> = help.keys.iter().flat_map(|(names, _)| names.split(", ")).collect();
        for (held, code, _) in KEYS {
            let name = help::name(held, code);
            assert_eq!(names.iter().filter(|known| **known == name).count(), 1, "{name}");
        }
        let meaning = |name: &str| help.keys.iter().find(|(names, _)| names.split(", ").any(|n| n == name));
        assert_eq!(meaning("F1").map(|(names, _)| names.as_str()), Some("F1, Ctrl-K"));
        assert!(meaning("Ctrl-C").is_some_and(|(_, text)| text.starts_with("leave")));
    }
}

//! The tables of keyboard keys and their meanings, and the lines that explain them.

use arcadian_bally::PadKey;
use arcadian_basic::{Key, words::code};
use arcadian_play::bally::keys::Keypad;
use arcadian_play::stick::{Control, FINE_TURN, TURN};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::terminal::help;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Press(PadKey),
    /// A movement of the handle.
    Control(Control),
    /// Selects the handle that the keyboard moves, 1 to 4.
    Handle(usize),
    Command(Command),
}

/// A command to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows what is known about the program, and the keys.
    Help,
    /// Pauses, or continues.
    Pause,
    /// Pauses, and runs one frame.
    Step,
    /// Switches between full speed and the speed of the machine.
    Fast,
    Reset,
    Save,
    Load,
    /// Plays the tape in the recorder, or stops it.
    Tape,
    Rewind,
    Screenshot,
    /// Writes a GIF of the last seconds.
    Gif,
    Redraw,
    Suspend,
    Leave,
}

use Meaning::{Command as Do, Control as Move};

const NONE: KeyModifiers = KeyModifiers::NONE;
const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
const ALT: KeyModifiers = KeyModifiers::ALT;

/// The keys other than those of the keypad.
const KEYS: [(KeyModifiers, KeyCode, Meaning); 29] = [
    // Some terminals have F1 for themselves.
    (NONE, KeyCode::F(1), Do(Command::Help)),
    (CONTROL, KeyCode::Char('k'), Do(Command::Help)),
    (NONE, KeyCode::Left, Move(Control::Left)),
    (NONE, KeyCode::Right, Move(Control::Right)),
    (NONE, KeyCode::Up, Move(Control::Up)),
    (NONE, KeyCode::Down, Move(Control::Down)),
    (NONE, KeyCode::Tab, Move(Control::Trigger)),
    (NONE, KeyCode::Char('['), Move(Control::Turn(-TURN))),
    (NONE, KeyCode::Char(']'), Move(Control::Turn(TURN))),
    (NONE, KeyCode::Char('{'), Move(Control::Turn(-FINE_TURN))),
    (NONE, KeyCode::Char('}'), Move(Control::Turn(FINE_TURN))),
    (ALT, KeyCode::Char('1'), Meaning::Handle(1)),
    (ALT, KeyCode::Char('2'), Meaning::Handle(2)),
    (ALT, KeyCode::Char('3'), Meaning::Handle(3)),
    (ALT, KeyCode::Char('4'), Meaning::Handle(4)),
    (CONTROL, KeyCode::Char('p'), Do(Command::Pause)),
    (CONTROL, KeyCode::Char('n'), Do(Command::Step)),
    (CONTROL, KeyCode::Char('f'), Do(Command::Fast)),
    (CONTROL, KeyCode::Char('r'), Do(Command::Reset)),
    (CONTROL, KeyCode::Char('s'), Do(Command::Save)),
    (CONTROL, KeyCode::Char('o'), Do(Command::Load)),
    (CONTROL, KeyCode::Char('t'), Do(Command::Tape)),
    (CONTROL, KeyCode::Char('w'), Do(Command::Rewind)),
    (CONTROL, KeyCode::Char('g'), Do(Command::Screenshot)),
    (CONTROL, KeyCode::Char('e'), Do(Command::Gif)),
    (CONTROL, KeyCode::Char('l'), Do(Command::Redraw)),
    (CONTROL, KeyCode::Char('z'), Do(Command::Suspend)),
    (CONTROL, KeyCode::Char('c'), Do(Command::Leave)),
    (CONTROL, KeyCode::Char('q'), Do(Command::Leave)),
];

/// The keys of the keypad that are not typed by their legend: names with the legends of the calculator and of BASIC.
const KEYPAD: [(KeyCode, &str, &str); 16] = [
    (KeyCode::Enter, "=", "GO"),
    (KeyCode::Backspace, "CE", "ERASE"),
    (KeyCode::Delete, "CE", "ERASE"),
    (KeyCode::Esc, "C", "HALT"),
    (KeyCode::Char('c'), "C", "C"),
    (KeyCode::Char('m'), "MR", "MR"),
    (KeyCode::Char('s'), "MS", "MS"),
    (KeyCode::Char('e'), "CE", "CE"),
    (KeyCode::Char('h'), "CH", "CH"),
    (KeyCode::Char('u'), "↑", "PAUSE"),
    (KeyCode::Char('d'), "↓", "HALT"),
    (KeyCode::F(2), "GREEN", "GREEN"),
    (KeyCode::F(3), "RED", "RED"),
    (KeyCode::F(4), "BLUE", "BLUE"),
    (KeyCode::F(5), "WORDS", "WORDS"),
    (KeyCode::F(6), "↑", "PAUSE"),
];

/// The keys that the BASIC cartridge reads as other characters.
const TYPED: [(KeyCode, u8); 5] = [
    (KeyCode::Enter, code::GO),
    (KeyCode::Backspace, code::ERASE),
    (KeyCode::Delete, code::ERASE),
    (KeyCode::Char('/'), code::DIVIDE),
    (KeyCode::Char('*'), code::TIMES),
];

/// Returns what a key does that is not on the keypad.
fn explanation(meaning: Meaning) -> &'static str {
    match meaning {
        Move(Control::Trigger) => "the trigger of the handle",
        Move(Control::Turn(by)) if by.unsigned_abs() == FINE_TURN.unsigned_abs() => {
            "turn its knob in the finest steps"
        }
        Move(Control::Turn(_)) => "turn its knob",
        Move(_) => "move the handle",
        Meaning::Handle(_) => "select which handle the keys move",
        Meaning::Press(_) => "a key of the keypad",
        Do(command) => match command {
            Command::Help => "show this page",
            Command::Pause => "pauses, and continues",
            Command::Step => "runs one frame",
            Command::Fast => "switches to full speed and back",
            Command::Reset => "resets the machine",
            Command::Save => "saves the machine, with all its memory, as a file .state in this directory",
            Command::Load => "loads that file",
            Command::Tape => "plays or stops the tape",
            Command::Rewind => "rewinds the tape",
            Command::Screenshot => "writes a screenshot",
            Command::Gif => "writes a GIF of the last seconds",
            Command::Redraw => "draws the screen again",
            Command::Suspend => "suspends arcadian; `fg` continues it",
            Command::Leave => "leave",
        },
    }
}

/// Returns the names of all keys with what they do. With `types_text`, characters are typed for the BASIC cartridge.
pub fn explained(keypad: Keypad, types_text: bool) -> Vec<(String, String)> {
    let (characters, use_of) = match (types_text, keypad) {
        (true, _) => ("letters, digits, signs", "typed as they are"),
        (false, Keypad::Calculator) => ("0-9 . + - * / = %", "the keys with these legends"),
        (false, Keypad::Basic) => ("0-9 + - * / =", "the keys with these legends"),
    };
    let typed = if types_text { &TYPED[..] } else { &[] };
    let typed = typed.iter().map(|(key, code)| (NONE, *key, help::of_code(*code).to_owned()));
    let pad = KEYPAD.iter().filter(|(key, ..)| !types_text || matches!(key, KeyCode::Esc | KeyCode::F(_)));
    let pad = pad.map(|(key, calculator, basic)| {
        (NONE, *key, format!("the key {}", if keypad == Keypad::Calculator { calculator } else { basic }))
    });
    let blank = plain(KeyCode::Char(' '), keypad).filter(|_| !types_text).map(|meaning| {
        let key = matches!(meaning, Meaning::Press(_)).then(|| "the key SPACE".to_owned());
        (NONE, KeyCode::Char(' '), key.unwrap_or_else(|| explanation(meaning).to_owned()))
    });
    let keys = KEYS.iter().map(|(held, key, meaning)| (*held, *key, explanation(*meaning).to_owned()));
    let all = typed.chain(pad).chain(blank).chain(keys);
    let all = all.map(|(held, key, text)| (help::name(held, key), text));
    help::grouped([(characters.to_owned(), use_of.to_owned())].into_iter().chain(all))
}

/// Returns the meaning of a key event, or `None` for an unused key.
pub fn meaning(event: &KeyEvent, keypad: Keypad) -> Option<Meaning> {
    let modifiers = event.modifiers & (CONTROL | ALT);
    let code = match event.code {
        KeyCode::Char(character) => KeyCode::Char(character.to_ascii_lowercase()),
        code => code,
    };
    let known = KEYS.iter().find(|(held, key, _)| *held == modifiers && *key == code);
    known.map(|(_, _, meaning)| *meaning).or_else(|| plain(code, keypad).filter(|_| modifiers == NONE))
}

/// Returns whether a terminal with the kitty keyboard protocol reports the release of a key.
pub fn has_release(event: &KeyEvent) -> bool {
    !matches!(event.code, KeyCode::Enter | KeyCode::Backspace | KeyCode::Tab)
}

/// Returns the meaning of a key without modifiers: the blank is SPACE with the legends of BASIC, otherwise the trigger.
fn plain(code: KeyCode, keypad: Keypad) -> Option<Meaning> {
    let named = KEYPAD.iter().find(|(key, ..)| *key == code);
    let name = match (named, code, keypad) {
        (Some((_, name, _)), _, Keypad::Calculator) | (Some((_, _, name)), _, Keypad::Basic) => {
            (*name).to_owned()
        }
        (None, KeyCode::Char(' '), Keypad::Calculator) => return Some(Move(Control::Trigger)),
        (None, KeyCode::Char(' '), Keypad::Basic) => "SPACE".to_owned(),
        (None, KeyCode::Char(character), _) => character.to_string(),
        _ => return None,
    };
    keypad.key(&name).map(Meaning::Press)
}

/// Input of the BASIC cartridge that a key types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keystroke {
    Key(Key),
    /// A character that the machine lacks.
    Foreign(char),
}

/// Returns what a key types for the BASIC cartridge. GO and ERASE have their place among the characters.
pub fn typed(event: &KeyEvent) -> Option<Keystroke> {
    if event.modifiers & (CONTROL | ALT) != NONE {
        return None;
    }
    let known = TYPED.iter().find(|(key, _)| *key == event.code);
    match (known, event.code) {
        (Some((_, code)), _) => Some(Keystroke::Key(Key::Code(*code))),
        // They turn the knob.
        (None, KeyCode::Char('[' | ']' | '{' | '}')) => None,
        (None, KeyCode::Char(character)) => {
            Some(Key::typed(character).map_or(Keystroke::Foreign(character), Keystroke::Key))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(modifiers: KeyModifiers, code: KeyCode, keypad: Keypad) -> Option<Meaning> {
        meaning(&KeyEvent::new(code, modifiers), keypad)
    }

    #[test]
    fn each_row_of_the_tables_is_reached() {
        for keypad in [Keypad::Calculator, Keypad::Basic] {
            for (modifiers, key, action) in KEYS {
                assert_eq!(pressed(modifiers, key, keypad), Some(action), "{key:?}");
            }
            for (key, ..) in KEYPAD {
                assert!(matches!(pressed(NONE, key, keypad), Some(Meaning::Press(_))), "{key:?}");
            }
        }
    }

    #[test]
    fn every_key_of_the_keypad_can_be_pressed() {
        let characters = "0123456789.+-*/=%cmsehud".chars().map(KeyCode::Char);
        let keys: Vec<_> = characters.map(|code| pressed(NONE, code, Keypad::Calculator)).collect();
        for key in PadKey::all() {
            assert!(keys.contains(&Some(Meaning::Press(key))), "{}", key.legend());
        }
    }

    #[test]
    fn characters_for_the_basic_cartridge() {
        let typed = |code| typed(&KeyEvent::new(code, NONE));
        let key = |code| Some(Keystroke::Key(Key::Code(code)));
        assert_eq!(typed(KeyCode::Char('a')), key(b'A'));
        assert_eq!(typed(KeyCode::Char('*')), key(code::TIMES));
        assert_eq!(typed(KeyCode::Enter), key(code::GO));
        assert_eq!(typed(KeyCode::Char('é')), Some(Keystroke::Foreign('é')));
        assert_eq!(
            (typed(KeyCode::Char('[')), typed(KeyCode::Char('}')), typed(KeyCode::Esc)),
            (None, None, None)
        );
    }

    #[test]
    fn unused_keys_have_no_meaning() {
        assert_eq!(pressed(NONE, KeyCode::Char('é'), Keypad::Basic), None);
        assert_eq!(pressed(CONTROL, KeyCode::Char('5'), Keypad::Basic), None);
        assert_eq!(pressed(NONE, KeyCode::Home, Keypad::Calculator), None);
    }
}

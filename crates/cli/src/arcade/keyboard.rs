//! The table of keyboard keys and their meanings.

use arcadian_bally::PadKey;
use arcadian_basic::{Key, words::code};
use arcadian_play::bally::keys::Keypad;
use arcadian_play::stick::{Control, FINE_TURN, TURN};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
const KEYS: [(KeyModifiers, KeyCode, Meaning); 27] = [
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
    (KeyCode::F(1), "GREEN", "GREEN"),
    (KeyCode::F(2), "RED", "RED"),
    (KeyCode::F(3), "BLUE", "BLUE"),
    (KeyCode::F(4), "WORDS", "WORDS"),
    (KeyCode::F(5), "↑", "PAUSE"),
];

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
    let code = |code| Some(Keystroke::Key(Key::Code(code)));
    match event.code {
        _ if event.modifiers & (CONTROL | ALT) != NONE => None,
        // They turn the knob.
        KeyCode::Char('[' | ']' | '{' | '}') => None,
        KeyCode::Char('/') => code(code::DIVIDE),
        KeyCode::Char('*') => code(code::TIMES),
        KeyCode::Char(character) => {
            Some(Key::typed(character).map_or(Keystroke::Foreign(character), Keystroke::Key))
        }
        KeyCode::Enter => code(code::GO),
        KeyCode::Backspace | KeyCode::Delete => code(code::ERASE),
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

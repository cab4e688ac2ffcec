//! The table of keyboard keys and their meanings.

use arcadian_basic::{Key, words::code};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use arcadian_play::stick::{Action, Control, FINE_TURN, TURN};

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An action on the machine.
    Act(Action),
    /// Shows a hint, or ends the search for one.
    Hint,
    /// Redraws the screen.
    Redraw,
    /// Suspends the process.
    Suspend,
    /// A character that the machine lacks.
    Foreign(char),
}

use Action::{Control as Move, Press};
use Meaning::Act;

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

//! Scripts of keys and hand controllers (key files, `--keys`).
//!
//! A script contains characters as typed, and `{GO}` and other names in braces; a new line is GO,
//! unless it follows `{GO}`. `{GREEN}7` is what the key 7 types after the shift GREEN. The event after `{AT n}` happens when
//! n statements have been executed. `{HOLD A}` holds a key down until `{RELEASE}`.

use std::ops::Range;

use arcadian_screen::font;

use crate::{
    Controller, Key,
    keypad::{self, SHIFTS},
    typing,
    words::{self, code},
};

/// One step of a key script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key is pressed when the program next asks for one.
    Key(Key),
    /// The next event happens after this number of statements, whether the program asks for it or not.
    At(u64),
    /// A hand controller (1..=4) moves.
    Controller(usize, Controller),
    /// A key of the pad is down from now on, or none.
    Hold(Option<Key>),
    Prompt,
    /// The machine is reset when it next asks for a key.
    Reset,
}

/// The names of keys in braces, other than the sixteen words.
const NAMES: [(&str, Key); 13] = [
    ("GO", Key::Code(code::GO)),
    ("ENTER", Key::Code(code::GO)),
    ("ERASE", Key::Code(code::ERASE)),
    ("SPACE", Key::Code(b' ')),
    ("DIV", Key::Code(code::DIVIDE)),
    ("MUL", Key::Code(code::TIMES)),
    ("UP", Key::Code(94)),
    ("LEFT", Key::Code(95)),
    ("RIGHT", Key::Code(96)),
    ("DOWN", Key::Code(97)),
    ("HALT", Key::Halt),
    ("ESC", Key::Halt),
    ("PAUSE", Key::Pause),
];

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysErrorKind {
    #[error(
        "no key is called `{{{name}}}`; there are {{GO}} {{ERASE}} {{HALT}} {{PAUSE}} {{SPACE}} {{DIV}} {{MUL}}, the shifts {{GREEN}} {{RED}} {{BLUE}} {{WORDS}}, the arrows {{UP}} {{LEFT}} {{RIGHT}} {{DOWN}}, the words such as {{PRINT}}, and {{AT n}}, {{HOLD A}}, {{RELEASE}}, {{PROMPT}}, {{RESET}}, {{JX1=-1}} {{JY1=1}} {{TR1=1}} {{KN1=0}} for controllers 1 to 4"
    )]
    NoSuchKey {
        /// The text between the braces.
        name: String,
    },
    #[error("this brace is not closed; write the name of a key between {{ and }}")]
    OpenBrace,
    #[error("no key of the machine gives `{}`{}", typing::shown(*.0), instead(*.0))]
    NoCharacter(char),
    #[error("after `{{{0}}}` this key types nothing")]
    NoShifted(&'static str),
    /// A number is missing or out of range.
    #[error("`{{{0}}}` needs {1}")]
    BadNumber(String, &'static str),
}

/// Returns what to write instead of a character, if that is clear.
fn instead(character: char) -> String {
    let means = typing::replacement(character).filter(|means| !means.is_empty());
    means.map(|means| format!("; write `{means}`")).unwrap_or_default()
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct KeysError {
    pub kind: KeysErrorKind,
    /// The bytes of the script that it concerns.
    pub span: Range<usize>,
}

/// Parses a key script that starts with the hand controllers at rest.
pub fn parse(script: &str) -> Result<Vec<Event>, KeysError> {
    parse_from(script, [Controller::default(); 4])
}

/// Parses a key script that starts with these hand controllers: `{JX1=1}` leaves their other parts as they are.
pub fn parse_from(script: &str, controllers: [Controller; 4]) -> Result<Vec<Event>, KeysError> {
    let mut parser = Parser { controllers, ..Parser::default() };
    let mut at = 0;
    while let Some(character) = script[at..].chars().next() {
        let length = match character {
            '{' => script[at..].find('}').map_or(1, |brace| brace + 1),
            '\r' if script[at..].starts_with("\r\n") => 2,
            _ => character.len_utf8(),
        };
        let part = parser.part(&script[at..at + length]);
        part.map_err(|kind| KeysError { kind, span: at..at + length })?;
        at += length;
    }
    Ok(parser.events)
}

#[derive(Default)]
struct Parser {
    events: Vec<Event>,
    controllers: [Controller; 4],
    /// The shift for the next key, an index into [`keypad::SHIFTS`].
    shift: Option<usize>,
    /// The last part was `{GO}`, which a new line may follow.
    is_after_go: bool,
}

impl Parser {
    /// Parses one character, one end of a line, or one name with its braces.
    fn part(&mut self, text: &str) -> Result<(), KeysErrorKind> {
        let is_after_go = std::mem::replace(&mut self.is_after_go, false);
        match text {
            "{" => Err(KeysErrorKind::OpenBrace),
            "\n" | "\r" | "\r\n" if is_after_go => Ok(()),
            "\n" | "\r" | "\r\n" => self.key(GO),
            _ => match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(name) => self.name(name),
                None => {
                    let character = text.chars().next().unwrap_or(' ');
                    self.key(Key::typed(character).ok_or(KeysErrorKind::NoCharacter(character))?)
                }
            },
        }
    }

    fn name(&mut self, name: &str) -> Result<(), KeysErrorKind> {
        let shift = SHIFTS.iter().position(|shift| shift.eq_ignore_ascii_case(name.trim()));
        if shift.is_some() {
            self.shift = shift;
            return Ok(());
        }
        match named(name, &mut self.controllers)? {
            Event::Key(key) => {
                self.is_after_go = key == GO;
                self.key(key)
            }
            event => {
                self.events.push(event);
                Ok(())
            }
        }
    }

    /// Adds a key, or what it types after a shift.
    fn key(&mut self, key: Key) -> Result<(), KeysErrorKind> {
        let key = match self.shift.take() {
            Some(shift) => keypad::shifted(key, shift).ok_or(KeysErrorKind::NoShifted(SHIFTS[shift]))?,
            None => key,
        };
        self.events.push(Event::Key(key));
        Ok(())
    }
}

const GO: Key = Key::Code(code::GO);

/// Returns the key of a single character in braces, needed if the character alone has another meaning.
fn single(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    characters.next().filter(|_| characters.as_str().is_empty()).and_then(Key::typed)
}

/// Returns the key with a name, which may be its character.
pub fn key_named(name: &str) -> Option<Key> {
    let upper = name.trim().to_ascii_uppercase();
    let control = || NAMES.iter().find(|(known, _)| *known == upper).map(|(_, key)| *key);
    let word = || words::WORDS.iter().position(|word| *word == upper);
    single(name).or_else(control).or_else(|| word().map(|n| Key::Code(words::FIRST_WORD + n as u8)))
}

/// Returns the event of a name in braces.
fn named(name: &str, controllers: &mut [Controller; 4]) -> Result<Event, KeysErrorKind> {
    if let Some(key) = key_named(name) {
        return Ok(Event::Key(key));
    }
    let upper = name.trim().to_ascii_uppercase();
    match upper.as_str() {
        "PROMPT" => return Ok(Event::Prompt),
        "RESET" => return Ok(Event::Reset),
        "RELEASE" => return Ok(Event::Hold(None)),
        _ => {}
    }
    if let Some(key) = upper.strip_prefix("HOLD ") {
        let unknown = || KeysErrorKind::NoSuchKey { name: name.to_owned() };
        return key_named(key).map(|key| Event::Hold(Some(key))).ok_or_else(unknown);
    }
    if let Some(count) = upper.strip_prefix("AT ") {
        let bad = || KeysErrorKind::BadNumber(name.to_owned(), "a number of statements");
        return count.trim().parse().map(Event::At).map_err(|_| bad());
    }
    controller(&upper, name, controllers)
}

/// Parses a change of a hand controller: `{JX1=-1}`, `{JY2=1}`, `{TR1=1}`, `{KN3=-128}`.
fn controller(upper: &str, name: &str, controllers: &mut [Controller; 4]) -> Result<Event, KeysErrorKind> {
    let unknown = || KeysErrorKind::NoSuchKey { name: name.to_owned() };
    let (part, value) = upper.split_once('=').ok_or_else(unknown)?;
    let (part, number) = part.split_at_checked(2).ok_or_else(unknown)?;
    let index = number.parse::<usize>().ok().filter(|n| (1..=4).contains(n)).ok_or_else(unknown)? - 1;
    let value = value.parse::<i8>().ok();
    let within = |low, high, needs| {
        let value = value.filter(|v| (low..=high).contains(v));
        value.ok_or_else(|| KeysErrorKind::BadNumber(name.to_owned(), needs))
    };
    let stick = &mut controllers[index];
    match part {
        "JX" => stick.x = within(-1, 1, "-1, 0 or 1")?,
        "JY" => stick.y = within(-1, 1, "-1, 0 or 1")?,
        "TR" => stick.trigger = within(0, 1, "0 or 1")? == 1,
        "KN" => stick.knob = within(-128, 127, "-128 to 127")?,
        _ => return Err(unknown()),
    }
    Ok(Event::Controller(index + 1, *stick))
}

/// Writes a script that [`parse`] reads as the same events. A controller that changes in several parts at once becomes an
/// event for each part.
pub fn write(events: &[Event]) -> String {
    let mut controllers = [Controller::default(); 4];
    events.iter().map(|event| write_one(event, &mut controllers)).collect()
}

fn write_one(event: &Event, controllers: &mut [Controller; 4]) -> String {
    match event {
        Event::Key(Key::Code(b' ')) => " ".to_owned(),
        Event::Key(key) => {
            let name = key_name(*key);
            if name.chars().nth(1).is_some() { format!("{{{name}}}") } else { name }
        }
        Event::At(count) => format!("{{AT {count}}}"),
        Event::Controller(number, now) => match controllers.get_mut(number.wrapping_sub(1)) {
            Some(before) => write_controller(*number, std::mem::replace(before, *now), *now),
            None => String::new(),
        },
        Event::Hold(None) => "{RELEASE}".to_owned(),
        Event::Hold(Some(key)) => format!("{{HOLD {}}}", key_name(*key)),
        Event::Prompt => "{PROMPT}".to_owned(),
        Event::Reset => "{RESET}".to_owned(),
    }
}

/// Returns the name of a key, or its character; nothing for a code without a key.
fn key_name(key: Key) -> String {
    match (NAMES.iter().find(|(_, known)| *known == key), key) {
        (Some((name, _)), _) => (*name).to_owned(),
        (None, Key::Code(byte)) => match (words::word(byte), font::char_of(byte)) {
            (Some(word), _) => word.to_owned(),
            (None, character) => character.map(String::from).unwrap_or_default(),
        },
        (None, _) => String::new(),
    }
}

/// Writes the parts of a controller that change; one of them if none does.
fn write_controller(number: usize, before: Controller, now: Controller) -> String {
    let parts = |stick: Controller| {
        [("JX", stick.x), ("JY", stick.y), ("TR", i8::from(stick.trigger)), ("KN", stick.knob)]
    };
    let is_same = before == now;
    let changed = parts(before).into_iter().zip(parts(now)).filter(|(old, new)| is_same || old != new);
    let written = changed.map(|(_, (part, value))| format!("{{{part}{number}={value}}}"));
    written.take(if is_same { 1 } else { usize::MAX }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(script: &str) -> Vec<u8> {
        let events = parse(script).expect("a good script");
        let code = |event: &Event| match event {
            Event::Key(Key::Code(code)) => Some(*code),
            _ => None,
        };
        events.iter().filter_map(code).collect()
    }

    #[test]
    fn scripts_contain_characters_names_and_new_lines() {
        assert_eq!(codes("8{GO}e\r\n{Div}×/"), [b'8', 13, b'E', 13, 99, 98, b'/']);
        assert_eq!(codes("{PRINT}{ERASE}{SPACE} "), [116, 31, 32, 32]);
        assert_eq!(codes("1\r2\r\n3\n\r{#}{a}"), [b'1', 13, b'2', 13, b'3', 13, 13, b'#', b'A']);
    }

    #[test]
    fn keys_of_the_pad_with_their_shifts() {
        assert_eq!(codes("10{WORDS}={green}7{RED}{ERASE}{GO}\n{BLUE}×\n"), b"10tA;\rL\r");
        assert_eq!(codes("{GO}\n\n{ENTER}\r\n1"), b"\r\r\r1", "one new line belongs to GO");
    }

    #[test]
    fn errors_have_spans() {
        for (script, span) in [
            ("{GREEN}{GO}", 7..11),
            ("{WORDS}A", 7..8),
            ("ab{GOO}", 2..7),
            ("x{GO", 1..2),
            ("12é", 2..4),
            ("{AT x}", 0..6),
            ("{JX1=2}", 0..7),
            ("{HOLD}", 0..6),
        ] {
            assert_eq!(parse(script).map_err(|e| e.span), Err(span), "{script}");
        }
    }

    #[test]
    fn write_then_parse_is_the_identity() {
        let stick = Controller { x: -1, y: 1, trigger: true, knob: -128 };
        let mut events: Vec<Event> = (32..=99).chain(104..=119).map(|c| Event::Key(Key::Code(c))).collect();
        events.extend([
            Event::Key(Key::Halt),
            Event::Key(Key::Pause),
            Event::At(12),
            Event::Prompt,
            Event::Reset,
            Event::Hold(None),
        ]);
        events.extend((32..=99).chain(104..=119).map(|c| Event::Hold(Some(Key::Code(c)))));
        events.extend([Key::Halt, Key::Pause, Key::Code(13)].map(|key| Event::Hold(Some(key))));
        events.push(Event::Key(Key::Code(13)));
        assert_eq!(parse(&write(&events)), Ok(events));
        let last = parse(&write(&[Event::Controller(2, stick)])).expect("good").pop();
        assert_eq!(last, Some(Event::Controller(2, stick)));
        // Each part is an event, also one that changes nothing.
        let parts = parse("{JX1=-1}{KN4=0}{TR1=1}{TR1=1}{JX1=0}{KN1=-128}").expect("good");
        assert_eq!(parse(&write(&parts)), Ok(parts));
    }
}

//! Keys of a played machine: the script that does the same to it, and the keys that do not fit the line.

use arcadian_basic::{
    Basic, Controller, Key, LONGEST_ANSWER, LONGEST_LINE, Pause,
    key::Event,
    script::Scripted,
    typing::Reader,
    words::{self, code},
};
use arcadian_screen::font;

/// The recorded events of a machine. `pause` is the reason why it waits, or [`Pause::Budget`] while it runs; then the number of
/// executed statements is recorded as well, so that a script does the same at the same point.
#[derive(Debug, Default)]
pub struct ScriptRecorder(Vec<Event>);

impl ScriptRecorder {
    /// Returns a recording that continues these events.
    pub fn new(events: Vec<Event>) -> Self {
        ScriptRecorder(events)
    }

    /// Returns the events so far. With the number of statements as its budget, a script of them leads to the same state.
    pub fn events(&self) -> &[Event] {
        &self.0
    }

    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    pub fn press(&mut self, machine: &mut impl Scripted, pause: Pause, key: Key) {
        self.stamp(machine, pause);
        self.0.push(Event::Key(key));
        machine.press(key);
    }

    pub fn reset(&mut self, machine: &mut impl Scripted, pause: Pause) {
        self.stamp(machine, pause);
        self.0.push(Event::Reset);
        machine.reset();
    }

    /// Holds a key of the pad down, or none.
    pub fn hold(&mut self, machine: &mut impl Scripted, key: Option<Key>) {
        self.0.extend([Event::At(machine.statements()), Event::Hold(key)]);
        machine.hold(key);
    }

    pub fn set_controller(&mut self, machine: &mut impl Scripted, number: usize, controller: Controller) {
        self.0.extend([Event::At(machine.statements()), Event::Controller(number, controller)]);
        machine.set_controller(number, controller);
    }

    /// Ends the recording, so that a replay ends with the current picture. A running program is halted, which does not change the
    /// screen.
    pub fn finish(&mut self, machine: &mut impl Scripted, pause: Pause) {
        match pause {
            Pause::Budget => self.press(machine, pause, Key::Halt),
            Pause::Prompt => {
                self.0.push(Event::Prompt);
                machine.show_prompt();
            }
            Pause::Key | Pause::Answer | Pause::List | Pause::Tape => {}
        }
    }

    fn stamp(&mut self, machine: &impl Scripted, pause: Pause) {
        if pause == Pause::Budget {
            self.0.push(Event::At(machine.statements()));
        }
    }
}

/// The keys that did not fit the line. The machine ignores them; a player must know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullLine {
    /// The characters of these keys.
    ignored: String,
    note: Option<String>,
}

/// The most characters that a message shows.
const SHOWN: usize = 24;

impl FullLine {
    /// Returns whether a key may be pressed. One for which a full line has no room may not; nor may GO once after such a key, which
    /// would enter a line that differs from what was typed.
    pub fn allows(&mut self, key: Key, is_full: bool) -> bool {
        self.note = None;
        match key {
            Key::Code(code::GO) if !self.ignored.is_empty() => {
                let ignored = shorten(&std::mem::take(&mut self.ignored));
                self.note = Some(format!(
                    "Not typed: {ignored}. GO again enters the line without it; ERASE changes the line."
                ));
                false
            }
            Key::Code(code::GO | code::ERASE) | Key::Halt => {
                self.ignored.clear();
                true
            }
            Key::Code(byte) if is_full => {
                self.ignored += &word_or_character(byte);
                self.note = Some(format!("The line is full. Not typed: {}", shorten(&self.ignored)));
                false
            }
            _ => true,
        }
    }

    /// Adds to the message that the rest of a pasted text was not typed.
    pub fn drop_rest(&mut self, keys: usize) {
        if let Some(note) = self.note.as_mut().filter(|_| keys > 0) {
            *note += &format!(" and the rest of the pasted text, {keys} keys");
        }
    }

    /// Returns the last message, once.
    pub fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }
}

fn word_or_character(byte: u8) -> String {
    let word = words::word(byte).map(str::to_owned);
    word.or_else(|| font::char_of(byte).map(String::from)).unwrap_or_default()
}

/// Returns the end of a long text.
fn shorten(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(SHOWN);
    let end: String = text.chars().skip(skipped).collect();
    if skipped > 0 { format!("…{end}") } else { end }
}

/// Returns what reads the next keys of a machine that waits for this reason.
pub(crate) fn reader(basic: &Basic, pause: Pause) -> Reader {
    let longest = match pause {
        Pause::Key => None,
        Pause::Answer => Some(LONGEST_ANSWER),
        Pause::Prompt | Pause::Budget | Pause::List | Pause::Tape => Some(LONGEST_LINE),
    };
    Reader { typed: basic.typed().to_vec(), longest, dialect: basic.dialect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GO: Key = Key::Code(code::GO);

    fn press(line: &mut FullLine, key: Key, is_full: bool) -> (bool, String) {
        (line.allows(key, is_full), line.take_note().unwrap_or_default())
    }

    #[test]
    fn ignored_keys_are_shown_and_go_asks_once() {
        let mut line = FullLine::default();
        let pressed = |allowed: bool, note: &str| (allowed, note.to_owned());
        assert_eq!(press(&mut line, Key::Code(b'A'), false), pressed(true, ""));
        assert_eq!(press(&mut line, Key::Code(b'B'), true), pressed(false, "The line is full. Not typed: B"));
        let print = Key::Code(code::PRINT);
        assert_eq!(press(&mut line, print, true), pressed(false, "The line is full. Not typed: BPRINT"));
        let (allowed, note) = press(&mut line, GO, true);
        assert!(!allowed && note.starts_with("Not typed: BPRINT. GO again"), "{note}");
        assert_eq!(press(&mut line, GO, true), pressed(true, ""));
    }

    #[test]
    fn erasing_begins_anew() {
        for key in [Key::Code(code::ERASE), Key::Halt] {
            let mut line = FullLine::default();
            assert!(!line.allows(Key::Code(b'B'), true));
            assert!(line.allows(key, true));
            assert!(line.allows(GO, false), "{key:?}");
        }
    }

    #[test]
    fn many_keys_show_their_end() {
        let mut line = FullLine::default();
        assert!((0..30).all(|_| !line.allows(Key::Code(b'X'), true)));
        assert_eq!(line.take_note(), Some(format!("The line is full. Not typed: …{}", "X".repeat(24))));
    }
}

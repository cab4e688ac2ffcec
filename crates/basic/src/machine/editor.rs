//! Lines entered key by key: at the prompt and as answers to INPUT.

use super::{Basic, Ending, State};
use crate::{
    Fault, Key, Line, Why,
    line::{self, LAST_NUMBER},
    store::EMPTY,
    words::{self, code},
};

/// Characters a line being entered can have. Evidence: choice (patb's buffer holds 132).
const LONGEST: usize = 132;

/// A line being entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Editor {
    typed: Vec<u8>,
}

impl Editor {
    pub(super) fn is_empty(&self) -> bool {
        self.typed.is_empty()
    }
}

impl Basic {
    /// Shows the prompt, as the machine does when it waits for a line and nothing runs.
    pub fn show_prompt(&mut self) {
        if self.state == State::Prompt && !self.prompt_shown {
            self.console.fresh_line();
            self.console.put(b'>');
            self.prompt_shown = true;
        }
    }

    /// Takes keys at the prompt until a line is complete and executes it; false when keys run out.
    pub(super) fn read_command(&mut self) -> bool {
        if self.keys.is_empty() {
            return false;
        }
        self.show_prompt();
        let Some(typed) = self.read_line(false) else { return false };
        self.prompt_shown = false;
        self.command(&line::text_of(&typed));
        true
    }

    /// Takes keys for INPUT until its answer is complete.
    pub(super) fn read_answer(&mut self) -> Option<Vec<u8>> {
        let typed = self.read_line(true)?;
        Some(line::scan_text(&line::text_of(&typed)).unwrap_or_default())
    }

    fn read_line(&mut self, answer: bool) -> Option<Vec<u8>> {
        while let Some(key) = self.keys.pop_front() {
            match key {
                Key::Halt => {
                    self.halt();
                    return None;
                }
                Key::Code(code::GO) => {
                    self.console.new_line();
                    if answer {
                        self.transcript.end_line();
                    }
                    return Some(std::mem::take(&mut self.editor.typed));
                }
                Key::Code(code::ERASE) => self.erase_typed(answer),
                Key::Code(byte) => self.type_byte(byte, answer),
                Key::Pause if !answer => {
                    let next = self.next_of_stored_line();
                    next.into_iter().for_each(|byte| self.type_byte(byte, answer));
                }
                Key::Pause => {}
            }
        }
        None
    }

    fn type_byte(&mut self, byte: u8, answer: bool) {
        let visible = (32..=99).contains(&byte) || words::word(byte).is_some();
        if visible && self.editor.typed.len() < LONGEST {
            self.editor.typed.push(byte);
            self.console.put(byte);
            if answer {
                self.transcript.push(byte);
            }
        }
    }

    /// ERASE takes back a character, or a word that came as one key.
    fn erase_typed(&mut self, answer: bool) {
        let Some(byte) = self.editor.typed.pop() else { return };
        for _ in 0..words::word(byte).map_or(1, str::len) {
            self.console.put(code::ERASE);
            if answer {
                self.transcript.erase();
            }
        }
    }

    /// With the number of a stored line typed, PAUSE brings its next character. Evidence: period.
    fn next_of_stored_line(&self) -> Option<u8> {
        let typed = &self.editor.typed;
        let digits = typed.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&typed[..digits]).ok()?.parse::<u16>().ok()?;
        let place = self.store.places().find(|place| place.number == number)?;
        self.store.text(place).get(typed.len() - digits).copied()
    }

    /// Stores a line with a number, or begins to execute one without. Evidence: patb.
    pub(super) fn command(&mut self, text: &str) {
        let text = text.trim_start_matches(' ');
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = text.split_at(digits);
        let Ok(bytes) = line::scan_text(rest) else { return };
        match number.parse::<u16>() {
            Ok(number @ 1..=LAST_NUMBER) => self.edit(Line { number, text: bytes }),
            // The number 0 is none: what follows is executed. Evidence: patb.
            Ok(0) => self.begin(bytes),
            _ if digits == 0 => self.begin(bytes),
            _ => self.refuse(text, digits, Why::NumberTooLarge),
        }
    }

    fn edit(&mut self, line: Line) {
        if line.text.is_empty() {
            self.store.delete(line.number);
        } else if let Err(full) = self.store.insert(&line) {
            let needed = u16::try_from(full.needed).unwrap_or(u16::MAX);
            let why = Why::NoRoom { needed, free: full.free as u16 };
            self.refuse(&line.to_text(), 0, why);
        }
        self.forget_translations();
    }

    /// A direct command's error shows the word only. Evidence: patb.
    fn refuse(&mut self, text: &str, at: usize, why: Why) {
        self.show_word(why);
        let fault = Fault { why, line: None, source: text.to_owned(), column: at + 1, hint: None };
        self.ending = Some(Ending::Error(fault));
    }

    fn begin(&mut self, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if bytes.len() > EMPTY {
            let why =
                Why::NoRoom { needed: u16::try_from(bytes.len()).unwrap_or(u16::MAX), free: EMPTY as u16 };
            return self.refuse("", 0, why);
        }
        self.direct_text = bytes;
        self.start_direct();
    }
}

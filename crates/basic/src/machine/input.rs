//! Keys, and the lines entered with them: at the prompt and as answers to INPUT.

use std::collections::VecDeque;

use super::{Basic, Ending, State, stack::LONGEST_COMMAND};
use crate::{
    Fault, Key, Line, UnknownCharacter, Why, cost,
    line::{self, LAST_NUMBER},
    words::{self, code},
};

// The limits are those of our cartridge. Evidence: choice.
/// The most characters of a line typed at the prompt.
pub const LONGEST_LINE: usize = 104;
/// The most characters of an answer to INPUT.
pub const LONGEST_ANSWER: usize = 20;
/// The bytes of memory in which a typed line is scanned, with its end.
const SCAN_ROOM: usize = 117;
/// The most keys that wait.
const MOST_KEYS: usize = 7;

/// The keys that wait, and the line that is being entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Input {
    /// Keys pressed before the program asked for them.
    keys: VecDeque<Key>,
    /// The line so far: characters and codes of word keys.
    typed: Vec<u8>,
    is_prompt_shown: bool,
}

impl Input {
    /// Stores a key; one that is pressed too early is lost.
    pub(super) fn press(&mut self, key: Key) {
        if self.has_room() {
            self.keys.push_back(key);
        }
    }

    pub(super) fn has_room(&self) -> bool {
        self.keys.len() < MOST_KEYS
    }

    pub(super) fn next_key(&mut self) -> Option<Key> {
        self.keys.pop_front()
    }

    pub(super) fn clear_keys(&mut self) {
        self.keys.clear();
    }

    pub(super) fn is_typing(&self) -> bool {
        !self.typed.is_empty()
    }

    pub(super) fn typed(&self) -> &[u8] {
        &self.typed
    }

    pub(super) fn clear_line(&mut self) {
        self.typed.clear();
        self.is_prompt_shown = false;
    }

    fn take_line(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.typed)
    }
}

/// The line that the keys pressed so far make.
pub(super) enum Entry {
    Complete(Vec<u8>),
    Incomplete,
    Halted,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Command,
    Answer,
}

impl Purpose {
    /// Returns the most characters of the line.
    fn longest(self) -> usize {
        match self {
            Purpose::Command => LONGEST_LINE,
            Purpose::Answer => LONGEST_ANSWER,
        }
    }
}

/// A line entered at the prompt.
enum Command {
    Store(Line),
    Execute(Vec<u8>),
    /// The error is before the byte `column` of `text`.
    Refused {
        text: String,
        column: usize,
        why: Why,
    },
}

impl Command {
    fn parse(text: &str) -> Result<Self, UnknownCharacter> {
        let line = text.trim_start_matches(' ');
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = line.split_at(digits);
        let before = text.len() - rest.len();
        let bytes = line::scan_text(rest)
            .map_err(|unknown| UnknownCharacter { at: before + unknown.at, ..unknown })?;
        Ok(Self::new(number, bytes, line))
    }

    fn of_keys(keys: &[u8]) -> Self {
        let blanks = keys.iter().take_while(|&&key| key == b' ').count();
        let digits = keys[blanks..].iter().take_while(|key| key.is_ascii_digit()).count();
        let (number, rest) = keys[blanks..].split_at(digits);
        let line = line::text_of(&keys[blanks..]);
        let text = line::scan_keys(rest, SCAN_ROOM);
        let fits = text.is_some();
        match Self::new(&line::text_of(number), text.unwrap_or_default(), &line) {
            Self::Store(_) | Self::Execute(_) if !fits => {
                Self::Refused { text: line, column: digits, why: Why::WordsTooLong }
            }
            command => command,
        }
    }

    /// Returns the command of a line: with a number it belongs to the program, without one it is executed. Evidence: patb.
    fn new(number: &str, text: Vec<u8>, line: &str) -> Self {
        match number.parse::<u16>() {
            Ok(number @ 1..=LAST_NUMBER) => Self::Store(Line { number, text }),
            // 0 is not a line number: what follows it is executed. Evidence: patb.
            Ok(0) => Self::Execute(text),
            _ if number.is_empty() => Self::Execute(text),
            _ => Self::Refused { text: line.to_owned(), column: number.len(), why: Why::NumberTooLarge },
        }
    }
}

impl Basic {
    /// Enters a line without showing its keys: a line with a number is stored, another is executed
    /// by the next [`run`](Self::run). Whatever was running is stopped.
    pub fn enter(&mut self, text: &str) -> Result<(), UnknownCharacter> {
        let command = Command::parse(text)?;
        self.stop();
        self.perform(command);
        Ok(())
    }

    /// Shows the prompt, as the machine does when it waits for a line and nothing runs.
    pub fn show_prompt(&mut self) {
        if self.control.state == State::Prompt && !self.input.is_prompt_shown {
            self.output.console.fresh_line();
            self.output.console.put(b'>');
            self.input.is_prompt_shown = true;
        }
    }

    /// Takes keys at the prompt until a line is complete and executes it; returns false when keys run out.
    pub(super) fn read_command(&mut self) -> bool {
        if self.input.keys.is_empty() && !self.tape.player.is_on() {
            return false;
        }
        self.show_prompt();
        match self.read_line(Purpose::Command) {
            Entry::Complete(keys) => {
                self.input.is_prompt_shown = false;
                self.perform(Command::of_keys(&keys));
                true
            }
            Entry::Incomplete => false,
            Entry::Halted => {
                self.halt();
                false
            }
        }
    }

    /// Takes keys for INPUT until its answer is complete.
    pub(super) fn read_answer(&mut self) -> Entry {
        self.read_line(Purpose::Answer)
    }

    fn read_line(&mut self, purpose: Purpose) -> Entry {
        while let Some(key) = self.next_key() {
            match key {
                // A tape that recorded a session has its prompts.
                Key::Code(b'>') if self.tape.player.is_on() && !self.input.is_typing() => {}
                Key::Halt => return Entry::Halted,
                Key::Code(code::GO) => {
                    self.output.console.new_line();
                    if purpose == Purpose::Answer {
                        self.output.transcript.end_line();
                        self.output.console.tstates += u64::from(cost::answer(self.input.typed.len() as u32));
                    }
                    return Entry::Complete(self.input.take_line());
                }
                Key::Code(code::ERASE) => self.erase_typed(purpose),
                Key::Code(byte) => self.type_byte(byte, purpose),
                Key::Pause if purpose == Purpose::Command => {
                    let next = self.next_of_stored_line();
                    next.into_iter().for_each(|byte| self.type_byte(byte, purpose));
                }
                Key::Pause => {}
            }
        }
        Entry::Incomplete
    }

    /// Returns the next key: that of the tape while it plays.
    pub(super) fn next_key(&mut self) -> Option<Key> {
        self.tape.player.next().map(Key::Code).or_else(|| self.input.next_key())
    }

    fn type_byte(&mut self, byte: u8, purpose: Purpose) {
        let is_visible = (32..=99).contains(&byte) || words::word(byte).is_some();
        if is_visible && self.input.typed.len() < purpose.longest() {
            self.input.typed.push(byte);
            self.output.console.tstates += u64::from(cost::TYPED);
            self.output.console.put(byte);
            // One blank after a word is the word's own. Evidence: listing; that it is shown: choice.
            let blank = words::word(byte).map(|_| b' ');
            blank.into_iter().for_each(|_| self.output.console.put_blank_of_word());
            if purpose == Purpose::Answer {
                [byte].into_iter().chain(blank).for_each(|shown| self.output.transcript.push(shown));
            }
        }
    }

    /// Removes the last character, or the whole word that a word key gave, with its blank.
    fn erase_typed(&mut self, purpose: Purpose) {
        let Some(byte) = self.input.typed.pop() else { return };
        for _ in 0..words::word(byte).map_or(1, |word| word.len() + 1) {
            self.output.console.put(code::ERASE);
            if purpose == Purpose::Answer {
                self.output.transcript.erase();
            }
        }
    }

    /// Returns what PAUSE types after the number of a stored line: its next character. Evidence: period.
    fn next_of_stored_line(&self) -> Option<u8> {
        let typed = &self.input.typed;
        let digits = typed.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&typed[..digits]).ok()?.parse::<u16>().ok()?;
        let place = self
            .store
            .places()
            .find(|place| place.number >= number)
            .filter(|place| place.number == number)?;
        self.store.text(place).get(typed.len() - digits).copied()
    }

    fn perform(&mut self, command: Command) {
        match command {
            Command::Store(line) => self.edit(line),
            Command::Execute(text) => self.begin(text),
            Command::Refused { text, column, why } => self.refuse(&text, column, why),
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
        self.discard_translations();
    }

    /// Reports an error of a direct command, for which the machine shows the error code only. Evidence: patb.
    fn refuse(&mut self, text: &str, at: usize, why: Why) {
        self.output.show_error_code(why);
        let fault = Fault { why, line: None, source: text.to_owned(), column: at + 1, hint: None };
        self.control.ending = Some(Ending::Error(fault));
    }

    fn begin(&mut self, text: Vec<u8>) {
        if text.is_empty() {
            return;
        }
        if text.len() > LONGEST_COMMAND {
            let why = Why::CommandTooLong(u16::try_from(text.len()).unwrap_or(u16::MAX));
            return self.refuse(&line::text_of(&text), 0, why);
        }
        self.start_direct(text);
    }
}

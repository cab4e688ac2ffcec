//! Programs, commands, the seed and keys: written to memory as the cartridge would store them, or pressed on the keypad.

use arcadian_bally::{Input, PadKey, frame_end};
use arcadian_basic::{
    Key, LAST_NUMBER, Line, Pause, UnknownCharacter, scan_text,
    script::Scripted,
    store::Store,
    words::{self, code},
};
use arcadian_screen::font;

use super::{
    BasicBally,
    memory::{
        ERRCODE, FBASE, FTOP, HALT_BIT, KEYMAX, KEYPUT, KEYS, KEYTAKE, LINEMAX, PEND, POOL, POOLEND, PROGRAM,
        RUNIT, SEED, STATE, TRACING, ZLOW,
    },
};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnterError {
    #[error(transparent)]
    Character(UnknownCharacter),
    #[error("a line number is at most {LAST_NUMBER}")]
    Number,
    #[error("line {line} needs {needed} bytes and {free} are free")]
    NoRoom {
        line: u16,
        needed: usize,
        /// Bytes that would be free without the line it replaces.
        free: usize,
    },
    /// A direct command that leaves no room for loops.
    #[error("a direct command has at most {LONGEST_COMMAND} bytes; this one has {0}")]
    LongCommand(usize),
    #[error("line {line} has {length} characters, and at most {LINEMAX} can be typed; run it without --type")]
    LongLine {
        line: u16,
        /// Its characters, the number included.
        length: usize,
    },
    #[error("line {line} contains byte {byte}, which no key types; run it without --type")]
    NoKey { line: u16, byte: u8 },
    #[error("line {0} was typed, and the cartridge did not store it")]
    Refused(u16),
}

/// The most bytes of a direct command: each takes two bytes of memory, and so does its end.
const LONGEST_COMMAND: usize = (POOLEND - POOL) as usize / 2 - 1;

impl BasicBally {
    /// Stores a program in place of the present one.
    pub fn load(&mut self, lines: &[Line]) -> Result<(), EnterError> {
        if self.is_typed {
            lines.iter().try_for_each(|line| self.type_line(line))?;
            self.started = self.bally.cycles();
            return Ok(());
        }
        let mut store = Store::default();
        for line in lines {
            let stored = store.insert(line);
            stored.map_err(|full| EnterError::NoRoom {
                line: line.number,
                needed: full.needed,
                free: full.free,
            })?;
        }
        self.write_program(&store);
        Ok(())
    }

    fn write_program(&mut self, store: &Store) {
        for (at, byte) in store.bytes()[..store.end()].iter().enumerate() {
            self.set_text_byte(PROGRAM + 2 * at as u16, *byte);
        }
        let end = PROGRAM + 2 * store.end() as u16;
        self.set_word(PEND, end);
        // The pages after the program remain without text, as if it had been typed.
        let [_, page] = end.to_le_bytes();
        let first_unused = self.peek(ZLOW).max(page + 1);
        self.poke(ZLOW, first_unused);
    }

    /// Sets the seed of RND, modulo 65536; 0 becomes 1.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = (seed as u16).max(1);
        self.set_word(SEED, self.seed);
    }

    /// Enters a line without showing its keys: one with a number is stored, another is executed by the next
    /// [`run_until`](Scripted::run_until). Whatever was running is stopped.
    pub fn enter(&mut self, text: &str) -> Result<(), EnterError> {
        let line = text.trim_start_matches(' ');
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = line.split_at(digits);
        let before = text.len() - rest.len();
        let bytes = scan_text(rest).map_err(|unknown| {
            EnterError::Character(UnknownCharacter { at: before + unknown.at, ..unknown })
        })?;
        match number.parse() {
            Ok(number @ 1..=LAST_NUMBER) => self.store(Line { number, text: bytes }),
            Ok(0) => self.begin(&bytes),
            _ if digits == 0 => self.begin(&bytes),
            _ => Err(EnterError::Number),
        }
    }

    /// Stores or deletes a line.
    fn store(&mut self, line: Line) -> Result<(), EnterError> {
        self.until_at_prompt();
        let mut lines = self.lines();
        lines.retain(|old| old.number != line.number);
        lines.extend((!line.text.is_empty()).then_some(line));
        let is_typed = std::mem::replace(&mut self.is_typed, false);
        let stored = self.load(&lines);
        self.is_typed = is_typed;
        stored
    }

    /// Begins a direct command: the cartridge begins RUN, and finds the command in its place.
    fn begin(&mut self, command: &[u8]) -> Result<(), EnterError> {
        if command.len() > LONGEST_COMMAND {
            return Err(EnterError::LongCommand(command.len()));
        }
        if command.is_empty() {
            return Ok(());
        }
        self.poke(TRACING, self.peek(TRACING) & !HALT_BIT);
        self.jump(RUNIT);
        let stops = self.until.addresses.clone();
        self.until.addresses.insert(STATE);
        while self.next_stop(u64::from(arcadian_bally::CLOCK)).is_some_and(|address| address != STATE) {}
        self.until.addresses = stops;
        let end =
            (POOL..).step_by(2).zip(command.iter().chain([&code::GO])).fold(POOL, |_, (address, byte)| {
                self.set_text_byte(address, *byte);
                address + 2
            });
        self.set_word(FBASE, end);
        self.set_word(FTOP, end);
        Ok(())
    }

    /// Stops what runs.
    fn until_at_prompt(&mut self) {
        if self.run_until(self.statements) != Pause::Prompt {
            self.press_halt();
            self.until_prompt();
        }
    }

    fn jump(&mut self, address: u16) {
        self.is_before_statement = false;
        let machine = self.bally.machine_mut();
        arcadian_cpu::Core::set_pc(&mut machine.core, address);
    }
}

/// Keys of the pad.
impl BasicBally {
    pub(super) fn press_halt(&mut self) {
        self.poke(KEYTAKE, self.peek(KEYPUT));
        self.poke(TRACING, self.peek(TRACING) | HALT_BIT);
    }

    /// Adds a code to the keys that wait, as the interrupt does.
    pub(super) fn put_key(&mut self, code: u8) {
        let put = self.peek(KEYPUT);
        let next = (put + 1) % KEYMAX as u8;
        if next != self.peek(KEYTAKE) {
            self.poke(KEYS + u16::from(put), code);
            self.poke(KEYPUT, next);
        }
    }

    pub fn run_frames(&mut self, input: &Input, count: u64) {
        self.bally.set_input(input);
        for _ in 0..count {
            let now = self.bally.cycles();
            self.pass(frame_end(now) - now);
        }
    }
}

/// The frames for which a key is down, and up. The first one may be a part of a frame, and the cartridge needs two.
const FRAMES: u64 = 3;

/// The names of keys that shift the next one, by level.
const SHIFTS: [&str; 4] = ["GREEN", "RED", "BLUE", "WORDS"];

/// The words that the overlay abbreviates.
const ABBREVIATED: [(&str, &str); 2] = [("GOSUB", "GOSB"), ("RETURN", "RETN")];

impl BasicBally {
    pub(super) fn type_line(&mut self, line: &Line) -> Result<(), EnterError> {
        let number = line.number.to_string();
        // A blank that is not stored separates the number from a digit.
        let blank = line.text.first().is_some_and(u8::is_ascii_digit).then_some(b' ');
        let keys: Vec<u8> = number.bytes().chain(blank).chain(line.text.iter().copied()).collect();
        if keys.len() > usize::from(LINEMAX) {
            return Err(EnterError::LongLine { line: line.number, length: keys.len() });
        }
        if let Some(&byte) = keys.iter().find(|code| strokes(Key::Code(**code)).is_none()) {
            return Err(EnterError::NoKey { line: line.number, byte });
        }
        for code in keys.into_iter().chain([code::GO]) {
            self.show_prompt();
            let _pause = self.run_until(u64::MAX);
            self.type_key(Key::Code(code));
        }
        match (self.run_until(u64::MAX), self.peek(ERRCODE)) {
            (Pause::Prompt, 0) => Ok(()),
            _ => Err(EnterError::Refused(line.number)),
        }
    }

    /// Presses and releases a key, after its shift. A code without a key does nothing.
    pub(super) fn type_key(&mut self, key: Key) {
        for key in strokes(key).into_iter().flatten() {
            let mut pressed = self.input;
            pressed.press(key);
            self.run_frames(&pressed, FRAMES);
            let released = self.input;
            self.run_frames(&released, FRAMES);
        }
    }
}

/// Returns the keys to tap for a key of BASIC: a shift if there is one, and the key.
pub fn strokes(key: Key) -> Option<Vec<PadKey>> {
    let name = name(key)?;
    let name = ABBREVIATED.iter().find(|(word, _)| *word == name).map_or(name.as_str(), |(_, short)| short);
    PadKey::all().find_map(|key| {
        let level = key.overlay().iter().position(|legend| *legend == name)?;
        let shift = level.checked_sub(1).map(|shift| PadKey::with_overlay(SHIFTS[shift]));
        Some(shift.into_iter().flatten().chain([key]).collect())
    })
}

/// Returns what the overlay calls a key.
fn name(key: Key) -> Option<String> {
    Some(match key {
        Key::Halt => "HALT".to_owned(),
        Key::Pause => "PAUSE".to_owned(),
        Key::Code(code::GO) => "GO".to_owned(),
        Key::Code(code::ERASE) => "ERASE".to_owned(),
        Key::Code(b' ') => "SPACE".to_owned(),
        Key::Code(b'-') => "−".to_owned(),
        Key::Code(code) => match words::word(code) {
            Some(word) => word.to_owned(),
            None => font::char_of(code)?.to_string(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_gives_its_code() {
        let mut basic = BasicBally::new().expect("the cartridge");
        basic.enter("10 K=KP;@(N)=K;N=N+1;GOTO 10").expect("a line");
        basic.enter("RUN").expect("a command");
        basic.set_typed(true);
        let codes: Vec<u8> = (32..=99).chain(104..=119).chain([code::GO, code::ERASE]).collect();
        for code in &codes {
            assert_eq!(basic.run_until(u64::MAX), Pause::Key);
            basic.press(Key::Code(*code));
        }
        assert_eq!(basic.run_until(u64::MAX), Pause::Key);
        let typed: Vec<_> = (0..codes.len() as i16).map(|n| basic.array(n)).collect();
        let expected: Vec<_> = codes.iter().map(|code| Some(i16::from(*code))).collect();
        assert_eq!(typed, expected);
    }
}

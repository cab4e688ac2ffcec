//! The contents of the cartridge's memory: text bytes, the program, variables, elements, the picture; and the writes to the sound ports.

use std::ops::RangeInclusive;

use arcadian_bally::{Bally, Chips, LINES, frame_end, line_start};
use arcadian_basic::{
    Dialect, Ending, Fault, LONGEST_ANSWER, LONGEST_LINE, Line, Pause, SoundWrite, Why, text_of,
    typing::Reader, width_before, words::code,
};
use arcadian_screen::{Colors, Frame, Picture};

use super::BasicBally;

/// The bits of a pixel pair that belong to the program.
const PROGRAM_BITS: u8 = 0x55;

/// The size of the list of keys that wait.
const KEY_COUNT: u8 = KEYMAX as u8;

/// A line of the program, and the number of its first text byte.
struct Place {
    line: Line,
    text: usize,
}

/// Results.
impl BasicBally {
    /// Returns the number of free bytes, SZ.
    pub fn free(&self) -> usize {
        usize::from(ARRAY0.saturating_sub(self.word(PEND)) / 2)
    }

    /// Returns the variables A to Z.
    pub fn variables(&self) -> [i16; 26] {
        std::array::from_fn(|letter| self.word(VARS + 2 * letter as u16) as i16)
    }

    /// Returns `@(n)`; `None` outside the free memory.
    pub fn array(&self, n: i16) -> Option<i16> {
        let n = usize::try_from(n).ok().filter(|n| 2 * n <= self.free())?;
        if n == 0 {
            return Some(self.word(ARRAY0) as i16);
        }
        let address = ARRAY0 - 4 * n as u16;
        Some(i16::from_le_bytes([self.text_byte(address), self.text_byte(address + 2)]))
    }

    /// Returns the lines of the program, as the bytes are now: a program may have overwritten them.
    pub fn lines(&self) -> Vec<Line> {
        self.places().into_iter().map(|place| place.line).collect()
    }

    /// Returns the line whose statement is executed next and the number of its text bytes before that statement, while the
    /// program has stopped before a statement. The cartridge has the address of the text in HL'.
    pub fn position(&self) -> Option<(Line, usize)> {
        let register = |name| self.bally.machine().register(name).unwrap_or(0);
        let pointer = register("H'") << 8 | register("L'");
        let at = usize::from(pointer.checked_sub(PROGRAM)? / 2);
        let place = self.places().into_iter().rfind(|place| place.text <= at)?;
        let before = at - place.text;
        (before <= place.line.text.len()).then_some((place.line, before))
    }

    pub fn picture(&self) -> Picture {
        self.pixels(1)
    }

    /// Returns everything that determines what the television shows.
    pub fn frame(&self) -> Frame {
        Frame { picture: self.picture(), program: self.pixels(0), colors: self.colors() }
    }

    /// Returns how the last command or stored line ended.
    pub(super) fn last_ending(&self) -> Ending {
        match self.peek(ERRCODE) {
            1 => Ending::Error(self.fault(Why::NoStatement, "not understood")),
            2 => Ending::Error(self.fault(Why::Overflow, "understood, but impossible")),
            3 => Ending::Error(self.fault(Why::StackFull, "there is no room")),
            4 => Ending::Halt,
            _ => Ending::End,
        }
    }

    /// Returns the last error. The cartridge knows its code and its place.
    fn fault(&self, why: Why, sentence: &'static str) -> Fault {
        let pointer = self.word(ERRPTR);
        let at = usize::from(pointer.saturating_sub(PROGRAM) / 2);
        let number = self.word(ERRLINE);
        let is_there = |place: &Place| place.line.number == number && place.text <= at;
        // The number does not tell a direct command: a line may have the number 0, too.
        let place = self.places().into_iter().rfind(is_there).filter(|_| pointer < POOL);
        let (line, text, at) = match place {
            Some(place) => (Some(number), place.line.text, at - place.text),
            None => (None, self.command(), usize::from(pointer.saturating_sub(POOL) / 2)),
        };
        // The sign before the place of a SORRY tells more than its code.
        let (why, sentence) = match (why, text[..at.min(text.len())].last()) {
            (Why::StackFull, Some(b':')) => (Why::NoTape, "the cartridge has no tape"),
            (Why::StackFull, Some(b'$')) => (Why::NoCalculator, "the cartridge has no calculator"),
            _ => (why, sentence),
        };
        let prefix = line.map(|line| format!("{line} ")).unwrap_or_default();
        let source = format!("{prefix}{}", text_of(&text));
        let column = prefix.len() + width_before(&text, at) + 1;
        Fault {
            why,
            line,
            column: column.min(source.chars().count() + 1),
            source,
            hint: Some(sentence.into()),
        }
    }

    /// Returns the error of a line that was not entered, with its text. A number that is too large and words that are too long are
    /// found after the number; a line that does not fit is as a whole.
    pub(super) fn refusal(&self, fault: Fault) -> Fault {
        let blanks = self.line.iter().take_while(|key| **key == b' ').count();
        let line = &self.line[blanks..];
        let digits = line.iter().take_while(|key| key.is_ascii_digit()).count();
        let column = if self.word(ERRPTR) == POOL { 1 } else { digits + 1 };
        Fault { line: None, source: text_of(line), column, ..fault }
    }

    fn command(&self) -> Vec<u8> {
        let bytes = (POOL..POOLEND).step_by(2).map(|address| self.text_byte(address));
        bytes.take_while(|byte| *byte != code::GO).collect()
    }

    fn places(&self) -> Vec<Place> {
        self.ram().places()
    }

    fn pixels(&self, bit: u8) -> Picture {
        let mut picture = Picture::new();
        for (index, address) in (PICTURE..PICEND).enumerate() {
            let byte = self.peek(address) >> bit;
            let nibble = (0..4).fold(0, |nibble, pixel| nibble | (byte >> (2 * pixel) & 1) << pixel);
            picture.set_nibble(index, nibble);
        }
        picture
    }

    /// Returns the colors: the left ones as BASIC sets them in each frame.
    fn colors(&self) -> Colors {
        let register = |name| {
            let chips: &Chips = self.bally.chips();
            chips.registers().by_name(name).unwrap_or(0)
        };
        Colors {
            right: ["COL0R", "COL1R", "COL2R", "COL3R"].map(register),
            boundary: register("HORCB"),
            lines: register("VERBL"),
            ..Colors::basic(self.peek(BACKC), self.peek(FOREC))
        }
    }
}

/// Access to memory.
impl BasicBally {
    pub(super) fn ram(&self) -> Ram<'_> {
        Ram(&self.bally)
    }

    pub(super) fn peek(&self, address: u16) -> u8 {
        self.ram().peek(address)
    }

    pub(super) fn poke(&mut self, address: u16, value: u8) {
        self.bally.machine_mut().backplane.poke(address, value);
    }

    pub(super) fn word(&self, address: u16) -> u16 {
        self.ram().word(address)
    }

    pub(super) fn set_word(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address + 1, high);
    }

    pub(super) fn text_byte(&self, address: u16) -> u8 {
        self.ram().text_byte(address)
    }

    pub(super) fn set_text_byte(&mut self, address: u16, byte: u8) {
        for (address, bits) in [(address, byte >> 1), (address + 1, byte)] {
            let picture = self.peek(address) & !PROGRAM_BITS;
            self.poke(address, picture | bits & PROGRAM_BITS);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Ram<'a>(pub(crate) &'a Bally);

impl Ram<'_> {
    pub(super) fn peek(self, address: u16) -> u8 {
        self.0.machine().peek(address)
    }

    pub(super) fn word(self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Returns the text byte in two bytes of the screen: its bits 7, 5, 3 and 1, then its bits 6, 4, 2 and 0.
    pub(super) fn text_byte(self, address: u16) -> u8 {
        let bits = |address| self.peek(address) & PROGRAM_BITS;
        bits(address) << 1 | bits(address.wrapping_add(1))
    }

    fn places(self) -> Vec<Place> {
        let end = usize::from(self.word(PEND).saturating_sub(PROGRAM) / 2);
        let byte = |at: usize| self.text_byte(PROGRAM + 2 * at as u16);
        let (mut places, mut at) = (Vec::new(), 0);
        // As LIST does: a byte after the last carriage return is a line.
        while at < end {
            let number = u16::from_le_bytes([byte(at), byte(at + 1)]);
            let text: Vec<u8> = (at + 2..end).map(byte).take_while(|byte| *byte != code::GO).collect();
            let next = at + 2 + text.len() + 1;
            places.push(Place { line: Line { number, text }, text: at + 2 });
            at = next;
        }
        places
    }

    /// Returns the keys that wait, as codes of BASIC.
    fn waiting_keys(self) -> Vec<u8> {
        let (take, put) = (self.peek(KEYTAKE) % KEY_COUNT, self.peek(KEYPUT) % KEY_COUNT);
        let count = (KEY_COUNT + put - take) % KEY_COUNT;
        (0..count).map(|n| self.peek(KEYS + u16::from((take + n) % KEY_COUNT))).collect()
    }

    /// Returns whether a key that is pressed now is not lost.
    pub(crate) fn has_room_for_key(self) -> bool {
        self.waiting_keys().len() + 1 < usize::from(KEY_COUNT)
    }

    /// Returns the keys of the line that is being entered at the prompt.
    pub(crate) fn line_at_prompt(self) -> Option<Vec<u8>> {
        let count = u16::from(self.peek(EDLEN));
        (self.peek(WAITS) == 1).then(|| (0..count).map(|n| self.text_byte(POOL + 2 * n)).collect())
    }

    /// Returns what reads the next key, after the keys that wait and these.
    pub(crate) fn reader(self, pending: impl IntoIterator<Item = u8>) -> Reader {
        let (longest, buffer) = match self.peek(WAITS) {
            2 => (None, POOL),
            3 => (Some(LONGEST_ANSWER), ANSWER),
            _ => (Some(LONGEST_LINE), POOL),
        };
        let length = if self.peek(WAITS) % 2 == 1 { self.peek(EDLEN) } else { 0 };
        let mut typed: Vec<u8> = (0..u16::from(length)).map(|n| self.text_byte(buffer + 2 * n)).collect();
        for byte in self.waiting_keys().into_iter().chain(pending) {
            match byte {
                code::GO => typed.clear(),
                code::ERASE => drop(typed.pop()),
                byte => typed.push(byte),
            }
        }
        Reader { typed, longest, dialect: Dialect::Bally }
    }
}

/// Returns what a machine with the cartridge waits for.
pub fn pause(bally: &Bally) -> Pause {
    match Ram(bally).peek(WAITS) {
        1 => Pause::Prompt,
        2 => Pause::Key,
        3 => Pause::Answer,
        _ => Pause::Budget,
    }
}

pub fn lines(bally: &Bally) -> Vec<Line> {
    Ram(bally).places().into_iter().map(|place| place.line).collect()
}

/// A record of writes that the host has not taken.
#[derive(Clone, Default)]
pub(super) struct Record {
    writes: Vec<SoundWrite>,
    /// The number of writes of the machine that were looked at.
    seen: u64,
}

impl BasicBally {
    /// Records writes to the sound ports from now on, and first the values that they have. The host takes them after each run.
    pub fn listen(&mut self) {
        let chips = self.bally.chips();
        let (seen, registers) = (chips.sound().count(), chips.registers().sound());
        let tstates = self.tstates();
        let writes = (SoundWrite::FIRST_PORT..).zip(registers).map(|(port, value)| SoundWrite {
            tstates,
            port,
            value,
        });
        self.record = Some(Record { writes: writes.collect(), seen });
    }

    /// Returns the writes to the sound ports since the last call, in order, and forgets them. Times are those of
    /// [`tstates`](Self::tstates).
    pub fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.record_sound();
        self.record.as_mut().map(|record| std::mem::take(&mut record.writes)).unwrap_or_default()
    }

    /// Returns the time in T-states at which the note of BASIC that sounds ends.
    pub fn note_end(&self) -> Option<u64> {
        // The upper bit tells a note of MU.
        let frames = u64::from(self.word(NLEFT) & 0x7FFF);
        (frames > 0).then(|| self.tstates() + line_start(frames * u64::from(LINES)))
    }

    /// Returns when a run has to stop so that no write is lost: the machine keeps those of two frames.
    pub(super) fn record_until(&self, end: u64) -> u64 {
        if self.record.is_some() { end.min(frame_end(self.bally.cycles())) } else { end }
    }

    /// Copies new writes from the machine.
    pub(super) fn record_sound(&mut self) {
        let Some(record) = &mut self.record else { return };
        let log = self.bally.chips().sound();
        let new = log.since(record.seen).unwrap_or_default();
        record.writes.extend(new.iter().map(|write| SoundWrite {
            tstates: write.at.saturating_sub(self.started),
            port: SoundWrite::FIRST_PORT + write.register,
            value: write.value,
        }));
        record.seen = log.count();
    }
}

macro_rules! addresses {
    ($($name:ident = $value:literal,)*) => {
        $(pub(super) const $name: u16 = $value;)*

        /// The bit of TRACING that HALT sets.
pub(super) const HALT_BIT: u8 = 0x80;

#[cfg(test)]
        const ALL: &[(&str, u16)] = &[$((stringify!($name), $value)),*];
    };
}

addresses! {
    // Entry points
    RUNIT = 0x2003,
    PROMPT = 0x2006,
    GETKEY = 0x2009,

    // Memory
    PROGRAM = 0x4000,
    PICTURE = 0x4000,
    PICEND = 0x4DC0,
    ARRAY0 = 0x4E18,
    VARS = 0x4E1A,
    NLEFT = 0x4E4E,
    CURX = 0x4E56,
    CURY = 0x4E58,
    BACKC = 0x4E5A,
    FOREC = 0x4E5C,
    PEND = 0x4E6A,
    SEED = 0x4E6C,
    FBASE = 0x4E6E,
    FTOP = 0x4E70,
    TRACING = 0x4E75,
    ERRCODE = 0x4E76,
    ERRPTR = 0x4E77,
    ERRLINE = 0x4E79,
    WAITS = 0x4E7D,
    KEYLAST = 0x4E7E,
    KEYDOWN = 0x4E7F,
    KEYPUT = 0x4E81,
    KEYTAKE = 0x4E82,
    KEYS = 0x4E83,
    KEYMAX = 8,
    EDLEN = 0x4E8B,
    POOL = 0x4E9E,
    POOLEND = 0x4F5E,
    ANSWER = 0x4F5E,
    LINEMAX = 104,
    ZLOW = 0x4F88,
    TEXTEND = 0x4F88,
    STACK = 0x5000,

    // Code
    FRAME = 0x361C,
    SLIST_PAUSE = 0x2E23,
    SLIST_NEXT = 0x2E11,
    STATE = 0x274F,
    STATEA = 0x2752,
    PUT = 0x3214,
    NEWLINE = 0x325A,
    HOME = 0x31C2,
    PIXEL = 0x35F3,
    SCLEAR = 0x31CF,
    SHOWCODE = 0x3FA1,
    BREAK = 0x3706,
    SPRINT = 0x2C56,
    PUTSTRING = 0x2CAC,
    PUTNUM = 0x2CC9,
    POWERS = 0x2D2E,
    SINPUT = 0x2D38,
    SLIST = 0x2DDB,
    READLINE = 0x388A,
    STORED = 0x3919,
}

/// The addresses of the cartridge.
pub(super) const CODE: RangeInclusive<u16> = 0x2000..=0x3FFF;

/// The addresses at which a run is interrupted, to see what the cartridge does.
pub(super) const STOPS: [u16; 11] =
    [PROMPT, GETKEY, STATEA, SLIST_NEXT, SLIST_PAUSE, PUT, PUTNUM, NEWLINE, SCLEAR, SHOWCODE, BREAK];

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the sources are files")]
mod tests {
    use super::*;
    use arcadian_asm::{Host, Included, Options, assemble};
    use std::{fs, path::PathBuf};

    /// The sources of the cartridge, and the constants of the machine.
    struct Sources;

    fn read(name: &str) -> Result<String, String> {
        let roms = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms"));
        let folder = ["arcadian-basic", "bally"].map(|folder| roms.join(folder).join(name));
        folder
            .iter()
            .find_map(|path| fs::read_to_string(path).ok())
            .ok_or_else(|| format!("{name} is not there"))
    }

    impl Host for Sources {
        fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
            read(name).map(|text| Included { name: name.to_owned(), text })
        }

        fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
            Err(format!("{name} is not available"))
        }
    }

    #[test]
    fn the_addresses_are_those_of_the_sources() {
        let name = "arcadian-basic.asm";
        let assembly = assemble(name, &read(name).expect("the source"), &Options::default(), &mut Sources)
            .unwrap_or_else(|failure| panic!("{}", failure.diagnostics[0]));
        assert!(assembly.image == arcadian_bally::ARCADIAN_BASIC, "the image is not that of the sources");
        let value = |name: &str| assembly.symbol(&name.replace('_', ".")).map(|symbol| symbol.value as u16);
        let wrong: Vec<_> = ALL
            .iter()
            .filter(|(name, address)| value(name) != Some(*address))
            .map(|(name, _)| match value(name) {
                Some(value) => format!("    {name} = {value:#06X},"),
                None => format!("    {name} is not in the sources"),
            })
            .collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}

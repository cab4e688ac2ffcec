//! Programs and keys, pressed on the keypad.

use arcadian_bally::PadKey;
use arcadian_basic::{
    Key, Line, Pause,
    script::Scripted,
    words::{self, code},
};
use arcadian_screen::font;

use super::{
    BasicBally, EnterError,
    addresses::{ERRCODE, LINEMAX},
};

/// The frames for which a key is down, and up. The first one may be a part of a frame, and the cartridge needs two.
const FRAMES: u64 = 3;

/// The names of keys that shift the next one, by level.
const SHIFTS: [&str; 4] = ["GREEN", "RED", "BLUE", "WORDS"];

/// The words that the overlay abbreviates.
const ABBREVIATED: [(&str, &str); 2] = [("GOSUB", "GOSB"), ("RETURN", "RETN")];

impl BasicBally {
    /// Types a line at the prompt.
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

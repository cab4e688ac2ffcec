//! Keys and hand controllers, and the 24-key pad with BASIC's overlay. Evidence: period (hardware).

use arcadian_screen::font;

use crate::{Line, words, words::code};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A key with a code, for KP and for lines.
    Code(u8),
    /// HALT: stops the program.
    Halt,
    /// PAUSE: after the number of a stored line, types the next character of that line. Evidence: period.
    Pause,
}

impl Key {
    /// Returns the key for a typed character. Letters become capitals; `/` is the character, not ÷.
    pub fn typed(character: char) -> Option<Key> {
        font::code_of(character.to_ascii_uppercase()).map(Key::Code)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controller {
    /// −1 left, 1 right.
    pub x: i8,
    /// −1 down, 1 up.
    pub y: i8,
    pub trigger: bool,
    /// −128 fully counter-clockwise, 127 clockwise.
    pub knob: i8,
}

/// The legends of a key of the pad, plain and after each of the four shifts: each is a character, a word, or the name
/// of a control key. An empty string is nothing.
struct PadKey {
    /// The calculator legend, printed on the key itself.
    plain: &'static str,
    green: &'static str,
    red: &'static str,
    blue: &'static str,
    words: &'static str,
}

/// The keys that shift the next one, in the order of the layers after the plain one.
pub const SHIFTS: [&str; 4] = ["GREEN", "RED", "BLUE", "WORDS"];

impl PadKey {
    /// Returns what the key types in each layer.
    fn legends(&self) -> [&'static str; 5] {
        [self.plain, self.green, self.red, self.blue, self.words]
    }
}

const fn key(
    plain: &'static str,
    green: &'static str,
    red: &'static str,
    blue: &'static str,
    words: &'static str,
) -> PadKey {
    PadKey { plain, green, red, blue, words }
}

pub const COLUMNS: usize = 4;

/// The overlay, row by row, without the last row, which has the shifts.
const PAD: [PadKey; 20] = [
    key("GO", "", "", "", "+10"),
    key("PAUSE", "", "/", "\\", ""),
    key("HALT", "", "", "", "RUN"),
    key("÷", "", "[", "]", "LIST"),
    key("7", "A", "B", "C", "FOR"),
    key("8", "D", "E", "F", "TO"),
    key("9", "G", "H", "I", "STEP"),
    key("×", "J", "K", "L", "NEXT"),
    key("4", "M", "N", "O", "GOSUB"),
    key("5", "P", "Q", "R", "RETURN"),
    key("6", "S", "T", "U", "RND"),
    key("-", "V", "W", "X", "IF"),
    key("1", "Y", "Z", "!", "CLEAR"),
    key("2", "←", "'", "→", "LINE"),
    key("3", "↑", ".", "↓", "BOX"),
    key("+", "&", "@", "*", "GOTO"),
    key("SPACE", "$", ",", "?", ""),
    key("0", "<", "\"", ">", "INPUT"),
    key("ERASE", "(", ";", ")", ""),
    key("=", "#", "%", ":", "PRINT"),
];

/// Returns what each key types, plain and after GREEN, RED, BLUE and WORDS, row by row: a character, a word, the name of a control
/// key, or nothing. The last row is omitted, which has the four shifts.
pub fn legends() -> impl Iterator<Item = [&'static str; 5]> {
    PAD.iter().map(PadKey::legends)
}

/// Returns the keys that enter a line, as a key script: a shift in braces, then the plain legend of the key.
pub fn keys(line: &Line) -> String {
    let number = line.number.to_string();
    let mut pressed: String = number.chars().map(|digit| press(&digit.to_string())).collect();
    // A blank that is not stored separates the number from a digit.
    if line.text.first().is_some_and(u8::is_ascii_digit) {
        pressed += &press("SPACE");
    }
    for &byte in &line.text {
        pressed += &press(&legend(Key::Code(byte)));
    }
    pressed + &press("GO")
}

/// Returns what the pad calls a key: a character, a word, or the name of a control key.
fn legend(key: Key) -> String {
    match key {
        Key::Halt => "HALT".to_owned(),
        Key::Pause => "PAUSE".to_owned(),
        Key::Code(code::GO) => "GO".to_owned(),
        Key::Code(code::ERASE) => "ERASE".to_owned(),
        Key::Code(b' ') => "SPACE".to_owned(),
        Key::Code(byte) => words::word(byte).map_or_else(|| crate::text_of(&[byte]), str::to_owned),
    }
}

/// Returns what a key types after a shift (an index into [`SHIFTS`]), if that is a character or word.
pub fn shifted(key: Key, shift: usize) -> Option<Key> {
    let plain = legend(key);
    let pad_key = PAD.iter().find(|pad_key| pad_key.plain == plain)?;
    let legend = *pad_key.legends().get(shift + 1)?;
    let word = words::WORDS.iter().position(|word| *word == legend);
    let word = word.map(|index| Key::Code(words::FIRST_WORD + index as u8));
    let mut characters = legend.chars();
    let character = characters.next().filter(|_| characters.as_str().is_empty());
    word.or_else(|| character.and_then(Key::typed))
}

/// Returns the switches of a column of the pad, 0 is the left one, while a key is down: bit 0 is the top row. A character or
/// word belongs to one key, whatever its shift. Evidence: period.
pub(crate) fn switches(key: Key, column: usize) -> u8 {
    let legend = legend(key);
    let index = PAD.iter().position(|pad_key| !legend.is_empty() && pad_key.legends().contains(&&*legend));
    index.filter(|index| index % COLUMNS == column).map_or(0, |index| 1 << (index / COLUMNS))
}

/// Returns the key for a character, a word or a control key, with its shift.
fn press(wanted: &str) -> String {
    let layer = |key: &PadKey| key.legends().iter().position(|legend| *legend == wanted);
    let found = PAD.iter().find_map(|key| layer(key).map(|layer| (layer, key.plain)));
    // Some characters that a file can contain have no key.
    let Some((layer, plain)) = found else { return format!("<no key gives {wanted}>") };
    let shift = layer.checked_sub(1).map(|shift| format!("{{{}}}", SHIFTS[shift])).unwrap_or_default();
    match plain.chars().count() {
        1 => shift + plain,
        _ => format!("{shift}{{{plain}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        key::{self, Event},
        scan_text,
    };

    #[test]
    fn shifts_are_written_before_their_keys() {
        let text = scan_text("IF A×2=0GOTO  9;").expect("machine characters");
        let line = Line { number: 10, text };
        assert_eq!(keys(&line), "10{WORDS}-{GREEN}7×2=0{WORDS}+{SPACE}9{RED}{ERASE}{GO}");
    }

    #[test]
    fn switches_of_held_keys() {
        let all = |key| [0, 1, 2, 3].map(|column| switches(key, column));
        assert_eq!(all(Key::Code(code::GO)), [1, 0, 0, 0]);
        assert_eq!(all(Key::Pause), [0, 1, 0, 0]);
        assert_eq!(all(Key::Halt), [0, 0, 1, 0]);
        assert_eq!(all(Key::Code(b'A')), [2, 0, 0, 0], "A is on the key 7");
        assert_eq!(all(Key::Code(b'7')), [2, 0, 0, 0]);
        assert_eq!(all(Key::Code(code::PRINT)), [0, 0, 0, 16]);
        assert_eq!(all(Key::Code(200)), [0; 4]);
        for code in (32..=99).chain(104..=119) {
            assert_eq!(all(Key::Code(code)).into_iter().map(u8::count_ones).sum::<u32>(), 1, "{code}");
        }
    }

    #[test]
    fn a_text_that_begins_with_a_digit() {
        assert_eq!(keys(&Line { number: 10, text: b"5".to_vec() }), "10{SPACE}5{GO}");
    }

    /// A written key is read back as the key itself.
    #[test]
    fn the_keys_of_a_line_are_a_key_script() {
        let text: Vec<u8> = (33..=99).chain(104..=119).collect();
        let line = Line { number: 12345, text };
        let events = key::parse(&(keys(&line) + "\n")).expect("a key script");
        let codes = b"12345".iter().chain(&line.text).chain(&[code::GO]);
        assert!(events.into_iter().eq(codes.map(|code| Event::Key(Key::Code(*code)))));
    }

    #[test]
    fn every_character_and_word_has_a_key() {
        let without: Vec<String> = (32..=99)
            .chain(104..=119)
            .map(|byte| press(&legend(Key::Code(byte))))
            .filter(|press| press.starts_with("<no"))
            .collect();
        assert_eq!(without, Vec::<String>::new());
    }
}

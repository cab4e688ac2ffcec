//! The 24-key pad with BASIC's overlay. Evidence: period (hardware).

use crate::{Key, Line, words, words::code};

/// What a key of the pad types, plain and after each of the four shifts: a character, a word, or the name of a
/// control key. An empty string is nothing.
struct PadKey {
    /// The calculator legend, printed on the key itself.
    plain: &'static str,
    green: &'static str,
    red: &'static str,
    blue: &'static str,
    words: &'static str,
}

/// The notation of each layer's shift, the plain one first.
const SHIFTS: [&str; 5] = ["", "[GREEN]", "[RED]", "[BLUE]", "[WORDS]"];

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

/// The number of keys in a row.
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

/// Returns the keys that enter a line, by their plain legends; the shift before a key is in brackets.
pub fn keys(line: &Line) -> String {
    let number = line.number.to_string();
    let mut pressed: Vec<String> = number.chars().map(|digit| press(&digit.to_string())).collect();
    for &byte in &line.text {
        pressed.push(press(&words::word(byte).map_or_else(|| crate::text_of(&[byte]), str::to_owned)));
    }
    pressed.push("GO".to_owned());
    pressed.join(" ")
}

/// Returns the switches of a column of the pad, 0 is the left one, while a key is down: bit 0 is the top row. A character or
/// word belongs to one key, whatever its shift. Evidence: period.
pub(crate) fn switches(key: Key, column: usize) -> u8 {
    let legend = match key {
        Key::Halt => "HALT".to_owned(),
        Key::Pause => "PAUSE".to_owned(),
        Key::Code(code::GO) => "GO".to_owned(),
        Key::Code(code::ERASE) => "ERASE".to_owned(),
        Key::Code(b' ') => "SPACE".to_owned(),
        Key::Code(byte) => words::word(byte).map_or_else(|| crate::text_of(&[byte]), str::to_owned),
    };
    let index = PAD.iter().position(|pad_key| !legend.is_empty() && pad_key.legends().contains(&&*legend));
    index.filter(|index| index % COLUMNS == column).map_or(0, |index| 1 << (index / COLUMNS))
}

/// Returns the key for a character or word.
fn press(wanted: &str) -> String {
    let wanted = if wanted == " " { "SPACE" } else { wanted };
    let on = |key: &PadKey| {
        SHIFTS.iter().zip(key.legends()).find(|(_, legend)| *legend == wanted).map(|(shift, _)| *shift)
    };
    let found = PAD.iter().find_map(|key| on(key).map(|shift| format!("{shift}{}", key.plain)));
    // Some characters that a file can contain have no key.
    found.unwrap_or_else(|| format!("<no key gives {wanted}>"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan_text;

    #[test]
    fn shifts_are_written_before_their_keys() {
        let text = scan_text("IF A×2=0GOTO 9").expect("machine characters");
        let line = Line { number: 10, text };
        assert_eq!(keys(&line), "1 0 [WORDS]- [GREEN]7 × 2 = 0 [WORDS]+ 9 GO");
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
    fn every_character_and_word_has_a_key() {
        let without: Vec<String> = (32..=99)
            .chain(104..=119)
            .map(|b| crate::text_of(&[b]))
            .filter(|c| press(c).starts_with('<'))
            .collect();
        assert_eq!(without, Vec::<String>::new());
    }
}

//! Text in the encodings of older systems: what a file is in that is not UTF-8, and its text.

use std::str::FromStr;

/// An encoding other than UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Of Windows for Western Europe; of it, Latin-1 is a part.
    Windows1252,
    Koi8,
    /// Of the IBM PC.
    CodePage437,
    Utf16,
}

impl FromStr for Encoding {
    type Err = &'static str;

    /// Finds an encoding by one of its names, whatever their case and hyphens.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let name = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        Ok(match &*name {
            "windows1252" | "cp1252" | "latin1" | "iso88591" => Self::Windows1252,
            "koi8r" | "koi8" => Self::Koi8,
            "cp437" | "codepage437" | "ibm437" => Self::CodePage437,
            "utf16" => Self::Utf16,
            _ => {
                return Err(
                    "the encodings are windows-1252, koi8-r, cp437 and utf-16; UTF-8 needs no option",
                );
            }
        })
    }
}

impl Encoding {
    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Windows1252 => "Windows-1252",
            Self::Koi8 => "KOI8-R",
            Self::CodePage437 => "code page 437",
            Self::Utf16 => "UTF-16",
        }
    }

    /// Returns the text of bytes; none if they are no text in this encoding.
    pub(crate) fn text(self, bytes: &[u8]) -> Option<String> {
        if self == Self::Utf16 { utf16(bytes) } else { Some(single(bytes, self)) }
    }

    /// Returns its characters from 80 on.
    const fn characters(self) -> &'static str {
        match self {
            Self::Windows1252 | Self::Utf16 => WINDOWS_1252,
            Self::Koi8 => KOI8,
            Self::CodePage437 => CODE_PAGE_437,
        }
    }

    /// Returns the encoding of bytes that are text and not UTF-8; none if they are no text.
    fn of(bytes: &[u8]) -> Option<Self> {
        if starts_as_utf16(bytes) {
            return Some(Self::Utf16);
        }
        if bytes.iter().any(|byte| is_control(char::from(*byte)) && byte.is_ascii()) {
            return None;
        }
        let [words, frames] = [is_word, is_frame].map(|is_part| longest(bytes, is_part));
        Some(match () {
            () if words >= SHORTEST_WORD && words > frames => Self::Koi8,
            () if frames >= SHORTEST_FRAME || is_of_the_pc(bytes) => Self::CodePage437,
            () => Self::Windows1252,
        })
    }
}

/// Whether a character is in no text. CP/M fills the last block of a text with Ctrl-Z.
fn is_control(character: char) -> bool {
    character.is_control() && !"\t\n\r\x0C\x1A".contains(character)
}

/// The fewest letters that follow each other in Russian words, and hardly in those of Western Europe.
const SHORTEST_WORD: usize = 3;
/// The fewest equal signs in a row that are a line.
const SHORTEST_FRAME: usize = 3;

/// Whether two bytes follow each other in a word in KOI8.
fn is_word(before: u8, byte: u8) -> bool {
    before >= 0xC0 && byte >= 0xC0 && before != byte
}

/// Whether two bytes are a part of a line that is drawn in code page 437.
fn is_frame(before: u8, byte: u8) -> bool {
    (0xB0..=0xDF).contains(&byte) && before == byte
}

/// Returns the greatest number of bytes in a row each of which belongs to the one before.
fn longest(bytes: &[u8], belongs: fn(u8, u8) -> bool) -> usize {
    let (mut longest, mut count) = (0, 1);
    for pair in bytes.windows(2) {
        count = if belongs(pair[0], pair[1]) { count + 1 } else { 1 };
        longest = longest.max(count);
    }
    longest
}

/// Whether a byte is a letter of code page 437 inside a word, where Windows-1252 has punctuation or nothing, or every byte from 80 on is
/// its `÷`, which is `ö` in Windows-1252.
fn is_of_the_pc(bytes: &[u8]) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
    let beside = |at: usize| {
        [at.checked_sub(1).and_then(|at| bytes.get(at)), bytes.get(at + 1)]
            .into_iter()
            .filter(|byte| is_letter(*byte))
    };
    let inside = |at: usize| beside(at).count() > 0;
    let mut high = bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0x80);
    let (mut has_letter, mut has_others) = (false, false);
    for (at, byte) in &mut high {
        let letters = if PUNCTUATION.contains(byte) { 2 } else { 1 };
        has_letter |= UNDEFINED.contains(byte)
            || (0x80..=0xA5).contains(byte) && !IN_WORDS.contains(byte) && beside(at).count() >= letters;
        has_others |= *byte != 0xF6 || inside(at);
    }
    has_letter || !has_others
}

/// The quotes and the ellipsis of Windows-1252, which stand at one side of a word.
const PUNCTUATION: &[u8] = b"\x82\x84\x85\x8B\x93\x94\x95\x99\x9B";
/// The apostrophes, dashes and the blank of Windows-1252, which stand between letters.
const IN_WORDS: &[u8] = b"\x91\x92\x96\x97\xA0";
/// The bytes that Windows-1252 does not define.
const UNDEFINED: [u8; 5] = [0x81, 0x8D, 0x8F, 0x90, 0x9D];

/// Whether bytes begin with a mark of UTF-16, or are ASCII in it.
fn starts_as_utf16(bytes: &[u8]) -> bool {
    let is_zero = |odd: usize| {
        let mut of_half = bytes.iter().skip(odd).step_by(2).take(LOOKED_AT);
        let mut others = bytes.iter().skip(1 - odd).step_by(2).take(LOOKED_AT);
        of_half.all(|byte| *byte == 0) && others.all(|byte| *byte != 0)
    };
    bytes.starts_with(b"\xFF\xFE")
        || bytes.starts_with(b"\xFE\xFF")
        || bytes.len() >= 4 && (is_zero(0) || is_zero(1))
}

/// The number of characters that tell UTF-16.
const LOOKED_AT: usize = 256;

/// Returns the text of bytes that are not UTF-8, with their encoding; none if they are no text.
pub(crate) fn read(bytes: &[u8]) -> Option<(String, Encoding)> {
    let encoding = Encoding::of(bytes)?;
    Some((encoding.text(bytes)?, encoding))
}

fn single(bytes: &[u8], encoding: Encoding) -> String {
    let upper: Vec<char> = encoding.characters().chars().collect();
    let character = |byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(*byte),
        Some(at) => upper.get(usize::from(at)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    bytes.iter().map(character).collect()
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let is_big = bytes.starts_with(b"\xFE\xFF") || bytes.first() == Some(&0);
    let (units, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| if is_big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let text: Result<String, _> = char::decode_utf16(units.iter().map(unit)).collect();
    text.ok().filter(|text| rest.is_empty() && !text.chars().any(is_control))
}

const WINDOWS_1252: &str = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";
const KOI8: &str = "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_their_encodings() {
        for (bytes, text, encoding) in [
            (&b"10 A=B\xF7C\n"[..], "10 A=B\u{f7}C\n", Encoding::Windows1252),
            (b"10 A=B\xD7C\n", "10 A=B\u{d7}C\n", Encoding::Windows1252),
            (
                b"; fran\xE7ais, \x93d\xE9j\xE0\x94\n",
                "; fran\u{e7}ais, \u{201c}d\u{e9}j\u{e0}\u{201d}\n",
                Encoding::Windows1252,
            ),
            (
                b"; wait\x85 so\x97and \x84so\x93\n",
                "; wait\u{2026} so\u{2014}and \u{201e}so\u{201c}\n",
                Encoding::Windows1252,
            ),
            (b"; it\x92s\n", "; it\u{2019}s\n", Encoding::Windows1252),
            (
                b"; \xE3\xCC\xC1\xD7\xC9\xDB\xC1\n",
                "; \u{426}\u{43b}\u{430}\u{432}\u{438}\u{448}\u{430}\n",
                Encoding::Koi8,
            ),
            (b"; f\x81r\n", "; f\u{fc}r\n", Encoding::CodePage437),
            (b"10 A=B\xF6C\n", "10 A=B\u{f7}C\n", Encoding::CodePage437),
            (
                b"; \xC9\xCD\xCD\xCD\xCD\xBB\n",
                "; \u{2554}\u{2550}\u{2550}\u{2550}\u{2550}\u{2557}\n",
                Encoding::CodePage437,
            ),
            (b"\xFF\xFE1\0\n\0", "\u{feff}1\n", Encoding::Utf16),
            (b"\xFE\xFF\x001\0\n", "\u{feff}1\n", Encoding::Utf16),
            (b"1\0\xF7\0", "1\u{f7}", Encoding::Utf16),
        ] {
            assert_eq!(read(bytes), Some((text.to_owned(), encoding)), "{bytes:?}");
        }
        for bytes in [&b"\x01\xFF"[..], b"\xFF\xFE1", b"\xFF\xFE\0\xD8", b"NOP\0\xFF"] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn each_table_has_all_bytes() {
        for table in [WINDOWS_1252, KOI8, CODE_PAGE_437] {
            assert_eq!(table.chars().count(), 128);
        }
    }
}
